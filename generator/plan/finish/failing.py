"""When a check fails, as an expression: who reads asks that, and calls the check to say it."""

from __future__ import annotations

from quire.generator.plan import program as g
from quire.generator.plan.finish.context import truth
from quire.generator.types import model as m


def failing(of: g.Expect) -> m.Expr | None:
    """When a check fails, where that is an expression."""
    found = of.found
    if not isinstance(found, m.Expr):
        return None
    if of.function == "expect_member":
        return g.Result(m.BOOL, g.NOWHERE, g.IsPlainNumber(found))
    args = [arg for arg in of.args if isinstance(arg, m.Expr)]
    if len(args) != len(of.args) or not args:
        return None
    match of.function:
        case "expect_equal" if isinstance(args[0], m.Const) and args[0].type is m.BOOL:
            return truth("not", found) if args[0].value else found
        case "expect_equal":
            return truth("ne", found, args[0])
        case "expect_at_least":
            return truth("not", truth("ge", found, args[0]))
        case "expect_at_most":
            return truth("not", truth("le", found, args[0]))
        case "expect_any_of":
            return g.Result(m.BOOL, g.NOWHERE, g.IsNoneOf(found, tuple(args)))
        case "expect_that":
            return truth("not", args[0])
    return None
