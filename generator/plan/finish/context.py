"""What the words of expressions mean where a method uses them."""

from __future__ import annotations

from itertools import groupby

from quire.generator.plan.program import NOWHERE, Slot, slot, variable
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace
from quire.runtime.reading.instance import GROWING

SELF = variable("self")
IO = variable("io")
POS = variable("pos")
ITEM = variable("item")
OWN_IO = slot("_io")
_IN_SETS = (m.INT, m.FLOAT, m.STR)
"""Types of values that sets can look up, whatever is given for them."""
_SELVES = {"_root": slot("_root"), "_parent": slot("_parent")}


NO_VALUES: dict[str, m.Expr] = {}


class Context(Frozen):
    """A place in a method.

    Attributes:
        io: What the stream is there.
        element: What `_` is there.
        slots: What the names of attributes that are read begin with: `_m_` for instances, or
            `_now_` while they are read.
        values: What is computed here, in the place of instances of these names.
        by_position: Whether it is read by position here.
    """

    io: m.Expr = IO
    element: m.Expr = ITEM
    slots: str = ""
    values: dict[str, m.Expr] = NO_VALUES
    by_position: bool = False

    def with_element(self, element: m.Expr) -> Context:
        """The same place, where `_` is something."""
        return replace(self, element=element)

    def slot(self, target: str, behind: str = "") -> Slot:
        """Where a field that is read goes."""
        return slot(target, self.slots, behind)

    @property
    def kept(self) -> str:
        """What the names begin with once values were read: their stored bytes depend on them."""
        return self.slots.replace(GROWING, "_m_")

    def expr(self, expr: m.Expr) -> m.Expr:
        """An expression in the words of the method."""
        if isinstance(expr, m.Local):
            return self._local(expr)
        if isinstance(expr, m.Get) and m.own_field(expr) in self.values:
            return replace(self, io=OWN_IO).expr(self.values[expr.name])
        if isinstance(expr, m.Get):
            return replace(expr, of=self.expr(expr.of))
        if isinstance(expr, m.ListOf):
            return replace(expr, items=tuple(map(self.expr, expr.items)))
        if isinstance(expr, m.MapOver):
            each = self.with_element(variable("each"))
            return replace(expr, of=self.expr(expr.of), body=each.expr(expr.body))
        if isinstance(expr, m.Where):
            each = self.with_element(variable("each"))
            return replace(expr, of=self.expr(expr.of), test=each.expr(expr.test))
        if isinstance(expr, m.Op) and expr.name == "or":
            return _membership(expr, [self.expr(operand) for operand in _operands(expr)])
        if isinstance(expr, m.Op):
            args = tuple(map(self.expr, expr.args))
            if expr.name == "stream_size" and (of := self._record_of(args[0])) is not None:
                return replace(expr, name="size_of", args=(of,))
            return equal(*args) if expr.name == "eq" else replace(expr, args=args)
        return expr

    def _record_of(self, io: m.Expr) -> m.Expr | None:
        """The record whose stream something is, which knows its size without it."""
        if isinstance(io, m.Get):
            is_ours = io.name == "_io" and isinstance(io.of.type, m.RecordType)
            return io.of if is_ours else None
        is_own = isinstance(io, Slot) and (io.of, io.name) == (OWN_IO.of, OWN_IO.name)
        is_io = isinstance(io, m.Local) and io.name == IO.name
        return SELF if is_own or (is_io and self.by_position) else None

    def _local(self, expr: m.Local) -> m.Expr:
        known = {"_io": self.io, "_": self.element, "_index": variable("i"), **_SELVES}
        found = known.get(expr.name)
        return expr if found is None else replace(found, type=expr.type)

    def bounded(self, expr: m.Expr) -> m.Expr:
        """The same, in a bound if it may grow, since others are made of it."""
        found = self.expr(expr)
        return m.Op(expr.type, expr.span, "bounded", (found,)) if _grows(expr) else found


OWN = Context(OWN_IO)
"""Where no method has variables."""


def truth(name: str, *args: m.Expr) -> m.Op:
    """An operator whose value is a boolean."""
    return m.Op(m.BOOL, NOWHERE, name, args)


def equal(left: m.Expr, right: m.Expr) -> m.Expr:
    """Whether two values are equal; a boolean is not compared with one that is known."""
    known = right.value if isinstance(right, m.Const) and left.type is m.BOOL else None
    if isinstance(known, bool):
        return left if known else truth("not", left)
    return truth("eq", left, right)


def constant(value: int) -> m.Const:
    """An integer."""
    return m.Const(m.INT, NOWHERE, value)


def last(of: m.Expr) -> m.Expr:
    """The last element of a list."""
    return m.Op(m.ANY, NOWHERE, "last", (of,))


def _membership(expr: m.Op, operands: list[m.Expr]) -> m.Expr:
    """Neighbours that compare one value with constants are one test of membership."""
    found: list[m.Expr] = []
    for key, group in groupby(operands, _compared):
        several = list(group)
        if key is None or len(several) == 1:
            found += several
            continue
        values = tuple(test.args[1] for test in several if isinstance(test, m.Op))
        found.append(truth("in", key, m.ListOf(m.ANY, NOWHERE, values)))
    whole, *rest = found
    for operand in rest:
        whole = replace(expr, args=(whole, operand))
    return whole


def _operands(expr: m.Expr) -> list[m.Expr]:
    if isinstance(expr, m.Op) and expr.name == "or":
        return [*_operands(expr.args[0]), expr.args[1]]
    return [expr]


def _compared(expr: m.Expr) -> m.Expr | None:
    """What is compared with a constant, or None; it must be something that a set can look up."""
    if not isinstance(expr, m.Op) or expr.name != "eq" or not isinstance(expr.args[1], m.Const):
        return None
    return expr.args[0] if expr.args[0].type in _IN_SETS else None


def _grows(expr: m.Expr) -> bool:
    """Whether a value may be far larger than what it is made of: a product, texts in a row."""
    if isinstance(expr, m.Op):
        several = sum(not isinstance(arg, m.Const) for arg in expr.args) > 1
        joins = expr.name == "format" or (expr.name, expr.type) == ("add", m.STR)
        if several and (joins or expr.name in ("mul", "bit_shl")):
            return True
    return any(map(_grows, m.parts_of(expr)))
