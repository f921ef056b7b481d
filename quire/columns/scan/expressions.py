"""Expressions of a spec as Python over 64-bit integers, and what has to be asked before.

A scan must never compute something else than a reader of objects does. What might leave 64 bits,
divide by zero, or look at a field that is not there, is asked before; where it is so, the scan
says that it cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from quire.columns.errors import NoColumnsError
from quire.columns.scan.values import LEAST, MOST, Constant, Scope, Value
from quire.runtime import structure as s
from quire.runtime.structure.expressions import Expr, expression_text

_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*"}
_BITWISE = {"bit_and": "&", "bit_or": "|", "bit_xor": "^"}

Found: TypeAlias = Value | Constant | Scope


@dataclass(slots=True)
class Expressions:
    """Expressions at one place of a scan.

    Args:
        scope: The record whose members their names are.
        spec: Where enums are looked for.
        expect: Has something asked before, which has to hold.
        place: The field, for errors.
        element: What `_` is.
        used: Has a value from outside of the scan brought in.
    """

    scope: Scope
    spec: s.Spec
    expect: Callable[[str], None]
    place: str
    element: Found | None = None

    def integer(self, expr: Expr) -> Value:
        """An integer."""
        return self._as_int(self.of(expr), expr)

    def condition(self, expr: Expr) -> str:
        """Something that holds or does not."""
        found = self.of(expr)
        if not isinstance(found, Value) or found.kind != "bool":
            raise self._refused(expr)
        return found.text

    def equal(self, left: Found, expr: Expr) -> str:
        """Whether a value is that of an expression."""
        return self._compare("eq", left, self.of(expr), expr)

    def compared(self, how: str, left: Found, expr: Expr) -> str:
        """How a value compares with that of an expression: `le`, `ge`, …."""
        return self._compare(how, left, self.of(expr), expr)

    def of(self, expr: Expr) -> Found:
        """Any expression."""
        if isinstance(expr, bool):
            return Value("bool", str(expr))
        if isinstance(expr, int):
            if not LEAST <= expr <= MOST:
                raise self._refused(expr)
            return Value("int", str(int(expr)), int(expr), int(expr))
        if isinstance(expr, bytes):
            return Constant(expr)
        if isinstance(expr, str):
            return self._name(expr)
        if isinstance(expr, tuple):
            return self._operation(str(expr[0]), expr[1:], expr)
        raise self._refused(expr)

    # -- names ---------------------------------------------------------------------------------

    def _name(self, name: str) -> Found:
        if name == "_" and self.element is not None:
            return self.element
        if name == "_index" and self.scope.index:
            return Value("int", self.scope.index, 0)
        if name == "self":
            return self.scope
        if name in ("_parent", "_root"):
            found = self.scope.parent if name == "_parent" else self.scope.root
            if found is None:
                raise self._refused(name)
            return found
        return self._member(self.scope, name, name)

    def _member(self, of: Scope, name: str, expr: Expr) -> Found:
        """A member of a record; an instance that is computed is its expression."""
        if name in ("_parent", "_root"):
            return Expressions(of, self.spec, self.expect, self.place)._name(name)
        if name in of.records:
            self._expect_there(of.records[name].there)
            return of.records[name]
        if name in of.values:
            value = of.values[name]
            if value.kind == "none":
                raise NoColumnsError(self.place, f"`{name}`: {value.text}")
            self._expect_there(value.there)
            if value.whole:
                self.expect(f"{value.text} >= 0")
                return replace(value, low=0, whole=False)
            return value
        instance = next((each for each in of.type.instances if each.id == name), None)
        if instance is None or instance.value is None or name in of.busy:
            raise self._refused(expr)
        of.busy.add(name)
        inside = Expressions(of, self.spec, self.expect, self.place)
        if instance.condition is not None:
            self.expect(inside.condition(instance.condition))
        found = inside.of(instance.value)
        of.busy.discard(name)
        return found

    def _expect_there(self, there: str) -> None:
        if there:
            self.expect(there)

    # -- operations ----------------------------------------------------------------------------

    def _operation(self, name: str, args: tuple[Expr, ...], expr: Expr) -> Found:
        if name == "text":
            return Constant(str(args[0]))
        if name == "enum":
            return self._enum(str(args[0]), str(args[1]), expr)
        if name == "get":
            of = self.of(args[0])
            if not isinstance(of, Scope):
                raise self._refused(expr)
            return self._member(of, str(args[1]), expr)
        if name in _COMPARE:
            return Value("bool", self._compare(name, self.of(args[0]), self.of(args[1]), expr))
        if name in ("and", "or", "not", "if"):
            return self._branch(name, args)
        if name in ("size", "pos", "eof") and args[0] == "_io":
            return self._of_stream(name)
        if name in ("length", "size"):
            return self._length(args[0], expr)
        if name in ("to_i", "plus"):
            return self.integer(args[0])
        return self._number(name, args, expr)

    def _number(self, name: str, args: tuple[Expr, ...], expr: Expr) -> Value:
        """Arithmetic."""
        values = [self.integer(arg) for arg in args]
        if name in ("neg", "invert"):
            (value,) = values
            low, high = sorted((-value.low, -value.high))
            shown = f"(-{value.text})" if name == "neg" else f"(~{value.text})"
            less = name == "invert"
            return self._fitting(shown, low - less, high - less, shown)
        if len(values) != 2:
            raise self._refused(expr)
        if name in _ARITHMETIC:
            return self._arithmetic(name, *values)
        if name in ("floordiv", "mod"):
            return self._divided(name, *values)
        if name in _BITWISE:
            return self._bitwise(name, *values)
        if name in ("bit_shl", "bit_shr"):
            return self._shifted(name, *values)
        raise self._refused(expr)

    def _arithmetic(self, name: str, left: Value, right: Value) -> Value:
        symbol = _ARITHMETIC[name]
        shown = f"({left.text} {symbol} {right.text})"
        ends = [
            {"add": a + b, "sub": a - b, "mul": a * b}[name]
            for a in (left.low, left.high)
            for b in (right.low, right.high)
        ]
        about = f"(1.0 * {left.text} {symbol} {right.text})"
        return self._fitting(shown, min(ends), max(ends), about)

    def _fitting(self, shown: str, low: int, high: int, about: str) -> Value:
        """A number that fits into 64 bits, which is asked by floats where it is not known."""
        if low < LEAST or high > MOST:
            self.expect(f"-9.2e18 < {about} < 9.2e18")
            low, high = max(low, LEAST), min(high, MOST)
        return Value("int", shown, low, high)

    def _divided(self, name: str, left: Value, right: Value) -> Value:
        if right.low <= 0:  # -1 may leave 64 bits
            self.expect(f"{right.text} > 0")
        if name == "mod":
            return Value("int", f"({left.text} % {right.text})", 0, max(right.high - 1, 0))
        least = min(left.low, 0)
        return Value("int", f"({left.text} // {right.text})", least, max(left.high, 0))

    def _bitwise(self, name: str, left: Value, right: Value) -> Value:
        low, high = LEAST, MOST
        if name == "bit_and" and max(left.low, right.low) >= 0:
            low = 0
            high = min(value.high for value in (left, right) if value.low >= 0)
        elif min(left.low, right.low) >= 0:
            low, high = 0, (1 << max(left.high, right.high).bit_length()) - 1
        return Value("int", f"({left.text} {_BITWISE[name]} {right.text})", low, high)

    def _shifted(self, name: str, left: Value, right: Value) -> Value:
        if right.low < 0 or right.high > 62:
            self.expect(f"0 <= {right.text} < 63")
        most = min(max(right.high, 0), 62)
        if name == "bit_shr":
            low, high = min(left.low, 0), max(left.high, 0)
            if right.low == right.high:
                low, high = left.low >> most, left.high >> most
            return Value("int", f"({left.text} >> {right.text})", low, high)
        low, high = min(left.low << most, left.low), max(left.high << most, left.high)
        about = f"({left.text} * 2.0 ** {right.text})"
        return self._fitting(f"({left.text} << {right.text})", low, high, about)

    def _branch(self, name: str, args: tuple[Expr, ...]) -> Found:
        """What is asked only as far as it has to be: what is asked before, too."""
        first = self.condition(args[0])
        if name == "not":
            return Value("bool", f"(not {first})")
        if name != "if":
            skipped = f"not {first}" if name == "and" else first
            second = self._where(skipped).condition(args[1])
            return Value("bool", f"({first} {name} {second})")
        then = self._where(f"not {first}").of(args[1])
        other = self._where(first).of(args[2])
        if not isinstance(then, Value) or not isinstance(other, Value):
            raise self._refused(("if", *args))
        if then.kind != other.kind or then.kind not in ("int", "bool"):
            raise self._refused(("if", *args))
        low, high = min(then.low, other.low), max(then.high, other.high)
        return Value(then.kind, f"({then.text} if {first} else {other.text})", low, high)

    def _where(self, skipped: str) -> Expressions:
        """The same, where nothing has to hold if it is skipped."""

        def expect(condition: str) -> None:
            self.expect(f"({skipped}) or ({condition})")

        return Expressions(self.scope, self.spec, expect, self.place, self.element)

    def _of_stream(self, name: str) -> Value:
        stream = self.scope.stream
        if stream.is_open:
            raise self._refused((name, "_io"))
        if name == "eof":
            return Value("bool", f"(pos >= {stream.end})")
        upper = stream.end if name == "size" else "pos"
        text = upper if stream.start == "0" else f"({upper} - {stream.start})"
        return Value("int", text, 0)

    def _length(self, of: Expr, expr: Expr) -> Value:
        found = self.of(of)
        if isinstance(found, Constant):
            return Value("int", str(len(found.data)), len(found.data), len(found.data))
        if isinstance(found, Value) and found.kind in ("bytes", "list"):
            return Value("int", found.length, 0)
        raise self._refused(expr)

    def _enum(self, path: str, label: str, expr: Expr) -> Value:
        try:
            members = self.spec.enum(path).members
        except KeyError:  # of another spec
            raise self._refused(expr) from None
        value = next(member.value for member in members if member.id == label)
        if not LEAST <= value <= MOST:
            raise self._refused(expr)
        return Value("int", str(int(value)), value, value)

    # -- comparing -----------------------------------------------------------------------------

    def _compare(self, name: str, left: Found, right: Found, expr: Expr) -> str:
        if isinstance(left, Constant):
            left, right = right, left
            name = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(name, name)
        if isinstance(left, Value) and left.kind in ("bytes", "text"):
            if not isinstance(right, Constant) or name not in ("eq", "ne"):
                raise self._refused(expr)
            same = self._same(left, right.data, expr)
            return same if name == "eq" else f"(not {same})"
        if not isinstance(left, Value) or not isinstance(right, Value):
            raise self._refused(expr)
        if left.kind == right.kind == "bool" and name in ("eq", "ne"):
            return f"({left.text} {_COMPARE[name]} {right.text})"
        one, other = self._as_int(left, expr), self._as_int(right, expr)
        return f"({one.text} {_COMPARE[name]} {other.text})"

    def _same(self, value: Value, wanted: bytes | str, expr: Expr) -> str:
        """Whether bytes are those that the spec says."""
        if isinstance(wanted, str) != (value.kind == "text"):
            raise self._refused(expr)
        if isinstance(wanted, str):
            if value.encoding not in ("utf-8", "ascii"):  # one text may have several forms
                raise self._refused(expr)
            wanted = wanted.encode()
        begin = value.text
        each = [
            f"buf[{begin} + {i}] == {byte}" if i else f"buf[{begin}] == {byte}"
            for i, byte in enumerate(wanted)
        ]
        return f"({' and '.join([f'{value.length} == {len(wanted)}', *each])})"

    def _as_int(self, value: Found, expr: Expr) -> Value:
        if isinstance(value, Value):
            if value.kind == "int":
                return value
            if value.kind == "bool":
                return Value("int", f"(1 if {value.text} else 0)", 0, 1)
        raise self._refused(expr)

    def _refused(self, expr: Expr) -> NoColumnsError:
        return NoColumnsError(self.place, f"a scan cannot tell `{expression_text(expr)}`")
