"""Packing CVC files: from an array, chunk by chunk from whatever gives arrays, or of sections."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from quire.cvc.arguments import (
    Plan,
    check_payload,
    given_list,
    is_array,
    matrix,
    rows_of,
    section_pairs,
)
from quire.cvc.opening import head_of_chunk
from quire.cvc.sections import add_sections, given_sections
from quire.cvc.writing import (
    CODECS,
    FITTED,
    ROUNDED,
    Array,
    most_stored,
    stage,
    write_file,
)
from quire.generated.cvc import Cvc
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.threads import run, threads
from quire.progress import Progress, Tell, telling
from quire.runtime import EncodingError
from quire.sources import PathLike
from quire.storage.atomic import spool_for

DEFAULT_VERSION = 1
"""Of the layout: what every release of the original program since 2.0 reads all of."""

BLOCK_BYTES = 1 << 20
"""Bytes of an array, at most, that small chunks are encoded of at a time."""

PAGE = 4096
"""Multiple at which records begin with `mmap_optimized`."""


def pack_cvc(
    vectors: npt.ArrayLike | Iterable[npt.ArrayLike],
    output_path: str | os.PathLike[str],
    compression: str | Iterable[str] = "fp16",
    chunk_size: int = 100_000,
    chunk_metadata: Iterable[Any] | None = None,
    mmap_optimized: bool = False,  # noqa: FBT001, FBT002  # as its users know it
    *,
    format_version: int | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """Write a collection; the file appears whole or not at all.

    fp16 and bfloat16 round half to even; what would become infinite is refused. int8 maps each
    chunk's range to the codes 0 to 255: an error of at most half a code, and a chunk whose values
    are all the same comes back exactly. lossless keeps every bit of float32, and refuses what is
    not float32. bfloat16 and int4 (codes 0 to 15) are extensions that the original program does
    not read.

    Args:
        vectors: (n, dimension) of any real dtype; or an iterable of such arrays, of any numbers
            of rows, or of vectors (dimension,), which need not fit in memory together (the
            payloads pass through a temporary file beside the output).
        output_path: The file.
        compression: "fp16", "int8", "lossless", "bfloat16" or "int4" for all chunks, or a list
            with one for each. Readers of the original program cannot read files that mix them.
        chunk_size: Vectors of a chunk.
        chunk_metadata: One JSON value for each chunk, or None.
        mmap_optimized: Begin each chunk at a multiple of 4096 bytes (version 1).
        format_version: 0 for the layout without version and checksums, which 0.1 of the original
            program reads; 1, or None, for that with both.
        workers: Threads that look for the range of each chunk of an array; None for the
            processors there are.
        progress: Called with (rows done, rows in all) as chunks are encoded, for an iterable with
            (rows done, 0); True shows a bar on a terminal.

    Raises:
        ValueError: an argument is outside its range, or lists do not have one item a chunk.
        EncodingError: a value has no place in the scheme: NaN and infinities in int8 and int4,
            65520 and more in fp16, 0.1 of float64 in lossless (a ValueError, too).
        TypeError: elements are masked.
    """
    if workers is not None:
        threads(workers)  # of few chunks one thread looks for the ranges, whatever is asked for
    if not isinstance(compression, str):
        compression = given_list(compression, "compression")
    version = DEFAULT_VERSION if format_version is None else format_version
    metadata = None if chunk_metadata is None else given_list(chunk_metadata, "chunk_metadata")
    plan = Plan(compression, chunk_size, version, metadata, mmap_optimized)
    given = matrix(vectors) if is_array(vectors) else vectors
    total = len(given) if isinstance(given, np.ndarray) else 0
    with telling(progress, f"packing {os.fspath(output_path)}", total) as tell:
        _pack(given, plan, output_path, tell, workers)


def save_cvc(
    target: str | os.PathLike[str],
    vectors: npt.ArrayLike | Iterable[npt.ArrayLike],
    compression: str | Iterable[str] = "fp16",
    *,
    chunk_size: int = 100_000,
    chunk_metadata: Iterable[Any] | None = None,
    mmap_optimized: bool = False,
    format_version: int | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """As `pack_cvc`; the file stands first, as it does of all formats."""
    pack_cvc(
        vectors,
        target,
        compression,
        chunk_size,
        chunk_metadata,
        mmap_optimized,
        format_version=format_version,
        workers=workers,
        progress=progress,
    )


def _pack(
    vectors: npt.ArrayLike | Iterable[npt.ArrayLike],
    plan: Plan,
    path: PathLike,
    tell: Tell,
    workers: int | None = None,
) -> None:
    """Write it; through a temporary file where sizes are not known before all is encoded."""
    try:
        if isinstance(vectors, np.ndarray) and not (plan.aligned and "lossless" in plan.names):
            _write(_FromArray(vectors, plan, workers), plan, path, tell)
            return
        pieces = [vectors] if isinstance(vectors, np.ndarray) else vectors
        if not isinstance(pieces, Iterable) or isinstance(pieces, str | bytes | Mapping):
            kind = type(vectors).__name__
            raise TypeError(f"vectors: expected an array, or an iterable of arrays, found {kind}")
        with spool_for(path) as spool:
            _write(_FromSpool(pieces, plan, spool, tell), plan, path)
    except EncodingError as error:
        if "lossless" in plan.names:
            raise
        raise EncodingError(f"{error}; compression='lossless' keeps every float32") from error


class _FromArray:
    """Chunks of an array that is there: encoded on their way to the file."""

    def __init__(self, vectors: Array, plan: Plan, workers: int | None) -> None:
        self._vectors, self._plan = vectors, plan
        self.rows, self.dimension = vectors.shape
        count = -(-self.rows // plan.chunk_size)
        plan.check_counts(count)
        self.sizes = [
            most_stored(plan.compression_of(i), len(self._part(i)), self.dimension)
            for i in range(count)
        ]
        check_payload(max(self.sizes, default=0))
        self.infos: list[dict[str, Any]] = [{} for _ in range(count)]
        is_fitted = not set(FITTED).isdisjoint(plan.names)
        run((partial(self._fit, i) for i in range(count)), workers if is_fitted else 1)
        self._block = _Block(vectors, plan)

    def _fit(self, index: int) -> None:
        self.infos[index] = self._plan.info(index, self._part(index))

    def _part(self, index: int) -> Array:
        start = index * self._plan.chunk_size
        return self._vectors[start : start + self._plan.chunk_size]

    def payload(self, index: int) -> Array | Encoded:
        """What a chunk stores."""
        found = self._block.payload(index)
        return self._plan.values(index, self._part(index)) if found is None else found


class _Block:
    """Small chunks of an array that are rounded value by value, encoded many at a time."""

    def __init__(self, vectors: Array, plan: Plan) -> None:
        self._vectors = vectors
        self._plan = plan
        self._row_bytes = most_stored("fp16", 1, vectors.shape[1])
        self._chunks = BLOCK_BYTES // (max(1, vectors[:1].nbytes) * plan.chunk_size)
        if plan.compression not in ROUNDED:
            self._chunks = 0
        self._number = -1
        self._encoded: memoryview | None = None
        self._like: Encoded | None = None

    def payload(self, index: int) -> Encoded | None:
        """The payload of a chunk; None if it has to be encoded by itself, or cannot be encoded."""
        if self._chunks <= 1:
            return None
        number, place = divmod(index, self._chunks)
        if number != self._number:
            self._number, self._encoded = number, self._encode(number)
        if self._encoded is None:
            return None
        size = self._row_bytes * self._plan.chunk_size
        stored = self._encoded[place * size : (place + 1) * size]
        rows = min(self._plan.chunk_size, len(self._vectors) - index * self._plan.chunk_size)
        if self._like is None or self._like.shape[0] != rows:
            shape = (rows, self._vectors.shape[1])
            coded = Stage(CODECS[self._plan.compression_of(index)], shape=shape)
            self._like = Encoded((coded,), stored=stored)
        return self._like.holding(stored)

    def _encode(self, number: int) -> memoryview | None:
        rows = self._chunks * self._plan.chunk_size
        first = number * self._chunks
        part = self._plan.values(first, self._vectors[number * rows : (number + 1) * rows])
        coded = Stage(CODECS[self._plan.compression_of(first)], shape=part.shape)
        try:
            return Encoded((coded,), array=part).stored
        except EncodingError:
            return None


class _FromSpool:
    """Chunks of an iterable: encoded into a temporary file, since the header comes first."""

    def __init__(
        self, pieces: Iterable[npt.ArrayLike], plan: Plan, spool: BinaryIO, tell: Tell
    ) -> None:
        self._plan, self._spool = plan, spool
        self.rows = self.dimension = 0
        self.infos: list[dict[str, Any]] = []
        self.sizes: list[int] = []
        for i, part in enumerate(self._recut(pieces)):
            check_payload(most_stored(plan.compression_of(i), len(part), self.dimension))
            values = plan.values(i, part)
            self.infos.append(plan.info(i, values))
            self._spool.write(stored := self._encoded(i, array=values).stored)
            self.sizes.append(len(stored))
            self.rows += len(part)
            tell(len(part))
        plan.check_counts(len(self.infos))
        self._starts = list(accumulate(self.sizes, initial=0))

    def _encoded(self, index: int, **content: Any) -> Encoded:
        info = self.infos[index]
        return Encoded((stage(info, (info["rows"], self.dimension)),), **content)

    def _recut(self, pieces: Iterable[npt.ArrayLike]) -> Iterator[Array]:
        """The rows of all pieces, `chunk_size` at a time."""
        size, held, rows = self._plan.chunk_size, list[Array](), 0
        for number, piece in enumerate(pieces):
            part = rows_of(piece)
            if number == 0:
                self.dimension = part.shape[1]
            elif part.shape[1] != self.dimension:
                message = f"vectors: expected dimension {self.dimension}, found {part.shape[1]}"
                raise ValueError(message)
            while rows + len(part) >= size:
                yield np.concatenate([*held, part[: size - rows]])
                part, held, rows = part[size - rows :], [], 0
            if len(part):
                held.append(part.copy())  # the caller may reuse its buffer
                rows += len(part)
        if rows:
            yield np.concatenate(held)

    def payload(self, index: int) -> Encoded:
        """What a chunk stores."""
        self._spool.seek(self._starts[index])
        return self._encoded(index, stored=self._spool.read(self.sizes[index]))


def _write(
    source: _FromArray | _FromSpool, plan: Plan, path: PathLike, tell: Tell = lambda _rows: None
) -> None:
    header: dict[str, Any] = {
        "num_vectors": source.rows,
        "dimension": source.dimension,
        "compression": next(iter(plan.names), "fp16"),
    }
    if plan.sections is not None:
        add_sections(header, source.infos, plan.sections, empty=True)
    header["chunks"] = source.infos
    if plan.aligned:
        _place(header, source.sizes)

    def chunk(index: int) -> Cvc.Chunk:
        made = Cvc.Chunk()  # `build` would look at what needs no conversion
        made.payload = source.payload(index)  # type: ignore[assignment]  # an array is encoded
        return made

    write_file(path, plan.version, header, chunk, tell)


def _place(header: dict[str, Any], sizes: list[int]) -> None:
    """Give every record an offset at a multiple of a page, after a header that has them all."""
    header["mmap_optimized"] = True
    empty = {"num_vectors": 0, "dimension": 0, "compression": "fp16", "chunks": []}
    root = Cvc.build(format_version=1, header=empty, chunks=[])
    before, start = root.offset_of("header"), PAGE
    while True:
        offset = start
        for info, size in zip(header["chunks"], sizes, strict=True):
            info["file_offset"] = offset
            offset += -(-(head_of_chunk(1) + size) // PAGE) * PAGE
        text = Cvc.Header.of(header, root, "header").dump("header", compact=True, sort_keys=True)
        end = before + len(text)
        if end <= start:
            return
        start = -(-end // PAGE) * PAGE


def pack_cvc_sections(
    sections: Iterable[tuple[npt.ArrayLike, Any]],
    output_path: str | os.PathLike[str],
    compression: str = "fp16",
    chunk_size: int = 100_000,
    *,
    format_version: int | None = None,
    progress: Progress = None,
) -> None:
    """Write a collection of sections; chunks are cut without regard to them.

    A section is (array (n, dimension) of any real dtype, metadata: a JSON value); the other
    arguments are those of `pack_cvc`. The file appears whole or not at all.

    Raises:
        ValueError: there is no section, the dimensions differ, or an argument is outside its range.
        EncodingError: as `pack_cvc`.
    """
    sections = section_pairs(sections)
    arrays = [matrix(array) for array, _ in sections]
    if not isinstance(compression, str):
        compression = given_list(compression, "compression")
    version = DEFAULT_VERSION if format_version is None else format_version
    plan = Plan(
        compression, chunk_size, version, sections=given_sections(map(len, arrays), sections)
    )
    total = sum(map(len, arrays))
    with telling(progress, f"packing {os.fspath(output_path)}", total) as tell:
        _pack(iter(arrays), plan, output_path, tell)
