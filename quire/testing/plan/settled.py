"""Computed values that stay as they are once they can be told: they are computed once a record."""

from __future__ import annotations

from collections.abc import Iterable

from quire.runtime import structure as s
from quire.testing.plan.expressions import SENTINELS, Frame, Function

_SAME = frozenset([
    "add", "sub", "mul", "div", "floordiv", "mod", "neg", "plus", "invert", "not", "and", "or",
    "eq", "ne", "lt", "le", "gt", "ge", "bit_and", "bit_or", "bit_xor", "bit_shl", "bit_shr",
    "if", "to_i", "to_s", "length", "list", "min", "max", "sum",
])  # fmt: skip  # laid out as a table
"""Operations that depend on their operands alone."""


class Settled:
    """Which computed instances of a type stay as they are.

    These depend on parameters, and on numbers and bytes of their own record: none of these
    changes later, except where a value is tried (see `Frame.forget`).

    Args:
        type_: The type.
    """

    def __init__(self, type_: s.Type) -> None:
        self._plain = {each.id for each in type_.params} | set(_plain(type_.fields))
        self._values = {
            each.id: each.value
            for each in type_.instances
            if each.value is not None and each.default is None and each.condition is None
        }
        self._known: dict[str, bool] = {}

    def is_settled(self, name: str) -> bool:
        """Whether an instance is one of them."""
        if name not in self._known:
            self._known[name] = False  # if it depends on itself
            self._known[name] = self._is_same(self._values.get(name, "_"))
        return self._known[name]

    def _is_same(self, expr: s.Expr) -> bool:
        if isinstance(expr, str):
            return expr in self._plain or (expr in self._values and self.is_settled(expr))
        if not isinstance(expr, tuple):
            return True
        name, *operands = expr
        if name in ("text", "enum"):
            return True
        is_asked = name in ("eq", "ne") and operands[1] in SENTINELS  # one that may not be known
        return name in _SAME and not is_asked and all(map(self._is_same, operands))


def _plain(fields: Iterable[s.Field]) -> list[str]:
    """The numbers, bytes and texts that are one value each."""
    kinds = s.Number | s.Bits | s.Bytes | s.Text
    return [
        each.id
        for each in fields
        if each.repeat is None and (each.contents is not None or isinstance(each.stored, kinds))
    ]


def remembering(name: str, function: Function) -> Function:
    """What computes a value, and keeps it in the record."""

    def once(frame: Frame) -> object:
        value = frame[name] = function(frame)
        frame.remembered += 1
        frame["_io"].draw.remembered.append((frame, name))
        return value

    return once
