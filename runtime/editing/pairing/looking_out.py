"""Which records go by what is around an element of a list that they are in, as their types tell.

Where instances at positions lead is another question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from quire.runtime.contract import BY_PLACE, FIELDS_LOOK_UP, LOOKS_UP
from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.instance_use import kinds_below, names_in
from quire.runtime.writing.giving import kinds_of, record_types

Way = tuple[str, ...]
"""Names that follow each other: `_root`, `hdr`, `network`."""

_UP = "_parent"
OF_STREAM = frozenset(("span", "instance"))
"""The names of what checksums are over that need not be in the record, or in its values."""


def depths(tops: Iterable[Any]) -> dict[Any, int]:
    """The types of the records in the fields of some types: how far below them, at least."""
    found = dict.fromkeys(tops, 0)
    pending = [*found]
    for kind in pending:
        inside = kinds_of(kind)
        for name in own_fields(kind):
            for each in record_types(inside.get(name)):
                if each not in found:
                    found[each] = found[kind] + 1
                    pending.append(each)
    return found


def may_go_by_place(kind: Any) -> bool:
    """Whether records of a type may be other bytes in another place; so may those of older ones."""
    return kind._goes_by_place or _contract_of(kind) < BY_PLACE


@cache
def ways_around(kind: Any) -> frozenset[Way] | None:
    """What records of a type look up outside themselves; None, if an older module does not say."""
    if _contract_of(kind) < LOOKS_UP:
        return None
    return frozenset(tuple(way.split(".")) for way in kind._looks_up)


@cache
def ways_of_fields(kind: Any) -> frozenset[Way] | None:
    """The same of their fields alone, and of the instances that fields name."""
    if _contract_of(kind) < FIELDS_LOOK_UP:
        return None
    ways = kind._looks_up if kind._fields_look_up is None else kind._fields_look_up
    return frozenset(tuple(way.split(".")) for way in ways)


@cache
def looks_out(kind: Any, depth: int) -> bool:
    """Whether records of a type may go by more than what an element has that they are in.

    Args:
        kind: The type.
        depth: How far below the element they are.
    """
    read = {*kind._instances} - {*kind._computed}
    if kind._params or not read <= {*kind._placed} or not OF_STREAM.isdisjoint(in_sums(kind)):
        return True
    ways = ways_around(kind)
    return ways is None or any("_root" in way or way.count(_UP) > depth for way in ways)


@cache
def is_read_alone(kind: Any) -> bool:
    """Whether what is read late of a record goes by nothing outside of it but streams."""
    below = depths([kind])
    return not any(
        {*each._instances} - {*each._computed} and looks_out(each, below.get(each, 0))
        for each in kinds_below(kind)
    )


def goes_up(kind: Any) -> bool:
    """Whether records of a type go by the ones that they are in."""
    return any(_UP in way for way in ways_around(kind) or ())


def in_sums(kind: Any) -> Iterator[str]:
    """The names in what computes the checksums of a type."""
    return names_in(kind._sums.__code__)


def _contract_of(kind: Any) -> int:
    """What the module of a type has agreed on with quire."""
    contract: int = kind._write__seq.__globals__.get("__contract__", 0)
    return contract
