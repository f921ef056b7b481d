"""What a spec compares its fields with, and what their numbers are for: good values of fields."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from quire.runtime import structure as s
from quire.runtime.structure.expressions import names_in
from quire.runtime.structure.node import Node
from quire.testing.plan.expressions import SENTINELS, Compiler, Frame, Unknown
from quire.testing.plan.told import told_by_others

_COMPARED = frozenset(["eq", "ne", "lt", "le", "gt", "ge"])
_NOT_CONSTANT = (Unknown, TypeError, KeyError, ValueError, ArithmeticError)


class Mined:
    """What the expressions of a spec tell of its fields, by their names."""

    def __init__(self, spec: s.Spec, compiler: Compiler) -> None:
        self._compiler = compiler
        self._nodes = [node for each in (*spec.types, *spec.documents) for node in _nodes(each)]

    @cached_property
    def constants(self) -> dict[str, set[Any]]:
        """The numbers, texts and bytes that fields are compared with."""
        found: dict[str, set[Any]] = {}
        for node in self._nodes:
            for name, expr in _compared(node):
                value = self._constant(expr)
                if value is not None and not (value in SENTINELS and name in self.told):
                    found.setdefault(name, set()).add(value)
        return found

    @cached_property
    def searched(self) -> dict[str, list[dict[str, Any]]]:
        """What the elements of lists have that are looked for: `chunks.where(_.id == "data")`.

        What `-usual` arranges is not among it.
        """
        found: dict[str, list[dict[str, Any]]] = {}
        arranged = {each.id for each in self._nodes if isinstance(each, s.Field) and each.usual}
        for node in self._nodes:
            match node:
                case ("where", of, ("eq", ("get", "_", str(name)), expr)) if name not in arranged:
                    wanted = {name: self._constant(expr)}
                    for each in _last_names(of):
                        known = found.setdefault(each, [])
                        if None not in wanted.values() and wanted not in known:
                            known.append(wanted)
        return found

    def _constant(self, expr: s.Expr) -> Any:
        """The value of an expression that is the same everywhere; else None."""
        try:
            value = self._compiler.function(expr)(Frame())
        except _NOT_CONSTANT:
            return None
        return value if isinstance(value, int | str | bytes | float) else None

    @cached_property
    def measures(self) -> set[str]:
        """The numbers that sizes, counts and positions depend on: small ones are good."""
        exprs: list[s.Expr | None] = [each for node in self._nodes for each in _measures(node)]
        found: set[str] = set()
        while exprs:
            new = {path[-1] for expr in exprs for path in names_in(expr)} - found
            found |= new
            fields = (each for each in self._nodes if isinstance(each, s.Field) and each.id in new)
            exprs = [field.value for field in fields]
        return found

    @cached_property
    def numeric(self) -> set[str]:
        """The texts that are read as numbers."""
        calls = (each for each in self._nodes if isinstance(each, tuple) and len(each) > 1)
        return {name for each in calls if each[0] == "to_i" for name in _last_names(each[1])}

    @cached_property
    def told(self) -> set[str]:
        """The numbers that say how long, or how many, others are."""
        edges = [each for each in self._nodes if isinstance(each, s.Length | s.Axis)]
        counts = [each.count for each in self._nodes if isinstance(each, s.Repeat)]
        return {name for each in edges for name in _last_names(each.field)} | {
            path[-1] for count in counts for path in names_in(count)
        }

    @cached_property
    def encodings(self) -> dict[str, str]:
        """The bytes that are read as text, each with an encoding of it."""
        found: dict[str, str] = {}
        for node in self._nodes:
            match node:
                case ("to_s", of, ("text", str(encoding))):
                    for name in _last_names(of) if _is_known(encoding) else ():
                        found.setdefault(name, encoding)
        return found

    @cached_property
    def told_from_afar(self) -> set[str]:
        """The numbers that tell how long something in another record is, or where it stands."""
        found = set()
        for type_ in self._nodes:
            if not isinstance(type_, s.Type):
                continue
            by_name = {each.id: each for each in (*type_.fields, *type_.instances)}
            for edge in told_by_others(type_):
                told = isinstance(edge, s.Position) or (
                    isinstance(edge, s.Length)
                    and edge.of in by_name
                    and is_structured(by_name[edge.of])
                )
                if told and isinstance(edge.field, tuple) and edge.field[0] == "get":
                    found.add(str(edge.field[2]))
        return found


def _is_known(encoding: str) -> bool:
    try:
        "".encode(encoding)
    except LookupError:
        return False
    return True


def is_structured(field: s.Field) -> bool:
    """Whether nobody knows the size of a field before it is made."""
    several = field.repeat, field.codec, field.document, field.derive
    if any(each is not None for each in several):
        return True
    stored = field.stored
    if isinstance(stored, s.Bytes | s.Text):
        return stored.extent.process is not None or bool(field.valid)
    return isinstance(stored, s.Switch | s.Record)


def _nodes(of: Any) -> Iterator[Any]:
    """All parts of a plan, expressions too."""
    if isinstance(of, Node):
        yield of
        for part in vars(of).values():
            yield from _nodes(part)
    elif isinstance(of, tuple):
        yield of
        for part in of:
            yield from _nodes(part)


def _measures(node: Any) -> Iterator[s.Expr | None]:
    """The expressions in a part that say how much, or where."""
    if isinstance(node, s.Extent):
        yield node.size
    elif isinstance(node, s.Repeat):
        yield node.count
    elif isinstance(node, s.Field):
        yield node.pos
    elif isinstance(node, s.Array):
        yield node.shape


def _compared(node: Any) -> Iterator[tuple[str, s.Expr]]:
    """Names of fields, each with what it is compared with."""
    pairs: list[tuple[s.Expr, s.Expr | None]] = []
    if isinstance(node, s.Choice):
        pairs = [(node.on, key) for key, _ in node.cases]
    elif isinstance(node, s.Switch):
        pairs = [(node.on, case.key) for case in node.cases]
    elif isinstance(node, s.Pipeline) and node.on is not None:
        pairs = [(node.on, key) for key, _ in node.cases]
    elif isinstance(node, tuple) and len(node) == 3 and node[0] in _COMPARED:
        pairs = [(node[1], node[2]), (node[2], node[1])]
    for of, constant in pairs:
        for name in _last_names(of):
            if constant is not None:
                yield name, constant
    if isinstance(node, s.Field) and node.repeat is not None:
        for until in _nodes(node.repeat.until):
            yield from ((node.id, constant) for name, constant in _compared(until) if name == "_")


def _last_names(expr: s.Expr) -> Iterator[str]:
    """The field that an expression is, as a number or as it is."""
    if isinstance(expr, str):
        yield expr
    elif isinstance(expr, tuple) and expr and expr[0] == "get":
        yield str(expr[2])
    elif isinstance(expr, tuple) and expr and expr[0] == "to_i":
        yield from _last_names(expr[1])
