"""Stage 5, the vocabulary: what to do, decided once.

A plan is a tree of frozen objects without behaviour: no YAML, no Python text. Expressions
are the typed trees of the model. Everything downstream reads the plan and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.generator.resolve.scopes import Path
from quire.generator.source import Span
from quire.generator.types.model import DtypeChoice, Expr, Type
from quire.runtime.frozen import Frozen, replace
from quire.runtime.structure import Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from dataclasses import KW_ONLY

# -- values: what is read or written in one go ----------------------------------------------


class Number(Frozen):
    """A fixed-size number, perhaps a member of an enum."""

    scalar: str
    enum: Path | None


class Bits(Frozen):
    """So many bits, perhaps a member of an enum; a `flag` is a boolean."""

    width: int
    order: str
    enum: Path | None
    flag: bool


class Process(Frozen):
    """A routine that makes a value's bytes of the stored ones."""

    args: tuple[Expr, ...]


class Xor(Process):
    """Each byte with those of a key."""


class Rotate(Process):
    """Each byte, to the left by so many bits."""


class Resizing(Process):
    """A routine that makes more bytes of what is stored, or fewer."""


class Zlib(Resizing):
    """zlib."""


class Custom(Resizing):
    """Somebody else's class, by its path."""

    path: tuple[str, ...]


class Trim(Frozen):
    """What a value is without: padding, and what begins with a terminator inside of its bytes."""

    pad: int | None
    terminator: bytes | None
    include: bool


class Bytes(Frozen):
    """Some bytes.

    Attributes:
        limit: How many there may be.
        trim: What is not part of the value, if anything.
        fill: What a writer fills them up with.
        process: The routine that makes the value of them.
    """

    _: KW_ONLY
    limit: int | None = None
    trim: Trim | None = None
    fill: int | None = None
    process: Process | None = None


class Sized(Bytes):
    """So many bytes."""

    size: Expr


class Rest(Bytes):
    """All bytes that are left."""


class Terminated(Bytes):
    """Bytes up to a terminator."""

    terminator: bytes
    include: bool
    consume: bool
    eos_error: bool


class Contents(Frozen):
    """Bytes that are always the same; `place` is where the spec says so."""

    value: bytes
    place: str


class Text(Frozen):
    """Encoded text."""

    raw: Bytes
    encoding: str


class Nested(Frozen):
    """A nested record with its arguments by name; in a stream of its own if there is a `window`.

    Attributes:
        parent: Who its parent is, if not the record that holds it.
        orphan: Whether it has no parent.
        foreign: Whether its class is of another spec, so that it is its own root.
        ordered: Whether its class is told a byte order.
        chosen: Whether that is the one that was chosen for its holder.
        opaque: Whether its class is somebody else's, which knows its arguments and its stream.
        apart: Whether it is read only after it is in its place: it does not read itself.
    """

    path: Path
    args: tuple[tuple[str, Expr], ...]
    window: Bytes | None
    parent: Expr | None = None
    orphan: bool = False
    foreign: bool = False
    ordered: bool = False
    chosen: bool = False
    opaque: bool = False
    apart: bool = False


class Array(Frozen):
    """A view of the file as an array."""

    dtype: str
    shape: Expr
    order: str
    raw: Bytes


class Payload(Frozen):
    """Stored bytes with a pipeline of codecs; `verify` names the digests that guard them."""

    raw: Bytes


class Document(Frozen):
    """A document in text."""

    path: Path
    raw: Bytes
    compact: Expr | None
    sort_keys: Expr | None


Value = Number | Bits | Bytes | Contents | Text | Nested | Array | Payload | Document


def raw_of(value: Value) -> Bytes | None:
    """The bytes that a value is made of, if it is made of any but its own."""
    if isinstance(value, Number | Bits | Contents):
        return None
    if isinstance(value, Nested):
        return value.window
    return value if isinstance(value, Bytes) else value.raw


def size_of(value: Value) -> Expr | None:
    """How many bytes a value is made of, if that is told."""
    raw = raw_of(value)
    return raw.size if isinstance(raw, Sized) else None


# -- operations -------------------------------------------------------------------------------


class Fixed(Frozen):
    """A field of a block: its type as blocks call it (`u4le`, `16s` for bytes), perhaps an enum."""

    name: str
    kind: str
    enum: Path | None = None


class Block(Frozen):
    """A run of fixed-size fields of one byte order, read and written in one call."""

    name: str
    fields: tuple[Fixed, ...]


class BitField(Frozen):
    """A field of a run of bits: `shift` bits of the run stand below it."""

    name: str
    bits: Bits
    shift: int


class BitRun(Frozen):
    """A run of fields of bits, all of one order, read and written as one number."""

    name: str
    order: str
    fields: tuple[BitField, ...]


