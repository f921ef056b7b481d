"""Step 2, equations: the field that a size, a count or a position depends on."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import Frozen, replace
from quire.runtime.values.base256 import is_base256

_DEPTH = 8
"""So many value instances of records inside a record may be computed from each other."""

Place = tuple[str, ...]
"""The names that lead to a field, from the record on: `("self", "header", "count")`."""


class Solution(Frozen):
    """What a field is: `undo` are the steps that lead to it from the value of the expression.

    Each step is `add`, `subtract`, `divide` (without remainder), `from` (the number less the
    value) or `exponent` (by how much the number is shifted to be the value), with a number or an
    expression of other fields; or, of a text that is a number, at last `digits`: their base, and
    how many there are. Where `unless` holds, the field tells
    that the number stands elsewhere, and is left alone.
    """

    field: m.Get
    undo: tuple[tuple[str, m.Expr], ...] = ()
    unless: m.Expr | None = None


class Unsolved(Frozen):
    """Why an expression does not tell what its fields are."""

    fields: tuple[m.Get, ...]
    reason: str


class Solver:
    """The equations of one record.

    Args:
        record: The record.
        records: All records of the module, by their paths.
    """

    def __init__(self, record: p.Record, records: dict[Path, p.Record]) -> None:
        self._record = record
        self._records = records
        values = (lazy for lazy in record.instances if isinstance(lazy, p.Computed))
        self._values = {lazy.name: lazy.value for lazy in values}

    def solve(
        self, expr: m.Expr, known: frozenset[Place] = frozenset()
    ) -> Solution | Unsolved | None:
        """The field that an expression depends on; None if it names none.

        Where there are several, the others have to be `known`: something else tells them.
        What the spec derives in its own words is nothing to solve for.
        """
        expr = self.inlined(expr)
        fields = tuple({place_of(field): field for field in self._fields(expr)}.values())
        unknown = tuple(field for field in fields if not self._is_said(field))
        if len(fields) > 1:
            unknown = tuple(field for field in unknown if place_of(field) not in known)
        if not fields:
            return None
        if len(unknown) > 1:
            return Unsolved(fields, "it is computed from several fields")
        if not unknown:
            return None  # all of them are told by something else
        found = _spelled(_solve(expr, unknown[0]), self._digits_of(unknown[0]))
        if isinstance(found, Solution) and any(m.goes_by_stream(by) for _, by in found.undo):
            return Unsolved(unknown, "it depends on the stream")
        return found if isinstance(found, Solution) else Unsolved(unknown, found)

    def solutions(
        self, expr: m.Expr, known: frozenset[Place] = frozenset()
    ) -> tuple[Solution, ...]:
        """What an expression tells: where conditions choose the number, each that they choose."""
        found = ((unless, self.solve(part, known)) for unless, part in self._chosen(expr))
        told = (
            replace(each, unless=_either(unless, each.unless))
            for unless, each in found
            if isinstance(each, Solution)
        )
        return tuple(each for each in told if not self._may_pass_a_mark(each))

    def _may_pass_a_mark(self, found: Solution) -> bool:
        """Whether a field can be less, and more, than a number by which it tells another form.

        A format whose lengths up to 127 are one byte, and in which 129 and 130 say that others
        follow, has none of 200, though its spec would read that. The spec may say by `valid` which
        there are.
        """
        if found.unless is None or (path := self._path_of(found.field)) is None:
            return False
        record, name = self._records[path], found.field.name
        if any(isinstance(op, p.Guard) and op.target == name for op in p.walk(record.checks)):
            return False
        stores = (op for op in p.walk(record.read) if isinstance(op, p.Store))
        most = max((_most(op.value) for op in stores if op.target == name), default=0)
        return any(_least(found) < mark < most for mark in self._marks(found.unless, found.field))

    def _marks(self, condition: m.Expr, field: m.Get) -> Iterator[int]:
        """The numbers of which a condition asks whether a field is one."""
        condition = self.inlined(condition)
        if isinstance(condition, m.Op) and condition.name in ("eq", "ne"):
            one, other = condition.args
            is_asked = place_of(one) == place_of(field)
            if is_asked and (mark := fold(other)) is not None:
                yield mark
        for part in m.parts_of(condition):
            yield from self._marks(part, field)

    def _path_of(self, field: m.Get) -> Path | None:
        """The type of the record that has a field."""
        return self._record.path if _is_self(field.of) else getattr(field.of.type, "path", None)

    def _chosen(self, expr: m.Expr) -> Iterator[tuple[m.Expr | None, m.Expr]]:
        """The expressions that conditions choose from, each with where it is not chosen."""
        expr = self.inlined(expr)
        if not isinstance(expr, m.Op) or expr.name != "if":
            yield None, expr
            return
        condition, then, otherwise = expr.args
        for unless, part in self._chosen(then):
            yield _either(opposite(condition), unless), part
        for unless, part in self._chosen(otherwise):
            yield _either(condition, unless), part

    def position(self, expr: m.Expr) -> Solution | Unsolved | None:
        """The same of a position: its own field, where others say what that counts from."""
        fields = {place_of(field): field for field in self._fields(self.inlined(expr))}
        own = [place for place, field in fields.items() if m.own_field(field) is not None]
        around = (place for place in fields if place is not None and place not in own)
        return self.solve(expr, frozenset(around) if len(own) == 1 else frozenset())

    def inlined(self, expr: m.Expr) -> m.Expr:
        """An expression where value instances, also of records inside, are what they compute."""
        for _ in range(len(self._values) + _DEPTH):
            value = self._computed(expr)
            if value is None:
                break
            expr = value
        if isinstance(expr, m.Op):
            return m.Op(expr.type, expr.span, expr.name, tuple(map(self._inlined_once, expr.args)))
        return expr

    def _inlined_once(self, expr: m.Expr) -> m.Expr:
        value = self._computed(expr)
        return value if value is not None else expr

    def _computed(self, expr: m.Expr) -> m.Expr | None:
        """What a value instance computes, be it of this record or of one inside it."""
        if not isinstance(expr, m.Get) or _is_self(expr.of):
            return self._values.get(m.own_field(expr) or "")
        of = expr.of
        if not isinstance(of.type, m.RecordType) or (place_of(of) or ("",))[0] != "self":
            return None
        record = self._records.get(of.type.path)
        lazies = record.instances if record is not None and self._is_reached(of) else ()
        values = (
            lazy.value for lazy in lazies if isinstance(lazy, p.Computed) and lazy.name == expr.name
        )
        return next((_seen_from(value, of) for value in values), None)

    def _fields(self, expr: m.Expr) -> Iterator[m.Get]:
        """The numbers of records that an expression names and a writer can set."""
        if isinstance(expr, m.Get) and self.is_field(expr):
            yield expr
        text = _text_of(expr)
        if text is not None and self._digits_of(text) is not None:
            yield text
        parts = m.parts_of(expr)
        if isinstance(expr, m.Op) and expr.name == "if":
            otherwise = tuple(self._fields(expr.args[2]))  # what tells, unless something else does
            yield from otherwise
            parts = () if otherwise else expr.args[:2]
        for part in parts:
            yield from self._fields(part)

    def is_field(self, expr: m.Get) -> bool:
        """Whether an expression is a number in the `seq` of a record that can be reached."""
        of = expr.of
        if not isinstance(of.type, m.RecordType):
            return False
        return self.is_attribute(expr) and (expr.type is m.INT or isinstance(expr.type, m.EnumType))

    def _digits_of(self, text: m.Get) -> tuple[int, bool] | None:
        """How many digits a field of text has room for, and whether more stand in binary.

        None where that is not always the same.
        """
        if text.type is not m.STR or not self.is_attribute(text):
            return None
        path = self._record.path if _is_self(text.of) else getattr(text.of.type, "path", ())
        stores = (op for op in p.walk(self._records[path].read) if isinstance(op, p.Store))
        found = [op for op in stores if op.target == text.name]
        match found:
            case [
                p.Store(
                    element=False,
                    value=p.Text(raw=p.Sized(process=None, size=size) as raw, encoding=encoding),
                )
            ]:
                wider = is_base256(encoding)
                ended = raw.trim is not None and raw.trim.terminator is not None
                width = fold(size)
                return None if width is None else (width - (ended or wider), wider)
        return None

    def is_attribute(self, expr: m.Get) -> bool:
        """Whether an expression is any field in the `seq` of a record that can be reached."""
        of = expr.of
        if not isinstance(of.type, m.RecordType) and not _is_self(of):
            return False
        path = self._record.path if _is_self(of) else getattr(of.type, "path", ())
        record = self._records.get(path)
        return (
            record is not None
            and any(attribute.name == expr.name for attribute in record.attributes)
            and self._is_reached(of)
        )

    def _is_said(self, field: m.Get) -> bool:
        """Whether `-derive` tells a field."""
        path = self._record.path if _is_self(field.of) else getattr(field.of.type, "path", ())
        record = self._record if path == self._record.path else self._records[path]
        steps = (step for step in record.derive if step.target == field.name)
        return any(isinstance(step, p.ValueOf) and step.said for step in steps)

    def _is_reached(self, of: m.Expr) -> bool:
        """Whether a record is this one, or stands at a fixed place around or in it."""
        if isinstance(of, m.Local):
            return of.name in ("self", "_parent", "_root")
        if not isinstance(of, m.Get) or not isinstance(of.of.type, m.RecordType):
            return False
        path = self._record.path if _is_self(of.of) else of.of.type.path
        record = self._records.get(path)
        return (
            record is not None
            and any(attribute.name == of.name for attribute in record.attributes)
            and self._is_reached(of.of)
        )


def _seen_from(value: m.Expr, of: m.Expr) -> m.Expr | None:
    """An expression of the record `of`, as the one around it says it; None where it cannot."""
    match value:
        case m.Const() | m.EnumValue():
            return value
        case m.Local(name="self"):
            return of
        case m.Get():
            inner = _seen_from(value.of, of)
            return None if inner is None else replace(value, of=inner)
        case m.Op():
            args = [_seen_from(arg, of) for arg in value.args]
            known = tuple(arg for arg in args if arg is not None)
            return replace(value, args=known) if len(known) == len(args) else None
    return None


def _either(one: m.Expr | None, other: m.Expr | None) -> m.Expr | None:
    """Either of two conditions, of which one may be missing."""
    if one is None or other is None:
        return one or other
    return m.Op(m.BOOL, one.span, "or", (one, other))


def _least(found: Solution) -> int:
    """What a field is if it counts nothing; 0 if that is not constant."""
    number = 0
    for word, by in found.undo:
        if word not in ("add", "subtract") or (step := fold(by)) is None:
            return 0
        number += step if word == "add" else -step
    return max(number, 0)


def _most(value: p.Value) -> int:
    """The largest number that a field can be."""
    match value:
        case p.Number(scalar=scalar):
            bits = 8 * int(scalar[1])
            return int(2 ** (bits if scalar[0] == "u" else bits - 1) - 1)
        case p.Bits(width=width):
            return int(2**width - 1)
    return 0


def opposite(condition: m.Expr) -> m.Expr:
    """What holds where a condition does not."""
    if isinstance(condition, m.Op) and condition.name == "not":
        return condition.args[0]
    if isinstance(condition, m.Op) and condition.name in ("and", "or"):
        name = "or" if condition.name == "and" else "and"
        return m.Op(m.BOOL, condition.span, name, tuple(map(opposite, condition.args)))
    return m.Op(m.BOOL, condition.span, "not", (condition,))


def _is_self(expr: m.Expr) -> bool:
    return isinstance(expr, m.Local) and expr.name == "self"


def _solve(expr: m.Expr, unknown: m.Get) -> Solution | str:
    """The solution for a field of an expression, or why there is none."""
    found = _itself(expr, unknown)
    if found is not None or not isinstance(expr, m.Op):
        return found or "it is more than a sum or a product"
    if expr.name in ("neg", "pos"):
        zero = m.Const(m.INT, expr.span, 0)
        return _after(
            expr.args[0], ("from", zero) if expr.name == "neg" else ("add", zero), unknown
        )
    if expr.name == "if":
        return _chosen(expr, unknown)
    if expr.name not in ("add", "sub", "mul", "bit_shl"):
        return "its operators cannot be undone"
    left, right = expr.args
    there = [_names(side, unknown) for side in (left, right)]
    if all(there):
        return "it stands on both sides of an operator"
    if there[1]:
        steps = {"add": "subtract", "sub": "from", "mul": "divide", "bit_shl": "exponent"}
        if expr.name == "bit_shl" and (fold(left) or 0) < 1:
            return "it is computed from more than numbers and a field"
        return _after(right, (steps[expr.name], left), unknown)
    step = {"add": "subtract", "sub": "add"}.get(expr.name, "divide")
    factor = _power(right) if expr.name == "bit_shl" else right
    if factor is None:
        return "its operators cannot be undone"
    return _after(left, (step, factor), unknown)


def _itself(expr: m.Expr, unknown: m.Get) -> Solution | None:
    """The solution for an expression that is the field, or the number that its text is."""
    if place_of(expr) == place_of(unknown):
        return Solution(unknown)
    text = _text_of(expr)
    if text is not None and isinstance(expr, m.Op) and place_of(text) == place_of(unknown):
        base = expr.args[1] if len(expr.args) > 1 else m.Const(m.INT, expr.span, 10)
        return Solution(unknown, (("digits", base),))
    return None


def _text_of(expr: m.Expr) -> m.Get | None:
    """The member whose text is read as a number."""
    match expr:
        case m.Op(name="to_i" | "to_i_base", args=(m.Get() as text, *_)) if text.type is m.STR:
            return text
    return None


def _spelled(found: Solution | str, room: tuple[int, bool] | None) -> Solution | str:
    """A solution whose last step knows how many digits there are."""
    if isinstance(found, str) or room is None:
        return found
    if not found.undo or found.undo[-1][0] != "digits":
        return "it is a text that is more than a number"
    base = fold(found.undo[-1][1])
    if base is None or not 2 <= base <= 16:
        return "the base of its digits is not constant"
    told = tuple(m.Const(m.INT, found.field.span, int(number)) for number in (base, *room))
    digits = m.ListOf(m.ListType(m.INT), found.field.span, told)
    return replace(found, undo=(*found.undo[:-1], ("digits", digits)))


def _chosen(expr: m.Op, unknown: m.Get) -> Solution | str:
    """The solution for a field that has the number unless something else has."""
    unless, _, otherwise = expr.args
    if not _names(otherwise, unknown):
        return "its operators cannot be undone"
    found = _solve(otherwise, unknown)
    if isinstance(found, str):
        return found
    return (
        replace(found, unless=unless)
        if found.unless is None
        else "two conditions, one in the other, choose it"
    )


def _power(expr: m.Expr) -> m.Expr | None:
    """What a shift by a number multiplies by."""
    number = fold(expr)
    if number is None or not 0 <= number < 64:
        return None
    return m.Const(m.INT, expr.span, 1 << number)


def _names(expr: m.Expr, field: m.Get) -> bool:
    same = place_of(expr) == place_of(field)
    return same or any(_names(part, field) for part in m.parts_of(expr))


def _after(expr: m.Expr, step: tuple[str, m.Expr], unknown: m.Get) -> Solution | str:
    """The solution for an expression, after a first step."""
    word, operand = step
    number = fold(operand)
    if number is not None:
        operand = m.Const(m.INT, operand.span, number)
    if (word, number) == ("divide", 0):
        return "it is always 0"
    if word in ("add", "subtract") and number is not None and number < 0:
        opposite = m.Const(m.INT, operand.span, -number)
        return _after(expr, ("subtract" if word == "add" else "add", opposite), unknown)
    found = _solve(expr, unknown)
    trivial = (word, number) in (("add", 0), ("subtract", 0), ("divide", 1))
    if isinstance(found, str) or trivial:
        return found
    return replace(found, undo=((word, operand), *found.undo))


def place_of(expr: m.Expr) -> Place | None:
    """The names that lead to a field: `("self", "header", "count")`."""
    if isinstance(expr, m.Local):
        return (expr.name,)
    within = place_of(expr.of) if isinstance(expr, m.Get) else None
    return (*within, expr.name) if isinstance(expr, m.Get) and within is not None else None
