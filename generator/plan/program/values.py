"""Programs: what makes something."""

from __future__ import annotations

from quire.generator.plan.program.nodes import ClassOf, Made, Slot, Value


class ReadNumber(Value):
    """A number of the stream."""

    scalar: str
    field: str


class ReadBits(Value):
    """Some bits of the stream, as a number."""

    order: str
    width: int
    field: str


class IsOne(Value):
    """Whether a number is one."""

    value: Made


class Member(Value):
    """The member of an enum that a number stands for, or the number."""

    enum: ClassOf
    value: Made


class ReadContents(Value):
    """Bytes that are always the same; `place` is where the spec says so."""

    value: bytes
    field: str
    place: str


class ReadText(Value):
    """Text of so many bytes."""

    size: Made
    encoding: str
    field: str


class Take(Value):
    """A view of so many bytes."""

    size: Made
    field: str
    limit: int | None


class TakeBytes(Value):
    """So many bytes, copied."""

    size: Made
    field: str
    limit: int | None


class Rest(Value):
    """A view of all bytes that are left."""

    field: str
    limit: int | None


class Left(Value):
    """How many bytes are left."""


class Until(Value):
    """The bytes up to a terminator."""

    terminator: bytes
    field: str
    include: bool
    consume: bool
    eos_error: bool
    limit: int | None


class UntilView(Until):
    """A view of the bytes up to a terminator."""


class Trim(Value):
    """Bytes without padding, cut at a terminator."""

    stored: Made
    pad: int | None
    terminator: bytes | None
    include: bool


class TrimView(Trim):
    """The same, as a view."""


class Copied(Value):
    """The bytes of a view."""

    view: Made


class DecodeText(Value):
    """The text that bytes are."""

    stored: Made
    encoding: str
    field: str


class SubStream(Value):
    """A stream of so many bytes of this one."""

    size: Made
    field: str
    limit: int | None


class Window(Value):
    """A stream of bytes of this one that were taken."""

    view: Made


class WindowOf(Value):
    """A stream of bytes that do not stand in this one."""

    stored: Made


class ViewArray(Value):
    """A view of bytes as an array; an `order` of None is that of rows."""

    stored: Made
    dtype: Made
    shape: Made
    field: str
    order: Made | None


class ReadPayload(Value):
    """A payload that its codecs decode when somebody asks."""

    size: Made
    field: str
    limit: int | None


class SizeOfStream(Value):
    """The size of a record's own stream."""

    record: Made


class Inflate(Value):
    """What zlib makes of stored bytes."""

    stored: Made
    field: str
    limit: int | None


class Deflate(Value):
    """What zlib makes a value of: what is `stored`, if it was made of that."""

    value: Made
    stored: str | None
    field: str
    limit: int | None


class Tag(Value):
    """The parts of a value that stored bytes are the text of."""

    notation: str
    args: tuple[Made, ...]
    stored: Made
    field: str


class Untag(Value):
    """The text of a value: what is `stored`, if it was made of that."""

    notation: str
    args: tuple[Made, ...]
    value: Made
    stored: str | None


class Xor(Value):
    """Bytes with a key on them: the same both ways."""

    stored: Made
    args: tuple[Made, ...]


class RotateLeft(Value):
    """Bytes whose bits are rotated."""

    stored: Made
    amount: Made


class Decode(Value):
    """What somebody else's routine makes of stored bytes."""

    routine: tuple[str, ...]
    args: tuple[Made, ...]
    stored: Made


class Encode(Value):
    """What somebody else's routine would make a value of: what is `stored`, if it was that."""

    routine: tuple[str, ...]
    args: tuple[Made, ...]
    value: Made
    stored: str | None


class NewRecord(Value):
    """A nested record, made with `args` for its parameters of these `names`.

    `stream` is None for one without a stream. A record that is `ordered` is told a byte order,
    which was `chosen` for its holder.
    """

    type: ClassOf
    names: tuple[str, ...]
    args: tuple[Made, ...]
    stream: Made | None
    field: str
    ordered: bool
    chosen: bool


class NewRoot(NewRecord):
    """A record of another spec, which is its own root."""


class NewAdopted(NewRecord):
    """A nested record whose parent is not its holder: another record, or none."""

    parent: Made | None


class NewOpaque(Value):
    """An object of somebody else's class."""

    type: ClassOf
    args: tuple[Made, ...]
    stream: Made


class IsOneOf(Value):
    """Whether a value is one of several."""

    value: Made
    keys: tuple[Made, ...]


class IsNoneOf(IsOneOf):
    """Whether a value is none of several."""


class Has(Value):
    """Whether an object has an attribute."""

    slot: Slot
