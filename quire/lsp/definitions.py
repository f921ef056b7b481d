"""What a spec gives names to: types, enums and their labels, members, keys of documents."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.resolve.scopes import Names, Path, Target
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.runtime.frozen import Frozen


class Definition(Frozen):
    """Something that has a name.

    Attributes:
        target: What it is.
        name: Its name, as it is written.
        key: Where the name stands.
        doc: What is said about it.
        written: Its syntax.
    """

    target: Target
    name: str
    key: Span
    doc: str
    written: syntax.Type | syntax.Member | syntax.Enum | syntax.EnumLabel | syntax.Schema


def definitions(names: Names) -> Iterator[Definition]:
    """All that has a name in a spec and in those that it imports."""
    for path, type_ in names.types.items():
        written = type_.syntax
        yield Definition(Target("type", path), written.id, written.key, written.doc, written)
        for member in syntax.members(written):
            if not member.id.startswith("_unnamed"):
                target = Target("member", path, member.id)
                yield Definition(target, member.id, member.key, member.doc, member)
    for path, enum in names.enums.items():
        yield Definition(Target("enum", path), enum.syntax.id, enum.syntax.span, "", enum.syntax)
        for label in enum.syntax.labels:
            target = Target("label", path, label.id)
            yield Definition(target, label.id, label.key, label.doc, label)
    for path, document in names.documents.items():
        for key in document.schema.fields or ():
            yield Definition(Target("key", path, key.name), key.name, key.span, key.doc, key)


def find_definition(names: Names, target: Target) -> Definition | None:
    """The definition of one thing."""
    return next((each for each in definitions(names) if each.target == target), None)


def scope_of(names: Names, target: Target) -> Iterator[str]:
    """The names that another thing of the same kind has in the same place."""
    if target.kind == "member":
        yield from (each.id for each in syntax.members(names.types[target.path].syntax))
    elif target.kind == "label":
        yield from (each.id for each in names.enums[target.path].syntax.labels)
    else:
        table: dict[Path, object] = {**names.types, **names.enums}
        outer = target.path[:-1]
        yield from (path[-1] for path in table if path[:-1] == outer)
