"""Instances that are asked for while a record is read, and cost less where they are computed.

One whose value follows from fields that are there, and cannot fail, is an expression of these. The
instance itself is found when somebody looks at it, as others are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.generator.plan import operations as p
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen

MOST = 40
"""Parts of an expression that is computed in place; a longer one is an instance's."""

QUICK = 20
"""Parts of an expression that is computed in about the time in which its value would be found."""

_SURE = frozenset((
    "and", "bit_and", "bit_or", "bit_xor", "eq", "ge", "gt", "invert", "le", "lt", "ne", "neg",
    "not", "or", "add", "sub",
))  # fmt: skip  # laid out as a table
"""Operators that have a value whatever their operands are, if these are integers or truth values.

None makes a number much longer than its operands."""
_EQUAL = ("eq", "ne")
_BY_CONSTANTS = ("bit_shl", "bit_shr", "floordiv", "mod", "mul")
_SIMPLE = (m.INT, m.BOOL)
_SHORT_ONES = (m.INT, m.BOOL, m.FLOAT, m.STR, m.BYTES)
_SHORT = 64
"""What constants in such places are less than."""


class Known(Frozen):
    """What is known of a record's members.

    Attributes:
        fields: Those that are always there.
        sometimes: Those that are there under a condition; instances too, which say their name if
            they fail.
        values: What instances are computed of.
    """

    fields: frozenset[str]
    sometimes: dict[str, m.Expr]
    values: dict[str, m.Expr]

    def is_sure(self, expr: m.Expr, holds: tuple[m.Expr, ...] = ()) -> bool:
        """Whether an expression has a value, where some conditions hold."""
        match expr:
            case m.Const() | m.EnumValue():
                return True
            case m.Get(of=m.Local(name="self"), name=name):
                return self._is_there(name, holds)
            case m.Op(name="if", args=(condition, then, otherwise)):
                return (
                    self.is_sure(condition, holds)
                    and self.is_sure(then, (*holds, condition))
                    and self.is_sure(otherwise, holds)
                )
            case m.Op(name="and", args=(left, right)):
                return self.is_sure(left, holds) and self.is_sure(right, (*holds, left))
            case m.Op(name=name, args=args):
                return _has_value(name, args) and all(self.is_sure(arg, holds) for arg in args)
        return False

    def is_quick(self, lazy: p.Lazy) -> bool:
        """Whether an instance is computed as fast as it would be found, and so need not be kept."""
        if not isinstance(lazy, p.Computed) or not _is_expression(lazy):
            return False
        holds = () if lazy.condition is None else (lazy.condition,)
        parts = (*holds, lazy.value)
        return (
            all(map(self.is_sure, holds))
            and self.is_sure(lazy.value, holds)
            and sum(map(self.size, parts)) <= QUICK
            and all(map(self._is_short, parts))
        )

    def _is_short(self, expr: m.Expr) -> bool:
        """Whether an expression depends on numbers and short texts, and surely by such."""
        if m.is_untyped(expr):
            return False
        if isinstance(expr, m.Get) and expr.name in self.values:
            return self._is_short(self.values[expr.name])
        return expr.type in _SHORT_ONES and all(
            isinstance(part, m.Local) or self._is_short(part) for part in m.parts_of(expr)
        )

    def _is_there(self, name: str, holds: tuple[m.Expr, ...]) -> bool:
        if name in self.values:
            return self.is_sure(self.values[name], holds)
        return name in self.fields or self.sometimes.get(name) in holds

    def size(self, expr: m.Expr) -> int:
        """How many parts an expression has, with those of the instances that it names."""
        if isinstance(expr, m.Get) and expr.name in self.values:
            return self.size(self.values[expr.name])
        return 1 + sum(map(self.size, m.parts_of(expr)))


def _has_value(name: str, args: tuple[m.Expr, ...]) -> bool:
    """Whether an operator has a value, if its operands have."""
    if name in _EQUAL:
        return True
    if any(arg.type not in _SIMPLE for arg in args):
        return False
    if name in _BY_CONSTANTS:
        by = args[1].value if isinstance(args[1], m.Const) else 0
        return isinstance(by, int) and 0 < by < _SHORT
    return name in _SURE


def known_of(record: p.Record) -> Known:
    """What is known of a record, and which instances are computed where they are asked for."""
    computed = [lazy for lazy in record.instances if isinstance(lazy, p.Computed)]
    values = {lazy.name: lazy.value for lazy in computed if _is_plain(lazy)}
    fields = dict(_fields(record.read))
    always = [name for name, condition in fields.items() if condition is None]
    fields |= {lazy.name: lazy.condition for lazy in record.instances if lazy.condition}
    known = Known(
        frozenset((*always, *(param.name for param in record.params))),
        {name: condition for name, condition in fields.items() if condition is not None},
        {},
    )
    while True:  # each is made of those that are known, so that none is made of itself
        more = {
            name: value
            for name, value in values.items()
            if name not in known.values and known.is_sure(value) and known.size(value) <= MOST
        }
        if not more:
            return known
        known.values.update(more)


def _is_plain(lazy: p.Computed) -> bool:
    """Whether an instance is an expression, and nothing else."""
    return _is_expression(lazy) and lazy.condition is None


def _is_expression(lazy: p.Computed) -> bool:
    """The same, under a condition perhaps."""
    return not (lazy.enum or lazy.built or lazy.checks or lazy.pieces)


def _fields(
    ops: Iterable[p.Op], condition: m.Expr | None = None
) -> Iterator[tuple[str, m.Expr | None]]:
    """The fields that are always read, and those under one condition alone."""
    for op in ops:
        match op:
            case p.Block(fields=fields) | p.BitRun(fields=fields):
                yield from ((_name(each), condition) for each in fields)
            case p.Store(target=target, element=False) | p.Loop(target=target):
                yield target, condition
            case p.When(condition=found, body=body) if condition is None:
                yield from _fields(body, found)
            case p.Branch(cases=cases) if any(key is None for key, _ in cases):
                yield op.target, condition
            case p.Ordered(le=le):
                yield from _fields(le, condition)


def _name(part: p.Fixed | p.BitField) -> str:
    return part.name
