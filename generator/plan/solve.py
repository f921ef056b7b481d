"""Step 2, equations: the field that a size, a count or a position depends on."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.bits import bits_by
from quire.generator.plan.solution import Place, Solution, Unsolved, is_exact, operands, place_of
from quire.generator.plan.undo import Equation, spelled, text_of
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import replace
from quire.runtime.values.base256 import is_base256

_DEPTH = 8
"""So many value instances of records inside a record may be computed from each other."""

_NESTED = 8
"""And so deep inside an expression."""

_ALL = -1
"""All bits of a number."""


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
        self._bits = bits_by(self._bits_of)

    def solve(
        self, expr: m.Expr, known: frozenset[Place] = frozenset()
    ) -> tuple[Solution, ...] | Unsolved:
        """The fields that an expression depends on; none if it names none.

        Where there are several, each has bits of the number for itself, or all but one have to be
        `known`: something else tells them. What the spec derives in its own words is nothing to
        solve for.
        """
        pieces = self._told_by(self._unfolded(expr), frozenset())
        if isinstance(pieces, tuple) and len(pieces) > 1 and all(map(_is_within, pieces)):
            return pieces
        return self._alone(expr, known)

    def _alone(self, expr: m.Expr, known: frozenset[Place]) -> tuple[Solution, ...] | Unsolved:
        """The same, where instances that are computed from others are so only if they have to."""
        found = self._told_by(self.inlined(expr), known)
        deeper = found or self._told_by(self._unfolded(expr), known)
        return found if isinstance(deeper, Unsolved) else deeper

    def _told_by(self, expr: m.Expr, known: frozenset[Place]) -> tuple[Solution, ...] | Unsolved:
        """The same of an expression whose value instances are what they compute."""
        fields = tuple({place_of(field): field for field in self._fields(expr)}.values())
        unknown = tuple(field for field in fields if not self._is_said(field))
        if len(fields) > 1:
            unknown = tuple(field for field in unknown if place_of(field) not in known)
        found = tuple(self._solved(expr, field, unknown) for field in unknown)
        why_not = next((each for each in found if not isinstance(each, Solution)), None)
        if why_not is not None and len(unknown) > 1:
            return Unsolved(fields, "it is computed from several fields")
        if why_not is not None:
            return Unsolved(unknown, why_not)
        solutions = tuple(each for each in found if isinstance(each, Solution))
        if any(m.goes_by_stream(by) for each in solutions for _, by in each.undo):
            return Unsolved(unknown, "it depends on the stream")
        return solutions

    def _solved(self, expr: m.Expr, field: m.Get, unknown: tuple[m.Get, ...]) -> Solution | str:
        """The solution for a field, where each of several has bits for itself."""
        places = (place_of(each) for each in unknown if each is not field)
        others = frozenset(place for place in places if place is not None)
        return spelled(Equation(field, others, self._bits).solve(expr), self._digits_of(field))

    def solutions(
        self, expr: m.Expr, known: frozenset[Place] = frozenset()
    ) -> tuple[Solution, ...]:
        """What an expression tells: where conditions choose the number, each that they choose."""
        found = ((unless, self.solve(part, known)) for unless, part in self._chosen(expr))
        told = (
            replace(each, unless=_either(unless, each.unless))
            for unless, solutions in found
            if not isinstance(solutions, Unsolved)
            for each in solutions
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
        if not is_exact(found.undo):
            return bool(_touched(found) & self._asked(found.unless, found.field))
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

    def _asked(self, condition: m.Expr, field: m.Get) -> int:
        """The bits of a field that a condition asks for."""
        condition = self.inlined(condition)
        if place_of(condition) == place_of(field):
            return _ALL
        if isinstance(condition, m.Op) and condition.name == "bit_and":
            for part, other in (condition.args, condition.args[::-1]):
                mask = fold(other)
                if mask is not None and place_of(part) == place_of(field):
                    return mask
        asked = 0
        for part in m.parts_of(condition):
            asked |= self._asked(part, field)
        return asked

    def _bits_of(self, field: m.Get) -> int | None:
        """The bits that a field may have; None if it may be below zero."""
        path = self._path_of(field)
        if path not in self._records or field.type is not m.INT or not self.is_attribute(field):
            return None
        record, name = self._records[path], field.name
        stores = (op for op in p.walk(record.read) if isinstance(op, p.Store))
        values = [op.value for op in stores if op.target == name]
        if not values or any(map(_is_signed, values)):
            return None
        limits = (op for op in record.checks if isinstance(op, p.Guard) and op.rule == "at_most")
        valid = (fold(op.args[0]) for op in limits if op.target == name and not op.element)
        most = min([max(map(_most, values)), *(limit for limit in valid if limit is not None)])
        return (1 << most.bit_length()) - 1 if most >= 0 else None

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

    def positions(self, expr: m.Expr, told: frozenset[Place] = frozenset()) -> tuple[Solution, ...]:
        """What a position tells: where conditions choose it, each that they choose.

        Args:
            expr: The position.
            told: Fields that positions of other instances tell: of several, these are others.
        """
        found = ((unless, self._position(part, told)) for unless, part in self._chosen(expr))
        return tuple(
            replace(each, unless=_either(unless, each.unless))
            for unless, each in found
            if each is not None
        )

    def _position(self, expr: m.Expr, told: frozenset[Place]) -> Solution | None:
        """The same of one of them: its own field, where others say what that counts from."""
        fields = {place_of(field): field for field in self._fields(self.inlined(expr))}
        own = [place for place, field in fields.items() if m.own_field(field) is not None]
        if len(own) > 1:
            own = [place for place in own if place not in told]
        around = (place for place in fields if place is not None and place not in own)
        found = self._alone(expr, frozenset(around) if len(own) == 1 else frozenset())
        if isinstance(found, Unsolved) or len(found) != 1 or _is_rounded(found[0]):
            return None
        return found[0]

    def inlined(self, expr: m.Expr) -> m.Expr:
        """An expression where value instances, also of records inside, are what they compute."""
        return self._unfolded(expr, 1)

    def _unfolded(self, expr: m.Expr, depth: int = _NESTED) -> m.Expr:
        """The same, where those that are computed from others are, too."""
        for _ in range(len(self._values) + _DEPTH):
            value = self._computed(expr)
            if value is None:
                break
            expr = value
        if isinstance(expr, m.Op) and depth > 0:
            args = tuple(self._unfolded(arg, depth - 1) for arg in expr.args)
            return replace(expr, args=args)
        return expr

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
        text = text_of(expr)
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


def _is_within(found: Solution) -> bool:
    """Whether no record but this one tells a field, so that all of it is that."""
    return (place_of(found.field) or ("",))[0] == "self"


def _is_rounded(found: Solution) -> bool:
    """Whether a number is a multiple that comes next to a field (`ofs & ~3`)."""
    for step in found.undo:
        if step[0] == "whole":
            return True
        if step[0] == "bits":
            mask, shift, _ = map(fold, operands(step))
            return shift == 0 and mask is not None and not mask & 1
    return False


def _touched(found: Solution) -> int:
    """The bits of a field that change when the number does."""
    if found.undo[-1][0] != "bits":
        return _ALL
    mask, shift, now = operands(found.undo[-1])
    is_it = place_of(now) == place_of(found.field)
    return (fold(mask) or 0) << (fold(shift) or 0) if is_it else _ALL


def _is_signed(value: p.Value) -> bool:
    """Whether a value is no number, or one that may be below zero."""
    return not isinstance(value, p.Bits | p.Number) or (
        isinstance(value, p.Number) and value.scalar[0] != "u"
    )


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
