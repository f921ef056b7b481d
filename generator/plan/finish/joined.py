"""Neighbouring conditions that ask the same: asked once, with an `else` for the opposite."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import chosen
from quire.generator.types import model as m

_OPPOSITE = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_OF_NUMBERS = ("lt", "ge", "gt", "le")
"""Comparisons that are each other's opposites among integers alone: a NaN is neither."""


def joined(body: g.Body) -> g.Body:
    """The same statements, where each condition is asked once in a row."""
    found: list[g.Statement] = []
    for statement in body:
        both = _both(found[-1], statement) if found else None
        if both is None:
            found.append(statement)
        else:
            found[-1] = both
    return tuple(found)


def _both(first: g.Statement, second: g.Statement) -> g.If | None:
    """Two neighbours as one, unless they ask different things, or the first changes the answer."""
    if not (isinstance(first, g.If) and isinstance(second, g.If)):
        return None
    condition = first.arms[0].condition
    asked = second.arms[0].condition
    same = condition == asked
    if not (same or _are_opposite(condition, asked)) or _may_change(first, condition):
        return None
    body, other = first.arms[0].body, second.arms[0].body
    if same:
        return _if(condition, (*body, *other), (*_rest(first), *_rest(second)))
    return _if(condition, (*body, *_rest(second)), (*_rest(first), *other))


def _rest(of: g.If) -> g.Body:
    """What is done where the first condition does not hold."""
    return (g.If(of.arms[1:], of.orelse),) if len(of.arms) > 1 else of.orelse


def _if(condition: g.Made, body: g.Body, orelse: g.Body) -> g.If:
    """Both ways, in each of which neighbours may ask the same again."""
    return chosen([g.Arm(condition, joined(body))], joined(orelse))


def _are_opposite(first: g.Made, second: g.Made) -> bool:
    """Whether of two conditions always one holds."""
    first, second = _plain(first), _plain(second)
    if _is_not(first, second) or _is_not(second, first):
        return True
    if not (isinstance(first, m.Op) and isinstance(second, m.Op)):
        return False
    if first.args == second.args:
        return _OPPOSITE.get(first.name) == second.name and (
            first.name not in _OF_NUMBERS or all(arg.type is m.INT for arg in first.args)
        )
    return False


def _is_not(first: g.Made, second: g.Made) -> bool:
    return isinstance(first, m.Op) and first.name == "not" and first.args[0] == second


def _plain(asked: g.Made) -> g.Made:
    """A flag that is compared with true or false: the flag, or that it is not set."""
    if not (isinstance(asked, m.Op) and asked.name in ("eq", "ne")):
        return asked
    flag, known = asked.args
    if flag.type is not m.BOOL or not isinstance(known, m.Const):
        return asked
    if bool(known.value) == (asked.name == "eq"):
        return flag
    return m.Op(m.BOOL, asked.span, "not", (flag,))


# -- what changes an answer -----------------------------------------------------------------------


def _may_change(statement: g.If, condition: g.Made) -> bool:
    """Whether what is done may change what a condition depends on: the position, or a field."""
    parts = tuple(_parts(condition))
    if any(isinstance(part, m.Expr) and part.type is m.STREAM for part in parts):
        return True
    done = tuple(_parts((*(arm.body for arm in statement.arms), statement.orelse)))
    if any(isinstance(part, g.DeriveChild) for part in done):
        return True  # it tells its holders' fields
    asked = {part.name for part in parts if isinstance(part, m.Get | g.Slot)}
    return not asked.isdisjoint(map(_touched, done))


def _touched(part: object) -> str:
    """The field that a part of statements reads, writes or sets."""
    if isinstance(part, g.Slot | g.Key):
        return part.name
    return str(vars(part).get("field", "")) if isinstance(part, g.Statement) else ""


def _parts(of: object) -> Iterator[object]:
    """A part of a program, and all that it consists of."""
    if isinstance(of, tuple):
        for each in of:
            yield from _parts(each)
    elif isinstance(of, g.Node | m.Expr):
        yield of
        for each in vars(of).values():
            yield from _parts(each)
