"""Expressions and types as Python text: the only place that knows Python's precedence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self, TypeGuard

from quire.generator.plan import program as g
from quire.generator.targets.python.names import Names, attribute, element_name, label_name
from quire.generator.types import model as m
from quire.runtime.values.document import attribute_of
from quire.runtime.values.numbers import MAX_BITS

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
    "to_i_base": "int({}, {})",
    "bytes_of": "bytes({})",
    "length": "len({})",
    "min": "min({})",
    "max": "max({})",
    "sum": "sum({})",
    "sort": "sorted({})",
    "distinct": "list(dict.fromkeys({}))",
    "joined": 'b"".join({})',
    "product": "math.prod({})",
    "bounded": "bounded({})",
    "size_of": "size_of({})",
    "written_size": "written_size({})",
    "len_deflated": "len_deflated({}, {})",
    "len_sub_blocks": "len_sub_blocks({}, {})",
    "len_varint": "len_varint({}, {})",
    "last_index": "last_index_of({}, {})",
    "has_at": "has_at({}, {}, {})",
    "payload_bytes": "payload_bytes({}, {}, {})",
    "size_put": "size_put({}, {})",
}
"""Operators that are calls; what stands in their parentheses needs none of its own."""

_OF_ELEMENTS = ("min", "max", "sum", "sort", "distinct", "product", "joined")
"""Calls that look at each element once, and so need no list of what is made of elements."""

_POSTFIX = {
    "first": "{}[0]", "last": "{}[-1]", "reverse": "{}[::-1]", "item": "{}[{}]",
    "decode": "{}.decode({})", "to_b": "{}.encode({})", "index_of": "{}.find({})",
    "stream_size": "{}.size()", "stream_pos": "{}.pos()", "stream_eof": "{}.is_eof()",
    "ahead": "{}.ahead({})",
}  # fmt: skip  # laid out as a table
"""Operators whose first operand stands in front."""

_NEEDS = {
    "product": "math",
    "bounded": "bounded",
    "size_of": "size_of",
    "written_size": "written_size",
    "len_deflated": "len_deflated",
    "len_sub_blocks": "len_sub_blocks",
    "len_varint": "len_varint",
    "last_index": "last_index_of",
    "has_at": "has_at",
    "size_put": "size_put",
    "payload_bytes": "payload_bytes",
}
"""What operators are made of, if not of what Python has."""

_OPPOSITE = {"eq": "ne", "ne": "eq"}


class Code(str):
    """Python text of an expression: `operand` is the same in parentheses, if it needs them."""

    __slots__ = ("operand",)
    operand: str

    def __new__(cls, text: str, precedence: int = POSTFIX) -> Self:
        """A text whose outermost operator binds as tight as told."""
        self = super().__new__(cls, text)
        self.operand = f"({text})" if precedence < POSTFIX else text
        return self


class Printer:
    """Prints expressions and types for a module, whose names it looks up.

    Args:
        names: The names that the module uses.
        render: Renders what stands in an expression and is none.
    """

    def __init__(self, names: Names, render: Callable[[g.Value], str]) -> None:
        self._names = names
        self._render = render

    def code(self, expr: m.Expr) -> Code:
        """The expression as a part of a statement."""
        return Code(*self._print(expr))

    def text(self, expr: m.Expr, around: int = TERNARY) -> str:
        """The expression, in parentheses if what is around it binds tighter."""
        text, precedence = self._print(expr)
        return f"({text})" if precedence < around else text

    def _print(self, expr: m.Expr) -> tuple[str, int]:
        if isinstance(expr, m.Const):
            return _constant(expr)
        if isinstance(expr, m.ListOf):
            return f"[{self._listed(expr.items)}]", ATOM
        if isinstance(expr, m.MapOver):
            return f"[{self._generator(expr)}]", ATOM
        if isinstance(expr, m.Where):
            return f"[{self._found(expr)}]", ATOM
        if isinstance(expr, m.Op):
            return self._op(expr)
        return self._name(expr), POSTFIX

    def _name(self, expr: m.Expr) -> str:
        """What has a name, and what is made by a value."""
        if isinstance(expr, m.Local):
            return expr.name
        if isinstance(expr, g.Slot):
            return f"{expr.of}.{slot_name(expr)}"
        if isinstance(expr, g.Element):
            return element_name(expr.list)
        if isinstance(expr, g.Key):
            return f"self.{attribute_of(expr.name)}"
        if isinstance(expr, g.Result):
            return self._render(expr.value)
        if isinstance(expr, m.EnumValue):
            return f"{self._names.class_of(expr.path)}.{label_name(expr.label)}"
        assert isinstance(expr, m.Get)
        inside = isinstance(expr.of.type, m.DocumentType)
        name = attribute_of(expr.name) if inside else attribute(expr.name)
        return f"{self.text(expr.of, POSTFIX)}.{name}"

    def _listed(self, items: tuple[m.Expr, ...]) -> str:
        return ", ".join(map(self.text, items))

    def _generator(self, expr: m.MapOver) -> str:
        return f"{self.text(expr.body)} for each in {self.text(expr.of)}"

    def _found(self, expr: m.Where) -> str:
        return f"each for each in {self.text(expr.of, OR)} if {self.text(expr.test, OR)}"

    def _op(self, expr: m.Op) -> tuple[str, int]:
        args = expr.args
        if expr.name in ("and", "or"):
            return self._junction(expr)
        if expr.name == "not":
            return self._negated(args[0])
        if expr.name in _BINARY:
            return self._binary(expr)
        if expr.name in _UNARY:
            symbol, level = _UNARY[expr.name]
            return symbol + self.text(args[0], level), level
        if expr.name == "if":
            condition, then, otherwise = args
            head = f"{self.text(then, OR)} if {self.text(condition, OR)}"
            return f"{head} else {self.text(otherwise)}", TERNARY
        if expr.name == "in":
            assert isinstance(args[1], m.ListOf)
            values = self._listed(args[1].items)
            return f"{self.text(args[0], COMPARE + 1)} in {{{values}}}", COMPARE
        return self._called(expr)

    def _junction(self, expr: m.Op) -> tuple[str, int]:
        """Operands of `and` or `or`: one in the other gets parentheses, which readers want."""
        word, level = _BINARY[expr.name]
        operands = (self._operand(operand, level) for operand in _chain(expr, expr.name))
        return f" {word} ".join(operands), level

    def _operand(self, expr: m.Expr, level: int) -> str:
        mixed = isinstance(expr, m.Op) and expr.name in ("and", "or")
        return self.text(expr, ATOM if mixed else level + 1)

    def _negated(self, expr: m.Expr) -> tuple[str, int]:
        """`not`, where there is no opposite comparison."""
        if _is_not(expr):
            return self._print(expr.args[0])
        if isinstance(expr, m.Op) and expr.name in _OPPOSITE:
            return self._op(m.Op(m.BOOL, expr.span, _OPPOSITE[expr.name], expr.args))
        return f"not {self.text(expr, NOT)}", NOT

    def _binary(self, expr: m.Op) -> tuple[str, int]:
        left, right = expr.args
        if _is_shift(expr):
            return f"{self._names['shift_left']}({self.text(left)}, {self.text(right)})", POSTFIX
        symbol, level = _BINARY[expr.name]
        # Comparisons do not chain here as they would in Python.
        around = level + 1 if level == COMPARE else level
        return f"{self.text(left, around)} {symbol} {self.text(right, level + 1)}", level

    def _called(self, expr: m.Op) -> tuple[str, int]:
        """Operators that are calls or stand after their operand in Python."""
        first, *rest = expr.args
        if expr.name == "format":
            return self._format(expr.args), ATOM
        if expr.name == "dtype_of" and isinstance(first, m.Const) and isinstance(first.value, str):
            return f"self._{first.value}_dtype()", POSTFIX
        if expr.name == "or_none" and isinstance(first, m.Get):
            name = quoted(attribute(first.name))
            return f"getattr({self.text(first.of)}, {name}, None)", POSTFIX
        if expr.name == "first" and isinstance(first, m.Where):  # what is after it is not asked
            return f"{self._names['first_of']}({self._found(first)})", POSTFIX
        others = [self.text(arg) for arg in rest]
        if expr.name == "substring":
            start, end = others
            before = "" if start == "0" else f"{start} "
            return f"{self.text(first, POSTFIX)}[{before}: {end}]", POSTFIX
        if need := _NEEDS.get(expr.name):
            self._names[need]
        if expr.name in _CALLS:
            if isinstance(first, m.MapOver) and expr.name in _OF_ELEMENTS:
                return _CALLS[expr.name].format(self._generator(first)), POSTFIX
            return _CALLS[expr.name].format(self.text(first), *others), POSTFIX
        return _POSTFIX[expr.name].format(self.text(first, POSTFIX), *others), POSTFIX

    def _format(self, parts: tuple[m.Expr, ...]) -> str:
        """`"".join` rather than an f-string: the parts may hold quotes of any kind."""
        shown = [part for part in parts if not (isinstance(part, m.Const) and part.value == "")]
        texts = [
            self.text(part) if part.type is m.STR else f"str({self.text(part)})" for part in shown
        ]
        return f'"".join({as_tuple(texts)})'

    # -- types ------------------------------------------------------------------------------

    def annotation(self, type_: m.Type, *, optional: bool = False) -> str:
        """A type as an annotation."""
        text = self._type(type_)
        return f"{text} | None" if optional and text != "Any" else text

    def given(self, type_: m.Type) -> str:
        """What may be given for a field of a type when a record is built."""
        text = self._type(type_)
        if isinstance(type_, m.OneOf | m.OneRecord):
            return self._names["Any"]
        if isinstance(type_, m.TableType):
            return f"{text} | {self._mapping()} | {self._names['Iterable']}[{self._names['Any']}]"
        if isinstance(type_, m.ListType):
            return f"{self._names['Iterable']}[{self.given(type_.of)}]"
        if isinstance(type_, m.RecordType | m.DocumentType) and type_.path:
            own = isinstance(type_, m.RecordType) and type_.path[0] == self._names.home
            return f"{text} | {f'{text}._Fields' if own else self._mapping()}"
        if isinstance(type_, m.PayloadType):
            return self._names["Packable"]
        return self._names["ArrayLike"] if isinstance(type_, m.ArrayType) else text

    def _mapping(self) -> str:
        return f"{self._names['Mapping']}[str, {self._names['Any']}]"

    def _type(self, type_: m.Type) -> str:
        if isinstance(type_, m.Basic):
            return self._basic(type_.name)
        if isinstance(type_, m.EnumType):
            return f"{self._names.class_of(type_.path)} | int"
        if isinstance(type_, m.TableType):
            return self._names["Columns"]
        if isinstance(type_, m.ListType):
            return f"list[{self._type(type_.of)}]"
        if isinstance(type_, m.OneOf | m.OneRecord):
            return " | ".join(map(self._type, type_.of))
        if isinstance(type_, m.RecordType | m.DocumentType) and type_.path:
            return self._names.class_of(type_.path)
        if isinstance(type_, m.PayloadType):
            return self._names["Encoded"]
        if isinstance(type_, m.ArrayType):
            return f"{self._names['NDArray']}[{self._names['Any']}]"
        return self._names["Any"]

    def _basic(self, name: str) -> str:
        if name == "stream":
            return self._names["Reader"]
        return name if name in ("int", "float", "bool", "str", "bytes") else self._names["Any"]


def slot_name(slot: g.Slot) -> str:
    """The attribute that a slot is."""
    name = attribute(slot.name) if slot.name != slot.before else slot.name
    return f"{slot.before}{name}{slot.behind}"


def as_tuple(texts: list[str] | tuple[str, ...]) -> str:
    """A tuple of some texts."""
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _constant(expr: m.Const) -> tuple[str, int]:
    value = expr.value
    if isinstance(value, str):
        return quoted(value), ATOM
    if isinstance(value, bytes):
        return quoted_bytes(value), ATOM
    if expr.text[:2] in ("0x", "0b", "0o"):
        return expr.text[:2] + expr.text[2:].upper(), ATOM
    return repr(value), ATOM if isinstance(value, bool) or value >= 0 else SIGN


def _chain(expr: m.Expr, name: str) -> list[m.Expr]:
    if isinstance(expr, m.Op) and expr.name == name:
        return [*_chain(expr.args[0], name), expr.args[1]]
    return [expr]


def _is_not(expr: m.Expr) -> TypeGuard[m.Op]:
    return isinstance(expr, m.Op) and expr.name == "not"


def _is_shift(expr: m.Op) -> bool:
    """Whether an operator is a shift whose count is not known to be small: a call bounds it."""
    count = expr.args[-1]
    known = isinstance(count, m.Const) and isinstance(count.value, int) and count.value <= MAX_BITS
    return expr.name == "bit_shl" and not known


def quoted(text: str) -> str:
    """A string literal, in double quotes unless single ones take fewer escapes."""
    return _in_quotes(repr(text), text.count('"'), text.count("'"))


def quoted_bytes(data: bytes) -> str:
    """A bytes literal."""
    return "b" + _in_quotes(repr(data)[1:], data.count(b'"'), data.count(b"'"))


def _in_quotes(literal: str, doubles: int, singles: int) -> str:
    """Python's own literal, in the quotes that ruff prefers."""
    body = literal[1:-1].replace("\\'", "'") if literal[0] == "'" else literal[1:-1]
    if doubles > singles:
        return "'" + body.replace("'", "\\'") + "'"
    return '"' + body.replace('"', '\\"') + '"'
