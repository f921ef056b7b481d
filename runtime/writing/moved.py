"""Records that were read in one place, and are put into another one: a list, or a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from operator import attrgetter, is_not
from typing import Any

from quire.runtime.errors import EXPLAINED, FormatError, join_path
from quire.runtime.lists.lazy import Lazy, Made
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record

_HOLDER = attrgetter("_holder")
_LISTS = frozenset((list, Made))


def is_moved(value: Any, holder: Any) -> bool:
    """Whether a value is, or has, a record of another holder, with something at positions."""
    if type(value) in _LISTS:
        kinds = {*map(type, value)}
        if all(map(_has_placed, kinds)):
            return any(map(is_not, map(_HOLDER, value), repeat(holder)))
        return any(map(_has_placed, kinds)) and any(is_moved(each, holder) for each in value)
    return _has_placed(type(value)) and value._holder is not holder


def are_moved(values: list[Any], holders: list[Any]) -> bool:
    """Whether any of some values is one, each of a holder."""
    kinds = {*map(type, values)}
    if not kinds.isdisjoint(_LISTS):
        lists = values if kinds <= _LISTS else [each for each in values if type(each) in _LISTS]
        kinds.update(map(type, chain.from_iterable(lists)))
    if not any(map(_has_placed, kinds)):
        return False
    if all(map(_has_placed, kinds)):
        return any(map(is_not, map(_HOLDER, values), holders))
    return any(map(is_moved, values, holders))


def stand_there(values: list[Any], records: list[Any], again: list[Any], name: str) -> bool:
    """Whether instances are records of their file that stand where they lead.

    An earlier write has found that fields have these.
    """
    try:
        was = [getattr(twin, name) for twin in again]
    except EXPLAINED:
        return False
    marks = ([getattr(each, "_marks", None) for each in some] for some in (values, was))
    return all(
        mine is not None and mine == theirs and value._top() is record._top()
        for mine, theirs, value, record in zip(*marks, values, records, strict=True)
    )


def fetch_before_move(record: Any, holder: Any) -> None:
    """Read what a record has at positions, while these still count from where it was read.

    Instances of instances are read when these are moved in turn.

    Raises:
        FormatError: the record is of the holder's file, and was put into another one meanwhile,
            which has told it where its bytes are there.
    """
    if record._io is None or not _has_placed(type(record)):
        return  # it was built
    if _file(record) is _file(holder._top()) is not _file(record._root):
        expected = "a record of this file: put a copy into another one (`copy.deepcopy`)"
        raise holder._locate(FormatError("", expected, f"a {_name(record)} that was put there"))
    pending, seen = [record], {id(record)}
    while pending:
        each = pending.pop()
        for name in (*each._placed, *each._elsewhere):
            _fetch(each, name)
        if each._places:
            inside = [child for child in _inside(each) if _has_placed(type(child))]
            pending += [child for child in inside if id(child) not in seen]  # one may be around it
            seen.update(map(id, inside))


@contextmanager
def standing_in(holder: Any, child: Any) -> Iterator[None]:
    """Have errors of a record, which another one has now, tell where it stands, not where it did.

    Args:
        holder: The record that has it, or one that has that.
        child: It.
    """
    try:
        yield
    except FormatError as error:
        was = child._path()
        is_in = error.located and was and error.path.startswith(was)
        if is_in and (now := _way_down(holder, child)) is not None:
            there = join_path(holder._path(), now)
            error.path = join_path(there, error.path.removeprefix(was).lstrip("."))
        raise


def _way_down(holder: Any, wanted: Any) -> str | None:
    """The path from a record to one in its fields, or in theirs; None if it is in none."""
    pending, seen = [(holder, "")], set[int]()
    while pending:
        record, path = pending.pop()
        if record is wanted:
            return path
        if isinstance(record, list):
            made = record._made.items() if isinstance(record, Lazy) else enumerate(record)
            pending += [(each, f"{path}[{i}]") for i, each in made]
        elif isinstance(record, Record) and id(record) not in seen:
            seen.add(id(record))
            inside = ((getattr(record, name, None), name) for name in record._fields)
            pending += [(value, join_path(path, name)) for value, name in inside]
    return None


def _file(record: Any) -> Any:
    """The bytes of the file that a record was read from; None if it was built, or is closed."""
    io = getattr(record, "_io", None)
    return None if io is None or io.is_closed else io.data


def _name(record: Any) -> str:
    return type(record).__qualname__


def _has_placed(kind: Any) -> bool:
    return bool(getattr(kind, "_places", False) or getattr(kind, "_elsewhere", ()))


def _fetch(record: Any, name: str) -> None:
    if record._kept(name) is NONE:
        if record._io.is_closed:
            found = (
                "a file that was closed too early: close it after the record was copied or written"
            )
            raise record._locate(FormatError(name, "bytes of the file that it comes from", found))
        try:
            getattr(record, name)
        except EXPLAINED:
            return  # what could not be read is not there


def _inside(record: Any) -> list[Any]:
    """The records in the fields of a record; those of lazy lists have nothing at positions."""
    values = (getattr(record, name, None) for name in record._fields if name not in record._params)
    lists = ([value] if not isinstance(value, list) else value for value in values)
    return [each for some in lists if not isinstance(some, Lazy) for each in some]
