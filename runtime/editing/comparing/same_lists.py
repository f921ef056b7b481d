"""How lists are gone through that are compared: what was never made of them is as it was."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime.collecting import letting_go
from quire.runtime.lists.lazy import Lazy, peeked
from quire.runtime.lists.packed import is_packed_as
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.rows import Rows
from quire.runtime.lists.spliced import Splicing
from quire.runtime.reading.source import same_bytes

TOGETHER = 1024
"""Elements of lists that are compared at a time: with all in them they stay in the cache."""


class Column(NamedTuple):
    """Values of many records, in one field or of one instance.

    Attributes:
        values: What they are.
        again: What is read in their places.
        led: Whether instances have led there: then they may lead there again.
    """

    values: list[Any]
    again: list[Any]
    led: bool = False


class Met:
    """What was come by while values were found to be the same.

    Attributes:
        kinds: The types of all records, and of those in lists of which nobody has looked at all.
        have_more: Whether any of them has something that has no slot: an instance, say.
        is_known: Whether it is kept of any what its fields were made, or read as.
    """

    def __init__(self) -> None:
        self.kinds: set[Any] = set()
        self.have_more = self.is_known = False

    def add(self, other: Met) -> None:
        """Add what was come by elsewhere."""
        self.kinds |= other.kinds
        self.have_more |= other.have_more
        self.is_known |= other.is_known


class Different(Exception):  # no error: how a search of many columns ends
    """Something is another value than what is read in its place."""


def have_same_source(left: Lazy, right: Lazy) -> bool:
    """Whether what was not made of two lists is made of the same."""
    mine, theirs = left._source, right._source
    if len(left) != len(right):
        return False
    if isinstance(mine, Rows) and isinstance(theirs, Rows):
        if mine.kind is not theirs.kind or not (mine.is_as_read and theirs.is_as_read):
            return False
        return mine.stored is theirs.stored or same_bytes(mine.stored, theirs.stored)
    if isinstance(mine, ReadOnce) and isinstance(theirs, ReadOnce):
        return mine.is_as(theirs)
    return type(mine) is type(theirs)


def some_at_a_time(column: Column) -> Iterator[Column]:
    """The values of a long column: of others nothing has to be kept, once they are compared."""
    for i in range(0, len(column.values), TOGETHER):
        here = slice(i, i + TOGETHER)
        yield column._replace(values=column.values[here], again=column.again[here])


def flat(values: list[list[Any]], again: list[list[Any]]) -> Column:
    """The elements of lists, which are as many as those of others."""
    if [*map(len, values)] != [*map(len, again)]:
        raise Different
    return Column([*chain.from_iterable(values)], [*chain.from_iterable(again)])


def elements(column: Column, met: Met) -> Iterator[Column]:
    """The elements of lists that were made; those that were not are the same bytes."""
    values: list[Any] = []
    again: list[Any] = []
    for left, right in zip(column.values, column.again, strict=True):
        if isinstance(left, Lazy) and isinstance(right, Lazy) and _stay_unmade(left, right):
            met.kinds.add(left._source.kind)
            values += left._made.values()
            again += map(right.__getitem__, left._made)
        elif not isinstance(right, list) or len(left) != len(right) or _is_moved(left):
            raise Different
        elif is_packed_as(left, right):
            met.kinds |= {*map(type, left)}
        elif isinstance(right, Lazy) and len(left) > TOGETHER:
            yield from _peeked(left, right)
        else:
            values += left
            again += right
    yield from some_at_a_time(column._replace(values=values, again=again))


def _is_moved(value: Any) -> bool:
    """Whether records at which nobody has looked are in other places of their list than before."""
    is_spliced = isinstance(value, Lazy) and isinstance(value._source, Splicing)
    return is_spliced and not value._source.is_as_read


def _stay_unmade(left: Lazy, right: Lazy) -> bool:
    """Whether what was not made of two lists is the same: so a writing has it of what it read."""
    mine, theirs = left._source, right._source
    if isinstance(mine, Rows) and isinstance(theirs, Rows) and mine.told is not None:
        is_written = mine.stored.obj is not theirs.stored.obj
        return len(left) == len(right) and (mine.is_as_read or is_written)
    return have_same_source(left, right)


def _peeked(values: list[Any], again: Lazy) -> Iterator[Column]:
    """The elements of a long list; of those that are read in their places none are kept."""
    count = len(values)
    for start in range(0, count, TOGETHER):
        stop = min(start + TOGETHER, count)
        with letting_go():
            yield Column(values[start:stop], peeked(again, start, stop))
