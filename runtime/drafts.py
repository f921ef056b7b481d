"""A stream that is laid out until nothing moves: what a field says may move what it goes by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from quire.runtime.deriving import Deriving
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.file_draft import Draft, FileDraft
from quire.runtime.instance import NONE
from quire.runtime.layout import Layout
from quire.runtime.measured import measuring
from quire.runtime.pairs import below
from quire.runtime.pieces import Pieces
from quire.runtime.placing import Item, Place
from quire.runtime.spans import Spans
from quire.runtime.sums import settle as settle_sums
from quire.runtime.views import Stood, Views
from quire.runtime.writer import Writer

PASSES = 8
"""Times that a stream is laid out, at most: offsets, and lengths, settle in the second or third."""


def drafts(draft: Callable[[int | None, list[int]], Pieces], record: Any) -> Pieces:
    """The bytes of a stream in which something may ask where it ends.

    Args:
        draft: Makes them, of a size that they may have; notes where that was asked for.
        record: The record that has the stream.

    Raises:
        FormatError: they have another size whenever they have one.
    """
    size = room = record._room()
    for _ in range(PASSES):
        guessed: list[int] = []
        data = draft(size, guessed)
        if not guessed or len(data) == size:
            return data
        size, room = (len(data), None) if room is None else (None, None)  # as if it was built
    expected = "a size that stays: a field up to the end of its stream changes it at each try"
    raise record._locate(FormatError("", expected, f"{size} bytes, then another number"))


def laid_out(record: Any, file: FileDraft) -> Pieces:
    """The stream of a record: its fields, what stands at positions, and what was between.

    Args:
        record: The record.
        file: What is known of the file.

    Raises:
        FormatError: something does not fit, or moves whenever something else does.
    """
    original, revision = record._original(), file.revision
    before, known = file.settled.get(id(record), (None, []))
    if before is None and original is not None:
        before = Draft(original.size(), None)
    gone: list[Place] = []
    told: dict[str, Any] = {}
    spans = Spans()
    afresh = False  # the end that somebody asked for is no longer there: as if it was built
    for draft in range(PASSES):
        buffer = Pieces()
        writer = Writer(buffer)
        writer.expected, writer.guessed = None if before is None or afresh else before.size, []
        last, spans = spans, Spans()
        writer.spans = spans
        file.begin(record, writer)
        with measuring(spans, last):
            record._write_and_restore(writer, buffer)
        if original is None:
            writer.finish()
        writer.align()
        layout = Layout(buffer, original, known, gone, Views(spans, partial(_stood, record, file)))
        try:
            with measuring(spans, last):
                asked = layout.settle(writer.pending, writer)
        except EXPLAINED as error:
            record._tell(error, None)
        file.end(record)
        wrong = [*settle_sums(buffer, writer), *layout.wrong]
        found, before = before, Draft.of(buffer)
        is_found = found == before or _is_as_read(found, buffer, original)
        at_rest = is_found and not afresh and layout.was_foreseen and file.is_settled
        if at_rest and file.takes(writer, wrong):
            file.settle(record, buffer, before, known)
            return buffer
        moved = found is not None and found.size != len(buffer)
        afresh = draft == 0 and moved and bool(writer.guessed)
        known = asked
        if revision is not None:
            gone = revision.gone(record, layout.kept)
        if writer.owed or record._measures:  # others may follow from what is known now
            with measuring(spans):
                record._derive_all()
        if draft >= PASSES - 2:
            told, was_told = dict(_told(record, known)), told
    around = [path for path, value in told.items() if was_told.get(path, NONE) != value]
    found_there = ", ".join(around[:MOST_NAMED]) or "bytes that no derived field explains"
    expected = "fields that can be computed one after another, without a circle"
    raise record._locate(FormatError("", expected, f"a circle: {found_there}"))


def _is_as_read(found: Draft | None, data: Pieces, original: Any) -> bool:
    """Whether a stream that was to be what was read has become that."""
    return found is not None and found.digest is None and data.has(original.whole())


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
