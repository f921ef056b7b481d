"""Expressions as Python text: the only place that knows Python's precedence."""

from __future__ import annotations

from itertools import groupby
from typing import TypeGuard

from quire.generator.resolve.scopes import Path
from quire.generator.targets.python.layout import (
    Chain,
    Doc,
    Group,
    Paren,
    Tail,
    flat,
    quoted,
    quoted_bytes,
)
from quire.generator.targets.python.names import attribute, class_of, label_name
from quire.generator.types import model as m
from quire.runtime.document import attribute_of
from quire.runtime.instance import GROWING
from quire.runtime.numbers import MAX_BITS

# Python's precedence, from loosest to tightest.
(
    TERNARY,
    OR,
    AND,
    NOT,
    COMPARE,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    SHIFT,
    SUM,
    PRODUCT,
    SIGN,
    POSTFIX,
    ATOM,
) = range(14)

_BINARY = {
    "or": ("or", OR), "and": ("and", AND),
    "eq": ("==", COMPARE), "ne": ("!=", COMPARE), "lt": ("<", COMPARE),
    "le": ("<=", COMPARE), "gt": (">", COMPARE), "ge": (">=", COMPARE),
    "bit_or": ("|", BIT_OR), "bit_xor": ("^", BIT_XOR), "bit_and": ("&", BIT_AND),
    "bit_shl": ("<<", SHIFT), "bit_shr": (">>", SHIFT),
    "add": ("+", SUM), "sub": ("-", SUM),
    "mul": ("*", PRODUCT), "div": ("/", PRODUCT),
    "floordiv": ("//", PRODUCT), "mod": ("%", PRODUCT),
}  # fmt: skip  # laid out as a table
_UNARY = {"neg": ("-", SIGN), "pos": ("+", SIGN), "invert": ("~", SIGN)}

_CALLS = {
    "to_s": "str({})",
    "to_i": "int({})",
    "bytes_of": "bytes({})",
    "length": "len({})",
    "min": "min({})",
    "max": "max({})",
}
_CALLS |= {"sum": "sum({})", "product": "math.prod({})", "to_i_base": "int({}, {})"}
"""Operators that are calls; what stands in their parentheses needs none of its own."""

_POSTFIX = {
    "first": "{}[0]", "last": "{}[-1]", "reverse": "{}[::-1]", "item": "{}[{}]",
    "decode": "{}.decode({})", "to_b": "{}.encode({})", "index_of": "{}.find({})",
    "stream_size": "{}.size()", "stream_pos": "{}.pos()", "stream_eof": "{}.is_eof()",
}  # fmt: skip  # laid out as a table
"""Operators whose first operand stands in front."""


