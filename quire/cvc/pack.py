"""Packing CVC files: from an array, or chunk by chunk from whatever gives arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from quire.cvc.arguments import (
    CODECS,
    DEFAULT_VERSION,
    check_arguments,
    check_payload,
    given_list,
    is_array,
    kept_by_json,
    matrix,
    rows_of,
)
from quire.cvc.opening import head_of_chunk
from quire.cvc.sections import add_to_chunks
from quire.generated.cvc import Cvc
from quire.kernels.backends.arrays import exactly, refuse_overflow
from quire.kernels.codecs.dictionary_planes.codec import most_bytes
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage, fit
from quire.kernels.engine.threads import run
from quire.kernels.services.bits.layout import packed_size
from quire.runtime import EncodingError
from quire.storage.atomic import spool_for

Array = npt.NDArray[Any]

FITTED = ("int8", "int4")
"""Compressions that are fitted to each chunk."""

ROUNDED = ("fp16", "bfloat16")
"""Compressions that round each value by itself."""

BITS = {"int8": 8, "int4": 4, "fp16": 16, "bfloat16": 16}
"""Of a value; each row begins with a byte."""

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

    Raises:
        ValueError: an argument is outside its range, or lists do not have one item a chunk.
        EncodingError: a value has no place in the scheme: NaN and infinities in int8 and int4,
            65520 and more in fp16, 0.1 of float64 in lossless (a ValueError, too).
        TypeError: elements are masked.
    """
    if not isinstance(compression, str):
        compression = given_list(compression, "compression")
    version = DEFAULT_VERSION if format_version is None else format_version
    check_arguments(compression, chunk_size, version, aligned=mmap_optimized)
    metadata = None if chunk_metadata is None else given_list(chunk_metadata, "chunk_metadata")
    plan = Plan(compression, chunk_size, metadata, version, mmap_optimized)
    pack(vectors, plan, output_path, workers)


def pack(
    vectors: npt.ArrayLike | Iterable[npt.ArrayLike],
    plan: Plan,
    output_path: str | os.PathLike[str],
    workers: int | None = None,
) -> None:
    """Write a collection as planned; see `pack_cvc`."""
    try:
        _pack_any(vectors, plan, output_path, workers)
    except EncodingError as error:
        if "lossless" in plan.names:
            raise
        raise EncodingError(f"{error}; compression='lossless' keeps every float32") from error


def _pack_any(
    vectors: npt.ArrayLike | Iterable[npt.ArrayLike],
    plan: Plan,
    output_path: str | os.PathLike[str],
    workers: int | None,
) -> None:
    """Write it; offsets of what has no size before it is encoded need a spool."""
    if is_array(vectors) and not (plan.aligned and "lossless" in plan.names):
        _pack(_FromArray(matrix(vectors), plan, workers), plan, output_path)
        return
    pieces = [vectors] if is_array(vectors) else vectors
    if not isinstance(pieces, Iterable) or isinstance(pieces, str | bytes | Mapping):
        kind = type(vectors).__name__
        raise TypeError(f"vectors: expected an array, or an iterable of arrays, found {kind}")
    with spool_for(output_path) as spool:
        _pack(_FromSpool(pieces, plan, spool), plan, output_path)  # type: ignore[arg-type]  # no array: an iterable


@dataclass(frozen=True, slots=True)
class Plan:
    """What the caller asked for."""

    compression: str | Sequence[str]
    chunk_size: int
    metadata: Sequence[Any] | None
    version: int
    aligned: bool
    sections: list[dict[str, Any]] | None = None

    @property
    def names(self) -> Sequence[str]:
        """The compressions that were asked for."""
        return [self.compression] if isinstance(self.compression, str) else self.compression

    def compression_of(self, index: int) -> str:
        """The compression of a chunk."""
        if isinstance(self.compression, str):
            return self.compression
        if index >= len(self.compression):
            message = f"compression: expected one for each chunk, found {len(self.compression)}"
            raise ValueError(message)
        return self.compression[index]

    def check_counts(self, chunks: int) -> None:
        """Refuse lists that do not have one item for each of the chunks."""
        lists = {"chunk_metadata": self.metadata, "compression": self.compression}
        for name, given in lists.items():
            if given is not None and not isinstance(given, str) and len(given) != chunks:
                message = f"{name}: expected one for each of {chunks} chunks, found {len(given)}"
                raise ValueError(message)

    def info(self, index: int, values: Array) -> dict[str, Any]:
        """The header's entry of a chunk, its quantiser fitted."""
        name = self.compression_of(index)
        info: dict[str, Any] = {"rows": len(values), "compression": name}
        if name in FITTED:
            # The first release computed in float64, later ones in float32: the bytes are theirs.
            info["min"], info["scale"] = fit(
                CODECS[name], values, "float64" if self.version == 0 else "float32"
            )
        if self.metadata is not None and index < len(self.metadata):
            info["metadata"] = kept_by_json(self.metadata[index])
        return info

    def values(self, index: int, part: Array) -> Array:
        """Rows in the dtype that the arithmetic of the encoder is done in."""
        name = self.compression_of(index)
        if name == "lossless":
            return exactly(part, "float32")
        if self.version != 0 and name in FITTED:
            refuse_overflow(part, "float32")
            return part.astype(np.float32, copy=False)
        wanted = np.float32 if part.dtype in (np.float16, np.float32) else np.float64
        return part.astype(wanted, copy=False)


