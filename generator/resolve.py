"""Stage 3: names. Every type, enum and document gets a path; references to types are checked."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator import syntax
from quire.generator.diagnostics import Problems, hint
from quire.generator.model import DocumentDef, EnumDef, Names, Path, TypeDef
from quire.generator.names import class_name
from quire.generator.source import Span
from quire.runtime.scalars import SCALARS

PURE = ("str", "strz")


def resolve(spec: syntax.Spec, problems: Problems) -> Names:
    """The names of a spec."""
    for name, span in spec.imports:
        problems.error(
            "Q901", f"import of `{name}`: imports are understood, but not compiled yet", span
        )
    types: dict[Path, TypeDef] = {}
    enums: dict[Path, EnumDef] = {}
    documents: dict[Path, DocumentDef] = {}
    for path, endian, encoding, written in _walk(spec.root, (), None, None):
        types[path] = TypeDef(path, written, endian, encoding)
        for enum in written.enums:
            enums[(*path, enum.id)] = EnumDef((*path, enum.id), enum)
        for field in written.seq:
            if field.document is not None:
                _documents(field.document.schema, path, None, path, documents)
        _check_members(written, problems)
        _check_classes(written, problems)
    names = Names(spec, (spec.root.id,), types, enums, documents, {})
    return Names(spec, names.root, types, enums, documents, _parents(names, problems))


def _walk(
    written: syntax.Type, outer: Path, endian: str | None, encoding: str | None
) -> Iterator[tuple[Path, str | None, str | None, syntax.Type]]:
    """Every type with the byte order and the encoding that hold in it."""
    path = (*outer, written.id)
    endian, encoding = written.endian or endian, written.encoding or encoding
    yield path, endian, encoding, written
    for nested in written.types:
        yield from _walk(nested, path, endian, encoding)


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
        if member.id in first:
            at = first[member.id].span
            problems.error(
                "Q205",
                f"`{member.id}` is declared twice",
                member.span,
                help=f"the first is at {at}",
            )
        else:
            first[member.id] = member


def _check_classes(written: syntax.Type, problems: Problems) -> None:
    """Types, enums and documents of a type become classes, whose names must differ."""
    first: dict[str, tuple[str, Span]] = {}
    for identifier, span in _classes(written):
        name = class_name(identifier)
        if name in first:
            other, place = first[name]
            message = f"class `{name}` would stand twice in `{written.id}`"
            problems.error("Q207", message, span, help=f"the first is `{other}`, at {place}")
        else:
            first[name] = (identifier, span)


def _classes(written: syntax.Type) -> Iterator[tuple[str, Span]]:
    for nested in written.types:
        yield nested.id, nested.key
    for enum in written.enums:
        yield enum.id, enum.span
    for field in written.seq:
        if field.document is not None:
            for schema in _objects(field.document.schema):
                yield schema.class_id, schema.span


def _objects(schema: syntax.Schema) -> Iterator[syntax.Schema]:
    """The schemas of a document that are objects."""
    if schema.kind == "object":
        yield schema
    for inner in (*(schema.fields or ()), *((schema.item,) if schema.item is not None else ())):
        yield from _objects(inner)


def is_builtin(name: Path) -> bool:
    """Whether a type is one of the language's own: numbers, strings, bits."""
    text = name[0]
    known = text in SCALARS or text + "le" in SCALARS or text in PURE
    return len(name) == 1 and (known or (text[0] == "b" and text[1:].rstrip("lbe").isdigit()))


def type_refs(field: syntax.Field) -> tuple[syntax.TypeRef, ...]:
    """The types that a field may have."""
    if isinstance(field.type, syntax.Switch):
        return tuple(ref for _, ref in field.type.cases if ref is not None)
    return (field.type,) if field.type is not None else ()


def _parents(names: Names, problems: Problems) -> dict[Path, frozenset[Path]]:
    """Which types contain which; unknown types are reported here."""
    parents: dict[Path, set[Path]] = {path: set() for path in names.types}
    for path, definition in names.types.items():
        for field in (*definition.syntax.seq, *definition.syntax.instances):
            for ref in type_refs(field):
                if is_builtin(ref.path):
                    continue
                found = names.find_type(path, ref.path)
                if found is None:
                    known = [*SCALARS, *PURE, *(p[-1] for p in names.types)]
                    problems.error(
                        "Q303", f"unknown type `{ref.text}`", ref.span, help=hint(ref.text, known)
                    )
                else:
                    parents[found].add(path)
    return {path: frozenset(found) for path, found in parents.items()}