class Store(Frozen):
    """One field, or one element of a repeated field.

    It is `marked` if its start has to be known, and `cached` if what is written was made ready by
    a derivation. The sizes that are `measured` are kept for a writer: `inner`, that of a record's
    own stream, and `outer`, up to the terminator. A record that is derived `early` tells fields
    of those around it. The size of an array that is `compared` has to be what its field says.
    """

    target: str
    value: Value
    element: bool = False
    marked: bool = False
    cached: bool = False
    measured: tuple[str, ...] = ()
    early: bool = False
    compared: bool = False


class Guard(Frozen):
    """A rule of `valid`; the field began `back` bytes before the position, or was marked.

    `place` is where the field stands in the spec, "" for a key of a document.
    """

    target: str
    rule: str
    args: tuple[Expr, ...]
    place: str = ""
    text: str = ""
    enum: Path | None = None
    back: int | None = None
    element: bool = False
    marked: bool = False


class Fits(Frozen):
    """Whether a value is one that can be read back from where it is written to.

    A nested record has the arguments that are listed, and `belongs` where it stands.
    """

    target: str
    value: Value
    element: bool = False
    belongs: bool = True


class Digest(Frozen):
    """A checksum: `target` holds the digest of the payload `over`.

    It is that of the array where `decoded` holds. `size` is the number of bytes of a hash. It is
    verified where `condition` holds, or always.
    """

    target: str
    over: str
    algorithm: str
    size: int | None = None
    decoded: Expr | None = None
    condition: Expr | None = None


class When(Frozen):
    """Operations under a condition."""

    condition: Expr
    body: tuple[Op, ...]


class Times(Frozen):
    """A repeat of so many elements, of which each takes at least `least` bytes.

    So the count can be checked against what is left; a `partial` one begins all the same.
    """

    count: Expr
    limit: int | None
    least: int = 0
    partial: bool = False


class Until(Frozen):
    """A repeat until a condition holds."""

    condition: Expr
    limit: int | None


class ToEnd(Frozen):
    """A repeat to the end of the stream."""

    limit: int | None


class Each(Frozen):
    """Operations for each element of a list; `indexed` tells that they name `_index`."""

    target: str
    body: tuple[Op, ...]
    indexed: bool


class Loop(Each):
    """A repeated field."""

    repeat: Times | Until | ToEnd


class Table(Loop):
    """Records that are found by a compiled scan, and looked at column by column."""


class Rows(Loop):
    """Records that are found in one go, and made when they are looked at."""


class Found(Loop):
    """Records that are read one by one, and kept as columns until they are looked at."""


class Packed(Loop):
    """Records that are written many at a time."""


class Branch(Frozen):
    """A choice by value; a case without keys is the rest."""

    on: Expr
    cases: tuple[tuple[Expr | None, tuple[Op, ...]], ...]
    target: str


class Ordered(Frozen):
    """Operations in a byte order that is chosen when the record is read."""

    le: tuple[Op, ...]
    be: tuple[Op, ...]


class Trace(Frozen):
    """Where a field or an element `start`s or `end`s in the stream, for debuggers.

    A repeated field starts with `list`.
    """

    target: str
    edge: str
    element: bool = False


class Ready(Frozen):
    """The bytes that a value is stored as, made before it is written, and what they tell.

    `length` says which field is their number, and how.
    """

    target: str
    value: Value
    length: Length


class Measure(Frozen):
    """The size of the field `of`, which is written `ahead` bytes behind this, as `target`."""

    target: str
    of: str
    ahead: int


class Apart(Frozen):
    """Operations that write a field, in a method of their own: they are done several times."""

    target: str
    body: tuple[Op, ...]


Op = (
    Block | BitRun | Store | Guard | Fits | Ready | Digest | When | Each | Branch | Ordered
    | Trace | Measure | Apart
)  # fmt: skip  # as it is counted


def bodies(op: Op) -> tuple[tuple[Op, ...], ...]:
    """The operations that an operation is made of, in groups of which each may be done."""
    if isinstance(op, (When, Each, Apart)):
        return (op.body,)
    if isinstance(op, Ordered):
        return (op.le, op.be)
    return tuple(body for _, body in op.cases) if isinstance(op, Branch) else ()


def with_bodies(op: Op, found: tuple[tuple[Op, ...], ...]) -> Op:
    """The same operation, made of others."""
    if isinstance(op, (When, Each, Apart)):
        return replace(op, body=found[0])
    if isinstance(op, Ordered):
        return Ordered(*found)
    if isinstance(op, Branch):
        cases = zip(op.cases, found, strict=True)
        return replace(op, cases=tuple((key, body) for (key, _), body in cases))
    return op


