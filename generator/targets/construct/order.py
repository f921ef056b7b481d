"""Where instances stand: Construct reads them in their order, not when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from quire.runtime import structure as s
from quire.runtime.frozen import Frozen
from quire.runtime.structure.node import Node

T = TypeVar("T", bound=Node)

_DEEP = 8
"""How far records look for what is around them."""


def in_order(type_: s.Type, types: dict[str, s.Type]) -> Iterator[s.Field]:
    """The fields and instances of a type, each instance before what needs it, or at the end."""
    instances = {field.id: field for field in type_.instances}
    done: set[str] = set()

    def before(field: s.Field) -> Iterator[s.Field]:
        for name in sorted(_needs(field, type_, types)):
            if name in instances and name not in done:
                done.add(name)
                yield from before(instances[name])
                yield instances[name]

    for field in type_.fields:
        yield from before(field)
        yield field
    for field in type_.instances:
        if field.id not in done:
            done.add(field.id)
            yield from before(field)
            yield field


def too_late(field: s.Field, type_: s.Type, types: dict[str, s.Type], read: set[str]) -> list[str]:
    """The fields that a member goes by, and that are not read to their end where it stands."""
    fields = {each.id for each in type_.fields} - read
    asked = list(_asked(field, types))
    needs = _named(field) | {name for use in asked for name in _own(use, type_)}
    by_instances = {name for use in asked if use.by_instance for name in _own(use, type_)}
    itself = {field.id} & by_instances
    return sorted((fields & needs - {field.id}) | itself)


def is_seen(field: s.Field, type_: s.Type, types: dict[str, s.Type]) -> bool:
    """Whether a list, or a record, is looked at while it is read; or where its stream stands."""
    until = field.repeat is not None and field.repeat.until
    if until and any("_io" in path for path in s.names_in(until)):
        return True
    found = (
        _needs(field, type_, types) if field.repeat is not None else _within(field, type_, types)
    )
    return field.id in found


def _needs(field: s.Field, type_: s.Type, types: dict[str, s.Type]) -> set[str]:
    """The own members that a member names, or that records in it name."""
    return _named(field) | _within(field, type_, types)


def _named(field: s.Field) -> set[str]:
    """The own members that a member names itself."""
    found = {path[0] for path in names_of(field)}
    return found | {path[1] for path in names_of(field) if path[0] == "self" and len(path) > 1}


def _within(field: s.Field, type_: s.Type, types: dict[str, s.Type]) -> set[str]:
    """The members of a type that records in one of them name."""
    return {name for use in _asked(field, types) for name in _own(use, type_)}


class _Use(Frozen):
    """The names that lead to a member, where a record uses them, and how deep that is."""

    path: tuple[str, ...]
    depth: int
    by_instance: bool


def _own(use: _Use, type_: s.Type) -> Iterator[str]:
    """The member of a type around a record that is used there."""
    path, depth = use.path, use.depth
    if path[:depth] == ("_parent",) * depth and len(path) > depth:
        yield path[depth]
    if "::" not in type_.path and path[0] == "_root" and len(path) > 1:
        yield path[1]


def _asked(field: s.Field, types: dict[str, s.Type]) -> Iterator[_Use]:
    """The names that records in a field use."""
    waiting, seen = [(field, 1, False)], set()
    for member, depth, lazy in waiting:  # which grows
        for record in nodes(member, s.Record):
            inner = types.get(record.path)
            if inner is None or (record.path, depth, lazy) in seen or depth > _DEEP:
                continue
            seen.add((record.path, depth, lazy))
            for each in (*inner.fields, *inner.instances):
                late = lazy or each in inner.instances
                yield from (_Use(path=p, depth=depth, by_instance=late) for p in names_of(each))
                waiting.append((each, depth + 1, late))
            if isinstance(inner.endian, s.Choice):
                for path in s.names_in(inner.endian.on):
                    yield _Use(path=path, depth=depth, by_instance=lazy)


def names_of(field: s.Field) -> list[tuple[str, ...]]:
    """The names that all expressions of a member use."""
    return [path for part in expressions_of(field) for path in s.names_in(part)]


_NO_EXPRESSIONS = frozenset(("id", "type", "doc", "kind", "path", "encoding", "endian", "enum"))
_NOT_READ = frozenset(("array", "codec", "checksum", "document", "default", "derive"))


def expressions_of(node: Node) -> Iterator[s.Expr]:
    """The expressions that reading goes by."""
    for name, fact in node.facts():
        if name in _NO_EXPRESSIONS or name in _NOT_READ:
            continue
        if name == "args" and isinstance(node, s.Record):
            yield from (arg for _, arg in fact)
        elif name in ("valid", "cases"):
            for part in fact:
                yield from expressions_of(part)
        elif name == "args":
            yield from fact
        elif isinstance(fact, Node):
            yield from expressions_of(fact)
        elif not isinstance(fact, bool | int | bytes) and name != "routine":
            yield fact


def nodes(node: Node, kind: type[T]) -> Iterator[T]:
    """The parts of a kind in a node."""
    if isinstance(node, kind):
        yield node
    for _, fact in node.facts():
        for part in fact if isinstance(fact, tuple) else (fact,):
            if isinstance(part, Node):
                yield from nodes(part, kind)
