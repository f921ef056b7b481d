"""The finished plan as text, for `quire plan --finished`: a node a line, its parts by name."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import program as g
from quire.generator.plan.words import expression, path_name, type_name
from quire.generator.types import model as m
from quire.runtime.frozen import replace

_STEP = "  "


def program_text(module: g.Module) -> str:
    """The programs of all methods."""
    return "\n".join([f"module from {module.spec}", *_class(module.root, 0)])


def _class(of: g.Class, depth: int) -> Iterator[str]:
    pad = _STEP * depth
    yield f"{pad}{type(of).__name__.lower()} {of.name}"
    if isinstance(of, g.Record):
        for constant in of.constants:
            yield f"{pad}{_STEP}{_head(constant)}"
    if isinstance(of, g.Record | g.Document):
        for method in of.methods:
            yield from _node(method, depth + 1)
    if isinstance(of, g.Record):
        for nested in of.classes:
            yield from _class(nested, depth + 1)


def _node(node: g.Node, depth: int) -> Iterator[str]:
    """A node, and below it the programs that it has."""
    pad = _STEP * depth
    yield pad + _head(node)
    for name, part in vars(node).items():
        if not _is_program(part):
            continue
        several = [key for key, other in vars(node).items() if _is_program(other)]
        if len(several) > 1:
            yield f"{pad}{_STEP}{name}"
        for below in part:
            yield from _node(below, depth + 1 + (len(several) > 1))


def _is_program(part: object) -> bool:
    """Whether a part of a node consists of what has programs of its own, or is done."""
    inner = g.Statement | g.Arm | g.MatchCase
    return isinstance(part, tuple) and bool(part) and isinstance(part[0], inner)


def _head(node: g.Node) -> str:
    """The name of a node and its parts, but for those that say nothing."""
    parts = [
        f"{name}={_part(part)}"
        for name, part in vars(node).items()
        if not _is_program(part) and part is not None and part is not False and part not in ("", ())
    ]
    return " ".join([type(node).__name__, *parts])


def _part(part: object) -> str:
    if isinstance(part, g.ClassOf):
        return path_name(part.path)
    if isinstance(part, g.Annotation):
        return type_name(part.type)
    if isinstance(part, m.Type):
        return type_name(part)
    if isinstance(part, m.Expr):
        return expression(_named(part))
    if isinstance(part, g.Node):
        return f"{type(part).__name__}({', '.join(map(_part, vars(part).values()))})"
    if isinstance(part, tuple):
        return f"({', '.join(map(_part, part))})"
    return part if isinstance(part, str) else repr(part)


def _named(expr: m.Expr) -> m.Expr:
    """An expression whose attributes and values are words."""
    if isinstance(expr, g.Slot):
        return g.variable(f"{expr.of}.{expr.before}{expr.name}{expr.behind}")
    if isinstance(expr, g.Element):
        return g.variable(f"{expr.list}[i]")
    if isinstance(expr, g.Key):
        return g.variable(f"self.{expr.name}")
    if isinstance(expr, g.Result):
        return g.variable(_part(expr.value))
    if isinstance(expr, m.Get):
        return replace(expr, of=_named(expr.of))
    if isinstance(expr, m.ListOf):
        return replace(expr, items=tuple(map(_named, expr.items)))
    if isinstance(expr, m.MapOver):
        return replace(expr, of=_named(expr.of), body=_named(expr.body))
    if isinstance(expr, m.Where):
        return replace(expr, of=_named(expr.of), test=_named(expr.test))
    if isinstance(expr, m.Op):
        return replace(expr, args=tuple(map(_named, expr.args)))
    return expr
