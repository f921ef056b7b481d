"""What somebody has changed of a record that was read, and the file with that alone made anew.

A file consists of parts that stand for themselves: all of it, each stream of its own within it, and
each instance at a position. As long as all that have changed take as many bytes as before, nothing
moves, and nobody has to know what goes by where the others stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from quire.runtime.alike import is_same
from quire.runtime.belated import (
    Belated,
    is_led_elsewhere,
    leads_elsewhere,
    putting_aside,
)
from quire.runtime.columns import by_type, columns, own_fields
from quire.runtime.copies import LARGE, sharing
from quire.runtime.depth import going_deeper
from quire.runtime.dismantling import release
from quire.runtime.errors import EXPLAINED, FormatError, UnreachableError
from quire.runtime.instance import NONE, forget, is_set
from quire.runtime.kept import Kept
from quire.runtime.members import own_members
from quire.runtime.pairing import Pairing
from quire.runtime.pairs import dropped, may_have_records, paired
from quire.runtime.parts import Again, Laid, Part, Twins, file_with
from quire.runtime.pieces import Pieces
from quire.runtime.placing import Place, apart, place_of
from quire.runtime.read_back import expect_read_back
from quire.runtime.record import Record
from quire.runtime.remade import remade
from quire.runtime.restored import (
    Beside,
    Keep,
    Written,
    bits,
    put_back,
    whole_bytes,
)
from quire.runtime.rollback import Rollback, rolled_back
from quire.runtime.spans import Spans
from quire.runtime.sums import MODULES
from quire.runtime.unedited import Source, are_changed, changed, large_values
from quire.runtime.views import Stood

PASSES = 8
"""Times that parts are made anew, at most: what one of them derives may change another one."""


def revised(record: Any, source: Source) -> bytes:
    """The bytes that a record was read from, with what was changed since.

    Raises:
        FormatError: what was changed cannot be written, or would not be read back.
    """
    with sharing(large_values(record, len(source.stored))), remade(record):
        twin = source.twin()
        if twin is None:  # the bytes are no longer what they were
            return _anew(record, None)
        data = source.copied() if is_same(record, twin) else _edited(record, twin, source)
        release(twin)
        return data


def _edited(record: Any, twin: Any, source: Source) -> bytes:
    with rolled_back(record) as rollback, putting_aside() as belated:
        revision = Revision(source, record, twin, belated)
        revision.rollback = rollback
        for top in (record, twin):
            own_members(top)["_revision"] = revision
        try:
            return _made(revision)
        finally:
            own_members(record).pop("_revision", None)
            revision.passed.end()


def _made(revision: Revision) -> bytes:
    """The file, with as much as can be of what was there."""
    files = chain(revision.in_place(), revision.moved())
    with going_deeper():
        data = next(files)
    while True:
        try:
            expect_read_back(data, revision)
        except UnreachableError:
            raise  # another layout would not mend it
        except FormatError:
            if (less := _next(files)) is None:
                raise
            data = less
        else:
            return data


def _next(files: Iterator[bytes]) -> bytes | None:
    """The next attempt; None if there is no other one."""
    with going_deeper():
        return next(files, None)


def _anew(record: Any, revision: Revision | None) -> bytes:
    made = Pieces()
    record._write_anew(made, revision)
    return made.getvalue()


class Made(NamedTuple):
    """A part of a file that was made anew: its bytes, and where its fields end; see `Laid`."""

    data: bytes
    edges: int


class Plain(NamedTuple):
    """The same of what was read: its bytes, unless they are those that were there."""

    data: bytes | None
    edges: int


class Revision(Pairing):
    """A record that was read and changed, beside its twin: what is read in its place now.

    Attributes:
        keep: How what was there is put back.
        kept: What was stored of the elements of lists, by the `id` of these.
        rollback: What the records were.
        edited: The records that had other fields than were read before anything was derived, as
            far as somebody has looked for them.
    """

    rollback: Rollback

    def __init__(self, source: Source, record: Any, twin: Any, belated: Belated) -> None:
        super().__init__(source, record, twin, belated)
        self.keep: Keep | None = None
        self._has_put_back = False
        self._again: dict[tuple[int, str], Again | None] = {}
        self.kept: dict[int, Kept] = {}
        self.edited: list[Any] | None = None
        self._has_looked = False
        self._late = set[tuple[int, str]]()

    def look_at_all(self) -> None:
        """Read what stands at positions, while the fields still say where that was read.

        What somebody has changed before may lead elsewhere: that is not followed.
        """
        if self._has_looked:
            return
        self._has_looked = True
        for record, _ in self._all:
            if id(record) in self._around_changes:
                self._look_where_told(record)
        self._look(self._all)

    def _look_where_told(self, record: Any) -> None:
        """Put aside what was looked at in a record before a change told other bytes of it.

        What stands in the stream of another record comes and goes with that.
        """
        for name in getattr(record, "_placed", ()):
            is_own = not hasattr(record, f"_beside_{name}")
            if is_own and record._kept(name) is not NONE and leads_elsewhere(record, name):
                self.look_anew(record, name)

    def look_anew(self, record: Any, name: str) -> bool:
        """Look at an instance anew, if nobody has edited it: fields tell others of its place now.

        Returns:
            Whether nobody has.
        """
        if not self.is_untouched(record, name):
            return False
        self._belated.take(record, name)
        if self._has_looked:
            self._look([(record, self.twin_of(record))])
        return True

    def _look(self, pending: Twins) -> None:
        """Read what stands at positions of some records, and of those that it leads to."""
        seen = set[Any]()
        while pending:
            new: Twins = []
            for record, twin in pending:
                for name in getattr(record, "_placed", ()) if twin is not record else ():
                    new += self._looked_at(record, twin, name, seen)
            pending = new

    def _looked_at(self, record: Any, twin: Any, name: str, seen: set[Any]) -> Twins:
        """The records of an instance that nobody has looked at, with their twins."""
        if record._kept(name) is not NONE:
            return []
        with suppress(*EXPLAINED):  # what cannot be read stays bytes, which move with the rest
            getattr(record, name)
        if (now := record._kept(name)) is NONE or now is None:
            return []
        if is_led_elsewhere(record, twin, name):
            forget(record, name)
            self._late.add((id(record), name))
            return []
        if (place := place_of(record, name)) is not None:
            if place in seen:
                return []  # a tree without end
            seen.add(place)
        return self._follow([*self._at_position(record, twin, name)])

    def is_late(self, record: Any, name: str) -> bool:
        """Whether an instance, at which nobody has looked, would be read from elsewhere now."""
        return (id(record), name) in self._late

    def bytes_of(self, record: Any) -> Any:
        """The bytes of a record in a stream of its own, where they stand; None, if it is new.

        Many of a twin are not copied: each level of a nest would copy all below it.
        """
        if (place := self._places.get(id(record))) is None:
            return None
        there = self.source.stored[place]
        is_twin = self._twins.get(id(record)) is record
        return there if is_twin and len(there) >= LARGE else bytes(there)

    def is_untouched(self, record: Any, name: str) -> bool:
        """Whether an instance is what it was, and all that it leads to."""
        return self._is_as_read(record, name, placed=True)

    def has_as_it_is(self, record: Any, name: str) -> bool:
        """Whether the bytes of an instance are those that its fields have now.

        What stands at positions in turn is not looked at.
        """
        return self._is_as_read(record, name, placed=False)

    def _is_as_read(self, record: Any, name: str, *, placed: bool) -> bool:
        twin = self._twins.get(id(record))
        if twin is None or is_set(record, name):
            return False
        try:
            was = getattr(twin, name)
        except EXPLAINED:
            return False
        return is_same(record._kept(name), was, placed=placed)

    def unchanged(self, record: Any) -> Any:
        """The same, of one that has nothing else in it than what was read."""
        return None if id(record) in self._around_changes else self.bytes_of(record)

    def note_change(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note that a field of a record was made another one, as it follows from what changed."""
        if (twin := self.twin_of(record)) is not None and twin is not record:
            own_members(self.record)["_remade"].note(record, name, was, now)
        if (known := vars(self).get("_around_changes")) is not None:
            known.update(_up_from(record, known))

    @cached_property
    def _around_changes(self) -> set[int]:
        """The records with another field than was there, and all that hold them, by their `id`.

        Each is looked at once: those that hold others would find out anew what is far below them,
        in each draft. What is derived later on is noted.
        """
        found: set[int] = set()
        pairs = [*chain(self._nowhere, *(part.twins for part in self._parts))]
        there = [(record, twin) for record, twin in pairs if twin is not None]
        new = (record for record, twin in pairs if twin is None)
        for record in chain(new, changed(there), self._rearranged(there)):
            found.update(_up_from(record, found))
        return found

    def _rearranged(self, pairs: Twins) -> Iterator[Any]:
        """The records that have others where something else is read."""
        for records, again in by_type(pairs):
            for _, mine, theirs in columns(records, again, own_fields(type(records[0]))):
                if not may_have_records(mine):
                    continue
                for record, now, was in zip(records, mine, theirs, strict=True):
                    inside = paired(now, was, in_order=True)
                    if any(self._twins.get(id(each)) is not other for each, other in inside):
                        yield record

    def stood(self, record: Any) -> Iterator[Stood]:
        """The records of a stream, each with where it stood there, and those that are gone."""
        if (made := self._made_by_twin(record)) is None:
            return
        part = self._parts_of[id(record), ""]
        records = {id(twin): each for each, twin in part.twins}
        for twin, span in made.twins(part.twin):
            if (now := records.get(id(twin))) is None:
                now = records[id(twin)] = _put_there(twin, records)
            yield now, twin, span

    def gone(self, record: Any, kept: list[Place]) -> list[Place]:
        """What stood at positions in the stream of a record, and is no longer led to.

        Args:
            record: The record.
            kept: What is there still; what it shares bytes with stays.
        """
        twin = self._twins.get(id(record))
        if twin is None:
            return []
        extents = (each._extent(name) for each, name in self._dropped)
        there = (each for each in extents if each is not None and each.io is twin._io)
        return apart(((each.start, each.end) for each in there), kept)

    @cached_property
    def _dropped(self) -> list[tuple[Any, str]]:
        """The instances at positions of the records that were there, and are no longer."""
        return [*dropped(chain(self._nowhere, *(part.twins for part in self._parts)))]

    def restore(
        self,
        record: Any,
        buffer: Pieces,
        spans: Spans,
        name: str = "",
        start: int = 0,
    ) -> None:
        """Put back into what was written of a record, or of an instance, what was there."""
        if self.keep is None or (made := self._made_by_twin(record, name)) is None:
            return
        part, plain = self._parts_of[id(record), name], made.data
        if not plain.is_same and len(plain.made) == part.size:
            value, was = (each._kept(name) if name else each for each in (record, part.twin))
            mine = Written(value, buffer.getbuffer(), start, spans)
            again = Written(was, plain.made, part.pos, made.spans)
            put_back(mine, again, plain.was, self.keep, self.twin_of)
            self._has_put_back = True

    def would_make_other(self, record: Any, name: str, made: Pieces) -> bool:
        """Whether an instance that was read is made as other bytes where it stood."""
        twin = self.twin_of(record)
        if twin is not None and (id(record), name) not in self._parts_of:  # looked at just now
            self._follow([*self._at_position(record, twin, name)])
        again = self._made_by_twin(record, name)
        return again is not None and not again.data.has_made(memoryview(made.getvalue()))

    def _made_by_twin(self, record: Any, name: str = "") -> Again | None:
        """What the twin makes of a part; None, if it is new, or cannot be."""
        key = id(record), name
        if (part := self._parts_of.get(key)) is None:
            return None
        if key not in self._again:
            plain, spans = Beside(part.was), Spans()
            try:
                part.write(part.twin, plain, self, spans)
            except EXPLAINED:
                self._again[key] = None
            else:
                self._again[key] = Again(plain, spans)
        return self._again[key]

    def moved(self) -> Iterator[bytes]:
        """The file, made anew; what was there is put back as in `in_place`."""
        self.look_at_all()
        for self.keep in (bits, whole_bytes, None):
            yield _anew(self.record, self)
            if not self._has_put_back:
                return

    # -- where it stands -----------------------------------------------------------------

    def in_place(self) -> Iterator[bytes]:
        """The file with all that has changed where it was, unless something has to move.

        Each has less of what was there where it was not changed: bits, bytes, nothing.
        """
        settled = self._settled()
        if settled is None:
            return
        theirs = {i: self._plain(self._parts[i]) for i in settled}
        if any(theirs[i].edges != settled[i].edges for i in settled):
            return  # something has moved, though all takes as much as before
        made = {i: each.data for i, each in settled.items()}
        plain = {i: each.data for i, each in theirs.items()}
        kept = [bits, whole_bytes] if any(plain.values()) else []
        for keep in (*kept, None):
            file = self._with(made, plain, keep)
            if file is not None:
                yield file

    def _settled(self) -> dict[int, Made] | None:
        """The parts that have changed, made anew until none changes another one.

        Returns:
            None, if one is not as long as it was.
        """
        made: dict[int, Made] = {}
        if self._is_made_anew and self._has_moved:
            return None
        if any(hasattr(each, f"_alignment_{name}") for each, name in self._dropped):
            return None  # a hole would stay, though padding may hide that less is there
        if not MODULES.isdisjoint(type(each).__module__ for each in self._twins.values()):
            return None
        for _ in range(PASSES):
            if any(twin is None for _, twin in self._nowhere) or are_changed(self._nowhere):
                return None
            before, made = made, {}
            try:
                for i in self._changed():
                    if (data := self._made(self._parts[i])) is None:
                        return None
                    made[i] = data
            except EXPLAINED:  # what goes by it has to move; or it is told there what is wrong
                return None
            if made == before or len(self._parts) == 1:  # nothing else goes by it
                return made
        return None

    def _changed(self) -> list[int]:
        """The parts of which some is no longer what is read there."""
        if len(self._parts) == 1:
            return [0] if are_changed(self._parts[0].twins) else []
        different = [*changed(chain.from_iterable(part.twins for part in self._parts))]
        if self.edited is None:
            self.edited = different
        found = {*map(id, different)}
        return [
            i
            for i, part in enumerate(self._parts)
            if part.is_set or (found and any(id(each) in found for each, _ in part.twins))
        ]

    def _made(self, part: Part) -> Made | None:
        """A part made anew; None, if it is not as long as it was."""
        made = Pieces()
        edges = self._write(part, part.record, made)
        return Made(made.getvalue(), edges) if made.size == part.size else None

    def _plain(self, part: Part) -> Plain:
        """What the twin makes of a part; no bytes, if it is what was there, or cannot be written.

        The same can often be written in several ways: padding, bits that no field takes, what is
        not a number. Where the record makes what its twin makes, the file has the say.
        """
        plain = Beside(part.was)
        try:
            edges = self._write(part, part.twin, plain)
        except EXPLAINED:
            return Plain(None, 0)
        is_there = plain.is_same or len(plain.made) != part.size
        return Plain(None if is_there else plain.made, edges)

    def _write(self, part: Part, record: Any, sink: Any) -> int:
        """Write what a record makes of a part; where fields end, if anything goes by that."""
        if not self.record._places:
            part.write(record, sink, self)
            return 0
        part.write(record, laid := Laid(sink), self)
        return laid.edges

    def _with(
        self, made: dict[int, bytes], plain: dict[int, bytes | None], keep: Keep | None
    ) -> bytes | None:
        """The file with some parts; None, if two of them have other bytes for one place.

        Those within others come after them.
        """
        stored = self.source.stored
        there: list[tuple[int, bytes]] = []
        for i, mine in made.items():
            start, theirs = self._parts[i].start, plain[i]
            was = stored[start : start + len(mine)]
            there.append(
                (start, mine if theirs is None or keep is None else keep(theirs, was, mine))
            )
        return file_with(stored, there)


def _put_there(twin: Any, records: dict[int, Any]) -> Any:
    """The record that a field has in the place of one that is gone; None if that was in a list."""
    holder = records.get(id(twin._holder))
    now = None if holder is None else getattr(holder, twin._name, None)
    return now if type(now) is type(twin) else None


def _up_from(record: Any, known: set[int]) -> list[int]:
    """The `id` of a record, and of all that hold it, up to one that is known."""
    found: list[int] = []
    while isinstance(record, Record) and id(record) not in known:
        found.append(id(record))
        record = record._holder
    return found
