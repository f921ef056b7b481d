"""Taking records apart, so that their memory goes at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain, repeat
from typing import Any, TypeVar

from quire.runtime.editing.columns import by_type
from quire.runtime.editing.pairs import may_have_records
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import have_more, own_members, slots_of
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
            there = value._made.values() if isinstance(value, Lazy) else value
            left += [each for each in there if isinstance(each, Record | list)]


def release(record: Record) -> None:
    """Let go of what records hold that were read to be compared, from one downward.

    Only those that hold others are taken apart, which lead to themselves; what was given to a
    record that stays has another holder, and stays, too.
    """
    pending: list[Any] = [record]
    while pending:
        held: list[Any] = []
        for records, _ in by_type((each, each) for each in pending):
            holders = {*map(id, records)}
            below = chain.from_iterable(map(_made, _let_go(records)))
            held += [each for each in below if id(each._holder) in holders]
        pending = held


def _made(values: list[Any]) -> Iterable[Any]:
    """The records in some values, as far as they were made."""
    if all(issubclass(kind, Record) for kind in {*map(type, values)}):
        return values
    return _made_of(values)


def _made_of(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, Record):
            yield value
        elif isinstance(value, Lazy):
            yield from _made_of(value._made.values())
        elif isinstance(value, list):
            yield from _made([*value])


def _let_go(records: list[Any]) -> Iterator[list[Any]]:
    """Take out of records of one type what may have others, and whatever has no slot."""
    for name in slots_of(type(records[0])):
        if name not in _UPWARD:
            values = [*map(getattr, records, repeat(name), repeat(None))]
            if may_have_records(values):
                yield values
                for each in records:
                    if hasattr(each, name):
                        delattr(each, name)
    for each in records if have_more(records) else ():
        members = own_members(each)
        yield [value for name, value in members.items() if name not in _UPWARD]
        members.clear()


@contextmanager
def dismantled(record: R) -> Iterator[R]:
    """A record that is taken apart at the end; see `dismantle`."""
    try:
        yield record
    finally:
        dismantle(record)


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