class Printer:
    """Prints expressions for one place in a module.

    Args:
        home: The module, by the name of its spec.
        io: What the stream is called there.
        element: What `_` is called there.
        slots: Where the fields that are read go: `self.`, or what the slots of instances begin
            with, `self._m_`, or `self._now_` while they are read.
    """

    def __init__(
        self, home: str, io: str = "io", element: str = "item", slots: str = "self."
    ) -> None:
        self.home = home
        self.io = io
        self._element = element
        self._slots = slots

    def with_element(self, element: str) -> Printer:
        """The same place, where `_` is called something."""
        return Printer(self.home, self.io, element, self._slots)

    def class_of(self, path: Path) -> str:
        """The class of a type or an enum."""
        return class_of(path, self.home)

    def slot(self, target: str) -> str:
        """Where a field that is read goes."""
        return self._slots + attribute(target)

    def member(self, target: str) -> str:
        """What it is called once it was read, without `self.`: its bytes go by that name."""
        return self._slots.removeprefix("self.").replace(GROWING, "_m_") + attribute(target)

    def text(self, expr: m.Expr, around: int = TERNARY) -> str:
        """The expression, in parentheses if what is around it binds tighter."""
        text, precedence = self._print(expr)
        return f"({text})" if precedence < around else text

    def doc(self, expr: m.Expr) -> Doc:
        """The expression with the places where a long line may break."""
        if isinstance(expr, m.ListOf) and expr.items:
            return Group("[", tuple(map(self.doc, expr.items)), "]")
        if not isinstance(expr, m.Op):
            return self.text(expr)
        if expr.name in ("and", "or"):
            return self._junction(expr)
        if expr.name == "format":
            return self._format(expr.args)
        if expr.name == "if":
            return Chain(self._choice(expr))
        if expr.name == "not" and _is_not(expr.args[0]):
            return self.doc(expr.args[0].args[0])
        if expr.name == "not" and not _has_opposite(expr.args[0]):
            return Tail("not", self._inside(expr.args[0], NOT))
        if (level := _level(expr)) is not None:
            return Chain(self._sides(expr, level))
        return self.text(expr)

    def kept(self, expr: m.Expr) -> Doc:
        """The same, in a bound if it may grow, since others are made of it."""
        shown = self.doc(expr)
        return Group("bounded(", (shown,), ")") if _grows(expr) else shown

    def _inside(self, expr: m.Expr, around: int) -> Doc:
        """An operand, in parentheses if what is around it binds tighter."""
        return Paren(self.doc(expr)) if self._print(expr)[1] < around else self.doc(expr)

    def _junction(self, expr: m.Op) -> Doc:
        """Operands of `and` or `or`."""
        precedence = _BINARY[expr.name][1]
        operands = self._chain(expr, expr.name)
        if expr.name == "or":
            operands = self._merged(operands)
        if len(operands) == 1:
            return self.text(operands[0])
        first, *rest = (self._operand(operand, precedence) for operand in operands)
        return Chain((first, *(Tail(expr.name, operand) for operand in rest)))

    def _choice(self, expr: m.Op) -> tuple[Doc, ...]:
        """`a if c else b`; a choice behind `else` goes on without parentheses."""
        condition, then, otherwise = expr.args
        head = (self._inside(then, OR), Tail("if", self._inside(condition, OR)))
        if isinstance(otherwise, m.Op) and otherwise.name == "if":
            first, *rest = self._choice(otherwise)
            return (*head, Tail("else", first), *rest)
        return (*head, Tail("else", self.doc(otherwise)))

    def _sides(self, expr: m.Op, level: int) -> tuple[Doc, ...]:
        """The operands of operators that bind alike, from the left on."""
        left, right = expr.args
        symbol = _BINARY[expr.name][0]
        # Comparisons do not chain here as they would in Python.
        last = Tail(symbol, self._inside(right, level + 1))
        if isinstance(left, m.Op) and level != COMPARE and _level(left) == level:
            return (*self._sides(left, level), last)
        return (self._inside(left, level + 1 if level == COMPARE else level), last)

    def _chain(self, expr: m.Expr, name: str) -> list[m.Expr]:
        if isinstance(expr, m.Op) and expr.name == name:
            return [*self._chain(expr.args[0], name), expr.args[1]]
        return [expr]

    def _merged(self, operands: list[m.Expr]) -> list[m.Expr]:
        """Neighbours that compare one value with constants are one test of membership."""
        found: list[m.Expr] = []
        for key, group in groupby(operands, self._compared):
            several = list(group)
            if key is None or len(several) == 1:
                found += several
                continue
            tests = [operand for operand in several if isinstance(operand, m.Op)]
            values = m.ListOf(m.ANY, tests[0].span, tuple(test.args[1] for test in tests))
            found.append(m.Op(m.BOOL, tests[0].span, "in", (tests[0].args[0], values)))
        return found

    def _compared(self, expr: m.Expr) -> str | None:
        """What is compared with a constant, or None."""
        if isinstance(expr, m.Op) and expr.name == "eq" and isinstance(expr.args[1], m.Const):
            return self.text(expr.args[0])
        return None

    def _operand(self, expr: m.Expr, precedence: int) -> Doc:
        """An operand of `and` or `or`: one in the other gets parentheses, which readers want."""
        mixed = isinstance(expr, m.Op) and expr.name in ("and", "or")
        return self._inside(expr, ATOM if mixed else precedence + 1)

    def _print(self, expr: m.Expr) -> tuple[str, int]:
        if isinstance(expr, m.Const):
            return self._const(expr)
        if isinstance(expr, m.Local):
            return self._local(expr.name), ATOM
        if isinstance(expr, m.Get):
            return self._get(expr), POSTFIX
        if isinstance(expr, m.EnumValue):
            return f"{self.class_of(expr.path)}.{label_name(expr.label)}", POSTFIX
        if isinstance(expr, m.ListOf):
            return f"[{', '.join(self.text(item) for item in expr.items)}]", ATOM
        if isinstance(expr, m.MapOver):
            return f"[{self._generator(expr)}]", ATOM
        assert isinstance(expr, m.Op)
        return self._op(expr)

    def _const(self, expr: m.Const) -> tuple[str, int]:
        value = expr.value
        if isinstance(value, str):
            return quoted(value), ATOM
        if isinstance(value, bytes):
            return quoted_bytes(value), ATOM
        if expr.text[:2] in ("0x", "0b", "0o"):
            return expr.text[:2] + expr.text[2:].upper(), ATOM
        return repr(value), ATOM if isinstance(value, bool) or value >= 0 else SIGN

    def _local(self, name: str) -> str:
        known = {
            "_index": "i",
            "_": self._element,
            "_io": self.io,
            "_root": "self._root",
            "_parent": "self._parent",
        }
        return known.get(name, name)

    def _get(self, expr: m.Get) -> str:
        inside = isinstance(expr.of.type, m.DocumentType)
        name = attribute_of(expr.name) if inside else attribute(expr.name)
        return f"{self.text(expr.of, POSTFIX)}.{name}"

    def _generator(self, expr: m.MapOver) -> str:
        body = self.with_element("each").text(expr.body)
        return f"{body} for each in {self.text(expr.of)}"

    def _op(self, expr: m.Op) -> tuple[str, int]:
        args = expr.args
        if expr.name in ("and", "or"):
            doc = self.doc(expr)
            return flat(doc), _BINARY[expr.name][1] if isinstance(doc, Chain) else COMPARE
        if expr.name == "not":
            return self._negated(args[0])
        if expr.name in _BINARY:
            return self._binary(expr)
        if expr.name in _UNARY:
            symbol, level = _UNARY[expr.name]
            return symbol + self.text(args[0], level), level
        if expr.name == "if":
            return flat(self.doc(expr)), TERNARY
        if expr.name == "in":
            assert isinstance(args[1], m.ListOf)
            values = ", ".join(self.text(value) for value in args[1].items)
            return f"{self.text(args[0], COMPARE + 1)} in {{{values}}}", COMPARE
        return self._called(expr)

    def _negated(self, expr: m.Expr) -> tuple[str, int]:
        """`not`, where there is no opposite comparison."""
        if _is_not(expr):
            return self._print(expr.args[0])
        if isinstance(expr, m.Op) and _has_opposite(expr):
            return self._op(m.Op(m.BOOL, expr.span, _OPPOSITE[expr.name], expr.args))
        return f"not {self.text(expr, NOT)}", NOT

    def _binary(self, expr: m.Op) -> tuple[str, int]:
        left, right = expr.args
        if _is_shift(expr):
            return f"shift_left({self.text(left)}, {self.text(right)})", POSTFIX
        symbol, level = _BINARY[expr.name]
        # Comparisons do not chain here as they would in Python.
        around = level + 1 if level == COMPARE else level
        return f"{self.text(left, around)} {symbol} {self.text(right, level + 1)}", level

    def _called(self, expr: m.Op) -> tuple[str, int]:
        """Operators that are calls or stand behind their operand in Python."""
        first, *rest = expr.args
        if expr.name == "format":
            return flat(self._format(expr.args)), ATOM
        if expr.name == "dtype_of" and isinstance(first, m.Const) and isinstance(first.value, str):
            return f"self._{first.value}_dtype()", POSTFIX
        if expr.name == "or_none" and isinstance(first, m.Get):
            name = quoted(attribute(first.name))
            return f"getattr({self.text(first.of)}, {name}, None)", POSTFIX
        others = [self.text(arg) for arg in rest]
        if expr.name == "substring":
            colon = ":" if all(isinstance(arg, m.Const | m.Get) for arg in rest) else " : "
            return f"{self.text(first, POSTFIX)}[{colon.join(others)}]", POSTFIX
        if expr.name in _CALLS:
            inner = self._generator(first) if isinstance(first, m.MapOver) else self.text(first)
            return _CALLS[expr.name].format(inner, *others), POSTFIX
        return _POSTFIX[expr.name].format(self.text(first, POSTFIX), *others), POSTFIX

    def _format(self, parts: tuple[m.Expr, ...]) -> Group:
        """`"".join` rather than an f-string: the parts may hold quotes of any kind."""
        shown = [part for part in parts if not (isinstance(part, m.Const) and part.value == "")]
        texts = tuple(
            self.text(part) if part.type is m.STR else f"str({self.text(part)})" for part in shown
        )
        return Group('"".join(', (Group("(", texts, ")", comma=len(texts) == 1),), ")")


