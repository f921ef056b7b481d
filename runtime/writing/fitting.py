"""Whether an instance that nobody has edited takes the bytes that its fields tell now."""

from __future__ import annotations

from contextlib import suppress

from quire.runtime.errors import EXPLAINED
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.placing import Item, Place
from quire.runtime.writing.writer import Writer


def fits(item: Item, io: Writer) -> bool:
    """Whether it takes as many as they tell."""
    owed, pending = len(io.owed), len(io.pending)
    writer = Writer(Pieces(), io.pos(), io)
    writer.await_size()
    writer.misfits = []
    with suppress(*EXPLAINED):
        getattr(item.record, f"_put_{item.name}")(writer)
    del io.owed[owed:], io.pending[pending:]
    return not writer.misfits


def goes_by_itself(item: Item, old: Place) -> bool:
    """Whether what is in it tells how many it takes, or fields do that tell others than it had."""
    from quire.runtime.writing.sized import told_size  # the plan is read for it

    return told_size(item.record, item.name) != old[1] - old[0]
