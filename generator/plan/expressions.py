"""Typed expressions as data, for those who read a plan without the compiler."""

from __future__ import annotations

from quire.generator.types import model as m
from quire.runtime.structure.expressions import Expr, Written

_NAMES = {
    "stream_size": "size",
    "stream_pos": "pos",
    "stream_eof": "eof",
    "last_index": "last_index_of",
    "decode": "to_s",
    "to_i_base": "to_i",
    "bytes_of": "as<bytes>",
    "pos": "plus",
}
"""What specs call methods; a sign is no position."""


def plain(expr: m.Expr) -> Expr:
    """An expression as `quire.runtime.structure` has it: without types and places."""
    if isinstance(expr, m.Const):
        return _constant(expr)
    if isinstance(expr, m.Local):
        return expr.name
    if isinstance(expr, m.Get):
        own = isinstance(expr.of, m.Local) and expr.of.name == "self"
        return expr.name if own else ("get", plain(expr.of), expr.name)
    if isinstance(expr, m.ListOf):
        return ("list", *map(plain, expr.items))
    if isinstance(expr, m.MapOver):
        return ("map", plain(expr.of), plain(expr.body))
    if isinstance(expr, m.Where):
        return ("where", plain(expr.of), plain(expr.test))
    if isinstance(expr, m.EnumValue):
        return ("enum", "::".join(expr.path), expr.label)
    assert isinstance(expr, m.Op)
    if expr.name in m.ENDS:
        return (expr.name, plain(expr.args[0]))
    if expr.name == "payload_bytes":
        of, name, _ = expr.args
        assert isinstance(name, m.Const)
        return ("get", plain(of), str(name.value))
    return (_name(expr), *map(plain, expr.args))


def _constant(expr: m.Const) -> Expr:
    if isinstance(expr.value, str):
        return ("text", expr.value)
    if type(expr.value) is int and expr.text not in ("", str(expr.value)):
        return Written(expr.text)
    return expr.value


def _name(expr: m.Op) -> str:
    if expr.name in ("length", "substring") and isinstance(expr.args[0].type, m.ListType):
        return {"length": "size", "substring": "slice"}[expr.name]
    return _NAMES.get(expr.name, expr.name)
