"""Where things that stand side by side began and ended, and where they do now."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

Edge = tuple[int, int]
"""Where something began or ended, and where it does now."""

Span = tuple[int, int]
"""From where to where something stands."""


class Edges(NamedTuple):
    """Those of some things that stood side by side.

    Attributes:
        there: The edges of those that are still there, from the first on.
        gone: Where others stood.
        begun: Where those ended that are still there, and where they begin now, by where they did.
    """

    there: list[Edge]
    gone: list[Span]
    begun: Mapping[int, list[Edge]] = MappingProxyType({})

    @classmethod
    def of(cls, pairs: Iterable[tuple[Span, Span | None]]) -> Self:
        """Those of things, each with where it is now; None, if it is gone.

        Where one ended, another one may have begun.
        """
        found, gone = dict[int, int](), list[Span]()
        begun: dict[int, list[Edge]] = {}
        for was, now in pairs:
            if now is None:
                gone.append(was)
            else:
                found.setdefault(was[1], now[1])
                found[was[0]] = now[0]
                begun.setdefault(was[0], []).append((was[1], now[0]))
        return cls(sorted(found.items()), _outermost(gone), begun)

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


def _longest_first(span: Span) -> tuple[int, int]:
    return span[0], -span[1]


def _first(some: Edge) -> int:
    return some[0]
