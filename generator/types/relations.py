"""Stage 4, types: how they relate: what is common to them, what may be compared."""

from __future__ import annotations

from quire.generator.resolve.scopes import Path
from quire.generator.syntax import tree as syntax
from quire.generator.types.model import (
    ANY,
    BOOL,
    BYTES,
    ERROR,
    FLOAT,
    INT,
    STR,
    Basic,
    DocumentType,
    EnumType,
    ListType,
    OneOf,
    OneRecord,
    RecordType,
    TableType,
    Type,
)


def kind_of(type_: Type) -> str:
    """The word for a type in the tables of members."""
    if isinstance(type_, Basic):
        return type_.name
    return {EnumType: "enum", ListType: "list", TableType: "list"}.get(type(type_), "record")


def common(types: list[Type]) -> Type:
    """The type that values of several types have in common; one of them, if that is nothing."""
    kinds = [type_ for type_ in types if type_ is not ERROR]
    if not kinds:
        return ERROR
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    if ANY in kinds:
        return ANY
    if all(kind in (INT, FLOAT) for kind in kinds):
        return FLOAT
    each = tuple(dict.fromkeys(kind for several in kinds for kind in _each(several)))
    if not all(isinstance(kind, RecordType) for kind in each):
        return OneOf(each)
    return OneRecord((), each) if all(map(_is_named, each)) else RecordType(())


def _each(type_: Type) -> tuple[Type, ...]:
    """The types that a value may have."""
    return type_.of if isinstance(type_, OneOf | OneRecord) else (type_,)


def _is_named(type_: Type) -> bool:
    return isinstance(type_, RecordType) and bool(type_.path)


def comparable(left: Type, right: Type, *, ordered: bool) -> bool:
    """Whether two types may be compared."""
    if ANY in (left, right) or {left, right} <= {INT, FLOAT}:
        return True
    if isinstance(left, EnumType):
        return left == right and not ordered
    return left == right and (left in (STR, BYTES) or (left is BOOL and not ordered))


def elements_of(left: Type, right: Type) -> tuple[Type, Type]:
    """The types of the elements, as long as both are lists."""
    while isinstance(left, ListType) and isinstance(right, ListType):
        left, right = left.of, right.of
    return left, right


def schema_type(schema: syntax.Schema, owner: Path) -> Type:
    """The type of a document's key; `owner` is the type that has the document."""
    if schema.kind == "object":
        return DocumentType((*owner, schema.class_id))
    if schema.kind == "list":
        return ListType(schema_type(schema.item, owner) if schema.item is not None else ANY)
    return {"int": INT, "float": FLOAT, "bool": BOOL, "str": STR, "any": ANY}[schema.kind]


def innermost(type_: Type) -> Type:
    """The type of the elements of lists of lists."""
    return innermost(type_.of) if isinstance(type_, ListType) else type_
