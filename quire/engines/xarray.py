"""A backend of xarray, which finds it by a file's name and first bytes: rows are read lazily."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
import xarray
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

from quire.arrays import ArrayFile
from quire.cdd.file import StoreFile
from quire.cdd.grouped import groups_of
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
        is_path = isinstance(filename_or_obj, str | os.PathLike)
        try:
            return is_path and bool(known_format(Source.of(filename_or_obj)).face)
        except (ValueError, OSError, ImportError):
            return False

    def open_dataset(
        self,
        filename_or_obj: Any,
        *,
        drop_variables: str | Iterable[str] | None = None,
        **options: Any,
    ) -> xarray.Dataset:
        """The variables of a file, `value` of one that is an array: `row` is their first dimension.

        Args:
            filename_or_obj: As of `quire.open`.
            drop_variables: Names that are left out.
            options: As of `quire.open`: `format`, `verify`, `storage_options`.

        Raises:
            FormatError: the file is damaged.
            ValueError: it holds neither an array nor columns.
        """
        opened = open_file(filename_or_obj, **options)
        dropped = {drop_variables} if isinstance(drop_variables, str) else {*(drop_variables or ())}
        found = {name: _Rows(each) for name, each in _arrays(opened).items() if name not in dropped}
        made = xarray.Dataset({name: _variable(name, each) for name, each in found.items()})
        made.set_close(opened.close)
        return made


def _arrays(opened: Any) -> dict[str, Any]:
    """The arrays of a file, by their names.

    Raises:
        ValueError: it has no such thing.
    """
    if isinstance(opened, StoreFile) and (groups := groups_of(opened.reader)) is not None:
        return {name: groups[name] for name in groups.names}
    if isinstance(opened, ArrayFile):
        return {VALUE: opened}
    if isinstance(opened, ColumnsReader):
        return {name: opened[name] for name in opened.columns}
    raise ValueError(f"{opened!r}: it holds neither one array nor columns of rows")


class _Rows(BackendArray):  # type: ignore[misc]  # Any to mypy
    """An array in a file, of which what is asked for is decoded."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.shape, self.dtype = array.shape, array.dtype
        starts = array.chunk_starts() if isinstance(array, ArrayFile) else None
        self.chunk = int(np.diff(starts).max(initial=1)) if starts is not None else None

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        support = indexing.IndexingSupport.OUTER_1VECTOR
        return indexing.explicit_indexing_adapter(key, self.shape, support, self._array.__getitem__)


def _variable(name: str, array: Any) -> xarray.Variable:
    """A lazy variable, whose chunks are those that are stored."""
    dims = ["row", *(f"{name}_{axis}" for axis in range(1, len(array.shape)))]
    found = xarray.Variable(dims, indexing.LazilyIndexedArray(array))
    if array.chunk:
        found.encoding["preferred_chunks"] = {"row": array.chunk}
    return found
