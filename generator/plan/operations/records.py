"""Operations: types, instances and modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.generator.plan.operations.actions import Guard, Op
from quire.generator.plan.operations.derivations import Derive, Position
from quire.generator.resolve.scopes import Path
from quire.generator.source import Span
from quire.generator.types.model import DtypeChoice, Expr, InstanceBytes, Type, TypedChecksum
from quire.runtime.frozen import Frozen, replace
from quire.runtime.structure import Spec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from dataclasses import KW_ONLY


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
    """A value, perhaps a member of an enum, or an array of the bytes of `pieces`.

    These are records, and the name of a field. `checks` are its rules.
    """

    value: Expr
    enum: Path | None
    pieces: tuple[Expr, str] | None = None
    checks: tuple[Op, ...] = ()


class Positioned(Lazy):
    """What is read at `pos` of `io` (the record's own stream), or where the stream stands.

    With `read_write` it is checked and written, too. A writer that chooses `pos` makes it a
    multiple of `align`.
    """

    pos: Expr | None
    io: Expr | None
    read: tuple[Op, ...]
    write: tuple[Op, ...]
    checks: tuple[Op, ...] = ()
    align: Expr | None = None


class Placed(Positioned):
    """What quire writes at a position of its record's stream, or of the whole file's (`io`).

    `found` sets the field that says where, if one does, or those that conditions choose from;
    `before_end` is how many bytes it stands before the end of the stream, if it is found from
    there.
    """

    _: KW_ONLY
    found: tuple[Position, ...]
    before_end: Expr | None
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
    `terminator`. Bytes are text (`encoding`), an array (`dtype`, `shape`), an integer (`order`), or
    stay bytes. A number keeps `rules`.
    """

    name: str
    scalar: str = ""
    size: Expr | None = None
    size_of: str = ""
    terminator: bytes | None = None
    encoding: str = ""
    order: str = ""
    dtype: str = ""
    shape: Expr | None = None
    rules: tuple[Guard, ...] = ()


Marks = tuple[int | None, int | None]
"""Between which marks of a record a stretch is; None for the ends of the stream."""


class Sum(Frozen):
    """A checksum of bytes that stand in a stream, or that expressions make.

    The field begins at the mark `at`, and is there where `present` holds; its number is stored as
    `scalar`, whose byte order may be chosen.
    """

    target: str
    scalar: str
    at: int
    parts: tuple[Marks | InstanceBytes | Expr, ...]
    present: Expr | None
    key: TypedChecksum


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
    """An object of a document; `taken` has its keys' names, each after those it depends on."""

    path: Path
    doc: str
    parent: Path | None
    root: Path
    keys: tuple[Key, ...]
    taken: tuple[str, ...]


class Endian(Frozen):
    """A byte order that is chosen when a record is read; a case without a key is the rest.

    Without `on`, the choice was made for the record that holds this one.
    """

    place: str
    on: Expr | None = None
    cases: tuple[tuple[Expr | None, str], ...] = ()


class FlatField(Frozen):
    """A number or bytes in a record: `of` is 0 for its own, else the number of the child."""

    of: int
    name: str
    kind: str
    enum: Path | None


class FlatChild(Frozen):
    """A record within a record (`of`, as for fields), perhaps in a list."""

    path: Path
    of: int
    name: str
    listed: bool


class Flat(Frozen):
    """What always takes the same bytes, as one run; children are numbered from 1."""

    fields: tuple[FlatField, ...]
    children: tuple[FlatChild, ...]


class Record(Frozen):
    """A type: its attributes, and what to do in order to read, derive, check and write it.

    `ready` is what has to be stored before it is written, since its length stands before it;
    `told` are the fields that follow from others, of this record or not, `needed` those that a user
    has to give. One that `places` has instances that are `placed`, or holds records that have.
    One that stands `alone` has checksums, and is the same bytes wherever it stands.
    `size` is the number of bytes if it is always the same. Records that are `traced` note where
    their fields stand; a list of those that are read `in_rows` is found in one go, and one of those
    that are `packed` is written many at a time. One in rows that is one run of bytes is `flat`,
    too. A record of tables has `cells`. With `read_write` it is written as Kaitai's
    compiler has it, and nothing is derived. `fields_look_up` are the ways out of it that its fields
    go, and the instances that fields name: `_io`, if one is read elsewhere. `notes` say why
    something was not done (a run that could not go on, a field that cannot be derived).
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
    sums: tuple[Sum, ...]
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
    flat: Flat | None = None
    places: bool = False
    alone: bool = False
    told: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    packed: bool = False
    cells: tuple[Cell, ...] = ()
    read_write: bool = False
    fields_look_up: tuple[tuple[str, ...], ...] = ()
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
        imports_places: Whether types of other specs have checksums, or instances at positions.
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
    imports_places: bool
    structure: Spec | None = None
    places: tuple[tuple[Path, str, Span], ...] = ()
