"""Types and expressions in the language of specs, for plans as text."""

from __future__ import annotations

from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m

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
_UNARY = {"neg": ("-", _SIGN), "pos": ("+", _SIGN), "invert": ("~", _SIGN), "not": ("not ", _NOT)}


def expression(expr: m.Expr) -> str:
    """An expression as a spec would say it."""
    return _print(expr, _CHOICE)


def type_name(type_: m.Type) -> str:
    """A type in a word or two."""
    if isinstance(type_, m.Basic):
        return type_.name
    if isinstance(type_, m.EnumType):
        return f"enum {path_name(type_.path)}"
    if isinstance(type_, m.TableType):
        return "table"
    if isinstance(type_, m.ListType):
        return f"{type_name(type_.of)}[]"
    if isinstance(type_, m.RecordType | m.DocumentType):
        return path_name(type_.path) if type_.path else "any record"
    if isinstance(type_, m.ArrayType):
        return f"array {type_.dtype}"
    return "payload" if isinstance(type_, m.PayloadType) else "any"


def path_name(path: Path) -> str:
    """`cvc::chunk`."""
    return "::".join(path)


def _print(expr: m.Expr, around: int) -> str:
    """The expression, in parentheses if what is around it binds tighter."""
    text, level = _with_level(expr)
    return f"({text})" if level < around else text


def _with_level(expr: m.Expr) -> tuple[str, int]:
    if isinstance(expr, m.Const):
        return _constant(expr), _TIGHT
    if isinstance(expr, m.Local):
        return expr.name, _TIGHT
    if isinstance(expr, m.Get):
        inside = isinstance(expr.of, m.Local) and expr.of.name == "self"
        return expr.name if inside else f"{_print(expr.of, _TIGHT)}.{expr.name}", _TIGHT
    if isinstance(expr, m.EnumValue):
        return f"{path_name(expr.path)}::{expr.label}", _TIGHT
    if isinstance(expr, m.ListOf):
        return f"[{', '.join(map(expression, expr.items))}]", _TIGHT
    if isinstance(expr, m.MapOver):
        return f"{_print(expr.of, _TIGHT)}.map({expression(expr.body)})", _TIGHT
    assert isinstance(expr, m.Op)
    return _op(expr)


def _constant(expr: m.Const) -> str:
    if isinstance(expr.value, bool):
        return "true" if expr.value else "false"
    return expr.text or repr(expr.value)


def _op(expr: m.Op) -> tuple[str, int]:
    if expr.name in _BINARY:
        symbol, level = _BINARY[expr.name]
        left, right = expr.args
        return f"{_print(left, level)} {symbol} {_print(right, level + 1)}", level
    if expr.name in _UNARY:
        symbol, level = _UNARY[expr.name]
        return symbol + _print(expr.args[0], level), level
    if expr.name == "if":
        condition, then, otherwise = expr.args
        shown = f"{_print(condition, _OR)} ? {_print(then, _OR)} : {expression(otherwise)}"
        return shown, _CHOICE
    if expr.name == "format":
        return f'f"{"".join(map(_part, expr.args))}"', _TIGHT
    first, *others = expr.args
    if expr.name == "item":
        return f"{_print(first, _TIGHT)}[{expression(others[0])}]", _TIGHT
    args = f"({', '.join(map(expression, others))})" if others else ""
    return f"{_print(first, _TIGHT)}.{expr.name}{args}", _TIGHT


def _part(expr: m.Expr) -> str:
    """A part of a text that is put together."""
    if isinstance(expr, m.Const) and isinstance(expr.value, str):
        return expr.value
    return f"{{{expression(expr)}}}"
