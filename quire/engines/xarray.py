"""A backend of xarray: files whose rows are an array, or columns, opened lazily.

`xarray.open_dataset(path)` finds it by the name of the file and its first bytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
import xarray
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

from quire.arrays import ArrayFile
from quire.cvc.columns import ColumnsReader
from quire.datasets.part import VALUE
from quire.opening import known_format, open_file
from quire.sources import Source


class QuireBackend(BackendEntrypoint):  # type: ignore[misc]  # Any to mypy
    """Opens what `quire.open` opens as an array or as columns."""

    description: ClassVar[str] = "Open arrays in CVC, finalfusion, CDD, HPΔKV and tier files"
    open_dataset_parameters: ClassVar[tuple[str, ...]] = (
        "filename_or_obj", "drop_variables", "format", "verify", "storage_options",
    )  # fmt: skip  # a list of words

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Whether it is a file of a format with a face of its own."""
        if not isinstance(filename_or_obj, str | os.PathLike):
            return False
        try:
            return bool(known_format(Source.of(filename_or_obj)).face)
        except (ValueError, OSError, ImportError):
            return False

    def open_dataset(
        self,
        filename_or_obj: Any,
        *,
        drop_variables: str | Iterable[str] | None = None,
        format: str | None = None,
        verify: bool = True,
        storage_options: dict[str, Any] | None = None,
    ) -> xarray.Dataset:
        """The variables of a file, `value` of one that is an array: `row` is their first dimension.

        Args:
            filename_or_obj: As of `quire.open`, and so are the others.
            drop_variables: Names that are left out.
            format: As there.
            verify: As there.
            storage_options: As there.

        Raises:
            FormatError: the file is damaged.
            ValueError: it holds neither an array nor columns.
        """
        opened = open_file(filename_or_obj, format, verify=verify, storage_options=storage_options)
        dropped = {drop_variables} if isinstance(drop_variables, str) else {*(drop_variables or ())}
        arrays: dict[str, BackendArray]
        if isinstance(opened, ArrayFile):
            arrays = {VALUE: _Rows(opened)}
        elif isinstance(opened, ColumnsReader):
            arrays = {name: _Column(opened, name) for name in opened.columns}
        else:
            message = f"{filename_or_obj}: it holds neither one array nor columns of rows"
            raise ValueError(message)  # noqa: TRY004  # the file is wrong, not a type
        wanted = {name: each for name, each in arrays.items() if name not in dropped}
        found = xarray.Dataset({name: _variable(name, each) for name, each in wanted.items()})
        found.set_close(opened.close)
        return found


class _Rows(BackendArray):  # type: ignore[misc]  # Any to mypy
    """An array in a file, of which what is asked for is decoded."""

    def __init__(self, file: ArrayFile) -> None:
        self._file = file
        self.shape, self.dtype = file.shape, file.dtype
        starts = file.chunk_starts()
        self.chunk = int(np.diff(starts).max(initial=1)) if starts is not None else None

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        support = indexing.IndexingSupport.OUTER_1VECTOR
        return indexing.explicit_indexing_adapter(key, self.shape, support, self._read)

    def _read(self, key: tuple[Any, ...]) -> Any:
        return self._file[key]


class _Column(BackendArray):  # type: ignore[misc]  # Any to mypy
    """A column of a file."""

    chunk: int | None = None

    def __init__(self, reader: ColumnsReader, name: str) -> None:
        self._reader, self._name = reader, name
        none = reader.read([name], ranges=[(0, 0)])[name]
        self.shape, self.dtype = (len(reader), *none.shape[1:]), none.dtype

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        support = indexing.IndexingSupport.BASIC
        return indexing.explicit_indexing_adapter(key, self.shape, support, self._read)

    def _read(self, key: tuple[Any, ...]) -> Any:
        rows = key[0]
        one = not isinstance(rows, slice)
        places = range(rows, rows + 1) if one else range(len(self._reader))[rows]
        ascending = places if places.step > 0 else places[::-1]
        span = (ascending[0], ascending[-1] + 1) if ascending else (0, 0)
        read = self._reader.read([self._name], ranges=[span])[self._name]
        return read[(0 if one else slice(None, None, places.step), *key[1:])]


def _variable(name: str, array: Any) -> xarray.Variable:
    """A lazy variable, whose chunks are those that are stored."""
    dims = ["row", *(f"{name}_{axis}" for axis in range(1, len(array.shape)))]
    found = xarray.Variable(dims, indexing.LazilyIndexedArray(array))
    if array.chunk:
        found.encoding["preferred_chunks"] = {"row": array.chunk}
    return found
