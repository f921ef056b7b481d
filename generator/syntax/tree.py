"""Stage 2, the vocabulary: a spec as it was written, expressions parsed, nothing resolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.generator.source import Span
from quire.generator.syntax.expr_tree import Expr
from quire.runtime.frozen import Frozen


class TypeRef(Frozen):
    """A type as a field names it: `u4`, `a::b`, `chunk(_index)`."""

    path: tuple[str, ...]
    args: tuple[Expr, ...]
    span: Span

    @property
    def text(self) -> str:
        """The name as written, without arguments."""
        return "::".join(self.path)


class Switch(Frozen):
    """`switch-on` and `cases`; a case without a key is `_`."""

    on: Expr
    cases: tuple[tuple[Expr | None, Any], ...]
    span: Span


def default_last(cases: list[tuple[Expr | None, Any]]) -> tuple[tuple[Expr | None, Any], ...]:
    """Cases in their order, but for `_`, which is the rest wherever it stands."""
    return tuple(sorted(cases, key=lambda case: case[0] is None))


class Process(Frozen):
    """`process`: a routine by its path (`xor`, `zlib`, `my.own.routine`), with arguments."""

    path: tuple[str, ...]
    args: tuple[Expr, ...]
    span: Span


class Import(Frozen):
    """An entry of `imports`."""

    path: str
    span: Span


class Valid(Frozen):
    """One rule of `valid`."""

    eq: Expr | None = None
    min: Expr | None = None
    max: Expr | None = None
    any_of: tuple[Expr, ...] | None = None
    expr: Expr | None = None
    expr_text: str = ""
    in_enum: bool = False


class Stage(Frozen):
    """One stage of `-codec`."""

    name: str
    args: tuple[tuple[str, Expr], ...]
    span: Span


class ArrayKey(Frozen):
    """`-array`."""

    dtype: str | Switch | Expr | None
    shape: Expr | None
    order: str | Expr
    span: Span


class SyncKey(Frozen):
    """`-sync`: the bytes that an element begins with, if they are told."""

    at: bytes | None
    span: Span


class Schema(Frozen):
    """The schema of one value of a document."""

    name: str
    kind: str
    span: Span
    doc: str = ""
    class_id: str = ""
    fields: tuple[Schema, ...] | None = None
    item: Schema | None = None
    keys: Expr | None = None
    condition: Expr | None = None
    optional: bool = False
    default: Expr | None = None
    valid: Valid | None = None


class DocumentKey(Frozen):
    """`-document`."""

    format: str
    compact: Expr | None
    sort_keys: Expr | None
    schema: Schema
    span: Span


class Edge(Frozen):
    """Where a field begins, or ends."""

    field: str
    is_end: bool
    span: Span


class Stretch(Frozen):
    """Bytes of a stream from an edge to another one: its start and its end, where there is none."""

    start: Edge | None
    end: Edge | None
    span: Span


class ChecksumKey(Frozen):
    """`-checksum`."""

    algorithm: str
    over: tuple[Expr | Stretch, ...]
    decoded: Expr | None
    condition: Expr | None
    span: Span
    init: Expr | None
    xor: Expr | None
    mask: Expr | None
    negated: bool
    inflated: Expr | None
    word: str
    own: int
    base: int | None


class Field(Frozen):
    """An entry of `seq`, or an instance.

    `key` is where its name stands, or the whole entry where it has none. `given` has the spans of
    the values of the keys that were written; `place` is where the entry stands in the
    spec, as errors at run time tell it (`/types/chunk/seq/2`). What is `computed` is a value
    instance. An `orphan` is a record without a parent (`parent: false`).
    """

    id: str
    key: Span
    span: Span
    given: dict[str, Span]
    place: str = ""
    computed: bool = False
    doc: str = ""
    type: TypeRef | Switch | None = None
    size: Expr | None = None
    size_eos: bool = False
    contents: bytes | None = None
    encoding: str | None = None
    enum: tuple[str, ...] | None = None
    terminator: int | None = None
    include: bool = False
    consume: bool = True
    eos_error: bool = True
    pad_right: int | None = None
    repeat: str | None = None
    repeat_expr: Expr | None = None
    repeat_until: Expr | None = None
    condition: Expr | None = None
    valid: Valid | None = None
    pos: Expr | None = None
    io: Expr | None = None
    process: Process | None = None
    parent: Expr | None = None
    orphan: bool = False
    value: Expr | None = None
    array: ArrayKey | None = None
    codec: tuple[Stage, ...] | Switch | None = None
    document: DocumentKey | None = None
    checksum: ChecksumKey | None = None
    default: Expr | None = None
    derive: Expr | None = None
    usual: Expr | None = None
    fill: int | None = None
    align: Expr | None = None
    limit: Expr | None = None
    sync: SyncKey | None = None


class Param(Frozen):
    """A parameter of a type."""

    id: str
    type: TypeRef | None
    arrays: int
    enum: tuple[str, ...] | None
    doc: str
    span: Span
    given: dict[str, Span]

    @property
    def key(self) -> Span:
        """Where its name stands."""
        return self.given.get("id", self.span)


class EnumLabel(Frozen):
    """One value of an enum: `key` is where its name stands, `span` where its number does."""

    value: int
    id: str
    key: Span
    doc: str
    span: Span


class Enum(Frozen):
    """An enum."""

    id: str
    labels: tuple[EnumLabel, ...]
    span: Span


class Type(Frozen):
    """A type: the whole spec, or one of `types`; `key` is where its name stands.

    `endian` may be chosen when the type is read: a switch whose cases are `le` and `be`.
    """

    id: str
    span: Span
    key: Span
    endian: str | Switch | None = None
    bit_endian: str | None = None
    encoding: str | None = None
    encoding_span: Span | None = None
    doc: str = ""
    to_string: Expr | None = None
    params: tuple[Param, ...] = ()
    seq: tuple[Field, ...] = ()
    instances: tuple[Field, ...] = ()
    types: tuple[Type, ...] = ()
    enums: tuple[Enum, ...] = ()
    imports: tuple[Import, ...] = ()


class Spec(Frozen):
    """A whole file. `debug` and `opaque_types` are None where the spec does not say."""

    root: Type
    title: str
    debug: bool
    opaque_types: bool | None

    def imports(self) -> Iterator[Import]:
        """The imports of all types."""
        pending = [self.root]
        while pending:
            written = pending.pop()
            yield from written.imports
            pending += written.types


Member = Param | Field
"""What has a name inside a type: params, fields and instances share a namespace."""


def members(written: Type) -> tuple[Member, ...]:
    """The members of a type, in the order in which they are declared."""
    return (*written.params, *written.seq, *written.instances)
