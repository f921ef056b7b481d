"""Packing named columns of several dtypes and dimensions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.cvc.arguments import check_payload, section_pairs
from quire.cvc.chunks import PLAIN
from quire.cvc.opening import COLUMNS
from quire.cvc.sections import Section, add_sections, given_sections
from quire.cvc.writing import CODECS, Array, encodable, entry, most_stored, stage, write_file
from quire.generated.cvc import Cvc
from quire.kernels.backends.arrays import exactly, given_numbers
from quire.kernels.engine.given import expect_one_of, whole_number
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.threads import run
from quire.progress import Progress, telling
from quire.runtime import EncodingError

Columns = Mapping[str, npt.ArrayLike]

COMPRESSIONS = (PLAIN, *(name for name in CODECS if name != "lossless"))
"""Of columns; the layout has no lossless ones."""


def given_column(name: str, values: npt.ArrayLike) -> Array:
    """The values of a column: (n,) or (n, dimension) of integers or floats, none of them masked."""
    array = given_numbers(values, name)
    if array.ndim not in (1, 2) or array.dtype.kind == "b":
        found = f"{array.dtype} in {array.ndim}"
        raise ValueError(f"{name}: expected numbers in 1 or 2 dimensions, found {found}")
    return array


class NewColumn:
    """An array with the name and the compression that it is to have.

    `compression` is one of `COMPRESSIONS`; None for fp16 where there are floats, else none.
    """

    def __init__(self, name: str, values: npt.ArrayLike, compression: str | None = None) -> None:
        given = given_column(name, values)
        self._array = given.reshape(-1, 1) if given.ndim == 1 else given
        if compression is None:
            compression = "fp16" if given.dtype.kind == "f" else PLAIN
        expect_one_of(compression, COMPRESSIONS, "compressions")
        self.name, self._compression = name, compression

    def __len__(self) -> int:
        return len(self._array)

    def info(self) -> dict[str, Any]:
        """What the header says of the column."""
        return {
            "name": self.name,
            "dimension": self._array.shape[1],
            "dtype": self._array.dtype.name,
            "compression": self._compression,
        }

    def part(self, _chunk: int, rows: range) -> dict[str, Any]:
        """What the header says of the rows of a chunk; all but the offset."""
        some = self._array[rows.start : rows.stop]
        with self._advice():
            found = entry(some, self._compression)
        if self._compression == PLAIN:
            return {**found, "size": some.nbytes}
        return {**found, "size": most_stored(self._compression, *some.shape)}

    def stored(self, _chunk: int, rows: range, part: dict[str, Any]) -> memoryview:
        """The bytes of the rows of a chunk, as their entry in the header says."""
        with self._advice():
            values = encodable(self._array[rows.start : rows.stop], self._compression)
            plain = Stage("raw", shape=values.shape, dtype=values.dtype.name)
            coded = plain if self._compression == PLAIN else stage(part, values.shape)
            return Encoded((coded,), array=values).stored

    @contextmanager
    def _advice(self) -> Iterator[None]:
        """Say whose values have no place in a scheme, and what holds them."""
        try:
            yield
        except EncodingError as error:
            advice = f"compressions={{{self.name!r}: {PLAIN!r}}} keeps every value"
            raise EncodingError(f"{self.name}: {error}; {advice}") from error


def pack_cvc_columns(
    data: Columns,
    output_path: str | os.PathLike[str],
    compressions: Mapping[str, str] | None = None,
    chunk_size: int = 100_000,
    *,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """Write columns, each with a scheme of its own; the file appears whole or not at all.

    Args:
        data: By name: (n,) or (n, dimension) of integers or floats.
        output_path: The file.
        compressions: By name: "none", "fp16", "int8", "bfloat16" or "int4" (the last two are
            extensions that the original program does not read). Where there is none: fp16 for
            floats, none for integers.
        chunk_size: Rows of a chunk.
        workers: Threads that look for the ranges of chunks; None for the processors there are.
        progress: Called with (rows done, rows in all); True shows a bar on a terminal.

    Raises:
        ValueError: there is no column, their lengths differ, or an argument is outside its range.
        EncodingError: a value has no place in the scheme: NaN and infinities in int8 and int4,
            65520 and more in fp16 (a ValueError, too). "none" keeps every value.
        TypeError: elements are masked.
    """
    _write(new_columns(data, compressions), output_path, chunk_size, None, workers, progress)


def save_cvc_columns(
    target: str | os.PathLike[str],
    data: Columns,
    compressions: Mapping[str, str] | None = None,
    *,
    chunk_size: int = 100_000,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """As `pack_cvc_columns`; the file stands first, as it does of all formats."""
    pack_cvc_columns(data, target, compressions, chunk_size, workers=workers, progress=progress)


def pack_cvc_sections_columnar(
    sections: Iterable[tuple[Columns, Any]],
    output_path: str | os.PathLike[str],
    compressions: Mapping[str, str] | None = None,
    chunk_size: int = 100_000,
    *,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """Write sections of columns; all have the same columns.

    A section is (columns, metadata: a JSON value); the other arguments are those of
    `pack_cvc_columns`.

    Raises:
        ValueError: there is no section, or their columns differ; else as `pack_cvc_columns`.
        EncodingError: as `pack_cvc_columns`.
    """
    sections = section_pairs(sections)
    parts = [
        {name: given_column(name, array) for name, array in data.items()} for data, _ in sections
    ]
    for index, part in enumerate(parts):
        if part.keys() != parts[0].keys():
            expected, found = ", ".join(parts[0]), ", ".join(part)
            raise ValueError(f"sections[{index}]: expected the columns {expected}, found {found}")
        _length(part.values(), f"sections[{index}]")
    data = {name: _joined(name, [part[name] for part in parts]) for name in parts[0]}
    rows = (_length(part.values(), "sections") for part in parts)
    cut = given_sections(rows, sections)
    _write(new_columns(data, compressions), output_path, chunk_size, cut, workers, progress)


def _joined(name: str, arrays: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    shapes = {array.shape[1:] for array in arrays}
    if len(shapes) > 1:
        found = " and ".join(str(list(shape)) for shape in sorted(shapes))
        raise ValueError(f"{name}: expected rows of one shape, found {found}")
    dtype = np.result_type(*arrays)
    if dtype.kind == "f":  # of integers with floats, or of signed ones with unsigned ones
        arrays = [exactly(array, dtype.name) for array in arrays]
    return np.concatenate(arrays)


def _length(arrays: Any, what: str) -> int:
    lengths = {len(array) for array in arrays}
    if len(lengths) != 1:
        found = " and ".join(map(str, sorted(lengths))) or "no column"
        raise ValueError(f"{what}: expected columns of one length, found {found}")
    return int(lengths.pop())


def new_columns(data: Columns, compressions: Mapping[str, str] | None) -> list[NewColumn]:
    """The columns to be stored."""
    if not isinstance(data, Mapping):
        raise TypeError(f"data: expected arrays by name, found {type(data).__name__}")
    wanted = {} if compressions is None else compressions
    if not isinstance(wanted, Mapping):
        raise TypeError(f"compressions: expected names by column, found {type(wanted).__name__}")
    for name in wanted:
        expect_one_of(name, data, "compressions")
    columns = [NewColumn(name, array, wanted.get(name)) for name, array in data.items()]
    _length(columns, "data")
    return columns


def _write(
    columns: Sequence[NewColumn],
    path: str | os.PathLike[str],
    chunk_size: int,
    sections: Sequence[Section] | None,
    workers: int | None,
    progress: Progress,
) -> None:
    whole_number(chunk_size, "chunk_size", least=1)
    total = len(columns[0])
    rows = [range(total)[start : start + chunk_size] for start in range(0, total, chunk_size)]
    chunks: list[dict[str, Any]] = [{"rows": len(each)} for each in rows]
    run((partial(_plan, columns, i, rows[i], info) for i, info in enumerate(chunks)), workers)
    header: dict[str, Any] = {
        "format_type": "columnar",
        "num_vectors": total,
        "columns": [column.info() for column in columns],
        "chunks": chunks,
    }
    if sections is not None:
        add_sections(header, chunks, sections, empty=False)

    def chunk(index: int) -> Cvc.ColumnChunk:
        parts = chunks[index]["columns"]
        return column_chunk([each.stored(index, rows[index], parts[each.name]) for each in columns])

    with telling(progress, f"packing {os.fspath(path)}", total) as tell:
        write_file(path, COLUMNS, header, chunk, tell)


def _plan(columns: Sequence[NewColumn], index: int, rows: range, info: dict[str, Any]) -> None:
    info["columns"] = {column.name: column.part(index, rows) for column in columns}
    place(info["columns"])


def place(parts: Mapping[str, dict[str, Any]]) -> None:
    """Put the columns of a chunk one after another."""
    offset = 0
    for part in parts.values():
        part["offset"] = offset
        offset += part["size"]
    check_payload(offset)


def column_chunk(stored: Sequence[memoryview]) -> Cvc.ColumnChunk:
    """The record of a chunk with these columns."""
    return Cvc.ColumnChunk.build(payload=np.frombuffer(b"".join(stored), np.uint8))
