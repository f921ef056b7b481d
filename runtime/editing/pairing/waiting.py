"""Records of lists that are paired with their twins when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.aligning import Aligned
from quire.runtime.editing.instances.instance_use import (
    leads_on_nowhere,
    shows_nothing_else,
)
from quire.runtime.editing.instances.own_streams import places_below, stands_below
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.looking_out import Way, depths, may_go_by_place, ways_of_fields
from quire.runtime.editing.pairing.names_around import (
    are_given_as_much,
    lead_to_the_same,
    ways_from,
    ways_out,
)
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.read_once import ReadOnce
from quire.runtime.lists.rows import Rows
from quire.runtime.lists.spliced import Run, Splicing
from quire.runtime.members import own_members
from quire.runtime.reading.peeking import ASKED
from quire.runtime.record import Record


class Unmade(NamedTuple):
    """A list of which nobody has looked at all records, where these depend on what is around them.

    Some may have been taken out, and others put in.

    Attributes:
        kind: The type of the records.
        value: The list.
        was: What is read in its place.
        part: The part that it is in.
    """

    kind: Any
    value: Lazy
    was: Lazy
    part: Part | None

    def runs(self) -> list[Run]:
        """The records that were there."""
        source = self.value._source
        return source.runs if isinstance(source, Splicing) else [Run(0, len(self.was), 0)]

    def far(self) -> set[int]:
        """The numbers that those had which were there, and that nobody has looked at."""
        made, runs = self.value._made, self.runs()
        return {i + away for start, stop, away in runs for i in range(start, stop) if i not in made}

    def gone(self) -> list[Any]:
        """What is read in the places of those that were taken out."""
        source = self.value._source
        numbers = source.others if isinstance(source, Splicing) else ()
        return [Lazy.hand_out(self.was, i) for i in numbers]

    def pairs(self) -> list[tuple[Any, Any]]:
        """All of them, which are made, each with what is read in its place."""
        runs, now, was = self.runs(), self.value[:], self.was[:]
        both = ((now[i:stop], was[i + away : stop + away]) for i, stop, away in runs)
        return [*chain.from_iterable(zip(*each, strict=True) for each in both)]


def is_spliced_of(value: Lazy, was: Any) -> bool:
    """Whether records were put into a list at which nobody has looked, or taken out: of that one.

    Args:
        value: The list.
        was: What is read in its place.
    """
    mine, theirs = value._source, getattr(was, "_source", None)
    if not (isinstance(mine, Rows) and isinstance(mine, Splicing) and isinstance(theirs, Rows)):
        return False
    return mine.stored.obj is theirs.stored.obj and mine.where == theirs.where


class Waiting:
    """Elements of a list that are what they were: they are paired when somebody asks for one.

    Args:
        holders: The record that has the list, and its twin.
        pairs: Gives the elements, each with its twin.
        part: The part that they are in.
    """

    def __init__(
        self,
        holders: tuple[Any, Any],
        pairs: Callable[[], Iterator[tuple[Any, Any]]],
        part: Part | None,
    ) -> None:
        self.holders, self.pairs, self.part = holders, pairs, part

    def has(self, record: Any) -> bool:
        """Whether a record is one of them, or of their twins."""
        return id(record) in self._ids

    @cached_property
    def _ids(self) -> set[int]:
        return {*map(id, chain.from_iterable(self.pairs()))}


def go_by_the_same(once: ReadOnce, left: Any, right: Any) -> bool:
    """Whether elements of a list are what they were, as what they look up around it is the same.

    Args:
        once: What the list is made of.
        left: The record that has them.
        right: What is read in its place.
    """
    is_sized = once.form.size is not None
    if is_sized and not are_given_as_much(left, right):
        return False
    if not are_the_same_elsewhere(once, left):
        return False
    ways = ways_from(places_below(once.kind, is_apart=is_sized))
    return ways is not None and lead_to_the_same(ways, [], left, right)


def are_the_same_elsewhere(once: ReadOnce, holder: Any) -> bool:
    """Whether elements of a list do not go by where they stand, whatever they look up.

    Args:
        once: What the list is made of.
        holder: The record that has them.
    """
    there = places_below(once.kind, is_apart=once.form.size is not None)
    has_asked = ASKED in own_members(holder._top())
    around = (kind for kind, is_apart, _ in there if not is_apart)
    return not any(_may_be_others(kind, has_asked=has_asked) for kind in around)


def _may_be_others(kind: Any, *, has_asked: bool) -> bool:
    """Whether records of a type may be other bytes in another place.

    Args:
        kind: The type.
        has_asked: Whether any record has asked for the size of its stream.
    """
    if not all(stands_below(kind, name) for name in kind._below):
        return True
    return may_go_by_place(kind) and (has_asked or not kind._goes_by_size)


def are_the_same_in_place(once: ReadOnce, left: Any, right: Any) -> bool:
    """Whether elements of a list are what they were, if they and all around them stay in place.

    Their instances may lead anywhere, as nobody has looked at them. Args are as above.
    """
    is_sized = once.form.size is not None
    if is_sized and not are_given_as_much(left, right):
        return False
    there = places_below(once.kind, is_apart=is_sized)
    if any(kind._has_sums or _module_of(kind) is not _module_of(type(left)) for kind, *_ in there):
        return False
    ways = ways_from(there, ways_of_fields)
    return ways is not None and lead_to_the_same(ways, [], left, right)


def look_up_the_same(once: ReadOnce, left: Any, right: Any) -> bool:
    """Whether what the fields of elements of a list look up around it is what it was.

    If not, none of them may be read again: it would be read as another. Args are as above.
    """
    is_sized = once.form.size is not None
    if is_sized and not are_given_as_much(left, right):
        return False
    ways = ways_from(places_below(once.kind, is_apart=is_sized), _ways_to_fields)
    if ways is None:
        return False
    others = [way for way in ways if not _leads_to(once, left, way)]  # only writers go by that
    return lead_to_the_same(others, [], left, right)


def _leads_to(once: ReadOnce, left: Any, way: Way) -> bool:
    """Whether a way from an element of a list leads to the list itself."""
    found = left
    for name in way if way[0] == "_root" else way[1:]:
        found = getattr(found, name, None)
    return getattr(found, "_source", None) is once


def _ways_to_fields(kind: Any) -> frozenset[Way] | None:
    """What fields of records of a type look up, but for streams: these are what they were."""
    ways = ways_of_fields(kind)
    return None if ways is None else frozenset(way for way in ways if "_io" not in way)


def _module_of(kind: Any) -> dict[str, Any]:
    """The names of the module of a type; only that knows which instances its fields name."""
    names: dict[str, Any] = kind._write__seq.__globals__
    return names


def may_wait(beside: Aligned, left: Any, right: Any) -> bool:
    """Whether nobody needs the elements of a list that are what they were, unless he asks.

    Args:
        beside: The elements.
        left: The record that has them.
        right: What is read in its place.
    """
    met, value, was = beside.met, beside.value, beside.was
    kinds: set[Any] = {*map(type, was)}
    return (
        all(issubclass(kind, Record) and not kind._params for kind in kinds)
        and all(map(leads_on_nowhere, met.kinds))
        and not met.is_known
        and (not met.have_more or all(map(shows_nothing_else, met.kinds)))
        and len({*map(id, value)}) == len(value)
        and (ways := ways_out(met.kinds, depths(kinds))) is not None
        and lead_to_the_same(ways, was, left, right)
    )
