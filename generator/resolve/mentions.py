"""Stage 3, for editors: where a spec names types and enums outside of expressions."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.resolve.references import type_refs
from quire.generator.resolve.scopes import Mention, Names, Path, Target, mention
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_tree import Name
from quire.generator.syntax.primitives import is_primitive


def mentions(names: Names) -> Iterator[Mention]:
    """What the keys `type` and `enum` of a spec itself name, and the edges of its checksums."""
    for path, definition in names.types.items():
        if path[0] != names.root[0]:
            continue
        for member in syntax.members(definition.syntax):
            refs = type_refs(member) if isinstance(member, syntax.Field) else (member.type,)
            for ref in refs:
                if ref is not None and not is_primitive(ref.path):
                    yield from types_named(names, path, ref.path, ref.span)
            if member.enum is not None and (span := member.given.get("enum")) is not None:
                yield from enum_named(names, path, member.enum, span)
            if isinstance(member, syntax.Field) and member.checksum is not None:
                for name, span in _covered(member.checksum):
                    yield mention(span, name, Target("member", path, name))


def types_named(names: Names, scope: Path, written: Path, span: Span) -> Iterator[Mention]:
    """The types in a name of several parts: `a::b` names `a`, and `b` in it."""
    for depth in range(1, len(written) + 1):
        found = names.find_type(scope, written[:depth])
        known = found if found in names.types else None
        before = "::".join(written[: depth - 1])
        rest = span.part(len(before), span.length - len(before)) if before else span
        yield mention(rest, written[depth - 1], Target("type", known) if known else None)


def enum_named(names: Names, scope: Path, written: Path, span: Span) -> Iterator[Mention]:
    """An enum, and the types that it is said to be in."""
    yield from types_named(names, scope, written[:-1], span)
    found = names.find_enum(scope, written)
    target = Target("enum", found) if found is not None else None
    yield mention(span, written[-1], target, last=True)


def _covered(key: syntax.ChecksumKey) -> Iterator[tuple[str, Span]]:
    """The fields that a checksum is over, or whose edges it depends on."""
    for part in key.over:
        if isinstance(part, syntax.Stretch):
            edges = (edge for edge in (part.start, part.end) if edge is not None)
            yield from ((edge.field, edge.span) for edge in edges)
        elif isinstance(part, Name):
            yield part.id, part.span
