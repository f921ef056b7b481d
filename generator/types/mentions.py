"""Stage 4, for editors: the names in expressions, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quire.generator.resolve.mentions import enum_named, types_named
from quire.generator.resolve.scopes import Mention, Names, Target, mention
from quire.generator.source import Span
from quire.generator.syntax import expr_tree as written
from quire.generator.types.members import Asked, Scope
from quire.generator.types.model import ERROR, DocumentType, RecordType, Type


class Named(Mention):
    """A name in an expression that stands for a value.

    Attributes:
        of: The type of that whose member it is.
        type: Its own type.
        scope: What else may be named there.
        bare: Whether nothing stands before it: then it may be a word like `_root`, too.
    """

    of: Type
    type: Type
    scope: Scope
    bare: bool


def mentions(asked: Sequence[Asked], names: Names) -> Iterator[Mention]:
    """What expressions name."""
    types = {id(each.node): each.found.type for each in asked}
    for each in asked:
        match each.node:
            case written.Name(id=name, span=span):
                own = _own_type(each.scope, names)
                yield _named(each, span, name, own, bare=True)
            case written.Member(of=of, name=name, at=at) | written.Call(of=of, name=name, at=at):
                yield _named(each, at, name, types.get(id(of), ERROR))
            case written.EnumLabel():
                yield from _label(each.node, each.scope, names)
            case written.Cast(type=type_) | written.SizeOf(type=type_):
                yield from types_named(names, each.scope.path, type_.path, type_.span)


def _named(each: Asked, span: Span, name: str, of: Type, *, bare: bool = False) -> Named:
    target = None
    if isinstance(of, RecordType | DocumentType) and of.path and not name.startswith("_"):
        kind = "member" if isinstance(of, RecordType) else "key"
        target = Target(kind, of.path, name)
    found = mention(span, name, target)
    return Named(found.span, found.exact, target, of, each.found.type, each.scope, bare)


def _own_type(scope: Scope, names: Names) -> Type:
    return DocumentType(scope.path) if scope.path in names.documents else RecordType(scope.path)


def _label(node: written.EnumLabel, scope: Scope, names: Names) -> Iterator[Mention]:
    """The enum of a label, and the label."""
    around = scope.path[:1] if node.absolute else scope.path
    enum = node.path[:-1]
    if not enum:
        return
    yield from enum_named(names, around, enum, _before(node.span, node.path[-1]))
    found = names.find_enum(around, enum)
    target = Target("label", found, node.path[-1]) if found is not None else None
    yield mention(node.span, node.path[-1], target, last=True)


def _before(span: Span, label: str) -> Span:
    """What stands before the label at the end of a span."""
    return span.part(0, span.length - len(label)) if span.length > len(label) else span
