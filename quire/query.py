"""Asking a record for what stands at a path: JSONPath (RFC 9535) over fields and instances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from quire.runtime import Struct
from quire.runtime.document import Document
from quire.runtime.errors import BackendUnavailable, join_path
from quire.runtime.record import Record
from quire.runtime.walk import names_of

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


def find(record: Record, query: str) -> list[Match]:
    """What a query leads to, in order.

    What the query does not lead through is not read: fields, instances and elements are looked at
    when their turn comes.

    Args:
        record: Where it begins.
        query: JSONPath, `$.chunks[?@.kind == 3].name`; the `$.` may be left out. Instances are
            members like fields.

    Raises:
        ValueError: that is no JSONPath.
        FormatError: something on the way cannot be read.
        BackendUnavailable: the package for it is not installed.
    """
    try:
        import jsonpath
    except ImportError as error:
        message = "queries take python-jsonpath: pip install 'quire[cli]'"
        raise BackendUnavailable(message) from error
    text = query if query.startswith("$") else f"${'' if query.startswith('[') else '.'}{query}"
    try:
        found = jsonpath.finditer(text, viewed(record))
        return [Match(tuple(each.parts), unviewed(each.obj)) for each in found]
    except jsonpath.JSONPathError as error:
        raise ValueError(f"{query!r} is no path: {error}") from None


def holder(record: Record, steps: Sequence[Step]) -> Any:
    """The record or the list that holds what some steps lead to.

    Raises:
        ValueError: they lead nowhere, or into what cannot be changed.
    """
    value: Any = record
    for step in steps[:-1]:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    if isinstance(value, Struct | list):
        return value
    raise ValueError(f"`{path_of(steps)}` is within a value that is given as a whole")


def path_of(steps: Sequence[Step]) -> str:
    """Steps as errors have them: `chunks[0].payload`."""
    path = ""
    for step in steps:
        path = join_path(path, step) if isinstance(step, str) else f"{path}[{step}]"
    return path


class Fields(Mapping[str, Any]):
    """A record as a mapping: its fields that are there, then its instances."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __getitem__(self, name: str) -> Any:
        record = self.record
        if name not in names_of(record):
            raise KeyError(name)
        value = getattr(record, name, None)
        if value is None:
            raise KeyError(name)
        return viewed(value)

    def __iter__(self) -> Iterator[str]:
        for name in names_of(self.record):
            if getattr(self.record, name, None) is not None:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Elements(Sequence[Any]):
    """A list, an array or the records of a table as a sequence."""

    def __init__(self, items: Any) -> None:
        self.items = items

    def __getitem__(self, index: Any) -> Any:
        return viewed(self.items[index])

    def __len__(self) -> int:
        return len(self.items)


class Decoded(Elements):
    """A payload as a sequence of its rows, decoded when somebody looks at one."""

    def __init__(self, payload: Any) -> None:
        self.payload = payload

    @property
    def items(self) -> Any:
        """The decoded array."""
        return np.asarray(self.payload)


def viewed(value: Any) -> Any:
    """A value as JSONPath walks through it."""
    if isinstance(value, Record):
        return Fields(value)
    if isinstance(value, Document):
        return value.tree()
    if hasattr(value, "stored_size"):
        return Decoded(value)
    is_table = hasattr(value, "column")
    if isinstance(value, list) or is_table or (isinstance(value, np.ndarray) and value.ndim):
        return Elements(value)
    return value.item() if isinstance(value, np.generic) else value


def unviewed(value: Any) -> Any:
    """What was viewed."""
    if isinstance(value, Fields):
        return value.record
    if isinstance(value, Decoded):
        return value.payload
    return value.items if isinstance(value, Elements) else value
