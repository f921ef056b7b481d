"""Operations that a value chooses, as programs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, takewhile
from operator import itemgetter

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context, equal, truth
from quire.generator.types import model as m
from quire.runtime.frozen import replace

Finish = Callable[[tuple[p.Op, ...], Context], g.Body]
SEVERAL = 3
"""How often a chain of members is looked up that becomes a variable."""


Keys = tuple[m.Expr, ...]
Arms = list[tuple[Keys, g.Body]]


def branch(op: p.Branch, at: Context, inner: Finish, otherwise: g.Body = ()) -> g.Body:
    """A switch, whose value is computed once; where no case is the rest, all else is `otherwise`.

    Neighbours that do the same are one arm. Where no two keys can be equal, so that their order
    does not count, what does the same as the rest has no arm, nor has what does nothing.
    """
    cases: list[tuple[m.Expr | None, g.Body]] = [(key, inner(ops, at)) for key, ops in op.cases]
    if _are_both([key for key, _ in cases]):
        cases[-1] = None, cases[-1][1]
    rest = next((body for key, body in cases if key is None), otherwise)
    arms: Arms = [((at.expr(key),), body) for key, body in cases if key is not None]
    idle: Keys = ()
    if are_distinct([key for key, _ in op.cases if key is not None]):
        idle = tuple(key for keys, body in arms if not body for key in keys)
        arms = [(keys, body) for keys, body in arms if body not in ((), rest)]
    while arms and arms[-1][1] == rest:  # whatever the keys are
        arms.pop()
    before, on = _asked(op, len(arms) + bool(idle and rest), at)
    found = [g.Arm(is_one_of(on, keys), body) for keys, body in _alike(arms)]
    if idle and rest:
        found.append(g.Arm(_is_none_of(on, idle), rest))
        rest = ()
    return (*before, *choice(found, rest)) if found else rest


def choice(arms: list[g.Arm], orelse: g.Body = ()) -> g.Body:
    """The first arm whose condition holds; what does nothing in the end is left out."""
    while arms and not arms[-1].body and not orelse:
        arms = arms[:-1]
    return (chosen(arms, orelse),) if arms else orelse


def ending_once(body: g.Body) -> g.Body:
    """The same, where what all ways of the last choice end in is behind that."""
    last = body[-1] if body else None
    if not isinstance(last, g.If):
        return body
    ways = [last.orelse, *(arm.body for arm in last.arms)]
    ends = zip(*map(reversed, ways), strict=False)
    end = sum(1 for _ in takewhile(lambda each: all(one == each[0] for one in each), ends))
    if not end:
        return body
    arms = [replace(arm, body=arm.body[:-end]) for arm in last.arms]
    return (*body[:-1], *choice(arms, last.orelse[:-end]), *last.orelse[-end:])


def chosen(arms: list[g.Arm], orelse: g.Body) -> g.If:
    """The first arm whose condition holds; a condition alone in the `else` is another arm."""
    only = orelse[0] if len(orelse) == 1 else None
    if isinstance(only, g.If):
        return g.If((*arms, *only.arms), only.orelse)
    return g.If(tuple(arms), orelse)


def _alike(arms: Arms) -> Arms:
    """Neighbours that do the same as one.

    Others stay apart: to look up the members of an enum takes time, and more of them would be
    looked up before the arms between.
    """
    groups = groupby(arms, key=itemgetter(1))
    return [(tuple(key for keys, _ in alike for key in keys), body) for body, alike in groups]


def are_distinct(keys: list[m.Expr]) -> bool:
    """Whether keys are constants of which no two are equal."""
    known = all(isinstance(key, m.Const | m.EnumValue) for key in keys)
    values = [key.value if isinstance(key, m.Const) else key for key in keys]
    return known and len({*values}) == len(values)


def _are_both(keys: list[m.Expr | None]) -> bool:
    """Whether keys are all that there can be: true and false."""
    values = [key.value for key in keys if isinstance(key, m.Const) and key.type is m.BOOL]
    return len(keys) == len(values) and {*values} == {True, False}


def _asked(op: p.Branch, tests: int, at: Context) -> tuple[g.Body, m.Expr]:
    """What is asked, and what comes before; nothing is computed or looked up again and again."""
    on = at.expr(op.on)
    steps = _steps(on)
    if tests < (SEVERAL if steps == 2 else 2) or steps == 1:
        return (), on
    computed = g.variable(f"on_{op.target.lstrip('_')}")
    return (g.Assign(computed, on),), computed


def _steps(expr: m.Expr) -> int:
    """How many members lead to a value; many, if it is computed."""
    if isinstance(expr, m.Get):
        return _steps(expr.of) + 1
    if isinstance(expr, g.Slot):
        return 1
    return 0 if isinstance(expr, m.Local | g.Element) else SEVERAL


def is_one_of(on: m.Expr, keys: Keys) -> g.Made:
    """Whether a value is that of one of some cases."""
    return equal(on, keys[0]) if len(keys) == 1 else g.IsOneOf(on, keys)


def _is_none_of(on: m.Expr, keys: Keys) -> g.Made:
    """Whether a value is that of none of them."""
    return truth("ne", on, keys[0]) if len(keys) == 1 else g.IsNoneOf(on, keys)
