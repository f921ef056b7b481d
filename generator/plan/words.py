"""Types and expressions in the language of specs, for plans as text."""

from __future__ import annotations

from quire.generator.plan.expressions import plain
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.structure.expressions import expression_text


def expression(expr: m.Expr) -> str:
    """An expression as a spec would say it."""
    return expression_text(plain(expr))


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
    return "payload" if isinstance(type_, m.PayloadType) else "mixed"


def path_name(path: Path) -> str:
    """`cvc::chunk`."""
    return "::".join(path)
