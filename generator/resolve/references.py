"""Stage 3: names. Every type, enum and document gets a path; references to types are checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.generator.diagnostics import Problems, type_hint
from quire.generator.resolve.scopes import (
    DocumentDef,
    EnumDef,
    Names,
    Path,
    TypeDef,
    Use,
    beside_type,
)
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import TEXT, is_primitive
from quire.runtime.values.numbers import MAX_BITS
from quire.runtime.values.scalars import SCALARS


def resolve(
    spec: syntax.Spec,
    imported: Sequence[syntax.Spec],
    problems: Problems,
    *,
    opaque_types: bool = False,
) -> Names:
    """The names of a spec.

    Args:
        spec: The spec.
        imported: All specs that it imports, directly or through others.
        problems: Where problems of the spec itself go.
        opaque_types: Whether unknown types are somebody else's classes, where a spec does not say.
    """
    types: dict[Path, TypeDef] = {}
    enums: dict[Path, EnumDef] = {}
    documents: dict[Path, DocumentDef] = {}
    for each in (*imported, spec):
        for definition in _walk(each.root, None):
            path, written = definition.path, definition.syntax
            types[path] = definition
            for enum in written.enums:
                enums[(*path, enum_name(written, enum))] = EnumDef(
                    (*path, enum_name(written, enum)), enum
                )
            for field in written.seq:
                if field.document is not None:
                    _documents(field.document.schema, path, None, path, documents)
    for definition in _walk(spec.root, None):
        _check_members(definition.syntax, problems)
    allowed = (
        each.root.id
        for each in (*imported, spec)
        if (opaque_types if each.opaque_types is None else each.opaque_types)
    )
    names = Names(spec, (spec.root.id,), types, enums, documents, {}, frozenset(allowed))
    names.uses.update(_uses(names, problems))
    return names


def _walk(written: syntax.Type, outer: TypeDef | None) -> Iterator[TypeDef]:
    """Every type with the byte order and the encoding that hold in it."""
    path = (*(outer.path if outer is not None else ()), written.id)
    endian, chooser = written.endian, None
    if isinstance(endian, syntax.Switch):
        endian, chooser = "chosen", path
    elif endian is None and outer is not None:
        endian, chooser = outer.endian, outer.chooser
    inherited = (outer.bit_endian, outer.encoding) if outer is not None else ("be", None)
    definition = TypeDef(
        path=path,
        syntax=written,
        endian=endian,
        bit_endian=written.bit_endian or inherited[0],
        encoding=written.encoding or inherited[1],
        chooser=chooser,
    )
    yield definition
    for nested in written.types:
        yield from _walk(nested, definition)


def enum_name(holder: syntax.Type, enum: syntax.Enum) -> str:
    """The name of an enum in its path; types and enums may share a name, but classes may not."""
    taken = any(nested.id == enum.id for nested in holder.types)
    return beside_type(enum.id) if taken else enum.id


def _documents(
    schema: syntax.Schema,
    owner: Path,
    parent: Path | None,
    root: Path,
    found: dict[Path, DocumentDef],
) -> None:
    """The classes of a document, each beside the class of the type that has the field."""
    while schema.kind == "list" and schema.item is not None:
        schema = schema.item
    if schema.kind != "object":
        return
    path = (*owner, schema.class_id)
    found[path] = DocumentDef(path, parent, root, schema)
    for field in schema.fields or ():
        _documents(field, owner, path, root, found)


def _check_members(written: syntax.Type, problems: Problems) -> None:
    """Params, fields and instances share a namespace."""
    first: dict[str, syntax.Member] = {}
    for member in syntax.members(written):
        if member.id.startswith("_unnamed"):
            continue
        if member.id in first:
            at = first[member.id].span
            message = f"`{member.id}` is declared twice"
            place = member.given.get("id", member.span)
            problems.error("Q205", message, place, help=f"the first is at {at}")
        else:
            first[member.id] = member


def type_refs(field: syntax.Field) -> tuple[syntax.TypeRef, ...]:
    """The types that a field may have."""
    if isinstance(field.type, syntax.Switch):
        return tuple(ref for _, ref in field.type.cases if ref is not None)
    return (field.type,) if field.type is not None else ()


def _uses(names: Names, problems: Problems) -> dict[Path, tuple[Use, ...]]:
    """Where types are used; unknown ones of the spec itself are reported here."""
    uses: dict[Path, list[Use]] = {path: [] for path in names.types}
    for path, definition in names.types.items():
        for field in (*definition.syntax.seq, *definition.syntax.instances):
            for ref in type_refs(field):
                if is_primitive(ref.path):
                    continue
                found = names.find_type(path, ref.path)
                if found in uses:
                    uses[found].append(Use(path, field))
                elif found is None and path[0] == names.root[0]:
                    known = [*SCALARS, *TEXT, *(p[-1] for p in names.types)]
                    bits = re.fullmatch("b[0-9]+(le|be)?", ref.text)
                    advice = f"bits: `b1` to `b{MAX_BITS}`" if bits else type_hint(ref.text, known)
                    problems.error("Q303", f"unknown type `{ref.text}`", ref.span, help=advice)
    return {path: tuple(found) for path, found in uses.items()}
