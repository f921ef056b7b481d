"""The resolved, typed model: what names mean, and of what type every expression is.

Definitions refer to each other by path (`("cvc", "chunk")`), never by object, so that types may
contain each other and everything stays frozen.
"""

from __future__ import annotations

from quire.generator.resolve.scopes import DocumentDef, Names, Path, TypeDef
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.runtime.frozen import Frozen

# -- types of values -----------------------------------------------------------------------


class Type(Frozen):
    """The type of a value."""


class Basic(Type):
    """`int`, `float`, `bool`, `str`, `bytes`, `stream`, `any`, or `error` (reported)."""

    name: str

    def __str__(self) -> str:
        return {
            "int": "an integer",
            "float": "a float",
            "bool": "a boolean",
            "str": "a string",
            "bytes": "bytes",
        }.get(self.name, self.name)


INT, FLOAT, BOOL, STR, BYTES = (
    Basic("int"),
    Basic("float"),
    Basic("bool"),
    Basic("str"),
    Basic("bytes"),
)
STREAM, ANY, ERROR = Basic("stream"), Basic("any"), Basic("error")


class EnumType(Type):
    """A value of an enum."""

    path: Path

    def __str__(self) -> str:
        return f"enum `{'::'.join(self.path[1:])}`"


class ListType(Type):
    """A list."""

    of: Type

    def __str__(self) -> str:
        return f"a list of {self.of}"


class TableType(ListType):
    """A list of records that is read as a table."""


class RecordType(Type):
    """An object of a type of the spec; an empty path is any record."""

    path: Path

    def __str__(self) -> str:
        return f"type `{'::'.join(self.path)}`" if self.path else "a record"


class OneRecord(RecordType):
    """An object of one of several types: what is not known of any record takes a cast."""

    of: tuple[Type, ...]


class OneOf(Type):
    """One of several types that have nothing in common: it takes a cast to do something with."""

    of: tuple[Type, ...]

    def __str__(self) -> str:
        return "one of several types"


class DocumentType(Type):
    """An object inside a document."""

    path: Path

    def __str__(self) -> str:
        return f"document `{'::'.join(self.path[1:])}`"


class ArrayType(Type):
    """An array of numpy."""

    dtype: str

    def __str__(self) -> str:
        return "an array"


class PayloadType(Type):
    """A `-codec` field."""

    def __str__(self) -> str:
        return "an encoded payload"


# -- typed expressions -----------------------------------------------------------------------


class Expr(Frozen):
    """A typed expression and where it stands."""

    type: Type
    span: Span

    def __eq__(self, other: object) -> bool:
        """Whether they say the same, wherever they stand."""
        if type(self) is not type(other):
            return False
        mine, theirs = vars(self), vars(other)
        return all(mine[name] == theirs[name] for name in self._names if name != "span")

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self._names if name != "span")))


class Const(Expr):
    """A constant; `text` is a number as the spec has it."""

    value: int | float | bool | str | bytes
    text: str = ""


class Local(Expr):
    """`_index`, `_`, or one of the words `_io`, `_root`, `_parent`, `self`."""

    name: str


class Get(Expr):
    """A member of a record or of a document."""

    of: Expr
    name: str


class Narrowed(Get):
    """A member that is of one of several types, of which a cast says which one."""


class EnumValue(Expr):
    """A label of an enum."""

    path: Path
    label: str


class ListOf(Expr):
    """A list of expressions."""

    items: tuple[Expr, ...]


class Op(Expr):
    """An operator or a method, by its name in the table of `operators`."""

    name: str
    args: tuple[Expr, ...]


class MapOver(Expr):
    """`of.map(body)`, where the body's `_` is the element."""

    of: Expr
    body: Expr


class Where(Expr):
    """`of.where(test)`, where the test's `_` is the element."""

    of: Expr
    test: Expr


ENDS = ("len_deflated", "len_sub_blocks", "len_varint")
"""Members of streams: the bytes to where data ends that tells it by itself."""


def pieces_of(expr: Expr | None) -> tuple[Expr, str] | None:
    """The records and the field, of which an expression is the bytes one after another."""
    if not isinstance(expr, Op) or expr.name != "joined" or not isinstance(expr.args[0], MapOver):
        return None
    each = expr.args[0].body
    while isinstance(each, Op) and each.name in ("bytes_of", "as"):
        each = each.args[0]
    if isinstance(each, Get) and isinstance(each.of, Local) and each.of.name == "_":
        return expr.args[0].of, each.name
    return None


