"""Taking records apart, so that their memory goes at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.members import own_members
from quire.runtime.record import Record

R = TypeVar("R", bound=Record)


def dismantle(record: Record) -> None:
    """Take a record apart, with all that it holds; nobody may use any of them afterwards.

    Records know the one that they stand in, which holds them: without this, they and their
    payloads stay until the garbage collector runs. A file stays open for those who have views of
    it, and is closed with the last of them.
    """
    left: list[Any] = [record]
    while left:
        value = left.pop()
        if isinstance(value, Record):
            left += _taken_out(value)
        elif isinstance(value, list):
            there = _there(value) if isinstance(value, Lazy) else value
            left += [each for each in there if isinstance(each, Record | list)]


@contextmanager
def dismantled(record: R) -> Iterator[R]:
    """A record that is taken apart at the end; see `dismantle`."""
    try:
        yield record
    finally:
        dismantle(record)


def _there(elements: Lazy) -> Iterable[Any]:
    """The elements of a list that were read, whether somebody has looked at them or not."""
    source = elements._source
    waiting = source.records if isinstance(source, ReadOnce) else None
    return elements._made.values() if waiting is None else waiting


def _taken_out(record: Record) -> list[Any]:
    """The records and lists that a record holds; it has nothing afterwards."""
    found = []
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    for name in (*_slots(kind), *own_members(record)):
        try:
            value = object.__getattribute__(record, name)
            object.__delattr__(record, name)
        except AttributeError:  # there is none
            continue
        if isinstance(value, _HOLDING) and name not in _UPWARD:
            found.append(value)
    return found


@cache
def _slots(kind: type[Record]) -> tuple[str, ...]:
    """The slots of a class and of those that it derives from."""
    return tuple(name for each in kind.__mro__ for name in each.__dict__.get("__slots__", ()))


_HOLDING = (list, Record)  # a union would be made anew each time

_UPWARD = frozenset(("_holder", "_parent", "_root"))
