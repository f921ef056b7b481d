"""The structural plan: what a spec says, field by field, and how fields depend on each other.

It is made of the typed model, and of what deriving has found out: no operation is in it.
"""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan.edges import edges_of
from quire.generator.plan.expressions import plain
from quire.generator.plan.offsets import placed
from quire.generator.plan.structure_fields import choice, field_of, maybe, rules
from quire.generator.plan.words import path_name, type_name
from quire.generator.resolve.references import enum_name
from quire.generator.types import model as m
from quire.runtime import structure as s


def structure(model: m.Model, derived: p.Module) -> s.Spec:
    """The structural plan of a spec.

    Args:
        model: The spec.
        derived: Its plan, as soon as it is known what follows from what.
    """
    records = p.records_of(derived.root)
    typed = {type_.definition.path: type_ for type_ in model.types}
    types = tuple(_type(typed[path], record) for path, record in records.items())
    return s.Spec(
        id=derived.name,
        title=derived.title,
        file=derived.spec,
        digest=derived.digest,
        imports=derived.imports,
        types=placed(types),
        enums=tuple(enum for path in records for enum in _enums(typed[path])),
        documents=tuple(map(_document, model.documents)),
    )


def _type(typed: m.TypedType, derived: p.Record) -> s.Type:
    definition = typed.definition
    return s.Type(
        path=path_name(definition.path),
        parent=type_name(typed.parent),
        endian=choice(typed.endian) if typed.endian is not None else _endian(definition.endian),
        params=tuple(
            s.Param(id=param.id, type=type_name(param.type), doc=param.doc)
            for param in typed.params
        ),
        fields=tuple(map(field_of, typed.seq)),
        instances=tuple(map(field_of, typed.instances)),
        edges=edges_of(derived),
        to_string=maybe(typed.to_string),
        doc=definition.syntax.doc,
    )


def _endian(order: str | None) -> str:
    return "" if order in (None, "chosen") else str(order)


def _enums(typed: m.TypedType) -> tuple[s.Enum, ...]:
    path, written = typed.definition.path, typed.definition.syntax
    return tuple(
        s.Enum(
            path=path_name((*path, enum_name(written, enum))),
            members=tuple(
                s.Member(id=label.id, value=label.value, doc=label.doc) for label in enum.labels
            ),
        )
        for enum in written.enums
    )


def _document(typed: m.TypedDocument) -> s.Document:
    schema = typed.definition.schema
    return s.Document(
        path=path_name(typed.definition.path), doc=schema.doc, keys=tuple(map(_key, typed.keys))
    )


def _key(key: m.TypedSchema) -> s.Key:
    return s.Key(
        name=key.name,
        type=_key_type(key),
        doc=key.doc,
        condition=maybe(key.condition),
        optional=key.optional,
        default=maybe(key.default),
        names=None if key.keys is None else plain(key.keys),
        valid=rules(key.valid),
    )


def _key_type(key: m.TypedSchema) -> str:
    """The type of a key's value, in a word or two."""
    if key.kind == "list":
        return f"{_key_type(key.item) if key.item is not None else 'any'}[]"
    return path_name(key.path) if key.kind == "object" and key.path is not None else key.kind
