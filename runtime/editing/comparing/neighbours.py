"""Elements of a list that were edited while others were put in or taken out: those around tell.

An edit changes an element in its place: between two others that stayed, each that is there was one
of those that were there, in this order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.editing.comparing.what_tells import by_what_they_are, what_tells
from quire.runtime.record import Record

MOST = 1 << 16
"""Pairs of elements of which it is looked up how much they have in common."""


def by_neighbours(
    value: list[Any],
    was: list[Any],
    here: Sequence[int],
    there: Sequence[int],
    found: dict[int, int],
) -> dict[int, int]:
    """The elements of a list that were edited, each with its place before.

    As many as are left between two others are the ones that were there. Of fewer, each is the one
    of which it has the most, if that is a single one. Of the rest, each is one that had its fields,
    as some of these were taken out. What else was edited stays where it was, if there are as many
    as before; if another one is there, it was moved, too.

    Args:
        value: The list.
        was: What was there.
        here: The places of elements that were there.
        there: The places before of some that may be these.
        found: The places of which that is known, and of others, each with that before.
    """
    left = sorted({*there}.difference(found.values()))
    records = sorted(i for i in here if i not in found and isinstance(value[i], Record))
    edited: dict[int, int] = {}
    ends = (-1, -1), (len(value), len(was))
    for (i, at), (end, stop) in pairwise([ends[0], *_in_order(found), ends[1]]):
        some, others = _within(records, i, end), _within(left, at, stop)
        if len(some) == len(others):
            edited |= zip(some, others, strict=True)
        elif len(some) * (len(others) - len(some) + 1) in range(1, MOST):
            edited |= _by_what_they_have(value, was, some, others)
    rest = [i for i in records if i not in edited]
    edited |= _alike(value, was, rest, sorted({*left}.difference(edited.values())))
    if len(value) == len(was):
        gone = {*left}.difference(edited.values())
        edited |= {i: i for i in here if i not in found and i not in edited and i in gone}
    rest = [i for i in records if i not in edited]
    edited |= _moved(value, was, rest, sorted({*left}.difference(edited.values())))
    return edited


def _moved(
    value: list[Any], was: list[Any], some: Sequence[int], others: Sequence[int]
) -> dict[int, int]:
    """Each of some elements that were moved and edited with the one of which it alone has the most.

    If one is left of both, it is that.
    """
    found: dict[int, list[int]] = {}
    told = [what_tells(was[at]) for at in others] if some else []
    for i in some if len(some) * len(others) < MOST else ():
        mine = what_tells(value[i])
        alike = [_in_common(mine, each) for each in told]
        if (most := max(alike, default=0)) and alike.count(most) == 1:
            found.setdefault(others[alike.index(most)], []).append(i)
    moved = {places[0]: at for at, places in found.items() if len(places) == 1}
    rest, left = {*some}.difference(moved), {*others}.difference(moved.values())
    return moved | (dict(zip(rest, left, strict=True)) if len(rest) == len(left) == 1 else {})


def _in_order(found: dict[int, int]) -> list[tuple[int, int]]:
    """The most elements of a list of which each has all before it behind those before as well."""
    ends: list[int] = []  # the least that as many end with
    last: list[int] = []
    before: dict[int, int | None] = {}
    for i, at in sorted(found.items()):
        n = bisect_left(ends, at)
        ends[n : n + 1], last[n : n + 1] = [at], [i]
        before[i] = last[n - 1] if n else None
    chain: list[tuple[int, int]] = []
    each = last[-1] if last else None
    while each is not None:
        chain.append((each, found[each]))
        each = before[each]
    return chain[::-1]


def _within(places: Sequence[int], before: int, end: int) -> Sequence[int]:
    """Those of some places that are between two others."""
    return places[bisect_left(places, before + 1) : bisect_left(places, end)]


def _by_what_they_have(
    value: list[Any], was: list[Any], some: Sequence[int], others: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Each of some elements with the one of more of which it has the most."""
    more, first = len(others) - len(some), 0
    told = [what_tells(was[at]) for at in others]
    for n, i in enumerate(some):
        mine = what_tells(value[i])
        alike = [_in_common(mine, each) for each in told[max(n, first) : n + more + 1]]
        most = max(alike, default=0)
        if most and alike.count(most) == 1:
            at = max(n, first) + alike.index(most)
            first = at + 1
            yield i, others[at]


def _alike(
    value: list[Any], was: list[Any], some: Sequence[int], others: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Each of some elements with one of more that had its fields; that in its place, if it did.

    One of which an instance was edited is told so only in a list of as many: in another one, it may
    be any of them.
    """
    left = by_what_they_are(was, others) if some else {}
    for told, places in by_what_they_are(value, some).items():
        if len(places) > len(there := left.get(told, [])):
            continue
        at_home = {*places}.intersection(there)
        yield from ((i, i) for i in at_home)
        free = [at for at in there if at not in at_home]
        for i in places if len(places) * len(there) < MOST else ():
            if i in at_home:
                continue
            same = (at for at in free if is_same(value[i], was[at]))
            edited = iter(free if len(value) == len(was) else ())
            if (at := next(chain(same, edited), None)) is not None:
                free.remove(at)
                yield i, at


def _in_common(one: Any, other: Any) -> int:
    """How many values two records, as they are told, have in common."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        if one[:1] != other[:1] or len(one) != len(other):
            return 0
        return sum(map(_in_common, one[1:], other[1:]))
    return int(one == other)