_OPPOSITE = {"eq": "ne", "ne": "eq"}


def _is_not(expr: m.Expr) -> TypeGuard[m.Op]:
    return isinstance(expr, m.Op) and expr.name == "not"


def _has_opposite(expr: m.Expr) -> bool:
    return isinstance(expr, m.Op) and expr.name in _OPPOSITE


def _grows(expr: m.Expr) -> bool:
    """Whether a value may be far larger than what it is made of: a product, texts in a row."""
    if isinstance(expr, m.Op):
        several = sum(not isinstance(arg, m.Const) for arg in expr.args) > 1
        if several and (expr.name in ("mul", "format") or (expr.name, expr.type) == ("add", m.STR)):
            return True
    return any(map(_grows, m.parts_of(expr)))


def _level(expr: m.Op) -> int | None:
    """How tight an operator with two sides binds; None for others."""
    return _BINARY[expr.name][1] if expr.name in _BINARY and not _is_shift(expr) else None


def _is_shift(expr: m.Op) -> bool:
    """Whether an operator is a shift whose count is not known to be small: a call bounds it."""
    count = expr.args[-1]
    known = isinstance(count, m.Const) and isinstance(count.value, int) and count.value <= MAX_BITS
    return expr.name == "bit_shl" and not known


def annotation(type_: m.Type, home: str) -> str:
    """A type as an annotation, in a module."""
    if isinstance(type_, m.Basic):
        known = {
            "int": "int",
            "float": "float",
            "bool": "bool",
            "str": "str",
            "bytes": "bytes",
            "stream": "Reader",
        }
        return known.get(type_.name, "Any")
    if isinstance(type_, m.EnumType):
        return f"{class_of(type_.path, home)} | int"
    if isinstance(type_, m.TableType):
        return "Columns"
    if isinstance(type_, m.ListType):
        return f"list[{annotation(type_.of, home)}]"
    if isinstance(type_, m.RecordType | m.DocumentType):
        return class_of(type_.path, home) if type_.path else "Any"
    if isinstance(type_, m.PayloadType):
        return "Encoded"
    return "NDArray[Any]" if isinstance(type_, m.ArrayType) else "Any"
