"""What a page of documentation says of a spec, as rows of tables."""

from __future__ import annotations

from collections.abc import Iterator

from quire.runtime import structure as s
from quire.runtime.frozen import Frozen
from quire.runtime.structure.expressions import expression_text
from quire.runtime.structure.text import (
    case_text,
    checksum_text,
    repeat_text,
    rule_text,
    told_text,
)
from quire.runtime.structure.words import last_name, stored_words

RULES = {
    "equal": "always",
    "at_least": "at least",
    "at_most": "at most",
    "any_of": "one of",
    "that": "such that",
    "member": "one that its enum names",
}


class Case(Frozen):
    """A type that a field may have.

    Attributes:
        key: The value that stands for it.
        type: How it is stored.
        path: The type that it is a record of; "" if it is none.
    """

    key: str
    type: str
    path: str


class Row(Frozen):
    """A field or an instance.

    Attributes:
        offset: Where it begins, in bytes from the start of its record; "" where that differs.
        size: How many bytes it takes, or what tells that.
        name: Its name.
        type: How it is stored.
        path: The type that it is a record of; "" if it is none.
        cases: The types that it may have, if it has several.
        doc: What it means.
        rules: What holds for it.
        derived: What a writer makes it of, if it need not be given.
    """

    offset: str
    size: str
    name: str
    type: str
    path: str
    cases: tuple[Case, ...]
    doc: str
    rules: tuple[str, ...]
    derived: tuple[str, ...]

    @property
    def meanings(self) -> list[str]:
        """What it means, what holds for it, and what it may be, each as a text."""
        cases = (f"{case.key}: {case.type}" for case in self.cases)
        return [text for text in (self.doc, *self.rules, *cases) if text]


class Table(Frozen):
    """A type.

    Attributes:
        path: Its path.
        name: The last part of that.
        doc: What it means.
        size: The bytes that a record takes, where that is always so; else "".
        params: Its parameters: name, type, meaning.
        fields: Its fields, in the order of the file.
        instances: What stands at positions, or is computed.
        derived: What its records tell of fields elsewhere.
    """

    path: str
    name: str
    doc: str
    size: str
    params: tuple[tuple[str, str, str], ...]
    fields: tuple[Row, ...]
    instances: tuple[Row, ...]
    derived: tuple[str, ...]


def tables_of(spec: s.Spec) -> list[Table]:
    """The types of a spec, itself first."""
    return [_table(type_) for type_ in spec.types]


def _table(type_: s.Type) -> Table:
    own = {field.id for field in (*type_.fields, *type_.instances)}
    elsewhere = (edge for edge in type_.edges if edge.field not in own)
    return Table(
        path=type_.path,
        name=last_name(type_.path),
        doc=type_.doc,
        size="" if type_.size is None else str(type_.size),
        params=tuple((param.id, param.type, param.doc) for param in type_.params),
        fields=tuple(_row(type_, field) for field in type_.fields),
        instances=tuple(_row(type_, field) for field in type_.instances),
        derived=tuple(f"{expression_text(edge.field)}: {told_text(edge)}" for edge in elsewhere),
    )


def _row(type_: s.Type, field: s.Field) -> Row:
    stored = field.stored
    cases = stored.cases if isinstance(stored, s.Switch) else ()
    return Row(
        offset=_offset(field),
        size=_size(field),
        name=field.id,
        type=_type(field),
        path=stored.path if isinstance(stored, s.Record) else "",
        cases=tuple(map(_case, cases)),
        doc=field.doc,
        rules=tuple(_rules(field)),
        derived=tuple(_derived(type_, field)),
    )


def _case(case: s.Case) -> Case:
    key = "else" if case.key is None else case_text(case.key)
    path = case.stored.path if isinstance(case.stored, s.Record) else ""
    return Case(key=key, type=stored_words(case.stored), path=path)


def _offset(field: s.Field) -> str:
    if field.pos is not None:
        return expression_text(field.pos)
    if field.offset is None:
        return ""
    return f"{field.offset}" + (f", bit {field.bit}" if field.bit else "")


def _size(field: s.Field) -> str:
    if field.size is not None:
        return str(field.size)
    if isinstance(field.stored, s.Bits):
        return f"{field.stored.width} bits"
    extent = getattr(field.stored, "extent", None)
    if extent is None or field.repeat is not None:
        return ""
    if extent.size is not None:
        return expression_text(extent.size)
    if extent.terminator is not None:
        return f"up to {extent.terminator.hex(' ')}"
    return "the rest" if extent.to_end else ""


def _type(field: s.Field) -> str:
    named = field.type
    if isinstance(field.stored, s.Switch):
        named = f"by {expression_text(field.stored.on)}"
    elif field.stored is not None and field.array is None:
        named = stored_words(field.stored)
    return named + ("[]" if field.repeat is not None and not named.endswith("[]") else "")


def _rules(field: s.Field) -> Iterator[str]:
    if field.condition is not None:
        yield f"if {expression_text(field.condition)}"
    if field.repeat is not None:
        yield repeat_text(field.repeat)
    if field.value is not None:
        yield f"= {expression_text(field.value)}"
    if field.contents is not None:
        yield f"always {field.contents.hex(' ')}"
    for rule in field.valid:
        yield rule_text(rule).replace(rule.kind, RULES[rule.kind], 1)
    if field.array is not None:
        yield f"array of {_dtype(field.array)}, {expression_text(field.array.shape)}"
    for _, stages in () if field.codec is None else field.codec.cases:
        yield f"codec {', then '.join(stage.codec for stage in stages)}"


def _dtype(array: s.Array) -> str:
    if isinstance(array.dtype, str):
        return array.dtype
    told = array.dtype.on if isinstance(array.dtype, s.Choice) else array.dtype.name
    return expression_text(told)


def _derived(type_: s.Type, field: s.Field) -> Iterator[str]:
    """What a writer makes a field of."""
    if field.value is not None:
        return
    if field.contents is not None or any(rule.kind == "equal" for rule in field.valid):
        yield "the one value that it may have"
    for edge in type_.edges:
        if edge.field == field.id:
            is_tag = isinstance(edge, s.Tag)  # whose cases are told where they are
            yield f"the tag of {edge.of}" if is_tag else told_text(edge)
    if field.checksum is not None:
        yield checksum_text(field.checksum)
    if field.derive is not None:
        yield expression_text(field.derive)
    if field.default is not None:
        yield f"{expression_text(field.default)}, unless it is given"