def changed(op: Op, change: Callable[[Op], Op]) -> Op:
    """The same operation, those that it is made of changed."""
    return with_bodies(op, tuple(tuple(map(change, body)) for body in bodies(op)))


def walk(ops: Iterable[Op]) -> Iterator[Op]:
    """Operations, each with those that it is made of behind it."""
    for op in ops:
        yield op
        for body in bodies(op):
            yield from walk(body)


def record_of(op: Each) -> Nested | None:
    """The record that all elements of a list are, if nothing is done with it but to store it."""
    match op.body:
        case (Store(value=Nested() as record, marked=False),):
            return record
    return None


# -- derivations -----------------------------------------------------------------------------


class Derive(Frozen):
    """How a writer gets the value of a field.

    Attributes:
        target: The field.
        condition: When it is derived, if not always.
        holder: The record that it is a field of, if it is another.
        placed: The instance that has to be there, if one tells the field.
        late: Whether the records below have to be derived before.
    """

    target: str
    _: KW_ONLY
    condition: Expr | None = None
    holder: Expr | None = None
    placed: str = ""
    late: bool = False


class Default(Derive):
    """What stands where nothing was given."""

    value: Expr


class Make(Derive):
    """An empty record where none was given."""

    path: Path


class Told(Derive):
    """A field that follows from others, so that it can be contradicted."""


class ValueOf(Told):
    """It is always the value of an expression."""

    value: Expr


class Flag(Told):
    """Whether any of `fields` is there: `yes` or `no`, which need not be known."""

    fields: tuple[str, ...]
    yes: Expr
    no: Expr | None


class ToldBy(Told):
    """It follows from another field, or from an instance."""

    source: str


class Tag(ToldBy):
    """The key of the case that the type of `source` belongs to."""

    cases: Cases


class DigestOf(ToldBy):
    """The digest of a payload."""

    digest: Digest


class Measured(ToldBy):
    """The size of `source` where it stands, which is `ahead` bytes from here."""

    ahead: int


class Quantity(ToldBy):
    """A number of `source`, led back to the field by the steps of `undo`.

    Each step is `add`, `subtract`, `divide` or `from`, with an operand.
    """

    _: KW_ONLY
    undo: tuple[tuple[str, Expr], ...] = ()


class Length(Quantity):
    """The length of the stored bytes of a value."""

    value: Value


class Room(Length):
    """That length at least, since there may be padding."""


class Window(Length):
    """That length, or more if told so."""


class LengthOfEach(Quantity):
    """The one length that all elements have."""


class Count(Quantity):
    """The number of elements."""


class Axis(Quantity):
    """The size of an array along one of so many axes."""

    axis: int
    axes: int


class Position(Quantity):
    """Where an instance is written."""


class Prepare(Derive):
    """What a field that is given is made into; it tells no field."""


class Encode(Prepare):
    """A payload, encoded."""


class Tabulate(Prepare):
    """The records of a table."""

    record: Nested


class Dump(Prepare):
    """A document as text."""

    document: Document


class Choose(Prepare):
    """The record of a case, where a dict was given: by a value, if that is known by then."""

    on: Expr | None
    cases: Cases


Cases = tuple[tuple[Path, Expr | None], ...]
"""The keys of the records that a switch may hold."""


def value_of(step: Derive) -> Expr | None:
    """The expression that a step evaluates, if it does."""
    match step:
        case Default(value=value) | ValueOf(value=value) | Choose(on=value):
            return value
        case _:
            return None


# -- records ------------------------------------------------------------------------------------


class Attribute(Frozen):
    """A field as an attribute: its name, its type, what its docstring says."""

    name: str
    type: Type
    doc: str


class Lazy(Frozen):
    """An instance, which is there where its `condition` holds.

    `built` is what it is in an object that was not read.
    """

    name: str
    type: Type
    doc: str
    condition: Expr | None
    built: Expr | None


class Computed(Lazy):
    """A value, perhaps a member of an enum."""

    value: Expr
    enum: Path | None


class Positioned(Lazy):
    """What is read at `pos` of `io` (the record's own stream), or where the stream stands.

    With `read_write` it is checked and written, too.
    """

    pos: Expr | None
    io: Expr | None
    read: tuple[Op, ...]
    write: tuple[Op, ...]
    checks: tuple[Op, ...] = ()


class Placed(Positioned):
    """What quire writes at a position of its record's stream, or of the whole file's (`io`).

    `found` sets the field that says where, if one does.
    """

    _: KW_ONLY
    found: Position | None
    ready: tuple[Op, ...]


class Stage(Frozen):
    """A stage of a pipeline."""

    codec: str
    args: tuple[tuple[str, Expr], ...]


class Pipeline(Frozen):
    """The stages of a payload, perhaps chosen by a value, as its dtype may be."""

    target: str
    on: Expr | None
    cases: tuple[tuple[Expr | None, tuple[Stage, ...]], ...]
    dtypes: DtypeChoice | None = None


