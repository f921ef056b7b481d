"""Programs: writing."""

from __future__ import annotations

from quire.generator.plan.program.nodes import (
    Body,
    ClassOf,
    Element,
    Made,
    Node,
    Slot,
    Statement,
    Value,
)


class EncodeText(Value):
    """The bytes of a text."""

    value: Made
    encoding: str
    field: str


class Belonging(Node):
    """Whose a nested record is, where that is not as usual: its class, if it is known, its parent.

    One without a parent is an `orphan`; one of another spec is its own root (`foreign`).
    """

    type: ClassOf | None
    parent: Made | None
    orphan: bool
    foreign: bool


class RecordBytes(Value):
    """The bytes of a record that has a stream of its own, of so many bytes if that is known.

    Its size may still be told (`grows`) where it is what is to be told. They may come
    `in_pieces`, if they are written as they are.
    """

    record: Made
    field: str
    belonging: Belonging
    size: Made | None
    grows: bool
    in_pieces: bool


class StandsHere(Value):
    """What an instance is that says where the stream stands, and is asked for first here."""

    name: str


class WriteBlock(Statement):
    """The numbers of a block or of a run of bits, in one call."""

    name: str
    slots: tuple[Slot, ...]


class WriteNumber(Statement):
    """A number."""

    scalar: str
    value: Made
    field: str


class WriteBits(Statement):
    """Some bits."""

    order: str
    width: int
    value: Made
    field: str


class Put(Statement):
    """Bytes as they are."""

    value: Made


class PutSized(Statement):
    """Bytes that must be so many."""

    value: Made
    size: Made
    field: str
    limit: int | None


class PutRest(Statement):
    """Bytes to the end of a stream, which are limited."""

    value: Made
    field: str
    limit: int | None


class PutFilled(Statement):
    """Bytes, and after them filling up to a size."""

    value: Made
    size: Made
    field: str
    fill: int
    limit: int | None


class PutTrimmed(Statement):
    """Bytes, perhaps a terminator, and padding up to a size."""

    value: Made
    size: Made
    field: str
    pad: int | None
    terminator: bytes | None
    include: bool
    limit: int | None


class PutToEnd(Statement):
    """Bytes to the end of the stream, which can be read back in spite of padding or terminator."""

    value: Made
    field: str
    pad: int | None
    terminator: bytes | None
    include: bool
    limit: int | None


class PutTerminated(Statement):
    """Bytes and their terminator."""

    value: Made
    terminator: bytes
    field: str
    include: bool
    consume: bool
    eos_error: bool
    limit: int | None


class PutArray(Statement):
    """An array, of so many bytes if that is compared."""

    array: Made
    dtype: Made
    shape: Made
    field: str
    order: Made | None
    size: Made | None
    limit: int | None


class WritePayload(Statement):
    """A payload, of so many bytes if that is compared."""

    payload: Made
    size: Made | None
    limit: int | None


class ExpectRecord(Statement):
    """Refuse something else in the place of a record of some type."""

    field: str
    record: Made
    type: ClassOf


class WriteChild(Statement):
    """A nested record into this stream."""

    record: Made
    field: str
    belonging: Belonging


class WriteTable(Statement):
    """The records of a table."""

    table: Slot


class WriteRows(Statement):
    """Records that are written many at a time."""

    rows: Slot
    type: ClassOf
    field: str


class WriteApart(Statement):
    """A field that has a method of its own."""

    field: str


class ExpectFew(Statement):
    """Refuse more elements than a reader takes."""

    field: str
    elements: Slot
    limit: int


class ExpectWithin(Statement):
    """Refuse more bytes than a reader takes."""

    field: str
    size: Made
    limit: int


class ForEach(Statement):
    """Once for each element of a list; `indexed` where something asks which it is."""

    element: Element
    elements: Slot
    indexed: bool
    body: Body


class ForSeen(Statement):
    """Once for each element; the bytes of those that nobody has looked at may be copied."""

    element: Element
    elements: Slot
    body: Body


class ForLookedAt(Statement):
    """Once for each element; those that nobody has looked at may be left out."""

    element: Element
    elements: Slot
    body: Body


class LeaveOut(Statement):
    """Refuse a value that is not written; `reason` may say why."""

    name: Slot
    reason: str


class RefuseElement(Statement):
    """Refuse an element of which no case tells how it is written."""

    field: str
    element: Element


class Place(Statement):
    """Have an instance written at its position, if there is one.

    That is in the stream of another record, if it is `apart`.
    """

    name: str
    apart: bool
