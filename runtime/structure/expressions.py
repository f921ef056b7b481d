"""Expressions of a spec as data: what a reader without the compiler can go through and print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self, TypeAlias

Expr: TypeAlias = "bool | int | float | str | bytes | tuple[Expr, ...]"
"""An expression.

A boolean, a number or bytes are themselves. A `str` is a name: of a field, an instance or a
parameter of the same type, or one of the words `_`, `_index`, `_io`, `_parent`, `_root`, `self`.
A tuple is an operation: its name, then its operands.

- `("text", "abc")`: a text; `("enum", "png::color", "grey")`: a member of an enum.
- `("get", of, "name")`: a member of a record.
- `("list", …)`: a list; `("item", list, index)`; `("map", list, element)`, whose `_` is an element;
  `("where", list, test)`, the elements for which the test holds.
- `("if", condition, then, otherwise)`; `("format", …)`: texts, and values between them.
- Operators: `add`, `sub`, `mul`, `div` (of floats), `floordiv`, `mod`, `neg`, `plus`; `eq`, `ne`,
  `lt`, `le`, `gt`, `ge`; `and`, `or`, `not`; `bit_and`, `bit_or`, `bit_xor`, `bit_shl`, `bit_shr`,
  `invert`.
- Methods, by the name that specs have for them, what they are called on first: `to_i`, `to_s`,
  `length`, `size`, `first`, `last`, `min`, `max`, `substring`, `pos`, `eof`, …
- In arguments of codecs: `or_none`, a field or nothing; `dtype_of`, the element type that the
  `-array` of a field chooses.
"""

# From loosest to tightest.
(
    _CHOICE,
    _OR,
    _AND,
    _NOT,
    _COMPARE,
    _BIT_OR,
    _XOR,
    _BIT_AND,
    _SHIFT,
    _SUM,
    _PRODUCT,
    _SIGN,
    _TIGHT,
) = range(13)

_BINARY = {
    "or": ("or", _OR), "and": ("and", _AND),
    "eq": ("==", _COMPARE), "ne": ("!=", _COMPARE), "lt": ("<", _COMPARE),
    "le": ("<=", _COMPARE), "gt": (">", _COMPARE), "ge": (">=", _COMPARE),
    "bit_or": ("|", _BIT_OR), "bit_xor": ("^", _XOR), "bit_and": ("&", _BIT_AND),
    "bit_shl": ("<<", _SHIFT), "bit_shr": (">>", _SHIFT),
    "add": ("+", _SUM), "sub": ("-", _SUM),
    "mul": ("*", _PRODUCT), "div": ("/", _PRODUCT), "floordiv": ("/", _PRODUCT),
    "mod": ("%", _PRODUCT),
}  # fmt: skip  # laid out as a table
_UNARY = {"neg": ("-", _SIGN), "plus": ("+", _SIGN), "invert": ("~", _SIGN), "not": ("not ", _NOT)}


class Written(int):
    """An integer that knows how the spec has it (`0x7f`), for those who print it."""

    text: str

    def __new__(cls, text: str) -> Self:
        """Read an integer as specs write it.

        Raises:
            ValueError: it is none.
        """
        found = super().__new__(cls, text.replace("_", ""), 0)
        found.text = text
        return found

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]  # it is made of its text
        """What copies and pickles are made of."""
        return (self.text,)


def names_in(expr: Expr | None) -> Iterator[tuple[str, ...]]:
    """The members that an expression names, each with the names that lead to it.

    `header.count - 1` gives `("header", "count")`; what an operation leads to (`rows[0].size`) is
    left out, but not the names in it (`("rows",)`).
    """
    if isinstance(expr, str):
        yield (expr,)
    if not isinstance(expr, tuple):
        return
    if place := _place(expr):
        yield place
        return
    name, *operands = expr
    if name == "get":
        yield from names_in(operands[0])
    elif name not in ("text", "enum"):
        for operand in operands:
            yield from names_in(operand)


def _place(expr: Expr) -> tuple[str, ...]:
    """The names that lead to a member; () for all other expressions."""
    if isinstance(expr, str):
        return (expr,)
    if isinstance(expr, tuple) and expr[0] == "get" and isinstance(name := expr[2], str):
        of = _place(expr[1])
        return (*of, name) if of else ()
    return ()


def expression_text(expr: Expr) -> str:
    """An expression as a spec would say it."""
    return _print(expr, _CHOICE)


def _print(expr: Expr, around: int) -> str:
    """The expression, in parentheses if what is around it binds tighter."""
    text, level = _operation(*expr) if isinstance(expr, tuple) else (_constant(expr), _TIGHT)
    return f"({text})" if level < around else text


def _constant(expr: bool | float | str | bytes) -> str:
    if isinstance(expr, bool):
        return "true" if expr else "false"
    if isinstance(expr, bytes):
        return f"[{', '.join(map(hex, expr))}]"
    return expr.text if isinstance(expr, Written) else str(expr)


def _operation(name: Expr, *operands: Expr) -> tuple[str, int]:
    """The text of an operation, and how tight it binds."""
    if name in _BINARY:
        symbol, level = _BINARY[str(name)]
        left, right = operands
        before = level + (level == _COMPARE)  # comparisons cannot be chained
        return f"{_print(left, before)} {symbol} {_print(right, level + 1)}", level
    if name in _UNARY:
        symbol, level = _UNARY[str(name)]
        return symbol + _print(operands[0], level), level
    if name == "if":
        condition, then, otherwise = operands
        shown = f"{_print(condition, _OR)} ? {_print(then, _OR)} : {expression_text(otherwise)}"
        return shown, _CHOICE
    return _tight(str(name), operands), _TIGHT


def _tight(name: str, operands: tuple[Expr, ...]) -> str:
    """What needs no parentheses."""
    if name == "text":
        return _quoted(str(operands[0]))
    if name == "enum":
        return "::".join(map(str, operands))
    if name == "list":
        return f"[{', '.join(map(expression_text, operands))}]"
    if name == "format":
        return f'f"{"".join(map(_part, operands))}"'
    first = _print(operands[0], _TIGHT)
    if name == "get":
        return ".".join((first, str(operands[1])))
    others = ", ".join(map(expression_text, operands[1:]))
    if name == "item":
        return f"{first}[{others}]"
    return f"{first}.{name}({others})" if others else f"{first}.{name}"


def _part(expr: Expr) -> str:
    """A part of a text that is put together."""
    if isinstance(expr, tuple) and expr[0] == "text":
        return _quoted(str(expr[1]))[1:-1].replace("{", "\\u007b")
    return f"{{{expression_text(expr)}}}"


def _quoted(text: str) -> str:
    """A text in quotes; what ends it, or cannot be printed, is escaped."""
    shown = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown) + '"'
