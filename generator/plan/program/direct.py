"""Programs: reading by position (`pos`) in the bytes of a stream (`buf`), which end at `end`."""

from __future__ import annotations

from dataclasses import KW_ONLY

from quire.generator.plan.program.nodes import (
    Body,
    ClassOf,
    Entry,
    Made,
    Method,
    Slot,
    Statement,
    Value,
    variable,
)

_SELF = variable("self")
_POS = variable("pos")


class Fetched(Statement):
    """What may ask a record (`of`) for bytes of its stream that are not there."""

    _: KW_ONLY
    of: Made = _SELF


class Reach(Fetched):
    """Make sure that there are so many bytes, up to `stop`; a `signed` number may be negative."""

    size: Made
    field: str
    signed: bool


class ReachBlock(Statement):
    """Make sure that there are the numbers of a block, up to `stop`."""

    name: str
    size: int


class Advance(Statement):
    """Go on at `stop`."""


class TakeBlock(Statement):
    """The numbers of a block of a class, in one call."""

    of: ClassOf
    name: str
    slots: tuple[Made, ...]


class NumberAt(Value):
    """The number at the position."""

    scalar: str


class DecodeAt(Value):
    """The text that bytes are, which stand at some position."""

    stored: Made
    encoding: str
    field: str
    at: Made = _POS
    of: Made = _SELF


class DigitsAt(DecodeAt):
    """The same, of octal digits, or a number in binary."""


class DecodeTaken(Value):
    """The text that bytes are which were taken with others, in an encoding that Python has.

    "" is UTF-8, which Python need not look up.
    """

    stored: Made
    encoding: str


class DecodeHere(Value):
    """The text that the bytes at the position are, in an encoding that every Python has."""

    stored: Made
    encoding: str


class SameBytes(Statement):
    """Bytes that are always the same, up to `stop`."""

    to: Made
    value: bytes
    field: str
    place: str


class SameTaken(Statement):
    """The same, of bytes that were taken and stand at some position."""

    to: Slot
    stored: Made
    value: bytes
    field: str
    place: str
    at: Made


class FindEnd(Fetched):
    """Where the byte is that ends a field, or else the stream, as `stop`."""

    terminator: bytes
    field: str
    eos_error: bool


class PartToEnd(Value):
    """The bytes up to `stop`, as the stream has them."""


class UpToEnd(PartToEnd):
    """The same, copied."""


class PassEnd(Statement):
    """Go on after the byte that ended a field, if it may be missing where there is one."""

    eos_error: bool


class ReachRest(Fetched):
    """Make sure that all bytes are there that are left."""


class PartToRest(Value):
    """All bytes that are left, as the stream has them."""


class RestAt(PartToRest):
    """The same, copied."""


class LeftAt(Value):
    """How many bytes are left."""


class PassRest(Statement):
    """Go on at the end."""


class ReachRun(Statement):
    """Make sure that there are the bytes of a run of bits, up to `stop`; so many are `left`."""

    name: str
    size: int
    left: int


class ByteAt(Value):
    """A byte as a number."""

    at: Made


class WordAt(Value):
    """A number at another position."""

    scalar: str
    at: Made


class BytesAt(Value):
    """The bytes between two positions as a number; its order is Python's name of it."""

    at: Made
    stop: Made
    order: str


class AtEnd(Value):
    """Whether nothing is left."""


class PosHere(Value):
    """Where the stream stands here, counted from its start."""


class Stood(Value):
    """What an instance is that says where the stream stands, and is asked for here."""

    name: str


class HasAt(Value):
    """Whether some bytes stand here, or so many bytes further on."""

    further: int
    wanted: Made


class KeepFound(Statement):
    """Keep what an instance is that says what stands here: it is asked for later on."""

    name: str
    value: Made


class IsPlainNumber(Value):
    """Whether what may be the member of an enum is none."""

    value: Made


class Nothing(Value):
    """None."""


class NewChild(Statement):
    """An empty record in its place, as `child`."""

    to: Slot
    type: Made
    child: Made


