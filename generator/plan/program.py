"""Stage 5, the finished plan: programs, in which every choice is made.

A program is a tree of nodes: values, which make something, and statements, which do something.
What a node becomes in a target is one template of its name, which shows it and decides nothing.
Expressions are those of the model, but for their words: `_io`, `_` and `_index` are here the
variables that a method has for them.
"""

from __future__ import annotations

from quire.generator.resolve.scopes import Path
from quire.generator.source import Source, Span
from quire.generator.types.model import ANY, Expr, Local, Type
from quire.runtime.frozen import Frozen
from quire.runtime.structure.tree import Spec

NOWHERE = Span(Source("", ""), 1, 1, 1)
"""Where expressions stand that no spec has."""


class Node(Frozen):
    """A part of a program."""


class Value(Node):
    """What makes something; an expression does, too."""


class Statement(Node):
    """What does something."""


Made = Expr | Value
Body = tuple[Statement, ...]


# -- names --------------------------------------------------------------------------------------


class Slot(Expr):
    """An attribute of an object: `before` and `behind` are parts of its name that are ours."""

    name: str
    before: str
    behind: str
    of: str


def slot(name: str, before: str = "", behind: str = "", of: str = "self") -> Slot:
    """An attribute."""
    return Slot(ANY, NOWHERE, name, before, behind, of)


class Element(Expr):
    """What an element of a list is called in a loop over it: `chunk` for `chunks`."""

    list: str


class Key(Expr):
    """The value of a key of a document."""

    name: str


def element(of: str) -> Element:
    """The element of a list."""
    return Element(ANY, NOWHERE, of)


def variable(name: str) -> Local:
    """A variable that methods have."""
    return Local(ANY, NOWHERE, name)


class ClassOf(Value):
    """The class of a type, an enum or a document."""

    path: Path


class Annotation(Value):
    """A type for type checkers; `optional` where it may be None."""

    type: Type
    optional: bool = False


# -- reading: values -----------------------------------------------------------------------------


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
    """A view of bytes as an array; `order` is "F" for columns first, or ""."""

    stored: Made
    dtype: str
    shape: Made
    field: str
    order: str


class ReadPayload(Value):
    """A payload that its codecs decode when somebody asks."""

    size: Made
    field: str
    limit: int | None


class SizeOfStream(Value):
    """The size of a record's own stream."""

    record: Made


# -- routines -----------------------------------------------------------------------------------


class Inflate(Value):
    """What zlib makes of stored bytes."""

    stored: Made
    field: str
    limit: int | None


class Deflate(Value):
    """What zlib makes a value of."""

    value: Made


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
    """What somebody else's routine would make a value of."""

    routine: tuple[str, ...]
    args: tuple[Made, ...]
    value: Made


# -- records ------------------------------------------------------------------------------------


class NewRecord(Value):
    """A nested record.

    `stream` is None for one without a stream. A record that is `ordered` is told a byte order,
    which was `chosen` for its holder.
    """

    type: ClassOf
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


# -- control ------------------------------------------------------------------------------------


class If(Statement):
    """The first arm whose condition holds, else `orelse`."""

    arms: tuple[Arm, ...]
    orelse: Body = ()


class Arm(Node):
    """A condition, and what is done where it holds."""

    condition: Made
    body: Body


class IsOneOf(Value):
    """Whether a value is one of several."""

    value: Made
    keys: tuple[Made, ...]


class IsNoneOf(IsOneOf):
    """Whether a value is none of several."""


class Has(Value):
    """Whether an object has an attribute."""

    slot: Slot


class Assign(Statement):
    """Give a variable or an attribute a value."""

    to: Made
    value: Made


class Append(Statement):
    """Put a value behind the others of a list."""

    to: Made
    value: Made


class NewList(Statement):
    """Begin an empty list."""

    to: Made


class Return(Statement):
    """Give back a value."""

    value: Made


# -- reading: statements -------------------------------------------------------------------------


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
    body: Body
    stop: Made


class ForRest(Statement):
    """Once for each element, to the end of the stream."""

    index: str
    field: str
    limit: int | None
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


# -- checks -------------------------------------------------------------------------------------


