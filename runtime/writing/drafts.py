"""A stream that is laid out until nothing moves: what a field says may move what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from quire.runtime.coding.sums import settle as settle_sums
from quire.runtime.editing.instances.field_edges import FieldEdges
from quire.runtime.editing.instances.inside_instances import InsideInstances
from quire.runtime.editing.instances.views import Stood, Views
from quire.runtime.editing.pairing.pairs import below
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.peeking import LAID, Laid
from quire.runtime.writing.deriving import Deriving, changes
from quire.runtime.writing.file_draft import AtRest, Draft, FileDraft
from quire.runtime.writing.layout import Layout
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Item, Place, apart
from quire.runtime.writing.sizes import measuring
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import Ending
from quire.runtime.writing.writer import Writer

PASSES = 8
"""Times that a stream is laid out, at most: offsets, and lengths, settle in the second or third."""


def drafts(
    draft: Callable[[int | None, list[int]], Pieces], record: Any, file: FileDraft
) -> Pieces:
    """The bytes of a stream in which something may ask where it ends.

    Args:
        draft: Makes them, of a size that they may have; notes where that was asked for.
        record: The record that has the stream.
        file: What is known of the file.

    Raises:
        FormatError: they have another size whenever they have one.
    """
    first: Exception | None = None
    room = None if id(record) in file.sizes else record._room()
    size = file.sizes.get(id(record), room)
    with file.within():
        for _ in range(PASSES):
            guessed: list[int] = []
            file.begin_draft()
            try:
                data = draft(size, guessed)
            except EXPLAINED as error:
                if first is not None:
                    raise first from None
                if room is None or not guessed:
                    raise
                first, size, room = error, None, None  # what it has does not fit: as if built
                continue
            if guessed and len(data) != size:
                size, room = (len(data), None) if room is None else (None, None)
            elif file.is_made_anew:
                if guessed:
                    file.sizes[id(record)] = size
                return data
    expected = "a size that stays: a field up to the end of its stream changes it at each try"
    raise record._locate(FormatError("", expected, f"{size} bytes, then another number"))


def laid_out(record: Any, file: FileDraft, *, is_fixed: bool = False) -> Pieces:
    """The stream of a record: its fields, what stands at positions, and what was between.

    Args:
        record: The record.
        file: What is known of the file.
        is_fixed: Whether it has one size, whatever is in it.

    Raises:
        FormatError: something does not fit, or moves whenever something else does.
    """
    one = _Laying(record, file, is_fixed=is_fixed)
    with file.within(), laying(record, one.laid):
        return one.at_rest()


class _Laying:
    """A stream that is laid out until nothing moves; see `laid_out`."""

    def __init__(self, record: Any, file: FileDraft, *, is_fixed: bool) -> None:
        self.record, self.file, self.original = record, file, record._original()
        self.before: Draft | None = None
        self.known: list[Item] = []
        self.gone: list[Place] = []
        self.stayed: list[Place] = []  # what is no longer led to, and something new is put over
        if id(record) in file.settled:
            self.before, self.known, self.gone = file.settled[id(record)]
        elif self.original is not None:
            self.before = Draft(self.original.size(), None)
        self.asked: list[Item] = []
        self.spans = Spans()
        self.afresh = False  # the end that was asked for is no longer there: as if it was built
        self.first: Exception | None = None  # what did not fit that
        self.wrong: list[FormatError] = []  # in the last draft
        self.end: int | None = None  # of the fields
        revision = None if self.original is None else file.revision
        self.twin = None if revision is None else revision.twin_of(record)
        self.laid = None if self.twin is None else Laid.of(record)
        grows = None if is_fixed else revision
        self.end_was = None if grows is None else partial(grows.end_of, record)

    def at_rest(self) -> Pieces:
        """The stream when nothing moves any more."""
        told: dict[str, Any] = {}
        for draft in range(PASSES):
            if (data := self._draft(is_first=draft == 0)) is not None:
                return data
            if draft >= PASSES - 2:
                told, was_told = dict(_told(self.record, self.known)), told
        if self.wrong:
            raise self.wrong[0]  # what does not fit may move things at each try
        around = [path for path, value in told.items() if was_told.get(path, NONE) != value]
        found_there = ", ".join(around[:MOST_NAMED]) or "bytes that no derived field explains"
        expected = "fields that can be computed one after another, without a circle"
        raise self.record._locate(FormatError("", expected, f"a circle: {found_there}"))

    def _draft(self, *, is_first: bool) -> Pieces | None:
        """The stream once more; None if it is not at rest yet."""
        record, file, buffer = self.record, self.file, Pieces()
        writer = Writer(buffer)
        known = None if self.before is None or self.afresh else self.before.size
        writer.expected, writer.guessed, writer.ending = known, [], Ending(self.end_was)
        file.begin(record, writer)
        so_far = changes()
        try:
            layout = self._put(writer, buffer)
        except EXPLAINED as error:
            if self.first is not None:
                raise self.first from None
            if self._may_fit():
                self.first = error
                return None
            if not (is_first and writer.guessed):
                raise
            self.first, self.afresh = error, True
            return None
        finally:
            file.end(record)
        self.wrong = [*settle_sums(buffer, writer), *layout.wrong]
        found, before = Draft.of(buffer), self.before
        is_found = (
            found == before
            or _is_as_read(before, buffer, self.original)
            or (changes() == so_far and self._follows(found, layout))
        )
        is_as_long = not self._is_other_size(len(buffer))
        at_rest = is_found and not self.afresh and layout.was_foreseen and file.is_settled
        if at_rest and is_as_long and file.is_made_anew and file.takes(writer, self.wrong):
            file.settle(record, buffer, AtRest(found, self.known, self.gone))
            return buffer
        moved = before is not None and before.size != len(buffer)
        self.afresh = is_first and moved and bool(writer.guessed)
        self.before, self.known = found, self.asked
        if file.revision is not None:
            self.stayed += layout.stayed
            self.gone = self._gone(layout)
        if writer.owed or record._measures:  # others may follow from what is known now
            with measuring(self.spans):
                record._derive_all()
        return None

    def _may_fit(self) -> bool:
        """Whether what did not fit may fit a stream that is as much longer as its fields are."""
        if self.twin is None or self.end is None:
            return False
        longer: int = self.end - self.twin._io.pos()
        return self._is_other_size(self.original.size() + longer)

    def _is_other_size(self, size: int) -> bool:
        """Whether something went by another size of the stream; it goes by this one from now on."""
        if self.laid is None or not self.laid.is_asked or self.laid.size == size:
            return False
        self.laid.size = size
        return True

    def _follows(self, found: Draft, layout: Layout) -> bool:
        """Whether one more draft would be the same, as nothing was changed by this one.

        The next one has to begin with what this one has begun with, too. Where a file is built, one
        more is made: only what was edited is read back.
        """
        if self.file.revision is None or self.before is None:
            return False
        is_as_long = found.size == self.before.size
        return is_as_long and self._gone(layout) == self.gone

    def _gone(self, layout: Layout) -> list[Place]:
        """What stood at positions, is no longer led to, and shares nothing with what is there."""
        return apart(self._left(), [*layout.kept, *self.stayed])

    def _left(self) -> list[Place]:
        """What stood at positions, and is no longer led to."""
        return [] if (revision := self.file.revision) is None else revision.left(self.record)

    def _put(self, writer: Writer, buffer: Pieces) -> Layout:
        """Write all of it."""
        record, file = self.record, self.file
        last, self.spans = self.spans, Spans()
        writer.spans = self.spans
        with measuring(self.spans, last):
            record._write_and_restore(writer, buffer)
        if self.original is None:
            writer.finish()
        writer.align()
        self.end = writer.pos()
        stood = partial(_stood, record, file)
        views = Views(self.spans, stood, FieldEdges(self.spans, stood))
        free = apart(self._left(), self.gone)
        inside = InsideInstances(partial(_twin, file))
        layout = Layout(buffer, self.original, views, inside, free, self.known, self.gone)
        try:
            with measuring(self.spans, last):
                self.asked = layout.settle(writer.pending, writer)
        except EXPLAINED as error:
            record._tell(error, None)
        return layout


@contextmanager
def laying(record: Any, laid: Laid | None) -> Iterator[None]:
    """Have what goes by the size of a stream go by the one that it is expected to have."""
    if laid is None:
        yield
        return
    streams = LAID.setdefault(key := id(record._top()), [])
    streams.append(laid)
    try:
        yield
    finally:
        streams.pop()
        if not streams:
            del LAID[key]


def _is_as_read(found: Draft | None, data: Pieces, original: Any) -> bool:
    """Whether a stream that was to be what was read has become that."""
    return found is not None and found.digest is None and data.is_all(original.whole())


def _twin(file: FileDraft, record: Any) -> Any:
    """What was read in the place of a record."""
    return None if file.revision is None else file.revision.twin_of(record)


def _stood(record: Any, file: FileDraft) -> Iterable[Stood]:
    """Where the records of a stream were."""
    return () if file.revision is None else file.revision.stood(record)


MOST_NAMED = 4
"""Fields of a circle that an error names."""


def _told(record: Any, placed: list[Item]) -> Iterator[tuple[str, Any]]:
    """The fields that follow from others, of all records of a stream."""
    pending, seen = [record, *(item.value for item in placed)], set()
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, Deriving) and id(value) not in seen:
            seen.add(id(value))
            for name in value._derived:
                yield f"{value._path()}.{name}", getattr(value, name, None)
            pending += below(value)
