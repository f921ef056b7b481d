"""Programs: what classes of `--read-write` check, and how they are written."""

from __future__ import annotations

from quire.generator.plan.program.nodes import Body, Made, Method, Statement, Value
from quire.generator.plan.program.payload import Argument


class StoredAs(Value):
    """How bytes stand in a stream."""

    size: Made | None
    terminator: bytes | None
    include: bool
    consume: bool
    eos_error: bool
    to_end: bool
    pad: int | None


class Fits(Statement):
    """That bytes can be read back as they are stored."""

    stored: StoredAs
    field: str
    value: Made


class Consistent(Statement):
    """That a number is what the fields say."""

    field: str
    expected: Made
    found: Made


class ConsistentParam(Statement):
    """That a parameter is what the fields say."""

    field: str
    expected: Made
    found: Made


class ConsistentStart(Statement):
    """That a list which ends with an element has one."""

    field: str
    elements: Made


class ConsistentUntil(Statement):
    """That a list ends with the first element that ends it."""

    field: str
    ends: Made
    elements: Made


class ConsistentChild(Statement):
    """That a record belongs where it stands."""

    field: str
    record: Made
    parent: Made | None


class ConsistentRoom(Statement):
    """That the stream has not ended."""

    field: str


class ConsistentEnd(Statement):
    """That the stream has ended."""

    field: str


class WriteScalar(Statement):
    """A number."""

    scalar: str
    value: Made


class WriteBitsInt(Statement):
    """Some bits."""

    order: str
    width: int
    value: Made


class WriteBytes(Statement):
    """Bytes as they are."""

    value: Made


class PutStored(Statement):
    """Bytes with what stands around them."""

    stored: StoredAs
    field: str
    value: Made


class SetParam(Statement):
    """Tell a record a parameter, which does not make it one that was changed."""

    record: Made
    name: str
    value: Made


class WriteRecord(Statement):
    """A nested record into this stream."""

    record: Made


class OpenWindow(Statement):
    """Make room for a record that has a stream of its own; `sizes` are those that were read."""

    stored: StoredAs
    sizes: tuple[Argument, ...]


class PutWindow(Statement):
    """Write a record into its room, through a routine if there is one."""

    field: str
    record: Made
    routine: Made | None


class Encoder(Value):
    """Somebody else's routine, as a function."""

    routine: tuple[str, ...]
    args: tuple[Made, ...]


class Deflater(Value):
    """zlib, as a function."""


class Tagger(Value):
    """What makes the text of a value of its parts, as a function."""

    notation: str
    args: tuple[Made, ...]


class Rotator(Value):
    """A rotation, as a function."""

    amount: Made


class Xorer(Value):
    """A key on bytes, as a function."""

    key: Made


class FetchBelow(Statement):
    """Read or write all instances of a record."""

    record: Made


class WrittenAt(Statement):
    """What is written at a position of the stream, which then stands where it stood."""

    position: Made
    body: Body


class FetchInstances(Method):
    """Reads or writes all instances."""

    body: Body


class WriteSeq(Method):
    """Writes the fields."""

    body: Body


class WriteSeqIn(Method):
    """Writes the fields in a byte order."""

    order: str
    body: Body


class WriteInstance(Method):
    """Writes an instance."""

    name: str
    body: Body


class Invalidate(Method):
    """Has an instance computed anew."""

    name: str
