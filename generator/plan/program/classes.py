"""Programs: classes and what they hold."""

from __future__ import annotations

from quire.generator.plan.program.nodes import (
    Annotation,
    ClassOf,
    Doc,
    Key,
    Method,
    Node,
    Slot,
)
from quire.generator.resolve.scopes import Path
from quire.generator.types.model import Type
from quire.runtime.structure.tree import Spec


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


class SizeOf(Constant):
    """The bytes that every object takes."""

    size: int


class RawOf(Constant):
    """The stored bytes of a record that has a stream of its own."""

    slot: Slot
    held: Slot


class Places(Constant):
    """The class has instances that are written at positions, or holds records that have."""


class Measures(Constant):
    """A field of the class depends on how many bytes records take when they are written."""


class StandsAlone(Constant):
    """Records of the class are the same bytes wherever they stand, checksums too."""


class LooksUp(Constant):
    """What records of the class look up outside themselves: names that follow each other."""

    ways: tuple[tuple[str, ...], ...]


class FieldsLookUp(Constant):
    """The same of their fields alone, and of the instances that fields name."""

    ways: tuple[tuple[str, ...], ...]


class GoesByPlace(Constant):
    """Records of the class may be other bytes in another place of their stream."""


class GoesBySize(Constant):
    """They are others there only where one asks for the size of that."""


class NamesOf(Constant):
    """The members of a kind: `placed`, `loose`, `elsewhere`, `derived`, `below`, and so on."""

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


class FixedPart(Node):
    """A field of what is taken in one call: what it always is, at a place of the spec, or a text.

    The encoding is "" where something else is made of its bytes. A text that is cut before it is
    decoded `is_last`: what is wrong with it is told after it.
    """

    name: str
    kind: str
    same: bytes | None = None
    place: str = ""
    encoding: str | None = None
    is_last: bool = False


class FixedOf(Constant):
    """Fields of constant sizes, which are taken in one call."""

    name: str
    parts: tuple[FixedPart, ...]


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
