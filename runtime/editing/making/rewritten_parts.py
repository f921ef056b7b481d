"""The parts of a file as what was read makes them: what of them is there, and how long it is.

The same can often be written in several ways: padding, bits that no field takes, what is not a
number. Where a record makes what its twin makes, the file has the say.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.instances.late_instances import Belated
from quire.runtime.editing.instances.looking import Looking
from quire.runtime.editing.making.alike import Written
from quire.runtime.editing.making.clashing import Clashes
from quire.runtime.editing.making.displaced import Displaced
from quire.runtime.editing.making.parts import Again, Laid, Noted, Part
from quire.runtime.editing.making.restored import Beside, Keep, bits, put_back, whole_bytes
from quire.runtime.errors import EXPLAINED
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.sizes import Sizes, times_unknown
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import StreamEnd


class Rewritten(Looking):
    """The records of a file, and what those make of its parts that were read."""

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self._again: dict[tuple[int, str], Again | None] = {}
        self.clashes = Clashes(self.was_of)
        self.displaced = Displaced(self, self._homes)
        self._by_id: dict[int, Any] = {}
        self._noted_so_far = 0

    def ways(self) -> Iterator[Keep | None]:
        """How what was there is put back, as often as there is another way, each with less of it.

        First all bits, then all but those of fields that would be read as others, then whole bytes,
        then nothing.
        """
        self.displaced.find(self._displaced)
        self.clashes = Clashes(self.was_of)
        yield bits
        while self.clashes.have_more():
            yield bits
        yield whole_bytes
        yield None

    def made_by_twin(self, record: Any, name: str = "") -> Again | None:
        """What the twin makes of a part; None, if it is new, or cannot be."""
        key = id(record), name
        self.twin_of(record)
        if (part := self._parts_of.get(key)) is None or part.is_new:
            return None
        return self.made_of(part)

    def made_of(self, part: Part) -> Again | None:
        """The same of a part of which that is known."""
        key = id(part.record), part.name
        if key not in self._again:
            self._again[key] = None  # it may ask for its own size, which nobody knows yet
            with suppress(*EXPLAINED):
                self._again[key] = self._written_again(part)
        return self._again[key]

    def was_of(self, record: Any) -> Any:
        """What is read in the place of a record; of one that was put elsewhere, where it was."""
        twin = self.twin_of(record)
        return self.displaced.twin_of(record) if twin is None else twin

    def _written_again(self, part: Part) -> Again:
        """What the twin makes of a part, of which sizes are known once it was written."""
        known: list[Sizes] = [self._elements]
        for _ in range(2 if self.sizes else 1):
            plain = Beside(part.was)
            laid = Laid(plain) if self.record._places else None
            spans = Spans() if laid is None else Noted(laid)
            unknown = times_unknown()
            here = laid or plain
            _, end = part.write(part.twin, here, self, spans, known, self.runs.in_place())
            if times_unknown() == unknown:
                break
            known = [spans, known[-1]]
        return Again(plain, spans, laid, end)

    def end_of(self, record: Any, name: str = "") -> StreamEnd | None:
        """How the fields of a part ended when it was read; None, if nobody knows."""
        again = self.made_by_twin(record, name)
        return None if again is None else again.end

    def put_back(
        self, part: Part, again: Again, made: Pieces, spans: Spans, keep: Keep, start: int
    ) -> None:
        """Put back into what was made of a part what was there.

        Args:
            part: The part.
            again: What the twin makes of it, as long as it was.
            made: What was made of it.
            spans: Where records are in that.
            keep: What it is put back by.
            start: The position that it begins with.
        """
        if again.data.is_same or self.clashes.are_in(part):
            return
        name = part.name
        value, was = (each._kept(name) if name else each for each in (part.record, part.twin))
        mine = Written(value, made.getbuffer(), start, spans)
        theirs = Written(was, again.data.made, part.pos, again.spans)
        are_elsewhere = (
            bool(self._rearranged)
            or self._has_other_counts
            or self.clashes.are_there
            or self._have_others_moved(mine, theirs)
        )
        stored, new = self.clashes.without(part, again), [*self._new_in(mine)]
        put_back(mine, theirs, stored, keep, self.twin_of, are_elsewhere=are_elsewhere)
        for here, data in new:
            made.overwrite(here.start, data)

    def _have_others_moved(self, mine: Written, theirs: Written) -> bool:
        """Whether some that have changed have other places, or lengths, be all as long."""
        both = ((mine.span(e), theirs.span(self.twin_of(e))) for e in self._changed_in(mine.spans))
        return any(now != was for now, was in both if was is not None)

    def _changed_in(self, spans: Spans) -> Iterator[Any]:
        """Those of some records that have changed: in as many steps as there are of the fewer."""
        if not self._by_id:
            self._by_id.update((id(each), each) for each in self.edited)
        self._by_id.update((id(each), each) for each in self.noted[self._noted_so_far :])
        self._noted_so_far = len(self.noted)
        return map(self._by_id.__getitem__, spans.keys() & self._by_id.keys())

    def _new_in(self, made: Written) -> Iterator[tuple[slice, bytes]]:
        """What was made of records that were not there, and have nothing of what was."""
        for each in made.spans.keys() & (self._built | self.displaced.ids):
            start, end = made.spans[each]
            here = slice(start - made.start, end - made.start)
            yield here, bytes(made.data[here])

    @cached_property
    def sizes(self) -> list[Sizes]:
        """What tells how many bytes records take, if any depends on it: as many as before."""
        is_asked = any(kind._measures for kind in self.kinds())
        return [self._elements, _AsBefore(self)] if is_asked else []


class _AsBefore:
    """How many bytes records take that take as many as before.

    Args:
        of: The records.
    """

    def __init__(self, of: Rewritten) -> None:
        self._of = of

    @cached_property
    def _part_of(self) -> dict[int, Part]:
        """The parts that twins are in, by the `id` of these."""
        self._of.pair_all()
        return {id(twin): part for part in self._of._parts for _, twin in part.twins}

    def of(self, record: Any) -> tuple[int, int] | None:
        """Where a record was; None if it was not there."""
        twin = self._of.twin_of(record)
        if twin is None or (part := self._part_of.get(id(twin))) is None:
            return None
        again = self._of.made_by_twin(part.record, part.name)
        return None if again is None else again.spans.of(twin)
