"""Where things that stand side by side began and ended, and where they do now."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

Edge = tuple[int, int]
"""Where something began or ended, and where it does now."""

Span = tuple[int, int]
"""From where to where something stands."""

Pair = tuple[Span, Span | None]
"""Where something stood, and where it does now; None, if it is gone."""


@dataclass(frozen=True)
class Edges:
    """Those of some things that stood side by side.

    Attributes:
        there: The edges of those that are still there, from the first on.
        gone: Where others stood.
        begun: Where those ended that are still there, and where they begin now, by where they did.
        pairs: All of them.
    """

    there: list[Edge]
    gone: list[Span]
    begun: Mapping[int, list[Edge]] = field(default_factory=dict)
    pairs: Sequence[Pair] = ()

    @classmethod
    def of(cls, pairs: Iterable[Pair]) -> Self:
        """Those of things. Where one ended, another one may have begun."""
        pairs = [*pairs]
        found, gone = dict[int, int](), list[Span]()
        begun: dict[int, list[Edge]] = {}
        for was, now in pairs:
            if now is None:
                gone.append(was)
            else:
                found.setdefault(was[1], now[1])
                found[was[0]] = now[0]
                begun.setdefault(was[0], []).append((was[1], now[0]))
        return cls(sorted(found.items()), _outermost(gone), begun, pairs)

    def among(self, others: Edges) -> Edges:
        """The same, with the edges of other things that are still there."""
        return Edges(sorted({**dict(others.there), **dict(self.there)}.items()), self.gone)

    def begins_with_one(self, start: int, end: int) -> int | None:
        """Where bytes are that begin where something does that is still there, and do not go on.

        That is the smallest thing that has them all; None without one.
        """
        with_all = [each for each in reversed(self.begun.get(start, [])) if each[0] >= end]
        return min(with_all, key=_first)[1] if with_all else None

    def have(self, at: int) -> bool:
        """Whether a byte is in something that is still there."""
        i = bisect_right(self.gone, (at, at), key=_longest_first) - 1
        return i < 0 or at >= self.gone[i][1]

    @cached_property
    def squeezed(self) -> list[Span]:
        """Where nothing stood between things that were in another one, if there is other room now.

        They are told from the first on.
        """
        within = ((each, inside) for each, inside in _with_inner(self.pairs) if inside)
        return sorted(gap for each, inside in within for gap in _other_gaps(each, inside))

    def have_another(self, at: int) -> bool:
        """Whether another thing may have come in the place of the one that had a byte.

        Of two that stood side by side, and are gone, nobody can tell; nor if nothing is left.
        """
        i = bisect_right(self.there, at, key=_first)
        here, now = self.there[i - 1] if i else (0, 0)
        end, then = self.there[i] if i < len(self.there) else (None, None)
        gone = [each for each in self.gone if here <= each[0] and (end is None or each[1] <= end)]
        return len(gone) == 1 and now != then

    def in_place(self, at: int) -> int:
        """Where a byte is that is as far after the edge in front of it as it was."""
        i = bisect_right(self.there, at, key=_first)
        here, now = self.there[i - 1] if i else (0, 0)
        return now + at - here

    def around(self, at: int) -> tuple[Edge, Edge] | None:
        """The edges in front of a byte and behind it; None, if it is not between two."""
        i = bisect_right(self.there, at, key=_first)
        return (self.there[i - 1], self.there[i]) if 0 < i < len(self.there) else None


def _outermost(spans: list[Span]) -> list[Span]:
    """Those of some places that are in no other one."""
    found: list[Span] = []
    for start, end in sorted(spans, key=_longest_first):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def _with_inner(pairs: Iterable[Pair]) -> list[tuple[Pair, list[Pair]]]:
    """Each of some things that took bytes, with those that were in it, and in no other that was."""
    found: list[tuple[Pair, list[Pair]]] = []
    around: list[tuple[Pair, list[Pair]]] = []
    for each in sorted((e for e in pairs if e[0][0] < e[0][1]), key=_outermost_first):
        while around and around[-1][0][0][1] < each[0][1]:
            around.pop()
        if around:
            around[-1][1].append(each)
        around.append((each, []))
        found.append(around[-1])
    return found


def _other_gaps(each: Pair, inside: list[Pair]) -> Iterator[Span]:
    """Where nothing stood between things that were in another one, if there is other room now."""
    was, now = each
    if now is None:
        return
    at, here = was[0], now[0]
    for there, then in (*inside, ((was[1], was[1]), (now[1], now[1]))):
        if then is None:
            return
        if there[0] - at > 0 and there[0] - at != then[0] - here:
            yield at, there[0]
        at, here = there[1], then[1]


def _outermost_first(pair: Pair) -> tuple[int, int]:
    return _longest_first(pair[0])


def _longest_first(span: Span) -> tuple[int, int]:
    return span[0], -span[1]


def _first(some: Edge) -> int:
    return some[0]
