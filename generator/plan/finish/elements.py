"""Elements of lists that a method looks up again and again: looked up once, and called by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import SEVERAL
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace

_LAZY = ("if", "and", "or")
"""Operators that compute their other operands only if the first one says so."""
_FIRST = (m.Local, m.Const, g.Slot)
"""What members are of."""


def looked_up(on: m.Expr, cases: list[g.Body]) -> tuple[g.Body, dict[m.Expr, m.Expr]]:
    """What looks elements up, and what stands for them from then on.

    They are those that any of some cases would look up, or that tell the case.
    """
    found = [[*_elements(body)] for body in (on, *cases)]
    names: dict[str, m.Op] = {}
    for each in dict.fromkeys(element for some in found for element in some):
        sure = each in found[0] or all(each in some for some in found[1:])
        if sure and sum(some.count(each) for some in found) >= SEVERAL:
            names.setdefault(_list(each), each)
    body = tuple(g.Assign(g.element(name), each) for name, each in names.items())
    return body, {each: g.element(name) for name, each in names.items()}


def _elements(of: Any) -> Iterator[m.Op]:
    """The elements that a part of a program looks up, whatever else holds."""
    if isinstance(of, m.Op):
        if _is_plain(of):
            yield of
        parts: tuple[Any, ...] = of.args[:1] if of.name in _LAZY else of.args
    else:
        parts = of if isinstance(of, tuple) else tuple(vars(of).values())
    for part in parts:
        if isinstance(part, tuple | g.Node | m.Expr):
            yield from _elements(part)


def _is_plain(of: m.Op) -> bool:
    """Whether members of the record alone lead to an element, and to its index."""
    if of.name != "item" or not isinstance(of.args[0], m.Get) or m.locals_of(of) - {"self"}:
        return False
    return all(_leads(arg) for arg in of.args)


def _leads(step: m.Expr) -> bool:
    return _leads(step.of) if isinstance(step, m.Get) else isinstance(step, _FIRST)


def _list(element: m.Op) -> str:
    of = element.args[0]
    assert isinstance(of, m.Get)
    return of.name


def called(of: Any, names: dict[m.Expr, m.Expr]) -> Any:
    """A part of a program in which names stand for what was looked up."""
    if isinstance(of, tuple):
        return tuple(called(part, names) for part in of)
    if isinstance(of, m.Op) and of in names:
        return names[of]
    if not isinstance(of, g.Node | m.Expr):
        return of
    parts = vars(of).items()
    inner = {name: called(part, names) for name, part in parts if isinstance(part, tuple | Frozen)}
    return replace(of, **inner)