class NewElement(Statement):
    """An empty record for a list, as `child`."""

    type: Made
    child: Made


class TypesOf(Method):
    """The types that a field has for some values of another member, as a table."""

    name: str
    entries: tuple[Entry, ...]


class ChosenType(Value):
    """The type that this table of a class has for a value, or None."""

    of: ClassOf
    name: str
    on: Made


class ChooseByMember(Statement):
    """The member that a number stands for, and as `kind` the type that this table has for it."""

    to: Made
    number: Made
    enum: ClassOf
    of: ClassOf
    name: str


class Belongs(Statement):
    """Tell a record who its parent is, its root, and its holder if that is another."""

    child: Made
    parent: Made | None
    root: Made | None
    held: bool


class ReadChild(Statement):
    """Have a record read itself, in this stream."""

    child: Made


class ReadWithin(Statement):
    """Have a record read itself, in a stream of its own, up to `stop`."""

    child: Made


class ReadApart(ReadWithin):
    """Tell a record that it belongs to this one, too: its class knows best where it notes that."""


class WherePosition(Value):
    """Where the stream stands."""


class WithStream(Statement):
    """What needs the stream itself; it `moves` it, or not."""

    body: Body
    moves: bool


class WhileLeft(Fetched):
    """Once for each element, to the end of the stream; one that takes no bytes is refused.

    It need not be looked for where each takes some, at `least`.
    """

    index: str | None
    field: str
    least: int
    body: Body


class Forever(Statement):
    """Once for each element, until `stop` holds; those that take no bytes, at `least`, are paid."""

    index: str | None
    field: str
    least: int
    body: Body
    stop: Made


class RowsAt(Statement):
    """Records that are found in one go: as many as were counted, or all (`to_end`).

    Where all take as many bytes (`size`), a `few` are made without asking.
    """

    to: Made
    type: ClassOf
    field: str
    to_end: bool
    size: int
    few: int


class RowsIn(RowsAt):
    """The same in the stream of another record (`of`)."""

    of: Made


class OnceAt(Statement):
    """Records that are read one by one: as many as were `counted`, up to the `stop`, or all.

    Those `apart` are the same bytes, whatever is around them; those that go `by_ways` as long as
    what they look up there is the same. Each may be in a stream of a `size`. Lists that are not
    `long`, of so many elements, or bytes if these are not counted, are read as any (`orelse`).
    """

    to: Made
    type: ClassOf
    field: str
    counted: bool
    apart: bool
    by_ways: bool
    size: Made | None
    stop: Made | None
    long: int
    orelse: Body


class OnceIn(OnceAt):
    """The same in the stream of another record (`of`)."""

    of: Made


class CountWithin(Fetched):
    """How many elements there are: no more than fit into what is left."""

    count: Made
    field: str
    least: int


class CountFew(Fetched):
    """How many elements there are that need not take bytes: up to a `few` are paid for later."""

    count: Made
    field: str
    few: int


class PayFew(Fetched):
    """Pay for elements by the bytes that they have taken, or as elements without bytes."""

    field: str
    few: int


class LeaveStream(Fetched):
    """Leave the stream here: something may look, or asks how far it has come."""


class GoTo(Fetched):
    """Begin to read an instance, at its position in the stream of a record."""

    position: Made


class GoOn(Statement):
    """Begin to read by position where a stream stands."""


class Ended(Fetched):
    """Note where an instance ends."""

    name: str
    end: Made


class Peek(Value):
    """So many bytes at a position of a record's stream, as those of an instance of this one."""

    of: Made
    name: str
    position: Made
    size: Made


class PeekUntil(Value):
    """The same, up to a byte, or to the end if it may be missing."""

    of: Made
    name: str
    position: Made
    terminator: bytes
    eos_error: bool


class PeekRest(Value):
    """The same, up to the end."""

    of: Made
    name: str
    position: Made


class NumberIn(Value):
    """The number that bytes are."""

    scalar: str
    stored: Made


class DecodePeeked(Value):
    """The text that the bytes of an instance are."""

    stored: Made
    encoding: str
    name: str
