"""`columns` of a generated class: its lists, read column by column, and lists given as columns."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from quire.runtime.lists.lazy import Lazy

_ARROW = ("__arrow_c_stream__", "__arrow_c_array__")


class ColumnsOf:
    """What reads the columns of a class's lists: `Cls.columns(source, path, batch_rows=None)`.

    It is `quire.columns.read_columns` for the class, and not there in classes with a member of
    this name. What reads columns stands above all classes, and takes time to import.
    """

    def __get__(self, record: Any, owner: type[Any]) -> Callable[..., Any]:
        """Find it for a class."""
        return partial(import_module("quire.columns").read_columns, owner)


class StoppedError(Exception):
    """A scan, or its inverse, that cannot go on: something is wrong, or it cannot tell."""


class GivenRows:
    """Rows of a list that was given as columns, and of which nobody has made records yet."""

    def make(self, start: int, stop: int) -> list[Any]:
        """Records of a range, as if they had been given as dicts."""
        raise NotImplementedError  # `quire.columns.writing` has them

    def pieces(self, kind: type[Any], name: str, head: bytes) -> Iterator[memoryview] | None:
        """The bytes of all, behind a head; None if they are written from objects alone.

        Raises:
            StoppedError: as it goes on, they turn out to be.
        """
        raise NotImplementedError  # `quire.columns.writing` has them


def given_rows(value: Any) -> GivenRows | None:
    """The rows of a list that was given as columns, unless somebody has looked at one."""
    source = value._source if isinstance(value, Lazy) and not value._made else None
    return source if isinstance(source, GivenRows) else None


def told_by_arrow(value: Any) -> bool:
    """Whether something gives itself by Arrow's C interface."""
    return any(hasattr(type(value), name) for name in _ARROW)


def is_table(value: Any) -> bool:
    """Whether something has columns: Arrow's, those of a structured array, or a dict of some."""
    numpy = sys.modules.get("numpy")  # who has not loaded it has given none of its arrays
    if numpy is not None and isinstance(value, numpy.ndarray):
        return bool(value.dtype.names)
    if isinstance(value, Mapping):
        return bool(value) and all(map(_is_column, value.values()))
    return told_by_arrow(value)


def _is_column(value: Any) -> bool:
    is_array = isinstance(value, list) or hasattr(type(value), "tolist")
    return is_array or told_by_arrow(value) or is_table(value)


def of_columns(value: Any, each: Any, path: str) -> Any:
    """A list of which columns are given; see `quire.columns.writing.given_columns`."""
    return import_module("quire.columns.writing").given_columns(value, each, path)
