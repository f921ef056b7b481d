"""What a spec says, as data: its types and their fields, and how fields depend on each other.

Paths of types, enums and documents are texts (`png::chunk`) that begin with the name of the spec.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from quire.runtime.structure.edges import Edge
from quire.runtime.structure.expressions import Expr
from quire.runtime.structure.node import Node
from quire.runtime.structure.stored import Stored

# -- fields --------------------------------------------------------------------------------------


class Repeat(Node):
    """A field that is a list: `count` elements, `until` one for which it holds, or to the end.

    `limit` is how many there may be. A `table` is looked at column by column. After an element that
    is wrong, reading goes on where the bytes `sync` are next.
    """

    count: Expr | None = None
    until: Expr | None = None
    limit: int | None = None
    sync: bytes | None = None
    table: bool = False


class Rule(Node):
    """What `valid` says of a value, or of each element of a list.

    `kind` is `equal`, `at_least`, `at_most`, `any_of` (of `args`), `that` (the one of `args`
    holds) or `member` (of its enum).
    """

    kind: str
    args: tuple[Expr, ...] = ()


class Choice(Node):
    """A name that is chosen by the value of `on`; a case without a key is the rest."""

    on: Expr
    cases: tuple[tuple[Expr | None, str], ...]


class Computed(Node):
    """A name that an expression tells."""

    name: Expr


class Array(Node):
    """An array: its element type as numpy has it, its shape, and its order (`C` or `F`)."""

    dtype: str | Choice | Computed
    shape: Expr
    order: str | Computed = "C"


class Stage(Node):
    """A codec and its arguments."""

    codec: str
    args: tuple[tuple[str, Expr], ...] = ()


class Pipeline(Node):
    """The stages of a payload, chosen by the value of `on` if there is one."""

    on: Expr | None = None
    cases: tuple[tuple[Expr | None, tuple[Stage, ...]], ...]


class Covered(Node):
    """A part of what a checksum is over.

    A stretch goes from the field `start` to the field `end`: with the first unless it is `behind`
    it, with the last unless it is `before` it; where there is none, from the start or to the end of
    the stream. Else it is what an `instance` takes, or the bytes that are a `value`.
    """

    start: str = ""
    behind: bool = False
    end: str = ""
    before: bool = False
    instance: str = ""
    value: Expr | None = None


class Checksum(Node):
    """A digest of the payload `over`, or of its array where `decoded` holds; else of `parts`.

    `size` is the number of bytes of a hash, or of digits of a `base`, where a number is text. It
    is verified where `condition` holds, or always. Where its field is among what it is over, each
    byte of that counts as `own`. A number begins with `init`, adds up `word`s, is `negated`,
    combined with `xor`, and keeps the bits of `mask`. Where `inflated` holds, it is of what the
    bytes inflate to.
    """

    algorithm: str
    over: str = ""
    size: int | None = None
    decoded: Expr | None = None
    condition: Expr | None = None
    parts: tuple[Covered, ...] = ()
    own: int = 0
    base: int | None = None
    init: Expr | None = None
    word: str = ""
    negated: bool = False
    xor: Expr | None = None
    mask: Expr | None = None
    inflated: Expr | None = None


class Object(Node):
    """An object of a document, which is the text of a field."""

    path: str
    compact: Expr | None = None
    sort_keys: Expr | None = None


class Field(Node):
    """A field of `seq`, or an instance.

    Attributes:
        id: Its name.
        type: The type of the attribute, in a word or two: `int`, `png::chunk[]`.
        stored: How an element is stored; None for an instance that is computed.
        offset: Where it begins, in bytes from the start of its record, where that is always so.
        bit: How many bits after `offset` it begins.
        size: The bytes that it takes with all its elements, where that is always so; None for
            bits, too. A field that is not there takes none.
        contents: What its bytes always are.
        repeat: How often it is there, if it is a list.
        condition: What holds where it is there.
        pos: Where an instance begins.
        io: The stream that an instance is in, if not that of its record.
        value: What an instance is computed from.
        enum: The enum that the number of `value` is a member of.
        valid: What holds for its value.
        default: What it is where nothing is given.
        derive: What it follows from.
        usual: A list of what it usually is.
        array, codec, checksum, document: What its bytes stand for.
        doc: What it means.
    """

    id: str
    type: str
    stored: Stored | None = None
    offset: int | None = None
    bit: int = 0
    size: int | None = None
    contents: bytes | None = None
    repeat: Repeat | None = None
    condition: Expr | None = None
    pos: Expr | None = None
    io: Expr | None = None
    value: Expr | None = None
    enum: str = ""
    valid: tuple[Rule, ...] = ()
    default: Expr | None = None
    derive: Expr | None = None
    usual: Expr | None = None
    array: Array | None = None
    codec: Pipeline | None = None
    checksum: Checksum | None = None
    document: Object | None = None
    doc: str = ""


# -- types, enums and documents ------------------------------------------------------------------


class Param(Node):
    """A parameter of a type."""

    id: str
    type: str
    doc: str = ""


class Type(Node):
    """A type: its fields in the order of the file, its instances, and what depends on what.

    Attributes:
        path: Its name, with the types around it.
        parent: The type of what holds its records, in a word or two.
        endian: The byte order of its numbers, or what it is chosen by; "" if it has none, or if
            it is that of its holder.
        size: The bytes that a record takes, where that is always so.
        to_string: What a record is as text.
        edges: What its records say of sizes, counts, tags, … of each other.
    """

    path: str
    parent: str = ""
    endian: str | Choice = ""
    size: int | None = None
    params: tuple[Param, ...] = ()
    fields: tuple[Field, ...] = ()
    instances: tuple[Field, ...] = ()
    edges: tuple[Edge, ...] = ()
    to_string: Expr | None = None
    doc: str = ""

    def field(self, id: str) -> Field:
        """The field or instance of a name.

        Raises:
            KeyError: there is none.
        """
        return _named(id, [(field.id, field) for field in (*self.fields, *self.instances)])

    def __str__(self) -> str:
        from quire.runtime.structure.text import type_text  # which imports this

        return type_text(self)


class Member(Node):
    """A member of an enum."""

    id: str
    value: int
    doc: str = ""


class Enum(Node):
    """An enum."""

    path: str
    members: tuple[Member, ...]


class Key(Node):
    """A key of a document.

    Attributes:
        name: As the document has it.
        type: The type of its value, in a word or two.
        doc: What it means.
        condition: What holds where it is there.
        optional: Whether it may be left out.
        default: What it is where it was left out.
        names: Which keys an object has whose keys are no part of the schema.
        valid: What holds for its value.
    """

    name: str
    type: str
    doc: str = ""
    condition: Expr | None = None
    optional: bool = False
    default: Expr | None = None
    names: Expr | None = None
    valid: tuple[Rule, ...] = ()


class Document(Node):
    """An object of a document."""

    path: str
    doc: str = ""
    keys: tuple[Key, ...] = ()


class Spec(Node):
    """A whole spec.

    Attributes:
        id: Its name, `meta/id`.
        title: What it describes.
        file: The file that it was compiled from.
        digest: The first digits of the file's SHA-256.
        imports: The specs whose types it uses.
        types: Its types: itself first, then those in it, and in them.
        enums, documents: Those of all its types.
    """

    id: str
    title: str = ""
    file: str = ""
    digest: str = ""
    imports: tuple[str, ...] = ()
    types: tuple[Type, ...] = ()
    enums: tuple[Enum, ...] = ()
    documents: tuple[Document, ...] = ()

    def type(self, path: str) -> Type:
        """The type at a path.

        Raises:
            KeyError: there is none in this spec.
        """
        return _named(path, [(type_.path, type_) for type_ in self.types])

    def enum(self, path: str) -> Enum:
        """The enum at a path.

        Raises:
            KeyError: there is none in this spec.
        """
        return _named(path, [(enum.path, enum) for enum in self.enums])

    def __str__(self) -> str:
        from quire.runtime.structure.text import spec_text  # which imports this

        return spec_text(self)


T = TypeVar("T")


def _named(name: str, known: Sequence[tuple[str, T]]) -> T:
    found = dict(known)
    if name not in found:
        message = f"no {name!r}; there is {', '.join(found) or 'nothing'}"
        raise KeyError(message)
    return found[name]