def parts_of(expr: Expr) -> tuple[Expr, ...]:
    """The expressions that an expression is made of."""
    if isinstance(expr, Get):
        return (expr.of,)
    if isinstance(expr, ListOf):
        return expr.items
    if isinstance(expr, Op):
        return expr.args
    if isinstance(expr, Where):
        return expr.of, expr.test
    return (expr.of, expr.body) if isinstance(expr, MapOver) else ()


def locals_of(expr: Expr | None) -> frozenset[str]:
    """The words (`_index`, `_io`, …) that an expression names."""
    if expr is None:
        return frozenset()
    if isinstance(expr, Local):
        return frozenset((expr.name,))
    return frozenset[str]().union(*map(locals_of, parts_of(expr)))


def goes_by_stream(expr: Expr) -> bool:
    """Whether an expression is a stream, or names the one that its record is in."""
    return expr.type is STREAM or "_io" in locals_of(expr)


def own_field(expr: Expr | None) -> str | None:
    """The name of the record's own field that an expression is, and nothing else."""
    if isinstance(expr, Get) and isinstance(expr.of, Local) and expr.of.name == "self":
        return expr.name
    return None


def own_fields(expr: Expr | None) -> frozenset[str]:
    """The record's own fields that an expression names."""
    if expr is None:
        return frozenset()
    name = own_field(expr)
    found = frozenset(() if name is None else (name,))
    return found.union(*map(own_fields, parts_of(expr)))


def is_untyped(expr: Expr) -> bool:
    """Whether a part of an expression is of a type that is known at run time alone."""
    cast = isinstance(expr, Narrowed) or (isinstance(expr, Local) and expr.name == "_parent")
    unknown = cast or is_any(expr.type)
    return unknown or any(is_untyped(part) or is_several(part.type) for part in parts_of(expr))


def is_any(type_: Type) -> bool:
    """Whether nothing is known about a value."""
    if isinstance(type_, RecordType | DocumentType):
        return not (type_.path or isinstance(type_, OneRecord))
    return isinstance(type_, Basic) and type_ in (ANY, ERROR)


def is_several(type_: Type) -> bool:
    """Whether a value, or an element of a list, is of one of several types."""
    return isinstance(type_, OneRecord | OneOf) or (
        isinstance(type_, ListType) and is_several(type_.of)
    )


class Measured(Frozen):
    """The size of the field `of`, which begins so many bytes after the start of another one."""

    of: str
    ahead: int


# -- typed fields --------------------------------------------------------------------------------


class Number(Frozen):
    """Storage: a fixed-size number, perhaps with an enum."""

    scalar: str
    enum: Path | None = None


class Bits(Frozen):
    """Storage: so many bits, perhaps with an enum; a `flag` is a boolean."""

    width: int
    order: str
    enum: Path | None
    flag: bool


class Raw(Frozen):
    """Storage: bytes."""


class Text(Frozen):
    """Storage: text in an encoding, by the name that Python's codecs know it.

    `unit` is how many bytes a character takes at least. A `zero` ends it, if nothing else is told
    to (`strz`).
    """

    encoding: str
    unit: int
    zero: bool


class User(Frozen):
    """Storage: an object of a type, with its arguments by name.

    Attributes:
        parent: Who its parent is, if not the record that holds it.
        orphan: Whether it has no parent.
        foreign: Whether it is a type of another spec, and its own root.
        ordered: Whether its class is told a byte order.
        chosen: Whether that is the one that was chosen for its holder.
        opaque: Whether its class is somebody else's, which knows its arguments and its stream.
        ragged: Whether it is a type of another spec that may end within a byte.
    """

    path: Path
    args: tuple[tuple[str, Expr], ...]
    parent: Expr | None = None
    orphan: bool = False
    foreign: bool = False
    ordered: bool = False
    chosen: bool = False
    opaque: bool = False
    ragged: bool = False


class Choice(Frozen):
    """Storage: one of several, by the value of an expression; a case without a key is `_`."""

    on: Expr
    cases: tuple[tuple[Expr | None, Storage], ...]


Storage = Number | Bits | Raw | Text | User | Choice


class Process(Frozen):
    """A routine that turns stored bytes into others: one of the language's own, or a class."""

    path: tuple[str, ...]
    args: tuple[Expr, ...]


