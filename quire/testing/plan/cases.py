"""What is chosen by a value: one of several cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from quire.runtime import structure as s
from quire.testing.plan.expressions import Compiler, Frame, Unknown

T = TypeVar("T")


def case_of(
    on: s.Expr | None, cases: Sequence[tuple[s.Expr | None, T]], compiler: Compiler
) -> Callable[[Frame], T | None]:
    """What finds the case of a record; None where it is of none.

    Args:
        on: What chooses; None where the case without a key is all there is.
        cases: Keys, each with what it stands for; one without a key is the rest.
        compiler: Makes functions of expressions.
    """
    rest = next((what for key, what in cases if key is None), None)
    keyed = [(key, what) for key, what in cases if key is not None]
    if on is None or not keyed:
        return lambda _: rest
    asked, functions = (
        compiler.function(on),
        [(compiler.function(key), what) for key, what in keyed],
    )
    with suppress(Unknown):  # of keys that are members of another spec's enum
        if all(_is_constant(key) for key, _ in keyed):
            nothing = Frame()
            by_key = {key(nothing): what for key, what in reversed(functions)}  # the first counts
            return compiler.looked_up(on, by_key, rest)

    def found(frame: Frame) -> T | None:
        value = asked(frame)
        return next((what for key, what in functions if key(frame) == value), rest)

    return found


def _is_constant(key: s.Expr) -> bool:
    return not isinstance(key, str) and (not isinstance(key, tuple) or key[0] in ("text", "enum"))
