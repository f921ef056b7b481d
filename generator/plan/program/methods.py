"""Programs: the methods of records and documents, and what only they have."""

from __future__ import annotations

from quire.generator.plan.program.nodes import (
    Annotation,
    Body,
    Doc,
    Entry,
    Made,
    Method,
    Node,
    Statement,
    Value,
)


class At(Statement):
    """What is read or written at a position of the stream, which then stands where it stood."""

    name: str
    position: Made
    body: Body


class Declare(Statement):
    """A variable whose type is told, since its value does not tell it."""

    to: Made
    type: Annotation
    value: Made


class Untyped(Statement):
    """The record as `this`, of whose members type checkers know nothing."""


class IsNotRead(Value):
    """Whether an object was not read, but built."""


class TakeKey(Value):
    """The value of a key, taken as an `integer`, as `texts`, as an `object` and so on."""

    kind: str
    name: str
    args: tuple[Made, ...]


class TakeKeyOr(TakeKey):
    """The same, or something else where it is missing: None, if nothing is said."""

    default: Made | None


class DeriveKey(Value):
    """The value of a key that follows from others."""

    kind: str
    name: str
    value: Made


class IsThere(Value):
    """Whether a value is not None."""

    value: Made


class Parameter(Node):
    """A parameter of a constructor; `neutral` is what it is until its place gives it a value."""

    name: str
    type: Annotation
    neutral: Made | None
    is_stream: bool


class Init(Method):
    """The constructor of a record that has parameters, or is told a byte order."""

    parameters: tuple[Parameter, ...]
    ordered: bool


class Read(Method):
    """Reads the fields; errors in it are `located` where nothing else does that."""

    located: bool
    body: Body


class ReadAt(Method):
    """Reads the fields by position; gives back where the record ends."""

    body: Body
    end: Made


class ReadAtIn(Method):
    """Reads the fields by position, in a byte order; gives back where the record ends."""

    order: str
    body: Body
    end: Made


class CallAtIn(Value):
    """Where the record ends, by the method for the byte order that was chosen."""


class ReadIn(Method):
    """Reads the fields in a byte order."""

    order: str
    body: Body


class SetOrder(Statement):
    """Choose little-endian, or big-endian."""

    little: bool


class Undecided(Statement):
    """Refuse a record whose byte order was not chosen; `place` is where it is in the spec."""

    place: str
    io: Made


class IsUndecided(Value):
    """Whether the byte order was not chosen."""


class CallIn(Statement):
    """Go on with the method for the byte order that was chosen."""

    method: str


class DeriveFields(Method):
    """Derives the fields."""

    body: Body


class Check(Method):
    """Checks the fields."""

    body: Body


class Write(Method):
    """Writes the fields."""

    body: Body


class PutApart(Method):
    """Writes a field, or an instance."""

    name: str
    body: Body


class Instance(Method):
    """Computes an instance, or reads it; `kind` is what makes a member of it."""

    name: str
    kind: str
    type: Annotation
    doc: Doc
    body: Body


class ValuesOf(Method):
    """The values that an instance has for some values of another member, as a table."""

    name: str
    type: Annotation
    entries: tuple[Entry, ...]


class FromValues(Value):
    """What that table has for a value, or else `rest`."""

    name: str
    on: Made
    rest: Made


class PositionOf(Method):
    """Where an instance is written."""

    name: str
    body: Body


class Least(Method):
    """Tells what a length is at least, of what may have padding after it."""

    name: str
    body: Body


class Beside(Method):
    """The record in whose stream an instance is written."""

    name: str
    body: Body


class BeforeEnd(Method):
    """How many bytes before the end of its stream an instance is written."""

    name: str
    body: Body


class Alignment(Method):
    """What the position of an instance is a multiple of."""

    name: str
    body: Body


class FoundAt(Method):
    """Tells the field that says where an instance is."""

    name: str
    body: Body


class AsText(Method):
    """The record as text."""

    body: Body


class Load(Method):
    """Takes the keys of a document."""

    body: Body