class TypedValid(Frozen):
    """One rule of `valid`, typed."""

    eq: Expr | None = None
    min: Expr | None = None
    max: Expr | None = None
    any_of: tuple[Expr, ...] | None = None
    expr: Expr | None = None
    expr_text: str = ""
    in_enum: bool = False


class CodecStage(Frozen):
    """A stage of a pipeline: the codec's name and its arguments."""

    codec: str
    args: tuple[tuple[str, Expr], ...]


class CodecChoice(Frozen):
    """A pipeline chosen by a value; a case without a key is `_`."""

    on: Expr
    cases: tuple[tuple[Expr | None, tuple[CodecStage, ...]], ...]


class DtypeChoice(Frozen):
    """An element type chosen by a value, as codecs name it; a case without a key is `_`."""

    on: Expr
    cases: tuple[tuple[Expr | None, str], ...]


class TypedArray(Frozen):
    """`-array`: element type (as written, and as numpy has it), shape, order.

    An element type that is chosen has neither name; without a codec, an expression tells its name.
    """

    name: str
    dtype: str | Expr
    shape: Expr
    order: str | Expr
    choice: DtypeChoice | None = None


class FieldEdge(Frozen):
    """Where a field begins, or ends."""

    field: str
    is_end: bool


class StretchOf(Frozen):
    """Bytes of a stream, from its start where no edge is told, to its end where none is."""

    start: FieldEdge | None
    end: FieldEdge | None


class InstanceBytes(Frozen):
    """The bytes that an instance takes."""

    name: str


Covered = StretchOf | InstanceBytes | Expr
"""What a checksum is over: stored bytes, or those that an expression makes."""


class TypedChecksum(Frozen):
    """`-checksum` of a field: `over` which payload, of its `decoded` array when that holds.

    Without a payload it is over the `parts`. `size` is the number of bytes of a hash, or of digits
    of a `base`; `condition` says whether it is verified.
    """

    algorithm: str
    over: str
    size: int | None
    decoded: Expr | None
    condition: Expr | None
    parts: tuple[Covered, ...] = ()
    init: Expr | None = None
    xor: Expr | None = None
    mask: Expr | None = None
    negated: bool = False
    inflated: Expr | None = None
    word: str = ""
    own: int = 0
    base: int | None = None


class TypedSchema(Frozen):
    """A key of a document."""

    name: str
    kind: str
    doc: str
    path: Path | None
    item: TypedSchema | None
    keys: Expr | None
    condition: Expr | None
    optional: bool
    default: Expr | None
    valid: TypedValid | None
    span: Span


class TypedField(Frozen):
    """A field or an instance whose expressions have types.

    `type` is that of the attribute; `storage` of one element in the stream.
    """

    syntax: syntax.Field
    type: Type
    storage: Storage | None
    size: Expr | None = None
    repeat_expr: Expr | None = None
    repeat_until: Expr | None = None
    condition: Expr | None = None
    valid: TypedValid | None = None
    pos: Expr | None = None
    io: Expr | None = None
    align: Expr | None = None
    process: Process | None = None
    value: Expr | None = None
    default: Expr | None = None
    derive: Expr | None = None
    usual: Expr | None = None
    measure: Measured | None = None
    limit: int | None = None
    sync: bytes | None = None
    array: TypedArray | None = None
    codec: tuple[CodecStage, ...] | CodecChoice | None = None
    checksum: TypedChecksum | None = None
    document: Path | None = None
    compact: Expr | None = None
    sort_keys: Expr | None = None

    @property
    def id(self) -> str:
        """The name."""
        return self.syntax.id


class EndianChoice(Frozen):
    """A byte order that is chosen when a type is read; a case without a key is `_`."""

    on: Expr
    cases: tuple[tuple[Expr | None, str], ...]


class TypedParam(Frozen):
    """A parameter of a type."""

    id: str
    type: Type
    doc: str


class TypedType(Frozen):
    """A type of the spec, all expressions typed."""

    definition: TypeDef
    params: tuple[TypedParam, ...]
    seq: tuple[TypedField, ...]
    instances: tuple[TypedField, ...]
    parent: Type
    to_string: Expr | None = None
    endian: EndianChoice | None = None


class TypedDocument(Frozen):
    """An object of a document."""

    definition: DocumentDef
    keys: tuple[TypedSchema, ...]


class Model(Frozen):
    """A spec that makes sense: all names resolved, all expressions typed."""

    names: Names
    types: tuple[TypedType, ...]
    documents: tuple[TypedDocument, ...]
