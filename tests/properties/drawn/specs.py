"""What a drawn spec is: a tree of what its fields are, and the YAML that says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Int:
    """A number: `u2be`; one of an enum may have a name."""

    type: str
    enum: bool = False


@dataclass(frozen=True)
class Float:
    """A number with a fraction: `f4le`."""

    type: str


@dataclass(frozen=True)
class Bits:
    """A number of some bits, the highest or the lowest first."""

    width: int
    order: str


@dataclass(frozen=True)
class Bytes:
    """Bytes, as many as the window says."""


@dataclass(frozen=True)
class Text:
    """Text: up to a zero (no window), or as much as the window says."""

    encoding: str
    terminator: int | None = None
    pad: int | None = None


@dataclass(frozen=True)
class Const:
    """Bytes that are always these."""

    data: bytes


@dataclass(frozen=True)
class Padding:
    """Zeros up to a position that a number divides."""

    align: int


@dataclass(frozen=True)
class Sub:
    """A record of a type; one with a parameter is told a number, a field, or its index."""

    record: Record
    arg: int | str = 5


@dataclass(frozen=True)
class Switch:
    """What a tag says; no type for a tag: bytes."""

    tag: str
    cases: tuple[tuple[int, Sub | Int], ...]


@dataclass(frozen=True)
class Array:
    """An array of numpy: so many rows, each of some numbers, or no rows but numbers."""

    dtype: str
    width: int
    rows: str


Kind = Array | Int | Float | Bits | Bytes | Text | Const | Padding | Sub | Switch


@dataclass(frozen=True)
class LengthOf:
    """How many bytes a field takes, which its `size` says: `plus` less, or in units of `unit`."""

    target: str
    plus: int = 0
    unit: int = 1


@dataclass(frozen=True)
class CountOf:
    """How many elements a list has, `plus` more."""

    target: str
    plus: int = 0


@dataclass(frozen=True)
class FlagOf:
    """1 where a field is there, else 0."""

    target: str


@dataclass(frozen=True)
class TagOf:
    """The tag of what was chosen."""

    target: str


@dataclass(frozen=True)
class TwiceOf:
    """`-derive` of another field, twice."""

    target: str


@dataclass(frozen=True)
class SumOf:
    """`-derive` of the sum of a list."""

    target: str


@dataclass(frozen=True)
class SizeOf:
    """`-derive` of how many bytes a field takes."""

    target: str


@dataclass(frozen=True)
class DigestOf:
    """`-checksum` over fields, or over a stretch: from one of them to another one."""

    targets: tuple[str, ...]
    algorithm: str
    stretch: tuple[str, ...] = ()
    """The keys that the fields stand at: `from` or `behind`, and `to` or `before`."""


@dataclass(frozen=True)
class PositionOf:
    """Where an instance stands."""

    target: str


Rule = LengthOf | CountOf | FlagOf | TagOf | TwiceOf | SumOf | SizeOf | DigestOf | PositionOf


@dataclass(frozen=True)
class Field:
    """A field; one with a rule follows from others."""

    name: str
    kind: Kind
    rule: Rule | None = None
    window: int | str | None = None
    """Its bytes: a size, an expression of one, `eos`, or none."""
    process: str | None = None
    """`zlib`, or a key of xor as it is written."""
    repeat: str | None = None
    """How many: `eos`, `until`, an expression of a number, or not at all."""
    by: str = ""
    """The parameter that says the size."""
    flag: str | None = None
    """Which field says whether it is there."""
    io: str = ""
    """The field in whose stream it stands, at a position; else that of the file."""
    has_some: bool = False
    """Whether it is never empty: nothing can stand anywhere."""

    @property
    def one(self) -> Field:
        """An element of the list."""
        return replace(self, repeat=None, flag=None)


@dataclass(frozen=True)
class Computed:
    """A value instance: a field, and some more, or a parameter more."""

    name: str
    source: str
    plus: int | str


@dataclass(frozen=True)
class View:
    """An instance over the bytes of the first field, and of its type."""

    name: str
    target: str


@dataclass(frozen=True)
class Record:
    """A type: its fields, what stands at positions, what is computed, a parameter, and views.

    Some parameters are always the same number.
    """

    name: str
    fields: tuple[Field, ...]
    placed: tuple[Field, ...] = ()
    computed: tuple[Computed, ...] = ()
    param: str = ""
    always: int | None = None
    views: tuple[View, ...] = ()

    def field(self, name: str) -> Field:
        """The field of that name."""
        return next(each for each in (*self.fields, *self.placed) if each.name == name)


def below(record: Record) -> Iterator[Record]:
    """A type and all that it uses, one as often as it is used."""
    yield record
    for field in (*record.fields, *record.placed):
        match field.kind:
            case Sub(record=inner):
                yield from below(inner)
            case Switch(cases=cases):
                for _, kind in cases:
                    if isinstance(kind, Sub):
                        yield from below(kind.record)


def text_of(root: Record) -> str:
    """The spec, as JSON, which is YAML."""
    types = {each.name: type_of(each) for each in below(root) if each != root}
    meta = {"id": root.name, "endian": "le"}
    enums = {"names": {number: f"name_{number}" for number in range(4)}}
    return json.dumps({"meta": meta, **type_of(root), "types": types, "enums": enums}, indent=1)


def type_of(record: Record) -> dict[str, Any]:
    seq = [{"id": each.name, **keys_of(each)} for each in record.fields]
    placed = {
        each.name: {"pos": f"ofs_{each.name}", "io": f"{each.io or '_root'}._io", **keys_of(each)}
        for each in record.placed
    }
    computed = {each.name: {"value": f"{each.source} + {each.plus}"} for each in record.computed}
    views = {each.name: {"pos": 0, **keys_of(record.field(each.target))} for each in record.views}
    params = [{"id": record.param, "type": "u1"}] if record.param else []
    return {"params": params, "seq": seq, "instances": {**placed, **computed, **views}}


def keys_of(field: Field) -> dict[str, Any]:
    return {
        **kind_keys(field),
        **window_keys(field),
        **repeat_keys(field),
        **rule_keys(field.rule),
        **({"process": field.process} if field.process else {}),
        **({"if": field.flag} if field.flag else {}),
    }


def kind_keys(field: Field) -> dict[str, Any]:
    match field.kind:
        case Int(type=name, enum=True):
            return {"type": name, "enum": "names"}
        case Int(type=name) | Float(type=name):
            return {"type": name}
        case Bits(width=width, order=order):
            return {"type": f"b{width}{order}"}
        case Const(data=data):
            return {"contents": [*data]}
        case Padding(align=align):
            return {"size": f"({align} - _io.pos % {align}) % {align}", "-fill": 0}
        case Text(encoding=encoding, terminator=terminator, pad=pad):
            ends = {"terminator": terminator, "pad-right": pad}
            told = {key: value for key, value in ends.items() if value is not None}
            return {"type": "str" if field.window else "strz", "encoding": encoding, **told}
        case Array(dtype=dtype, width=width, rows=rows):
            return {"-array": {"dtype": dtype, "shape": [rows, width] if width else [rows]}}
        case Sub():
            return {"type": type_name(field.kind)}
        case Switch(tag=tag, cases=cases):
            names = {
                number: type_name(kind) if isinstance(kind, Sub) else kind.type
                for number, kind in cases
            }
            return {"type": {"switch-on": tag, "cases": names}}
    return {}


def type_name(kind: Sub) -> str:
    """A type, with what it is told."""
    record = kind.record
    return f"{record.name}({kind.arg})" if record.param else record.name


def window_keys(field: Field) -> dict[str, Any]:
    match field.window:
        case None:
            return {}
        case "eos":
            return {"size-eos": True}
    return {"size": field.by or field.window}


def repeat_keys(field: Field) -> dict[str, Any]:
    match field.repeat:
        case None:
            return {}
        case "eos":
            return {"repeat": "eos"}
        case "until":
            return {"repeat": "until", "repeat-until": "_ == 0"}
    return {"repeat": "expr", "repeat-expr": field.repeat}


def rule_keys(rule: Rule | None) -> dict[str, Any]:
    match rule:
        case TwiceOf(target=target):
            return {"-derive": f"{target} * 2"}
        case SumOf(target=target):
            return {"-derive": f"{target}.sum"}
        case SizeOf(target=target):
            return {"-derive": f"{target}._sizeof"}
        case DigestOf(targets=targets, algorithm=algorithm, stretch=stretch):
            over = dict(zip(stretch, targets, strict=True)) if stretch else [*targets]
            return {"-checksum": {"algorithm": algorithm, "over": over}}
    return {}
