"""Step 2, equations: the steps that lead from the value of an expression to a field in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from quire.generator.plan.bits import Bits, shift_of, span_of
from quire.generator.plan.solution import Place, Solution, Step, operands, place_of
from quire.generator.types import model as m
from quire.generator.types.fold import fold
from quire.runtime.frozen import Frozen, replace

_NOT_UNDONE = "its operators cannot be undone"


class Equation(Frozen):
    """The equation of a field.

    Attributes:
        unknown: The field.
        others: Those that are looked for with it: each has bits of the value for itself.
        bits: The bits that expressions may have.
    """

    unknown: m.Get
    others: frozenset[Place]
    bits: Bits

    def solve(self, expr: m.Expr) -> Solution | str:
        """The solution for an expression, or why there is none."""
        found = self._itself(expr)
        if found is not None or not isinstance(expr, m.Op):
            return found or "it is more than a sum or a product"
        match expr.name:
            case "neg" | "pos":
                zero = m.Const(m.INT, expr.span, 0)
                return self._after(("from" if expr.name == "neg" else "add", zero), expr.args[0])
            case "if":
                return self._chosen(expr)
            case "bit_and" | "bit_shr":
                return self._window(expr)
            case "floordiv":
                return self._rounded(expr)
            case "bit_or" | "bit_xor":
                return self._piece(expr)
            case "add" if all(map(self._is_sought, expr.args)):
                return self._piece(expr)
            case "add" | "sub" | "mul" | "bit_shl":
                return self._computed(expr)
        return _NOT_UNDONE

    def _computed(self, expr: m.Op) -> Solution | str:
        """The solution for two operands, of which one is known."""
        left, right = expr.args
        there = [_names(side, self.unknown) for side in (left, right)]
        if all(there):
            return "it stands on both sides of an operator"
        if self._is_sought(left if there[1] else right):
            return _NOT_UNDONE
        if there[1]:
            steps = {"add": "subtract", "sub": "from", "mul": "divide", "bit_shl": "exponent"}
            if expr.name == "bit_shl" and (fold(left) or 0) < 1:
                return "it is computed from more than numbers and a field"
            return self._after((steps[expr.name], left), right)
        step = {"add": "subtract", "sub": "add"}.get(expr.name, "divide")
        factor = right
        if expr.name == "bit_shl":
            if (number := shift_of(expr)) is None:
                return _NOT_UNDONE
            factor = _number(1 << number, right)
        return self._after((step, factor), left)

    def _itself(self, expr: m.Expr) -> Solution | None:
        """The solution for an expression that is the field, or the number that its text is."""
        if place_of(expr) == place_of(self.unknown):
            return Solution(self.unknown)
        text = text_of(expr)
        is_it = text is not None and place_of(text) == place_of(self.unknown)
        if is_it and isinstance(expr, m.Op):
            base = expr.args[1] if len(expr.args) > 1 else _number(10, expr)
            return Solution(self.unknown, (("digits", base),))
        return None

    def _chosen(self, expr: m.Op) -> Solution | str:
        """The solution for a field that has the number unless something else has."""
        unless, _, otherwise = expr.args
        if not _names(otherwise, self.unknown):
            return _NOT_UNDONE
        found = self.solve(otherwise)
        if isinstance(found, str):
            return found
        return (
            replace(found, unless=unless)
            if found.unless is None
            else "two conditions, one in the other, choose it"
        )

    # -- numbers in bits of others -------------------------------------------------------------

    def _window(self, expr: m.Op) -> Solution | str:
        """The solution for some bits of a number; its other bits stay as they are."""
        inner, mask, shift = _window_of(expr)
        there = self.bits(inner)
        if there is not None:
            mask &= there >> shift
        if inner is expr or mask < -1:  # nobody knows how many bits there are
            return _NOT_UNDONE
        if mask == 0:
            return "it is always 0"
        if there is not None and not there & ~(mask << shift):
            return self._after(("multiply", _number(1 << shift, expr)), inner)
        told = _list(_number(mask, expr), _number(shift, expr), inner)
        return self._after(("bits", told), inner)

    def _rounded(self, expr: m.Op) -> Solution | str:
        """The solution for a number that is divided, and was a multiple before."""
        inner, by = expr.args
        divisor = fold(by)
        if divisor is None or divisor < 1 or self._is_sought(by):
            return _NOT_UNDONE
        found = self.solve(inner)
        if not isinstance(found, str) and found.undo and found.undo[0][0] == "subtract":
            return "it is rounded up"  # so that the value is that of several numbers
        return self._after(("whole", _list(_number(divisor, by), inner)), inner)

    def _piece(self, expr: m.Op) -> Solution | str:
        """The solution for a number that is put together of others, each with its own bits."""
        terms = [*_terms(expr)]
        own = [term for term in terms if _names(term, self.unknown)]
        if len(own) > 1:
            return "it stands on both sides of an operator"
        spans = _apart([self.bits(term) for term in terms])
        if spans is None:
            return _NOT_UNDONE
        known = [term for term in terms if not self._is_sought(term)]
        rest = sorted(span for term, span in zip(terms, spans, strict=True) if term not in known)
        low, above = _stretch(spans[terms.index(own[0])], rest)
        found = self._after(("multiply", _number(1 << low, expr)), own[0])
        found = _then(("part", _list(_number(low, expr), _number(above, expr))), found)
        for term in known:
            found = _then(("subtract", term), found)
        return found

    def _is_sought(self, expr: m.Expr) -> bool:
        """Whether an expression names a field that is looked for."""
        place = place_of(expr)
        is_it = place is not None and (place in self.others or place == place_of(self.unknown))
        return is_it or any(map(self._is_sought, m.parts_of(expr)))

    def _after(self, step: Step, expr: m.Expr) -> Solution | str:
        """The solution for an expression, after a first step."""
        return _then(step, self.solve(expr))


def _then(step: Step, found: Solution | str) -> Solution | str:
    """A solution, after a first step; what does nothing is no step."""
    if isinstance(found, str):
        return found
    word, operand = step
    number = fold(operand)
    if number is not None:
        operand = _number(number, operand)
    if (word, number) == ("divide", 0):
        return "it is always 0"
    if word in ("add", "subtract") and number is not None and number < 0:
        back = "subtract" if word == "add" else "add"
        return _then((back, _number(-number, operand)), found)
    if (word, number) in (("add", 0), ("subtract", 0), ("multiply", 1), ("divide", 1)):
        return found
    if word == "part" and [*map(fold, operands(step))] == [0, -1]:
        return found
    if found.undo and (one := _joined((word, operand), found.undo[0])) is not None:
        return _then(one, replace(found, undo=found.undo[1:]))
    return replace(found, undo=((word, operand), *found.undo))


def _joined(step: Step, then: Step) -> Step | None:
    """Two steps as one."""
    words = step[0], then[0]
    one, other = ([fold(operand) for operand in operands(each)] for each in (step, then))
    match words, one, other:
        case ("multiply", "divide"), [int(times)], [int(by)] if times % by == 0:
            return "multiply", _number(times // by, step[1])
        case ("multiply", "divide"), [int(times)], [int(by)] if by % times == 0:
            return "divide", _number(by // times, step[1])
        case ("part", "part"), [int(low), int(above)], [int(inner), int(end)]:
            end = above if end < 0 else low + end
            return "part", _list(_number(low + inner, step[1]), _number(end, step[1]))
    return None


def _window_of(expr: m.Expr) -> tuple[m.Expr, int, int]:
    """A number, a mask and a shift: what `(number >> shift) & mask` is the expression."""
    if isinstance(expr, m.Op) and expr.name == "bit_and":
        for part, other in (expr.args, expr.args[::-1]):
            if (mask := fold(other)) is not None:
                inner, within, shift = _window_of(part)
                return inner, within & mask, shift
    if isinstance(expr, m.Op) and expr.name == "bit_shr" and (by := shift_of(expr)) is not None:
        inner, within, shift = _window_of(expr.args[0])
        return inner, within >> by, shift + by
    return expr, -1, 0


def _terms(expr: m.Expr) -> Iterator[m.Expr]:
    """The numbers that are put together."""
    if isinstance(expr, m.Op) and expr.name in ("add", "bit_or", "bit_xor"):
        for part in expr.args:
            yield from _terms(part)
    else:
        yield expr


def _apart(bits: list[int | None]) -> list[tuple[int, int]] | None:
    """The stretches of bits that numbers have, if no two of them overlap."""
    spans = [span_of(each) for each in bits if each is not None]
    ordered = sorted(spans)
    overlap = any(above > low for (_, above), (low, _) in pairwise(ordered))
    return None if overlap or len(spans) < len(bits) else spans


def _stretch(own: tuple[int, int], spans: list[tuple[int, int]]) -> tuple[int, int]:
    """The bits that are for a number alone: from its lowest on, up to those of the next one.

    Those that it has no room for are its own, too: that it cannot have them is an error.
    """
    at = spans.index(own)
    return own[0] if at else 0, spans[at + 1][0] if at + 1 < len(spans) else -1


def text_of(expr: m.Expr) -> m.Get | None:
    """The member whose text is read as a number."""
    match expr:
        case m.Op(name="to_i" | "to_i_base", args=(m.Get() as text, *_)) if text.type is m.STR:
            return text
    return None


def spelled(found: Solution | str, room: tuple[int, bool] | None) -> Solution | str:
    """A solution whose last step knows how many digits there are."""
    if isinstance(found, str) or room is None:
        return found
    if not found.undo or found.undo[-1][0] != "digits":
        return "it is a text that is more than a number"
    base = fold(found.undo[-1][1])
    if base is None or not 2 <= base <= 16:
        return "the base of its digits is not constant"
    told = (_number(int(number), found.field) for number in (base, *room))
    return replace(found, undo=(*found.undo[:-1], ("digits", _list(*told))))


def _names(expr: m.Expr, field: m.Get) -> bool:
    same = place_of(expr) == place_of(field)
    return same or any(_names(part, field) for part in m.parts_of(expr))


def _number(number: int, at: m.Expr) -> m.Const:
    return m.Const(m.INT, at.span, number)


def _list(*items: m.Expr) -> m.ListOf:
    return m.ListOf(m.ListType(m.INT), items[0].span, items)
