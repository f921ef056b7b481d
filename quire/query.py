"""Asking a record for what stands at a path: JSONPath (RFC 9535) over fields and instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quire.runtime import Struct
from quire.runtime.errors import BackendUnavailable, FormatError, join_path
from quire.runtime.record import Record
from quire.runtime.showing.walk import Walk, is_below, names_of
from quire.runtime.values.document import Document

Step = str | int


@dataclass(frozen=True, slots=True)
class Match:
    """A value that a query leads to.

    Attributes:
        steps: Names and numbers that lead there from the record.
        value: What stands there: a record, a list, a payload, a number, a text, bytes.
    """

    steps: tuple[Step, ...]
    value: Any

    @property
    def path(self) -> str:
        """As errors have it: `chunks[0].payload`; of the record itself, "" ."""
        return path_of(self.steps)


def find(record: Record | dict[str, Any], query: str) -> list[Match]:
    """What a query leads to, in order.

    What the query does not lead through is not read: fields, instances and elements are looked at
    when their turn comes.

    Args:
        record: Where it begins; or data, of formats that are several records.
        query: JSONPath, `$.chunks[?@.kind == 3].name`; the `$.` may be left out. Instances are
            members like fields.

    Raises:
        ValueError: that is no JSONPath.
        FormatError: something on the way cannot be read.
        BackendUnavailable: the package for it is not installed.
    """
    try:
        import jsonpath
        from jsonpath.exceptions import JSONPathRecursionError
    except ImportError as error:
        message = "queries take python-jsonpath: pip install 'quire[cli]'"
        raise BackendUnavailable(message) from error
    text = query if query.startswith("$") else f"${'' if query.startswith('[') else '.'}{query}"
    try:
        # What several records of a format are is a dict already.
        view = record if isinstance(record, dict) else Fields(record, Walk(record), "")
        found = jsonpath.finditer(text, view)
        return [Match(tuple(each.parts), unviewed(each.obj)) for each in found]
    except JSONPathRecursionError as error:
        raise ValueError(f"{query!r} goes too deep: name more steps of the path") from error
    except jsonpath.JSONPathError as error:
        raise ValueError(f"{query!r} is not a path: {error}") from None


def holder(record: Record, steps: Sequence[Step]) -> Any:
    """The record or the list that holds what some steps lead to.

    Raises:
        ValueError: they lead nowhere, or into what cannot be changed.
    """
    value: Any = record
    for i, step in enumerate(steps[:-1], 1):
        value = getattr(value, step) if isinstance(step, str) else value[step]
        if not isinstance(value, Struct | list):
            within, whole = path_of(steps), path_of(steps[:i])
            message = f"`{within}` is within a value that is set as a whole: {whole}"
            raise ValueError(message)  # noqa: TRY004  # the path is wrong
    return value


def path_of(steps: Sequence[Step]) -> str:
    """Steps as errors have them: `chunks[0].payload`."""
    path = ""
    for step in steps:
        path = join_path(path, step) if isinstance(step, str) else f"{path}[{step}]"
    return path


class Fields(Mapping[str, Any]):
    """A record as a mapping: its fields that are there, then its instances.

    By its name everything is found. Who goes through all of it comes to what stands below it alone,
    to everything once, and into no array: what `..` and `*` lead to is bounded by the file.

    Args:
        record: The record.
        walk: Which knows what was come by before.
        path: Where the record is.
    """

    def __init__(self, record: Record, walk: Walk, path: str) -> None:
        self.record, self._walk, self._path = record, walk, path

    def __getitem__(self, name: str) -> Any:
        if name not in names_of(self.record):
            raise KeyError(name)
        value = getattr(self.record, name, None)
        if value is None:
            raise KeyError(name)
        if isinstance(value, np.ndarray) or hasattr(value, "stored_size"):
            return Rows(value)
        return viewed(value, self._walk, join_path(self._path, name))

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.items())

    def items(self) -> Any:
        """Names and values, each of which is looked at before the next is asked for."""
        for member in self._walk.members(self.record, self._path):
            there = join_path(self._path, member.name)
            if isinstance(member.value, FormatError):
                raise member.value
            elsewhere = isinstance(member.value, Record) and not is_below(member.value, member)
            if not elsewhere and member.seen in (None, there):
                yield member.name, viewed(member.value, self._walk, there)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Elements(Sequence[Any]):
    """A list, or the records of a table, as a sequence."""

    def __init__(self, items: Any, walk: Walk, path: str) -> None:
        self.whole, self._walk, self._path = items, walk, path

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Elements(self.whole[index], self._walk, self._path)
        number = range(len(self))[index]
        return viewed(self.whole[number], self._walk, f"{self._path}[{number}]")

    def __len__(self) -> int:
        return len(self.whole)


class Rows(Sequence[Any]):
    """An array, or a payload that is decoded when somebody looks at a row, as a sequence."""

    def __init__(self, array: Any) -> None:
        self.whole = array

    def __getitem__(self, index: Any) -> Any:
        found = np.asarray(self.whole)[index]
        return Rows(found) if found.ndim else found.item()

    def __len__(self) -> int:
        return int(self.whole.shape[0]) if self.whole.shape else 0


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that is not gone into, though it has elements: bytes, an array, a payload."""

    whole: Any


def viewed(value: Any, walk: Walk, path: str) -> Any:
    """A value as JSONPath walks through it."""
    if isinstance(value, Record):
        return Fields(value, walk, path)
    if isinstance(value, Document):
        return value.tree()
    if isinstance(value, list) or hasattr(value, "column"):
        return Elements(value, walk, path)
    is_leaf = isinstance(value, bytes | np.ndarray) or hasattr(value, "stored_size")
    return Leaf(value) if is_leaf else value


def unviewed(value: Any) -> Any:
    """What was viewed."""
    if isinstance(value, Fields):
        return value.record
    return value.whole if isinstance(value, Elements | Rows | Leaf) else value
