"""Records of lists that are paired with their twins when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.aligning import Aligned
from quire.runtime.editing.comparing.columns import have_other_orders, is_exact
from quire.runtime.editing.instances.instance_use import goes_by_itself, shows_itself
from quire.runtime.editing.making.parts import Part
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


class Waiting(NamedTuple):
    """Elements of a list that are what they were: they are paired when somebody asks for one.

    Attributes:
        holders: The record that has the list, and its twin.
        pairs: Gives the elements, each with its twin.
        part: The part that they are in.
    """

    holders: tuple[Any, Any]
    pairs: Callable[[], Iterator[tuple[Any, Any]]]
    part: Part | None


def may_wait(beside: Aligned) -> bool:
    """Whether nobody needs the elements of a list that are what they were, unless he asks."""
    met, value = beside.met, beside.value
    kinds: set[Any] = {*map(type, beside.was)}
    return (
        all(issubclass(kind, Record) and not kind._params for kind in kinds)
        and all(map(goes_by_itself, met.kinds))
        and not met.is_known
        and (not met.have_more or all(map(shows_itself, met.kinds)))
        and len({*map(id, value)}) == len(value)
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
