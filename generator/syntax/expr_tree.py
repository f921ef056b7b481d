"""Stage 2, expressions: the tree that a text is parsed into; its nodes know their place."""

from __future__ import annotations

from quire.generator.source import Span
from quire.runtime.frozen import Frozen


class Expr(Frozen):
    """Any node of the tree."""

    span: Span


class Literal(Expr):
    """An integer, a float, a boolean or a string; `text` is a number as it was written."""

    value: int | float | bool | str
    text: str = ""


class Interpolated(Expr):
    """`f"…{x}…"`: strings and expressions in turn."""

    parts: tuple[Expr, ...]


class ListLiteral(Expr):
    """`[a, b]`."""

    items: tuple[Expr, ...]


class Name(Expr):
    """A bare word."""

    id: str


class EnumLabel(Expr):
    """`a::b::label`; absolute when it begins with `::`."""

    path: tuple[str, ...]
    absolute: bool


class Member(Expr):
    """`of.name`; `at` is where the name stands."""

    of: Expr
    name: str
    at: Span


class Call(Expr):
    """`of.name(args)`; `at` is where the name stands."""

    of: Expr
    name: str
    args: tuple[Expr, ...]
    at: Span


class Index(Expr):
    """`of[at]`."""

    of: Expr
    at: Expr


class TypeName(Frozen):
    """A type as written: `u4`, `a::b`, `bytes`, with how many `[]` after."""

    path: tuple[str, ...]
    arrays: int
    span: Span


class Cast(Expr):
    """`of.as<type>`."""

    of: Expr
    type: TypeName


class SizeOf(Expr):
    """`sizeof<type>` or `bitsizeof<type>`."""

    type: TypeName
    bits: bool


class Unary(Expr):
    """`-x`, `+x`, `~x`, `not x`."""

    operator: str
    of: Expr


class Binary(Expr):
    """Two operands: arithmetic, bits, comparison, `and`, `or`."""

    operator: str
    left: Expr
    right: Expr


class Ternary(Expr):
    """`condition ? then : otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr


def height(expr: Expr) -> int:
    """The height of a tree, found without recursion."""
    height, level = 0, [expr]
    while level:
        height += 1
        level = [child for node in level for child in children(node)]
    return height


def children(node: Expr) -> tuple[Expr, ...]:
    """The expressions that an expression is made of."""
    match node:
        case Interpolated(parts=items) | ListLiteral(items=items):
            return items
        case Member(of=of) | Cast(of=of) | Unary(of=of):
            return (of,)
        case Call(of=of, args=args):
            return (of, *args)
        case Index(of=of, at=at):
            return (of, at)
        case Binary(left=left, right=right):
            return (left, right)
        case Ternary(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
    return ()