class Expect(Statement):
    """A rule of `valid`: `rule` says which.

    While reading, `back` is by how many bytes the field began before the position (0: it is not
    known), or that it is `marked`; otherwise it is None. `place` is where the spec has the field.
    The keys of a document check themselves (`by_keys`), since they know the path.
    """

    rule: str
    field: str
    found: Made
    args: tuple[Made, ...]
    back: int | None
    marked: bool
    place: str
    by_keys: bool


class ExpectAnyOf(Expect):
    """The rule that a value is one of several."""


class ExpectThat(Expect):
    """The rule that an expression holds, which the spec has as `text`."""

    text: str


class ExpectUntil(Statement):
    """That `repeat-until` holds for the last element, and for no other."""

    field: str
    element: Element
    elements: Slot
    ends: Made
    indexed: bool


# -- writing: values ------------------------------------------------------------------------------


class Result(Expr):
    """A value as an operand of expressions."""

    value: Value


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

    Its size may still be told (`grows`) where it is what is to be told.
    """

    record: Made
    field: str
    belonging: Belonging
    size: Made | None
    grows: bool


class Quotient(Value):
    """A whole number of times that an operand fits into a value; anything else is refused."""

    value: Made
    operand: Made
    field: str


class CommonLength(Value):
    """The length that all elements have."""

    elements: Slot
    field: str


class AxisOf(Value):
    """The size of an array along one of its first axes, of which there are `rank`."""

    array: Slot
    axis: int
    rank: int
    field: str


class ArraySize(Value):
    """The bytes of an array as some dtype."""

    array: Slot
    dtype: str
    field: str


class DigestOf(Value):
    """The digest of a payload, of so many bytes if it is a hash."""

    payload: Slot
    algorithm: str
    size: int | None
    decoded: Made | None


class MeasuredSize(Value):
    """The size of a field that is written so many bytes ahead."""

    ahead: int
    field: str


class IsGiven(Value):
    """Whether an instance is to be written."""

    name: str


# -- writing: statements --------------------------------------------------------------------------


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


class PutFilled(Statement):
    """Bytes, and behind them filling up to a size."""

    value: Made
    size: Made
    field: str
    fill: int


class PutTrimmed(Statement):
    """Bytes, perhaps a terminator, and padding up to a size."""

    value: Made
    size: Made
    field: str
    pad: int | None
    terminator: bytes | None
    include: bool


class PutToEnd(Statement):
    """Bytes to the end of the stream, which can be read back in spite of padding or terminator."""

    value: Made
    field: str
    pad: int | None
    terminator: bytes | None
    include: bool


class PutTerminated(Statement):
    """Bytes and their terminator."""

    value: Made
    terminator: bytes
    field: str
    include: bool
    consume: bool
    eos_error: bool


class PutArray(Statement):
    """An array, of so many bytes if that is compared."""

    array: Made
    dtype: str
    shape: Made
    field: str
    order: str
    size: Made | None


class WritePayload(Statement):
    """A payload, of so many bytes if that is compared."""

    payload: Made
    size: Made | None


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


class ForEach(Statement):
    """Once for each element of a list; `indexed` where something asks which it is."""

    element: Element
    elements: Slot
    indexed: bool
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
    """Have an instance written at its position, in the stream of the whole file if `at_root`."""

    name: str
    at_root: bool


# -- deriving -------------------------------------------------------------------------------------


class SetDerived(Statement):
    """Give a field what another one tells, unless it was given, and contradicts.

    The field is of this record, or of `holder`.
    """

    field: str
    value: Made
    source: str
    holder: Made | None


class SetRoom(SetDerived):
    """The same, where more may have been given: there may be padding."""


class SetWindow(SetDerived):
    """The same, where more may have been given: the stream of a record may be larger."""


class SetDefault(Statement):
    """Give a field a value where none was given."""

    field: str
    value: Made
    holder: Made | None


class SetFlag(Statement):
    """Tell whether one of some fields is there; `values` are what stands for that and for not."""

    field: str
    there: Made
    values: tuple[Made, ...]
    holder: Made | None


class TypeCase(Value):
    """A type that is chosen by a key; without a key, by any other value."""

    type: ClassOf
    key: Made | None


class SetTag(Statement):
    """Tell the key of the type that a value has."""

    source: str
    field: str
    cases: tuple[TypeCase, ...]
    holder: Made | None


class Choose(Statement):
    """Make a record, where a dict was given, of the type that a value tells."""

    source: str
    value: Made | None
    cases: tuple[TypeCase, ...]


class MakeRecord(Statement):
    """An empty record, where none was given."""

    field: str
    type: ClassOf


class MakePayload(Statement):
    """A payload, of what was given."""

    to: Slot
    field: str


class MakeTable(Statement):
    """A table, of what was given."""

    to: Slot
    record: Made
    field: str


class DumpDocument(Statement):
    """The text of a document, of what was given."""

    to: Slot
    type: ClassOf
    field: str
    compact: Made | None
    sort_keys: Made | None
    limit: int | None


class DeriveChild(Statement):
    """Derive the fields of a nested record."""

    record: Made
    field: str
    belonging: Belonging


# -- instances ------------------------------------------------------------------------------------


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


class IsNotRead(Value):
    """Whether an object was not read, but built."""


# -- pipelines and tables -------------------------------------------------------------------------


class Match(Statement):
    """What the case of a value says."""

    value: Made
    cases: tuple[MatchCase, ...]


class MatchCase(Node):
    """What is done for some values; a variable stands for any other one."""

    keys: tuple[Made, ...]
    body: Body


class NoCase(Statement):
    """Refuse a value that no case names; `what` is "dtype", or "" for stages."""

    on: Made
    field: str
    keys: tuple[Made, ...]
    what: str


class FromDtypes(Statement):
    """Give back the dtype that the table has for a value, or else `rest`; without it, refuse."""

    field: str
    on: Made
    rest: Made | None


class Stage(Value):
    """A stage of a pipeline."""

    codec: str
    args: tuple[Argument, ...]


class Argument(Node):
    """An argument by name."""

    name: str
    value: Made


class Several(Value):
    """A tuple."""

    items: tuple[Made, ...]


class AsTuple(Value):
    """A list as a tuple."""

    value: Made


class Cell(Value):
    """A part of every record of a table."""

    name: str
    scalar: str
    size: Made | None
    size_of: str
    terminator: int | None
    encoding: str
    dtype: str
    shape: Made | None


# -- rows -----------------------------------------------------------------------------------------


class UnpackValues(Statement):
    """The numbers of a record of one block."""

    slots: tuple[Slot, ...]


class UnpackBlock(Statement):
    """The numbers of a block of a record."""

    block: str
    slots: tuple[Slot, ...]


class UnpackNumber(Statement):
    """A number of a record, of so many bytes."""

    slot: Slot
    scalar: str
    size: int


class UnpackBytes(Statement):
    """So many bytes of a record."""

    slot: Slot
    size: Made


class SkipBlock(Statement):
    """Go on behind a block."""

    block: str


class SkipNumber(Statement):
    """Go on behind a number, of so many bytes."""

    size: int


class SkipBytes(Statement):
    """Go on behind so many bytes."""

    size: Made


class SizesOfBlock(Statement):
    """The lengths that a block tells, among numbers that nothing asks for (`_`)."""

    block: str
    names: tuple[str, ...]


class SizeOfNumber(Statement):
    """The length that a number tells."""

    name: str
    scalar: str


class TellSize(Statement):
    """The length of stored bytes; a record that says otherwise is derived anew, or refused."""

    size: Made
    stored: Made
    given: Slot


class KeepFixed(Statement):
    """Bytes of a block, which have to be so many."""

    stored: Made
    value: Slot
    size: int


class AddNumber(Statement):
    """A number among the parts that are written."""

    scalar: str
    value: Made


class AddBytes(Statement):
    """Bytes among the parts that are written."""

    value: Made


class AddBlock(Statement):
    """A block among the parts that are written."""

    block: str
    values: tuple[Made, ...]


# -- documents ------------------------------------------------------------------------------------


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


# -- methods --------------------------------------------------------------------------------------


class Method(Node):
    """A method of a class; where its body is empty, it does nothing."""


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


class IsUndecided(Value):
    """Whether the byte order was not chosen."""


class CallIn(Statement):
    """Go on with the method for the byte order that was chosen."""

    method: str


class ReadFixedRows(Method):
    """Finds records of one block; what makes one is the body."""

    block: str
    body: Body


class ReadSizedRows(Method):
    """Finds records whose sizes they tell: how to go on to the next one, and what makes one."""

    blocks: tuple[str, ...]
    body: Body
    skip: Body


class PackFixedRows(Method):
    """Packs records of one block; `checks` come before each."""

    block: str
    checks: Body
    values: tuple[Made, ...]


class PackRows(Method):
    """Packs records part by part."""

    blocks: tuple[str, ...]
    body: Body


class TableOf(Method):
    """What a record of a table consists of."""

    cells: tuple[Cell, ...]


class StagesOf(Method):
    """The stages of a payload."""

    field: str
    body: Body


class DtypeOf(Method):
    """The dtype of the array of a payload."""

    field: str
    body: Body


class Entry(Node):
    """A value, and what a table has for it."""

    key: Made
    value: Made


class DtypesOf(Method):
    """The dtypes that the array of a payload may have, as a table."""

    field: str
    entries: tuple[Entry, ...]


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


class PositionOf(Method):
    """Where an instance is written."""

    name: str
    value: Made


class FoundAt(Method):
    """Tells the field that says where an instance is."""

    name: str
    body: Body


class AsText(Method):
    """The record as text."""

    value: Made


class Load(Method):
    """Takes the keys of a document."""

    body: Body


# -- consistency (`--read-write`) -----------------------------------------------------------------


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


# -- classes --------------------------------------------------------------------------------------


class Doc(Node):
    """What is said about a class or an instance, and about its attributes."""

    text: str
    fallback: str
    attributes: tuple[tuple[Slot | Key, str], ...] = ()


class Annotated(Node):
    """An attribute and its type."""

    slot: Slot
    type: Annotation


class Given(Node):
    """What may be given for a field when a record is built."""

    name: str
    type: Type
    required: bool


class Constant(Node):
    """A constant of a class."""


class IsTop(Constant):
    """The class is that of a whole file."""


class NoAutoRead(Constant):
    """Objects are read when they are asked to."""


class SeqFields(Constant):
    """The fields, for debuggers."""

    names: tuple[str, ...]


class RawOf(Constant):
    """The stored bytes of a record that has a stream of its own."""

    slot: Slot
    held: Slot


class Places(Constant):
    """The class has instances that are written at positions, or holds records that have."""


class NamesOf(Constant):
    """The members of a kind: `placed`, `loose`, `computed`, `elsewhere`, `derived`."""

    kind: str
    names: tuple[str, ...]


class PartOf(Node):
    """A field of a block, or of a run of bits: its type as those call it."""

    name: str
    kind: str


class BlockOf(Constant):
    """A block."""

    name: str
    parts: tuple[PartOf, ...]


class RunOf(Constant):
    """A run of bits."""

    name: str
    order: str
    parts: tuple[PartOf, ...]


class Class(Node):
    """A class, and what is nested in it."""

    name: str
    doc: Doc


class Record(Class):
    """The class of a type.

    `given` are the fields of one that is built; None where it is not built like that. A class
    without `slots` leaves them to Python.
    """

    base: str
    slots: tuple[Slot, ...] | None
    root: ClassOf
    parent: Annotation | None
    stored: tuple[Slot, ...]
    annotated: tuple[Annotated, ...]
    ordered: bool
    constants: tuple[Constant, ...]
    given: tuple[Given, ...] | None
    methods: tuple[Method, ...]
    classes: tuple[Class, ...]


class Document(Class):
    """The class of an object of a document."""

    slots: tuple[Key, ...]
    root: ClassOf
    parent: ClassOf | None
    annotated: tuple[tuple[Key, Annotation], ...]
    methods: tuple[Method, ...]


class Enum(Class):
    """An enum."""

    labels: tuple[tuple[str, int], ...]


class Module(Node):
    """A module, with what it imports of others: specs, somebody else's types and routines.

    It carries the `structure` of its spec; `types` are the paths of its classes.
    """

    title: str
    spec: str
    digest: str
    imports: tuple[str, ...]
    opaque: tuple[str, ...]
    routines: tuple[tuple[str, ...], ...]
    root: Record
    structure: Spec
    types: tuple[Path, ...]