def stage(info: dict[str, Any], shape: tuple[int, int]) -> Stage:
    """The codec of rows that are stored as their entry in the header says."""
    fitted = {"scale": info["scale"], "min": info["min"]} if info["compression"] in FITTED else {}
    return Stage(CODECS[info["compression"]], shape=shape, **fitted)


class _FromArray:
    """Chunks of an array that is there: encoded on their way to the file."""

    def __init__(self, vectors: Array, plan: Plan, workers: int | None) -> None:
        self._vectors = vectors
        self._plan = plan
        self.dimension = vectors.shape[1]
        self.rows = len(vectors)
        count = -(-self.rows // plan.chunk_size)
        plan.check_counts(count)
        for i in range(count):
            rows = min(plan.chunk_size, self.rows - i * plan.chunk_size)
            check_payload(most_stored(plan.compression_of(i), rows, self.dimension))
        self.infos: list[dict[str, Any]] = [{} for _ in range(count)]
        jobs = (partial(self._fit, i) for i in range(count))
        run(jobs, 1 if set(plan.names) <= set(ROUNDED) else workers)
        self._block = _Block(vectors, plan)

    def _fit(self, index: int) -> None:
        rounded = self._plan.compression_of(index) in ROUNDED
        found = self._part(index) if rounded else self._values(index)
        self.infos[index] = self._plan.info(index, found)

    def _part(self, index: int) -> Array:
        start = index * self._plan.chunk_size
        return self._vectors[start : start + self._plan.chunk_size]

    def _values(self, index: int) -> Array:
        return self._plan.values(index, self._part(index))

    def payload(self, index: int) -> Array | Encoded:
        """What a chunk stores."""
        return self._values(index) if (found := self._block.payload(index)) is None else found

    @property
    def sizes(self) -> list[int]:
        """Stored bytes of the chunks, where they do not depend on the values."""
        return [
            most_stored(info["compression"], info["rows"], self.dimension) for info in self.infos
        ]


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
        """That of a chunk; None if it is to be encoded by itself, or to say what it cannot."""
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

    def __init__(self, pieces: Iterable[npt.ArrayLike], plan: Plan, spool: BinaryIO) -> None:
        self._plan = plan
        self._spool = spool
        self.dimension = 0
        self.rows = 0
        self.infos: list[dict[str, Any]] = []
        self._ends = [0]
        for i, part in enumerate(self._recut(pieces)):
            check_payload(most_stored(plan.compression_of(i), len(part), self.dimension))
            values = plan.values(i, part)
            info = plan.info(i, values)
            stored = Encoded((stage(info, (info["rows"], self.dimension)),), array=values).stored
            self._spool.write(stored)
            self.infos.append(info)
            self._ends.append(self._ends[-1] + len(stored))
            self.rows += len(part)
        plan.check_counts(len(self.infos))

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

    def payload(self, index: int) -> Array | Encoded:
        start, stop = self._ends[index], self._ends[index + 1]
        self._spool.seek(start)
        stored = self._spool.read(stop - start)
        info = self.infos[index]
        return Encoded((stage(info, (info["rows"], self.dimension)),), stored=stored)

    @property
    def sizes(self) -> list[int]:
        """Stored bytes of the chunks."""
        return [stop - start for start, stop in pairwise(self._ends)]


class _Chunks(Sequence[Cvc.Chunk]):
    """The chunks of a file that is being written, each made when its turn comes."""

    def __init__(self, source: _FromArray | _FromSpool) -> None:
        self._source = source

    def __len__(self) -> int:
        return len(self._source.infos)

    def __getitem__(self, index: Any) -> Any:
        chunk = Cvc.Chunk()  # `build` would look at what needs no conversion
        chunk.payload = self._source.payload(range(len(self))[index])  # type: ignore[assignment]  # an array is encoded
        return chunk


def _pack(source: _FromArray | _FromSpool, plan: Plan, path: str | os.PathLike[str]) -> None:
    default = (
        plan.compression
        if isinstance(plan.compression, str)
        else next(iter(plan.compression), "fp16")
    )
    header: dict[str, Any] = {
        "num_vectors": source.rows,
        "dimension": source.dimension,
        "compression": default,
    }
    if plan.sections is not None:
        header["sections"] = plan.sections
        add_to_chunks(source.infos, plan.sections, empty=True)
    header["chunks"] = source.infos
    if plan.aligned:
        _place(header, source.sizes)
    Cvc.build(format_version=plan.version, header=header, chunks=_Chunks(source)).to_file(path)


def most_stored(compression: str, rows: int, dimension: int) -> int:
    """The most bytes that rows can take; exactly these, where they do not depend on the values."""
    if compression == "lossless":
        return most_bytes(rows * dimension)
    return rows * packed_size(dimension, BITS[compression])


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
