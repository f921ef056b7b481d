"""The fields of a file, made anew around records at which nobody has looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.runtime.editing.instances.looking import Moves
from quire.runtime.editing.making.in_place import PASSES
from quire.runtime.editing.moving.stretches import Stretches
from quire.runtime.reading.peeking import Laid
from quire.runtime.writing.deriving import changes, leaving
from quire.runtime.writing.drafts import laying
from quire.runtime.writing.giving import settle
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


def made_around(of: Revision) -> tuple[Pieces, Stretches]:
    """The fields of the file, made anew, and how far its bytes have moved.

    Raises:
        Moves: they go by more than each other.
    """
    record, laid = of.record, Laid.of(of.record)
    with laying(record, laid), leaving(of.runs.ids):
        settle(record, streams=True)
        for _ in range(PASSES):
            so_far, made = changes(), Pieces()
            record._derive_all()
            writer = Writer(made)
            writer.file.revision, writer.spans, writer.copied = of, Spans(), []
            record._write_all(writer)
            writer.align()
            if changes() == so_far:
                break
        else:
            raise Moves
    if laid is None or laid.is_asked or writer.pending or writer.owed:
        raise Moves
    moved = Stretches(of.source.stored, made, writer.copied or [])
    of.restore(record, made, writer.spans)
    return made, moved
