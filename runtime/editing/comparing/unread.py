"""The lists of a file of which it is known which records somebody has looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.rows import Way
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types


class Unread(NamedTuple):
    """A list of which not all records were looked at.

    Attributes:
        holder: The record that has it.
        way: The fields that lead to the holder, each with the place in its list.
        name: The field.
        value: The list.
    """

    holder: Any
    way: Way
    name: str
    value: Lazy


def unread(record: Any) -> Iterator[Unread]:
    """Those of the record of a file, and of the records in it that somebody has come by."""
    pending: list[tuple[Any, _Step | None]] = [(record, None)]
    seen = set[int]()  # one may have been put into itself
    while pending:
        holder, step = pending.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        kind: Any = type(holder)  # mypy takes the hash of its objects for that of a class
        for name in _of_file(kind) if step is None else leading(kind):
            is_field = name not in kind._instances
            value = getattr(holder, name, None) if is_field else holder._kept(name)
            if isinstance(value, Lazy) and isinstance(value._source, ReadOnce):
                yield Unread(holder, _way(step), name, value)
            pending += ((each, _Step(step, name, i)) for i, each in _leading_on(value))


class _Step(NamedTuple):
    """A field, and the place in its list, behind the step before it: a nest may be deep."""

    before: _Step | None
    name: str
    place: int | None


def _way(step: _Step | None) -> Way:
    found: list[tuple[str, int | None]] = []
    while step is not None:
        found.append(step[1:])
        step = step.before
    return tuple(reversed(found))


def _leading_on(value: Any) -> Iterator[tuple[int | None, Any]]:
    """The records in a value, as far as they were made, that may have such lists.

    Each comes with its place, if the value is a list.
    """
    if isinstance(value, Lazy):
        there: Iterable[tuple[int | None, Any]] = value._made.items()
    else:
        there = enumerate(value) if isinstance(value, list) else ((None, value),)
    for i, each in there:
        kind: Any = type(each)  # the same
        if isinstance(each, Record) and leading(kind):
            yield i, each


@cache
def _of_file(kind: Any) -> tuple[str, ...]:
    """The members of the type of the record of a file that are such lists, or lead to some."""
    return *own_fields(kind), *(name for name in kind._once if name in kind._instances)


@cache
def leading(kind: Any) -> tuple[str, ...]:
    """The fields of a type that are such lists, or in which there may be some."""
    inside = kinds_of(kind)
    return tuple(
        name
        for name in own_fields(kind)
        if name in kind._once or any(map(_has_some, record_types(inside.get(name))))
    )


@cache
def _has_some(kind: Any) -> bool:
    return any(each._once for each in kinds_below(kind))
