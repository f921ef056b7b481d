"""Records that take the place of others, and what stands in the streams of those.

What stands at a position in the stream of a record (`io: box._io`) belongs to another record,
which nobody has changed: it goes to the record that has come instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, compress, repeat
from operator import attrgetter, is_not
from typing import Any

from quire.runtime.editing.comparing.columns import column, own_fields
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.lists.lazy import Lazy, Made
from quire.runtime.members import own_members, slots_of
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.peeking import place_of
from quire.runtime.reading.source import same_bytes
from quire.runtime.record import Record
from quire.runtime.standing import have_other_parents

_LISTS, _PARENT = frozenset((list, Made, Lazy)), attrgetter("_parent")

MODULES: set[str] = set()
"""The modules in which something stands in the streams of other records."""


def is_built(record: Any) -> bool:
    """Whether a record was not read from anywhere."""
    return own_members(record).get("_io", NONE) is None


def is_brought(record: Any) -> bool:
    """Whether a record was put where it is: since it was written there, that holds it."""
    return record._is_told and "_is_brought" in own_members(record)


def is_in_brought(record: Any) -> bool:
    """Whether a record was put where it is, or one that holds it."""
    while isinstance(record, Record) and not is_brought(record):
        record = record._holder
    return isinstance(record, Record)


def is_new(value: Any, again: Any, holder: Any = None) -> bool:
    """Whether a record was not read where another one was: it was built, or read elsewhere.

    A copy that has a stream of its own was, if that has the same bytes.

    Args:
        value: It.
        again: What is read in its place.
        holder: The record that has it in a field; None, if that may be another one.
    """
    if is_built(value):
        return True
    if is_brought(value) or is_of_another(value, holder):
        return not _is_copy(value, again)
    return has_stream(value) and not _stand_alike(value, again)


def _is_copy(value: Any, again: Any) -> bool:
    """Whether two records have streams of their own with the same bytes."""
    if not (has_stream(value) and has_stream(again)) or value._io.is_part:
        return False
    try:
        return same_bytes(value._io.whole(), again._io.whole())
    except ValueError:  # its file was closed
        return False


def are_of_others(values: Sequence[Any], holders: Sequence[Any]) -> bool:
    """Whether any of some values, each of a holder, is such a record, or a list with one."""
    kinds = {*map(type, values)}
    if not _LISTS.isdisjoint(kinds):
        lists = [*map(_LISTS.__contains__, map(type, values))]
        some = [*map(_made, compress(values, lists))]
        around = map(repeat, compress(holders, lists), map(len, some))
        if are_of_others([*chain.from_iterable(some)], [*chain.from_iterable(around)]):
            return True
    if not all(issubclass(kind, Record) for kind in kinds):
        records = [*map(isinstance, values, repeat(Record))]
        values, holders = [*compress(values, records)], [*compress(holders, records)]
    # Of most records it is told at once.
    are_there = not any(map(is_not, map(_PARENT, values), holders))
    return not are_there and any(map(is_of_another, values, holders))


def read_elsewhere(record: Any) -> Iterator[Any]:
    """The records in the fields of one that were not read there; see `is_of_another`."""
    for name in own_fields(type(record)):
        value: Any = getattr(record, name, None)
        some = _made(value) if type(value) in _LISTS else (value,)
        there = some if have_other_parents(some, repeat(record)) else ()
        yield from (e for e in there if isinstance(e, Record) and is_of_another(e, record))


def _made(some: Any) -> Collection[Any]:
    """The elements of a list, as far as they were made."""
    return some._made.values() if isinstance(some, Lazy) else some


def is_of_another(value: Any, holder: Any) -> bool:
    """Whether a record was read as that of another holder, of which this one is no copy."""
    if holder is None or value._parent is holder or value._holder is holder:
        return False
    return not _are_one_file(value._holder, holder)


def _are_one_file(one: Any, other: Any) -> bool:
    """Whether two records were read as one file: a shallow copy has the members of the first."""
    if type(one) is not type(other) or one._holder is not None or other._holder is not None:
        return False
    mine, theirs = own_members(one), own_members(other)
    io = mine.get("_io", NONE)
    if io is NONE or io is None or io is not theirs.get("_io"):
        return False
    return getattr(one, "_start", None) == getattr(other, "_start", None)


def has_stream(record: Any) -> bool:
    """Whether a record has a stream of its own; none is made to tell."""
    if getattr(record, "_end", None) is not None:
        return True
    if not record._is_told:
        return False
    io, holder = own_members(record).get("_io"), record._holder
    return io is not None and holder is not None and io is not holder._io


def _stand_alike(value: Any, again: Any) -> bool:
    """Whether the streams of two records are one place of the file, or have the same bytes."""
    if _is_a_part(value) and _is_a_part(again):  # most often
        return bool((value._start, value._end) == (again._start, again._end))
    try:
        here, there = place_of(value), place_of(again)
        around = None if value._holder is None else place_of(value._holder)
        if here is None or there is None:
            return True
        if around is not None and here[0] is around[0]:
            return here[1:] == there[1:]
        return same_bytes(value._io.whole(), again._io.whole())
    except ValueError:  # its file was closed
        return False


def _is_a_part(record: Any) -> bool:
    """Whether the stream of a record is a part of its parent's, of which it knows the edges."""
    has_edges = type(getattr(record, "_end", None)) is int
    return has_edges and record._outer is None and not record._is_told


@cache
def may_hide(kind: Any) -> bool:
    """Whether records of a type have streams of their own, in which there may be what nobody read.

    That stands at positions: two records with the same fields may have other bytes there.
    """
    return "_end" in slots_of(kind) and any(each._placed for each in kinds_below(kind))


def stand_elsewhere(values: list[Any], again: list[Any]) -> bool:
    """Whether any of some records of one type with streams stands elsewhere than what is read."""
    edges = ([column(some, name) for some in (values, again)] for name in ("_start", "_end"))
    if not type(values[0])._is_told and all(mine == theirs for mine, theirs in edges):
        return False  # most often
    return not all(map(_stand_alike, values, again))


def are_replaced(values: list[Any], again: list[Any], holders: list[Any]) -> bool:
    """Whether any of some values is a record that was not read where another one was."""
    some = zip(values, again, holders, strict=True)
    return any(isinstance(each[0], Record) and is_new(*each) for each in some)
