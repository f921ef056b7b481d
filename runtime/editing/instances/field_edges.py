"""Where the fields of a record began when its file was read, and where they begin in another one.

It is asked where bytes of fields have changed, so that these do not tell what has moved.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from difflib import SequenceMatcher
from functools import cached_property
from operator import ne
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.errors import EXPLAINED
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.reader import Reader
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans

if TYPE_CHECKING:
    from quire.runtime.editing.instances.views import Stood
    from quire.runtime.structure import Field
    from quire.runtime.structure.extents import Bits, Extents

Edge = tuple[int, int]
"""Where something began or ended, and where it does now."""

Span = tuple[int, int]
"""From where to where something stood."""


class Edges(NamedTuple):
    """Where some things were that stood side by side.

    Attributes:
        there: The edges of those that are still there, from the first on.
        gone: Where others stood.
    """

    there: list[Edge]
    gone: list[Span]

    def begins_with_one(self, start: int, end: int) -> bool:
        """Whether bytes begin where something does that is still there, and do not go on."""
        i = bisect_right(self.there, start, key=_first)
        is_edge = i > 0 and self.there[i - 1][0] == start
        return is_edge and (i == len(self.there) or end <= self.there[i][0])

    def have(self, at: int) -> bool:
        """Whether a byte is in something that is still there."""
        return not any(start <= at < stop for start, stop in self.gone)

    def have_another(self, at: int) -> bool:
        """Whether another thing may have come in the place of the one that had a byte.

        Of two that stood side by side, and are gone, nobody can tell; nor if nothing is left.
        """
        i = bisect_right(self.there, at, key=_first)
        here, now = self.there[i - 1] if i else (0, 0)
        end, then = self.there[i] if i < len(self.there) else (None, None)
        gone = [each for each in self.gone if here <= each[0] and (end is None or each[1] <= end)]
        return len(gone) == 1 and now != then


class FieldEdges:
    """Those of a stream that is written.

    Args:
        spans: Where records are now.
        stood: Tells where the records of the stream were.
    """

    def __init__(self, spans: Spans, stood: Callable[[], Iterable[Stood]]) -> None:
        self._now = spans
        self._stood = stood
        self._known: dict[int, Edges] = {}
        self._made: Reader | None = None

    def around(self, at: int, made: Pieces) -> Edges:
        """Those of the smallest record that had a byte; none, if nobody can tell.

        Args:
            at: The byte.
            made: What fields have put there.
        """
        twin = self._smallest(at)
        if id(twin) not in self._known:
            self._known[id(twin)] = Edges([], [])
            with suppress(*EXPLAINED, ValueError, OSError):  # its fields do not tell where they end
                self._known[id(twin)] = self._edges(twin, made)
        return self._known[id(twin)]

    @cached_property
    def _spans(self) -> dict[int, tuple[Any, Any, Span]]:
        """The records, with what was read in their places and where, by the `id` of that."""
        return {id(twin): (record, twin, span) for record, twin, span in self._stood()}

    @cached_property
    def _starts(self) -> list[tuple[int, int, Any]]:
        """Where each of them began, from the first on; those that hold others come before them."""
        all_of_them = self._spans.values()
        return sorted(
            ((start, -end, twin) for _, twin, (start, end) in all_of_them), key=_first_two
        )

    def _smallest(self, at: int) -> Any:
        """What was read as the smallest record that had a byte."""
        i = bisect_right(self._starts, at, key=_first) - 1
        twin = self._starts[i][2] if i >= 0 else None
        while twin is not None:
            known = self._spans.get(id(twin))
            if known is not None and known[0] is not None and known[2][1] > at:
                return twin
            twin = twin._holder
        return None

    def _edges(self, twin: Any, made: Pieces) -> Edges:
        """Where the fields of a record, and the elements of their lists, were and are."""
        from quire.runtime.structure.extents import Extents  # the plan is read for it

        if twin is None or (now := self._now.of(record := self._spans[id(twin)][0])) is None:
            return Edges([], [])
        start, _ = self._spans[id(twin)][2]
        if self._made is None:
            self._made = Reader(made.getvalue())
        there = Extents.of(twin, twin._io, start * 8), Extents.of(record, self._made, now[0] * 8)
        found, gone = dict[int, int](), list[Span]()
        for was, is_now in _extents(*there):
            if is_now is None:
                gone.append((_byte(was[0]), _byte(was[1])))
            else:
                found.setdefault(_byte(was[1]), _byte(is_now[1]))
                found[_byte(was[0])] = _byte(is_now[0])
        return Edges(sorted(found.items()), gone)


def _extents(was: Extents, now: Extents) -> Iterator[tuple[Bits, Bits | None]]:
    """Where each field of a record stood, and where it does now; the same of its elements."""
    both = was, now
    ends = was.begin, now.begin
    fields = own_fields(type(now.record))
    for field in was.type.fields:
        there = [each.extent(field, end) for each, end in zip(both, ends, strict=True)]
        if attribute(field.id) in fields:
            yield there[0], there[1]
            if field.repeat is not None:
                yield from _of_elements(field, both, ends)
        ends = there[0][1], there[1][1]


def _of_elements(
    field: Field, both: tuple[Extents, Extents], ends: tuple[int, int]
) -> Iterator[tuple[Bits, Bits | None]]:
    """The same of the elements of a list of plain values; records tell it themselves."""
    was, now = (getattr(each.record, attribute(field.id), NONE) for each in both)
    if not (isinstance(was, list) and isinstance(now, list)) or may_have_records([was, now]):
        return
    there, here = (_elements(of, field, at) for of, at in zip(both, ends, strict=True))
    places = dict(_beside(was, now))
    for i, bits in enumerate(there):
        yield bits, here[places[i]] if i in places else None


def _elements(of: Extents, field: Field, at: int) -> list[Bits]:
    """Where the elements of a list stand."""
    values = getattr(of.record, attribute(field.id))
    if (known := of.known(field, values, at)) is not None:
        return [(known(i), known(i + 1)) for i in range(len(values))]
    return [*of.elements(field, at)]


def _beside(was: Any, now: Any) -> Iterator[tuple[int, int]]:
    """Which element of a list of plain values is in the place of which other one."""
    changes = [each for each in SequenceMatcher(None, was, now).get_opcodes() if each[0] != "equal"]
    if len(was) == len(now) and sum(map(ne, was, now)) < sum(
        max(end - i, other - j) for _, i, end, j, other in changes
    ):
        yield from zip(range(len(was)), range(len(now)), strict=True)
        return
    here = there = 0
    for way, i, end, j, other in (*changes, ("", len(was), 0, len(now), 0)):
        yield from zip(range(here, i), range(there, j), strict=True)
        if way == "replace" and end - i == other - j:
            yield from zip(range(i, end), range(j, other), strict=True)
        here, there = end, other


def _byte(bit: int) -> int:
    return -(-bit // 8)


def _first(some: tuple[int, ...]) -> int:
    return some[0]


def _first_two(some: tuple[int, int, Any]) -> tuple[int, int]:
    return some[:2]
