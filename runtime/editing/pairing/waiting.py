"""Records of lists that are paired with their twins when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.aligning import Aligned
from quire.runtime.editing.comparing.columns import have_other_orders, is_exact
from quire.runtime.editing.instances.instance_use import leads_on_nowhere, shows_nothing_else
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.pairing.looking_out import depths
from quire.runtime.editing.pairing.names_around import lead_to_the_same, ways_out
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record


class Unmade(NamedTuple):
    """A list of which nobody has looked at all records, where these depend on what is around them.

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


def never(*_: object) -> bool:
    """Nothing is plainly what it was."""
    return False


def is_as_found(left: Any, right: Any) -> bool:
    """Whether all instances at positions of a record are what is read there, as far as is plain."""
    if have_other_orders(left, right):
        return False
    for name in left._placed:
        value = left._kept(name)
        if value is NONE:
            continue
        if not is_exact(type(value)) or is_set(left, name):
            return False
        try:
            was = getattr(right, name)
        except EXPLAINED:
            return False
        places = [each._extent(name) for each in (left, right)]
        if None in places or places[0][1:] != places[1][1:]:
            return False
        if type(was) is not type(value) or was != value:
            return False
    return True
