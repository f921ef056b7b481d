"""Stage 4: what is well-typed and can never work: fields not read yet, impossible values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.generator.diagnostics import Problems
from quire.generator.syntax import expr_tree as written
from quire.generator.syntax import tree as syntax
from quire.generator.types import model
from quire.generator.types.fold import fold


def check_order(type_: syntax.Type, problems: Problems) -> None:
    """Warn of fields whose reading takes one that stands after them, or themselves.

    Only what is looked at in any case counts: an operand after `and`, `or` or `?` may be skipped.
    """
    places = {field.id: i for i, field in enumerate(type_.seq)}
    for i, field in enumerate(type_.seq):
        for what, expr, first in _needed(field, i):
            for name in _names(expr):
                if places.get(name.id, -1) >= first:
                    which = "itself" if name.id == field.id else f"`{name.id}`, which stands later"
                    message = f"{what} of `{field.id}` is computed from {which}: it is not read yet"
                    problems.warning("Q307", message, name.span)


def _needed(field: syntax.Field, i: int) -> Iterator[tuple[str, written.Expr, int]]:
    """What a reader computes before it reads a field, and the first field it cannot look at.

    The elements of a repeat may depend on those before them.
    """
    element = i if field.repeat is None else i + 1
    on = field.type.on if isinstance(field.type, syntax.Switch) else None
    for what, expr, first in (
        ("`if`", field.condition, i),
        ("the number of elements", field.repeat_expr, i),
        ("the size", field.size, element),
        ("the type", on, element),
    ):
        if expr is not None:
            yield what, expr, first


def _names(expr: written.Expr) -> Iterator[written.Name]:
    """The members of its own record that an expression looks at in any case."""
    if isinstance(expr, written.Name):
        yield expr
    elif isinstance(expr, written.Binary):
        yield from _names(expr.left)
        if expr.operator not in ("and", "or"):
            yield from _names(expr.right)
    elif isinstance(expr, written.Ternary):
        yield from _names(expr.condition)
    elif isinstance(expr, written.Unary | written.Call | written.Index | written.Cast) or (
        isinstance(expr, written.Member) and expr.name != "_sizeof"
    ):
        yield from _names(expr.of)


def check_values(field: model.TypedField, problems: Problems) -> None:
    """Warn of sizes and counts below zero; refuse rules that no value of the field's type keeps."""
    for what, expr in (("size", field.size), ("count", field.repeat_expr), ("position", field.pos)):
        number = fold(expr) if expr is not None else None
        if expr is not None and number is not None and number < 0:
            # Kaitai compiles such a field, which no file can have.
            problems.warning("Q408", f"a {what} of {number}: it cannot be less than 0", expr.span)
    valid, span = field.valid, _range(field.storage)
    if valid is None or span is None:
        return
    low, high, name = span
    any_of = valid.any_of or ()
    never = [
        *_outside([valid.eq], low, high),
        *_outside([valid.min], None, high),
        *_outside([valid.max], low, None),
    ]
    vain = [*_outside(any_of, low, high)]
    # As long as one of several values can be, the others are in vain, as in Kaitai.
    tell = problems.error if len(vain) == len(any_of) else problems.warning
    for exprs, told in ((never, problems.error), (vain, tell)):
        for expr in exprs:
            message = f"`{name}` is never {fold(expr)}: it is from {low} to {high}"
            told("Q408", message, expr.span)


def _outside(
    exprs: Iterable[model.Expr | None], least: int | None, most: int | None
) -> Iterator[model.Expr]:
    """Those that are numbers less than the least, or more than the most."""
    for expr in exprs:
        number = None if expr is None else fold(expr)
        if expr is None or number is None:
            continue
        if (least is not None and number < least) or (most is not None and number > most):
            yield expr


def _range(storage: model.Storage | None) -> tuple[int, int, str] | None:
    """The least and the greatest value of an integer, and its type."""
    if isinstance(storage, model.Bits) and not storage.flag:
        return 0, (1 << storage.width) - 1, f"b{storage.width}"
    if not isinstance(storage, model.Number) or storage.scalar[0] not in "us":
        return None
    plain = storage.scalar.removesuffix("le").removesuffix("be")
    bits = 8 * int(plain[1:])
    if plain[0] == "u":
        return 0, (1 << bits) - 1, plain
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1, plain
