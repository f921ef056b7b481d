"""Programs: reading."""

from __future__ import annotations

from quire.generator.plan.program.nodes import (
    Body,
    ClassOf,
    Element,
    Made,
    Slot,
    Statement,
)


class ReadBlock(Statement):
    """The numbers of a block, in one call."""

    name: str
    slots: tuple[Slot, ...]


class ReadRun(Statement):
    """A run of bits as one number, `bits`."""

    name: str


class Start(Statement):
    """Remember where a field starts."""


class StartOfBits(Statement):
    """Remember where bits start, perhaps in a byte that was read already."""


class ReadNow(Statement):
    """Have a record read itself that is in its place."""

    record: Made


class AppendRead(Statement):
    """A record that reads itself; it is in the list once it was read, or as far as it could be."""

    to: Slot
    element: Element
    value: Made


class ParseDocument(Statement):
    """A document, of its text, which is kept."""

    to: Slot
    stored: Made
    type: ClassOf
    field: str


class Count(Statement):
    """How many elements there are: no more than fit into what is left."""

    count: Made
    field: str
    least: int
    limit: int | None
    partial: bool


class ForCount(Statement):
    """Once for each element that was counted; `index` is what tells which, if anything asks."""

    index: str
    body: Body


class ForTurns(Statement):
    """Once for each element, until `stop` holds."""

    index: str
    field: str
    limit: int | None
    least: int
    body: Body
    stop: Made


class ForRest(Statement):
    """Once for each element, to the end of the stream."""

    index: str
    field: str
    limit: int | None
    least: int
    body: Body


class ReadTable(Statement):
    """Records of a table, found by a scan."""

    to: Slot
    record: Made
    field: str


class ReadRows(Statement):
    """Records that are found in one go: as many as were counted, or all (`to_end`)."""

    to: Slot
    type: ClassOf
    field: str
    to_end: bool


class ReadOnce(Statement):
    """Records that are read one by one; it is known which of them somebody has looked at.

    Those `apart` are the same bytes, whatever is around them; those that go `by_ways` as long as
    what they look up there is the same. Each may be in a stream of a `size`,
    and the last one tell when to `stop`. Where they may begin within a byte, they are read as any
    others (`orelse`); so are those of short lists that are `nested` in records.
    """

    to: Slot
    type: ClassOf
    field: str
    counted: bool
    apart: bool
    by_ways: bool
    nested: bool
    size: Made | None
    stop: Made | None
    orelse: Body


class ReadFound(Statement):
    """Records that are read one by one, and kept as columns until they are looked at."""

    to: Slot
    index: str
    record: Made


class GuardWith(Statement):
    """The digest that a payload is verified with."""

    payload: Slot
    algorithm: str
    digest: Slot
    decoded: Made | None


class NoteList(Statement):
    """Where a repeated field starts, for debuggers."""

    slot: Slot


class Note(Statement):
    """Where a field starts or ends, for debuggers."""

    slot: Slot
    edge: str


class NoteElement(Statement):
    """Where an element starts or ends, for debuggers."""

    slot: Slot
    edge: str
