"""Where what was there is not put back, as it would be read as something else there.

Behind the end of a text there may be anything; what makes the text longer ends where that began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.stale import Strange
from quire.runtime.editing.making.alike import Bytes
from quire.runtime.editing.making.parts import Again, Part
from quire.runtime.editing.pairing.pairs import below, may_have_records
from quire.runtime.paths import attribute
from quire.runtime.writing.spans import Spans

if TYPE_CHECKING:
    from quire.runtime.structure.extents import Extents

TIMES = 8
"""Times that fields are looked for, at most: one that is read wrongly may hide those behind it."""

Span = tuple[int, int]

Lost = dict[str, set[int] | None]
"""The names of fields, with those elements that are read as others; None for all of it."""


class Clashes:
    """The fields, and instances, in whose bytes nothing is put back.

    Args:
        twin_of: Tells what was read in the place of a record; None, if it is new.

    Attributes:
        lost: Tells which fields of the last attempt are read as others; None before one.
    """

    def __init__(self, twin_of: Callable[[Any], Any]) -> None:
        self._twin_of = twin_of
        self.lost: Callable[[], Iterable[Strange]] | None = None
        self._fields: dict[int, tuple[int, Any, Lost]] = {}
        self._instances: set[tuple[int, str]] = set()
        self._times = 0
        self._are_records = False

    @property
    def are_there(self) -> bool:
        """Whether something was looked for."""
        return bool(self._times)

    def have_more(self) -> bool:
        """Note what the last attempt has lost; whether less is put back then.

        The fields alone, as long as there are others each time; then all that their records have.
        """
        if self.lost is None or self._are_records:
            return False
        found = [*self.lost()]
        self.lost, self._times = None, self._times + 1
        is_more = [self._note(each) for each in found]
        self._are_records = self._times == TIMES or not any(is_more)
        return self._times == 1 or any(is_more) or bool(self._fields)

    def knows(self, lost: Strange) -> bool:
        """Whether nothing is put back of a field already, or nothing of it was there."""
        record, name, value, now = lost
        if name in record._placed:
            return (id(record), name) in self._instances
        if (twin := self._twin_of(record)) is None:
            return True
        *_, names = self._fields.get(id(twin), (0, twin, Lost()))
        known, others = names.get(name, set()), _others(value, now, getattr(twin, name, None))
        return known is None or (others is not None and others <= known)

    def _note(self, lost: Strange) -> bool:
        """Note a field; whether it was not known."""
        if self.knows(lost):
            return False
        record, name, value, now = lost
        if name in record._placed:
            self._instances.add((id(record), name))
            return True
        twin, number = self._twin_of(record), len(self._fields)
        *_, names = self._fields.setdefault(id(twin), (number, twin, {}))
        known, others = names.get(name) or set(), _others(value, now, getattr(twin, name, None))
        names[name] = None if others is None else known | others
        return True

    def are_in(self, part: Part) -> bool:
        """Whether a part is an instance that is read as another one."""
        return (id(part.record), part.name) in self._instances

    def without(self, part: Part, again: Again) -> Bytes:
        """What was there of a part, but with what its twin makes of the fields."""
        if not self._fields:
            return part.was
        was, plain = part.was, again.data.made
        found: Any = bytearray(was)
        for span, twin, names in self._in(again.spans):
            for start, end in self._places(span, twin, names):
                here = slice(start - part.pos, end - part.pos)
                found[here] = plain[here]
            if self._are_records:
                for start, end in _inside(twin, again):
                    here = slice(start - part.pos, end - part.pos)
                    found[here] = was[here]
        return bytes(found)

    def _in(self, spans: Spans) -> list[tuple[Span, Any, Lost]]:
        """The records among some, and their fields: what has others in front of these."""
        spans.by_id()
        there = spans.keys() & self._fields.keys()

        def order(key: int) -> tuple[int, int, int]:
            start, end = spans[key]
            return start, -end, self._fields[key][0]

        return [(spans[key], *self._fields[key][1:]) for key in sorted(there, key=order)]

    def _places(self, span: Span, twin: Any, names: Lost) -> list[Span]:
        """Where the fields of a record stand that are read as others; all of it, if unknown."""
        if self._are_records:
            return [span]
        from quire.runtime.editing.instances.fields_beside import UNTOLD  # the plan is read for it
        from quire.runtime.structure.extents import Extents

        try:
            return [*_extents(Extents.of(twin, twin._io, span[0] * 8), names)]
        except UNTOLD:
            return [span]


def _others(value: Any, now: Any, was: Any) -> set[int] | None:
    """The elements of a list that are read as others; None, if it is all of it, or no list."""
    lists = value, now, was
    if not all(isinstance(each, list) for each in lists) or len({*map(len, lists)}) > 1:
        return None
    if may_have_records([value]):
        return None
    return {i for i, both in enumerate(zip(value, now, strict=True)) if both[0] != both[1]}


def _inside(twin: Any, again: Again) -> Iterator[Span]:
    """Where the records stand that one has in its fields."""
    yield from filter(None, map(again.spans.of, below(twin)))


def _extents(of: Extents, names: Lost) -> Iterator[Span]:
    """Where some fields of a record stand, or elements of them, in bytes."""
    from quire.runtime.editing.instances.fields_beside import elements_of  # likewise

    at = of.begin
    for field in of.type.fields:
        start, end = of.extent(field, at)
        if (name := attribute(field.id)) in names:
            some = names[name]
            there = [(start, end)] if some is None else elements_of(of, field, at)
            wanted = range(len(there)) if some is None else sorted(some)
            yield from ((there[i][0] // 8, -(-there[i][1] // 8)) for i in wanted)
        at = end
