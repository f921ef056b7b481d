"""Where instances stand: Construct reads them in their order, not when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from quire.runtime import structure as s
from quire.runtime.frozen import Frozen
from quire.runtime.structure.node import Node

T = TypeVar("T", bound=Node)

_DEEP = 8
"""How far records look for what is around them."""


class _Use(Frozen):
    """The names that lead from a record to a member around it, and how deep the record is."""

    path: tuple[str, ...]
    depth: int
    by_instance: bool


class _Known(Frozen):
    """What a type looks at around its records, and the types in it; by instances, or not."""

    outward: tuple[tuple[tuple[str, ...], bool], ...]
    inner: tuple[tuple[str, bool], ...]


class Order:
    """Knows for the types of a spec which members need which."""

    def __init__(self, types: dict[str, s.Type]) -> None:
        self._types = types
        self._known: dict[str, _Known] = {}
        self._uses: dict[str, frozenset[_Use]] = {}

    def members(self, type_: s.Type) -> Iterator[s.Field | None]:
        """The fields and instances of a type, each instance before what needs it, or at the end.

        None is where the byte order is chosen.
        """
        instances = {field.id: field for field in type_.instances}
        done: set[str] = set()

        def before(names: Iterable[str]) -> Iterator[s.Field]:
            for name in names:
                if name in instances and name not in done:
                    done.add(name)
                    yield from before(sorted(self._needs(instances[name], type_)))
                    yield instances[name]

        yield from before(path[0] for path in _of_endian(type_))
        yield None
        for field in type_.fields:
            yield from before(sorted(self._needs(field, type_)))
            yield field
        yield from before(field.id for field in type_.instances)

    def too_late(self, field: s.Field, type_: s.Type, read: set[str]) -> list[str]:
        """The fields that a member depends on, and that are still incomplete where it stands."""
        unread = {each.id for each in type_.fields} - read - {field.id}
        asked = self._asked(field)
        by_instances = {name for use in asked if use.by_instance for name in _own(use, type_)}
        return sorted(unread & self._needs(field, type_) | {field.id} & by_instances)

    def is_seen(self, field: s.Field, type_: s.Type) -> bool:
        """Whether a list, or a record, is looked at while it is read, or its stream is."""
        if field.repeat is None:
            return field.id in self._within(field, type_)
        until = field.repeat.until
        by_stream = until is not None and any("_io" in path for path in s.names_in(until))
        return by_stream or field.id in self._needs(field, type_)

    def _needs(self, field: s.Field, type_: s.Type) -> set[str]:
        """The own members that a member names, or that records in it name."""
        paths = names_of(field)
        found = {path[0] for path in paths}
        found |= {path[1] for path in paths if path[0] == "self" and len(path) > 1}
        return found | self._within(field, type_)

    def _within(self, field: s.Field, type_: s.Type) -> set[str]:
        """The members of a type that records in one of them name."""
        return {name for use in self._asked(field) for name in _own(use, type_)}

    def _asked(self, field: s.Field) -> set[_Use]:
        """What records in a field look at around them."""
        paths = {record.path for record in nodes(field, s.Record)}
        return {use for path in paths for use in self._asked_in(path)}

    def _asked_in(self, path: str) -> frozenset[_Use]:
        if path not in self._uses:
            self._uses[path] = frozenset(self._looked_up(path))
        return self._uses[path]

    def _looked_up(self, path: str) -> Iterator[_Use]:
        waiting, seen = [(path, 1, False)], {(path, 1, False)}
        for inner, depth, lazy in waiting:  # which grows
            known = self._of_type(inner)
            yield from (
                _Use(path=names, depth=depth, by_instance=lazy or late)
                for names, late in known.outward
            )
            deeper = {(each, depth + 1, lazy or late) for each, late in known.inner} - seen
            if depth < _DEEP:
                waiting += sorted(deeper)
                seen |= deeper

    def _of_type(self, path: str) -> _Known:
        if path not in self._known:
            type_ = self._types.get(path)
            self._known[path] = _Known(outward=(), inner=()) if type_ is None else _known(type_)
        return self._known[path]


def _known(type_: s.Type) -> _Known:
    outward, inner = [(path, False) for path in _of_endian(type_)], []
    for members, late in ((type_.fields, False), (type_.instances, True)):
        for member in members:
            outward += [(path, late) for path in names_of(member)]
            inner += [(record.path, late) for record in nodes(member, s.Record)]
    kept = (use for use in outward if use[0][0] in ("_parent", "_root"))
    return _Known(outward=tuple(dict.fromkeys(kept)), inner=tuple(dict.fromkeys(inner)))


def _of_endian(type_: s.Type) -> list[tuple[str, ...]]:
    """The names that the byte order of a type depends on."""
    return list(s.names_in(type_.endian.on)) if isinstance(type_.endian, s.Choice) else []


def _own(use: _Use, type_: s.Type) -> Iterator[str]:
    """The member of a type around a record that is used there."""
    path, depth = use.path, use.depth
    if path[:depth] == ("_parent",) * depth and len(path) > depth:
        yield path[depth]
    if "::" not in type_.path and path[0] == "_root" and len(path) > 1:
        yield path[1]


def names_of(field: s.Field) -> list[tuple[str, ...]]:
    """The names that all expressions of a member use."""
    return [path for part in expressions_of(field) for path in s.names_in(part)]


_NO_EXPRESSIONS = frozenset(("id", "type", "doc", "kind", "path", "encoding", "endian", "enum"))
_NOT_READ = frozenset(("array", "codec", "checksum", "document", "default", "derive", "usual"))


def expressions_of(node: Node) -> Iterator[s.Expr]:
    """The expressions that reading depends on."""
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
