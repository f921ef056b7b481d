"""Adding, replacing, dropping and renaming columns: the bytes of the others are copied.

The new file takes the place of the old one whole, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy.typing as npt

from quire.cvc.columns import ColumnsReader
from quire.cvc.loading import open_cvc_columns
from quire.cvc.opening import COLUMNS
from quire.cvc.pack_columns import NewColumn, column_chunk, place
from quire.cvc.writing import write_file
from quire.generated.cvc import Cvc
from quire.kernels.engine.given import expect_a, expect_one_of
from quire.kernels.services.stretches import Stretches
from quire.sources import PathLike


def list_columns(path: PathLike) -> list[dict[str, Any]]:
    """`name`, `dimension`, `dtype` and `compression` of each column, in the order of the file.

    Raises:
        FormatError: the file is damaged, or has no columns.
    """
    with open_cvc_columns(path) as reader:
        return [column.info() for column in reader.columns.values()]


def add_column(
    path: PathLike,
    column_name: str,
    data: npt.ArrayLike,
    compression: str | None = None,
    output_path: PathLike | None = None,
) -> None:
    """Add a column after the others.

    Args:
        path: A file with columns.
        column_name: A name that no column has.
        data: (n,) or (n, dimension), of as many rows as the file has.
        compression: As of `pack_cvc_columns`.
        output_path: The new file; None to replace the old one.

    Raises:
        FormatError: the file is damaged, or has no columns.
        ValueError: the column exists already, or the array does not fit.
    """
    added = NewColumn(column_name, data, compression)
    with open_cvc_columns(path) as reader:
        _expect_free(reader, column_name)
        _expect_rows(reader, added)
        _rewrite(reader, [*_all(reader), added], output_path or path)


def update_column(
    path: PathLike,
    column_name: str,
    data: npt.ArrayLike,
    compression: str | None = None,
    output_path: PathLike | None = None,
) -> None:
    """Replace the values of a column, which may change its dtype and dimension.

    Arguments and errors are those of `add_column`, of a column that there is; without a
    `compression` it keeps its own.
    """
    with open_cvc_columns(path) as reader:
        at = _expect_known(reader, column_name)
        kept = reader.columns[column_name].compression
        scheme = kept if compression is None else compression
        added = NewColumn(column_name, data, scheme)
        _expect_rows(reader, added)
        before, after = _all(reader)[:at], _all(reader)[at + 1 :]
        _rewrite(reader, [*before, added, *after], output_path or path)


def delete_column(path: PathLike, column_name: str, output_path: PathLike | None = None) -> None:
    """Drop a column; `output_path` is as of `add_column`.

    Raises:
        FormatError: the file is damaged, or has no columns.
        ValueError: there is no such column, or no other.
    """
    with open_cvc_columns(path) as reader:
        at = _expect_known(reader, column_name)
        if len(reader.columns) == 1:
            raise ValueError(f"column_name: {column_name!r} is the only column")
        columns = _all(reader)
        del columns[at]
        _rewrite(reader, columns, output_path or path)


def rename_column(
    path: PathLike, old_name: str, new_name: str, output_path: PathLike | None = None
) -> None:
    """Give a column another name; `output_path` is as of `add_column`.

    Raises:
        FormatError: the file is damaged, or has no columns.
        ValueError: there is no such column, or the new name is taken.
    """
    with open_cvc_columns(path) as reader:
        at = _expect_known(reader, old_name)
        _expect_free(reader, new_name)
        columns = _all(reader)
        columns[at].name = new_name
        _rewrite(reader, columns, output_path or path)


def _expect_known(reader: ColumnsReader, name: str) -> int:
    expect_one_of(name, reader.columns, "column_name")
    return reader.columns[name].index


def _expect_free(reader: ColumnsReader, name: str) -> None:
    expect_a(str, name, "column_name")
    if name in reader.columns:
        raise ValueError(f"column_name: expected a new name, found {name!r}")


def _expect_rows(reader: ColumnsReader, column: NewColumn) -> None:
    if len(column) != reader.num_vectors:
        raise ValueError(f"data: expected {reader.num_vectors} rows, found {len(column)}")


class _Kept:
    """A column of the file, whose bytes are copied."""

    def __init__(self, reader: ColumnsReader, index: int, name: str) -> None:
        self._reader, self._index, self.name = reader, index, name

    def info(self) -> dict[str, Any]:
        """What the header says of the column, with what else its writer said."""
        return {**self._reader.file.header.columns[self._index].tree(), "name": self.name}

    def part(self, chunk: int, _rows: range) -> dict[str, Any]:
        return self._reader.file.header.chunks[chunk].columns[self._index].tree()

    def stored(self, chunk: int, _rows: range, _part: dict[str, Any]) -> memoryview:
        return self._reader.part(chunk, self._index).stored


def _all(reader: ColumnsReader) -> list[_Kept]:
    return [_Kept(reader, index, name) for index, name in enumerate(reader.columns)]


def _rewrite(reader: ColumnsReader, columns: Sequence[_Kept | NewColumn], path: PathLike) -> None:
    """Write a file of these columns, with all else that the header says."""
    header = reader.file.header.tree()
    header["columns"] = [column.info() for column in columns]
    rows = Stretches(info["rows"] for info in header["chunks"])
    for index, info in enumerate(header["chunks"]):
        info["columns"] = {each.name: each.part(index, rows[index]) for each in columns}
        place(info["columns"])

    def chunk(index: int) -> Cvc.ColumnChunk:
        # Damage must not be covered by a new checksum.
        reader.file.column_chunks[index].payload.verify()
        parts = header["chunks"][index]["columns"]
        return column_chunk([each.stored(index, rows[index], parts[each.name]) for each in columns])

    write_file(path, COLUMNS, header, chunk)
