"""Where the elements of lists stood that know no place.

The plan tells where a list began; where each of its elements ended, reading it once more, of which
nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from quire.runtime.direct import new
from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import have_more, own_members, slots_of
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.peeking import left_alone
from quire.runtime.record import Record
from quire.runtime.structure.evaluate import Unknown
from quire.runtime.structure.extents import Extents

_SLOTS = frozenset(("_parent", "_root", "_start", "_end", "_is_le"))
_MEMBERS = ("_io", "_holder", "_outer")
"""What tells where a record is, and how it is read, in slots and without."""


class Places:
    """Where the lists of a part of a file stood.

    Args:
        top: The record whose stream that is, as it was read again.

    Attributes:
        spent: How many bytes were read for it.
    """

    def __init__(self, top: Any) -> None:
        self._top = top
        self._begins: dict[int, int] = {id(top): 0}
        self.spent = 0

    def of_list(self, elements: list[Any]) -> Sequence[int] | None:
        """Where each record of a list began, and where the last ended; None, if nobody knows."""
        try:
            bits = left_alone(self._top._io, self._edges, elements)
        except (*EXPLAINED, Unknown):
            return None
        return None if any(edge % 8 for edge in bits) else [edge // 8 for edge in bits]

    def _edges(self, elements: list[Any]) -> list[int]:
        """The same, in bits."""
        way, holder = [], elements[0]._holder
        while id(holder) not in self._begins:
            if has_stream(holder):
                raise Unknown(holder._name)
            way.append(holder)
            holder = holder._holder
        for record in reversed(way):
            value = getattr(record._holder, record._name)
            beside = value if isinstance(value, list) else [value]
            for each, begin in zip(beside, self._beside(record), strict=False):
                self._begins[id(each)] = begin
                if each is record:
                    break
        return [*self._beside(elements[0])]

    def _beside(self, record: Any) -> Iterator[int]:
        """Where the elements of the list began that a record is in, and where the last one ended.

        Of a record that is in none, where it began. It is told in bits, one after the other.
        """
        holder, name = record._holder, record._name
        here = _Again.of(holder, self._top._io, self._begins[id(holder)])
        field = next(each for each in here.type.fields if attribute(each.id) == name)
        value, at = getattr(holder, name), here.start(field)
        self.spent += (at - here.begin) // 8
        yield at
        if not isinstance(value, list):
            return
        if (known := here.known(field, value, at)) is not None:
            yield from map(known, range(1, len(value) + 1))
            return
        if own_members(holder).get("_gaps"):
            raise Unknown(name)
        for i, each in enumerate(value):
            start, is_plain = at, isinstance(each, Record) and not has_stream(each)
            at = _behind(each, here.io, at) if is_plain else here.element(field, each, at, i)[1]
            self.spent += (at - start) // 8
            yield at


class _Again(Extents):
    """A record and its plan; where it ends is found by reading it once more, which is quicker."""

    def end(self) -> int:
        if self.type.size is not None or not isinstance(self.record, Record):
            return super().end()
        return _behind(self.record, self.io, self.begin)


def _behind(record: Any, io: Any, begin: int) -> int:
    """Where a record ends that begins somewhere in a stream, in bits."""
    first: int = io._start
    pos: int = _blank(record)._read_at(io.data, first + begin // 8, io._end)
    if begin % 8 or io.bits_left:
        raise Unknown(record._name)
    return 8 * (pos - first)


def _blank(record: Any) -> Any:
    """A record that stands where another one does, and of which nothing was read."""
    kind: Any = type(record)
    again = new(kind)
    for name in _slots(kind):
        if (value := getattr(record, name, NONE)) is not NONE:
            setattr(again, name, again if value is record else value)
    if have_more((record,)):
        members = own_members(record)
        own_members(again).update((name, members[name]) for name in _MEMBERS if name in members)
    return again


@cache
def _slots(kind: Any) -> tuple[str, ...]:
    """The parameters of a type, and which of the slots it has that are looked at."""
    return (*kind._params, *_SLOTS.intersection(slots_of(kind)))
