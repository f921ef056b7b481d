"""Which records go by what is around an element of a list that they are in, as far as names tell.

Where instances at positions lead is another question.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType
from typing import Any

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.instance_use import names_in, ways_of, with_computed
from quire.runtime.writing.giving import kinds_of, record_types

_UP = "_parent"
_AROUND = frozenset((_UP, "_root", "_holder"))
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


@cache
def looks_out(kind: Any, depth: int, kinds: frozenset[Any]) -> bool:
    """Whether records of a type may go by more than what an element has that they are in.

    Args:
        kind: The type.
        depth: How far below the element they are.
        kinds: All types of an element.
    """
    from quire.runtime.editing.instances.reachable import paths_to_places  # the plan is read for it

    read = {*kind._instances} - {*kind._computed}
    if kind._params or not read <= {*kind._placed} or not OF_STREAM.isdisjoint(in_sums(kind)):
        return True
    codes = [*ways_of(kind), *_positions(kind)]
    named = {name for code in codes for name in names_in(code)}
    paths = paths_to_places(kind)
    if paths is None:
        return True
    named |= {name for path in paths for name in path}
    if not _AROUND.isdisjoint(with_computed(named - _AROUND, {*kinds})):
        return True
    most = max(steps_up(codes), max((path.count(_UP) for path in paths), default=0))
    return most > depth or not named.isdisjoint(_AROUND - {_UP})


def goes_up(kind: Any) -> bool:
    """Whether records of a type go by the ones that they are in."""
    return any(_UP in names_in(code) for code in ways_of(kind))


def in_sums(kind: Any) -> Iterator[str]:
    """The names in what computes the checksums of a type."""
    return names_in(kind._sums.__code__)


def _positions(kind: Any) -> Iterator[CodeType]:
    """What computes the positions of instances."""
    for name in kind._placed:
        if (position := getattr(kind, f"_position_{name}", None)) is not None:
            yield position.__code__


def steps_up(codes: Iterable[CodeType]) -> int:
    """How often a statement in some code, and in functions within, says `_parent`, at most."""
    most, pending = 0, [*codes]
    for code in pending:
        pending += (each for each in code.co_consts if isinstance(each, CodeType))
        steps = 0
        for each in dis.get_instructions(code):
            if each.opname in _ENDS:
                steps = 0
            elif each.argval == _UP:
                steps += 1
            elif steps and each.opname.startswith("STORE"):
                steps = _MANY  # it may go on from there
            most = max(most, steps)
    return most


_ENDS = frozenset(("POP_TOP", "RETURN_VALUE", "YIELD_VALUE"))
"""Where a statement ends, among others."""

_MANY = 1 << 30
