"""Records of a file that were put elsewhere in it: what no field tells goes along with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.editing.comparing.replaced import has_stream
from quire.runtime.editing.making.alike import Written
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.making.restored import Keep, put_back
from quire.runtime.editing.pairing.homes import Home, Homes, found_in, left_in
from quire.runtime.editing.pairing.pairs import all_beside
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans

if TYPE_CHECKING:
    from quire.runtime.editing.making.rewritten_parts import Rewritten


class _Stood(NamedTuple):
    """A record, with what is read where it was, and the part that this is in."""

    record: Any
    twin: Any
    part: Part


class Displaced:
    """Those of a file, each with what is read where it was.

    Args:
        of: The records of the file.
        homes: Knows where records were read that were put elsewhere.

    Attributes:
        ids: The `id` of each, be it unknown where it was.
    """

    def __init__(self, of: Rewritten, homes: Homes) -> None:
        self._of, self._homes = of, homes
        self.ids: set[int] = set()
        self._there: dict[int, _Stood] = {}
        self._twins: dict[int, Any] = {}
        self._left: dict[int, list[tuple[Home, Any]]] = {}

    def find(self, some: dict[int, tuple[Any, Any]]) -> None:
        """Find where some records were read, each with the one that had it, if it tells that."""
        for record, holder in [*some.values()]:  # pairing some may find more
            homes = [*self._homes_of(record, holder)]
            self.ids.update([id(record)] if homes else ())
            if len(homes) == 1 and (found := self._found(record, homes[0])) is not None:
                self._homes.note(record, homes[0])
                self._there[id(record)] = found
                both = all_beside(record, found.twin)
                self._twins.update((id(each), twin) for each, twin in both)

    def _homes_of(self, record: Any, holder: Any) -> list[Home]:
        """Where a record may have been read."""
        if (known := self._homes.of(record)) is not None:
            return [known]
        if id(holder) not in self._left:
            self._left[id(holder)] = [*left_in(holder, self._of.twin_of)]
        return found_in(record, self._left[id(holder)])

    def _found(self, record: Any, home: Home) -> _Stood | None:
        if (there := self._of.twin_of(home.holder)) is None:
            return None
        twin, part = home.of(there), self._of.part_with(home.holder)
        if type(twin) is not type(record) or part is None:
            return None
        part = self._of.own_part(twin, twin, part) if has_stream(twin) else part
        return None if part is None else _Stood(record, twin, part)

    def __bool__(self) -> bool:
        return bool(self._there)

    def twin_of(self, record: Any) -> Any:
        """What is read where a record was, or one in it; None, if nobody knows."""
        return self._twins.get(id(record))

    def records(self) -> Iterator[Any]:
        """They, with all in their fields."""
        for record, twin, _ in self._there.values():
            yield from (each for each, _ in all_beside(record, twin))

    def put_back(self, made: Pieces, spans: Spans, keep: Keep, start: int) -> bool:
        """Put back into what was made what was there; whether any of them is in it.

        Args:
            made: What was made.
            spans: Where records are in that.
            keep: What it is put back by.
            start: The position that it begins with.
        """
        if not self._there:
            return False
        spans.by_id()
        some = [self._there[each] for each in spans.keys() & self._there.keys()]
        return any([*(self._put_back(each, made, spans, keep, start) for each in some)])

    def _put_back(self, stood: _Stood, made: Pieces, spans: Spans, keep: Keep, start: int) -> bool:
        record, twin, part = stood
        again = self._of.made_of(part)
        if again is None or again.data.is_same or again.data.size != part.size:
            return False
        if (place := again.spans.of(twin)) is None:
            return False
        begin, end = spans[id(record)]
        there = slice(place[0] - part.pos, place[1] - part.pos)
        mine = Written(record, made.getbuffer()[begin - start : end - start], begin, spans)
        theirs = Written(twin, again.data.made[there], place[0], again.spans)
        was = self._of.clashes.without(part, again)[there]
        put_back(mine, theirs, was, keep, self.twin_of, are_elsewhere=False)
        return True