class Cell(Frozen):
    """A part of every record of a table.

    It is a number (`scalar`), or bytes: as many as `size` or the number `size_of` says, or up to a
    `terminator`. Bytes are text (`encoding`), an array (`dtype`, `shape`), or stay bytes.
    """

    name: str
    scalar: str = ""
    size: Expr | None = None
    size_of: str = ""
    terminator: bytes | None = None
    encoding: str = ""
    dtype: str = ""
    shape: Expr | None = None


class Raw(Frozen):
    """The stored bytes of `target`, that Kaitai's classes keep as `_raw_…`; `lazy`, of an instance.

    They are `kept` where a routine makes a value of them, under a name of their own if its value
    is a record (`twice`). Those of records in streams of their own are in these streams.
    """

    target: str
    lazy: bool
    kept: bool
    twice: bool


class EnumClass(Frozen):
    """An enum."""

    path: Path
    labels: tuple[tuple[str, int, str], ...]


class Key(Frozen):
    """A key of a document."""

    name: str
    kind: str
    type: Type
    doc: str
    path: Path | None
    item: Key | None
    keys: Expr | None
    condition: Expr | None
    optional: bool
    default: Expr | None
    derived: Expr | None
    guards: tuple[Guard, ...]


class DocumentClass(Frozen):
    """An object of a document."""

    path: Path
    doc: str
    parent: Path | None
    root: Path
    keys: tuple[Key, ...]


class Endian(Frozen):
    """A byte order that is chosen when a record is read; a case without a key is the rest.

    Without `on`, the choice was made for the record that holds this one.
    """

    place: str
    on: Expr | None = None
    cases: tuple[tuple[Expr | None, str], ...] = ()


class Record(Frozen):
    """A type: its attributes, and what to do in order to read, derive, check and write it.

    `ready` is what has to be stored before it is written, since its length stands before it;
    `told` are the fields that follow from others, of this record or not, `needed` those that a user
    has to give. One that `places` has instances that are `placed`, or holds records that have.
    `size` is the number of bytes if it is always the same. Records that are `traced` note where
    their fields stand; a list of those that are read `in_rows` is found in one go, and one of those
    that are `packed` is written many at a time. A record of tables has `cells`. With `read_write`
    it is written as Kaitai's compiler has it, and nothing is derived. `notes` say why something was
    not done (a run that could not go on, a field that cannot be derived).
    """

    path: Path
    doc: str
    params: tuple[Attribute, ...]
    attributes: tuple[Attribute, ...]
    read: tuple[Op, ...]
    write: tuple[Op, ...]
    checks: tuple[Op, ...]
    derive: tuple[Derive, ...]
    ready: tuple[Op, ...]
    instances: tuple[Lazy, ...]
    raw: tuple[Raw, ...]
    pipelines: tuple[Pipeline, ...]
    enums: tuple[EnumClass, ...]
    documents: tuple[DocumentClass, ...]
    records: tuple[Record, ...]
    parent: Type
    size: int | None
    span: Span
    endian: Endian | None = None
    to_string: Expr | None = None
    auto_read: bool = True
    traced: bool = False
    in_rows: bool = False
    places: bool = False
    told: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    packed: bool = False
    cells: tuple[Cell, ...] = ()
    read_write: bool = False
    notes: tuple[str, ...] = ()


def records_of(record: Record) -> dict[Path, Record]:
    """A record and all that are nested in it, by their paths."""
    found = {record.path: record}
    for nested in record.records:
        found |= records_of(nested)
    return found


def positioned(record: Record) -> Iterator[Positioned]:
    """The instances of a record that are read from a stream."""
    return (lazy for lazy in record.instances if isinstance(lazy, Positioned))


def reading(instances: tuple[Lazy, ...], change: Callable[[Op], Op]) -> tuple[Lazy, ...]:
    """The same instances, the operations that read them changed."""
    return tuple(
        replace(lazy, read=tuple(map(change, lazy.read))) if isinstance(lazy, Positioned) else lazy
        for lazy in instances
    )


class Module(Frozen):
    """The whole spec.

    Attributes:
        imports: The modules of other specs that it needs.
        opaque: The modules of somebody else's types.
        routines: The classes of somebody else's routines, by their paths.
        structure: The structural plan, as soon as it is known what follows from what.
        places: Where each member of each type stands in the spec, for those who refuse it.
    """

    name: str
    title: str
    spec: str
    digest: str
    imports: tuple[str, ...]
    opaque: tuple[str, ...]
    routines: tuple[tuple[str, ...], ...]
    root: Record
    structure: Spec | None = None
    places: tuple[tuple[Path, str, Span], ...] = ()
