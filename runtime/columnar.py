"""`columns` of a generated class: its lists, read column by column."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


class ColumnsOf:
    """What reads the columns of a class's lists: `Cls.columns(source, path, batch_rows=None)`.

    It is `quire.columns.read_columns` for the class, and not there in classes with a member of
    this name. What reads columns stands above all classes, and takes time to import.
    """

    def __get__(self, record: Any, owner: type[Any]) -> Callable[..., Any]:
        """Find it for a class."""
        return partial(import_module("quire.columns").read_columns, owner)
