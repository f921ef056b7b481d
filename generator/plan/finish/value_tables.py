"""Values that depend on one of several constants: they are looked up in a table."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import SEVERAL, are_distinct
from quire.generator.plan.finish.context import OWN
from quire.generator.types import model as m
from quire.generator.types.fold import fold

Entries = tuple[tuple[m.Expr, m.Expr], ...]

_KEYS = (m.INT, m.STR)


def from_table(lazy: p.Computed) -> g.FromValues | None:
    """What looks an instance up; None if it does not depend on several constants."""
    found = _chain(lazy.value)
    return None if found is None else g.FromValues(lazy.name, OWN.expr(found[0]), found[2])


def value_table(lazy: p.Lazy) -> Iterator[g.ValuesOf]:
    """The table of an instance, if it has one."""
    found = _chain(lazy.value) if isinstance(lazy, p.Computed) else None
    if found is not None:
        entries = tuple(g.Entry(key, value) for key, value in found[1])
        yield g.ValuesOf(lazy.name, g.Annotation(lazy.type), entries)


def _chain(value: m.Expr) -> tuple[m.Expr, Entries, m.Expr] | None:
    """What is compared with constants, the value for each of them, and for any other.

    They are constants themselves. No two keys are equal, so that their order does not count.
    """
    entries: list[tuple[m.Expr, m.Expr]] = []
    asked: m.Expr | None = None
    while isinstance(value, m.Op) and value.name == "if":
        test, then, value = value.args
        if not isinstance(test, m.Op) or test.name != "eq" or asked not in (None, test.args[0]):
            return None
        asked = test.args[0]
        entries.append((_plain(test.args[1]), _plain(then)))
    if asked is None or len(entries) < SEVERAL or not are_distinct([key for key, _ in entries]):
        return None
    rest = _plain(value)
    known = all(isinstance(then, m.Const | m.EnumValue) for _, then in (*entries, (rest, rest)))
    looks_up = isinstance(asked.type, m.EnumType) or asked.type in _KEYS
    return (asked, tuple(entries), rest) if known and looks_up else None


def _plain(expr: m.Expr) -> m.Expr:
    """An integer that is constant as one, though it is written with a sign."""
    number = fold(expr) if isinstance(expr, m.Op) else None
    return expr if number is None else m.Const(m.INT, expr.span, number)
