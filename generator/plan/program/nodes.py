"""The plan's programs: what all nodes are, and names."""

from __future__ import annotations

from quire.generator.resolve.scopes import Path
from quire.generator.source import Source, Span
from quire.generator.types.model import ANY, Expr, Local, Type
from quire.runtime.frozen import Frozen

NOWHERE = Span(Source("", ""), 1, 1, 1)
"""Where expressions stand that no spec has."""


class Node(Frozen):
    """A part of a program."""


class Value(Node):
    """What makes something; an expression does, too."""


class Statement(Node):
    """What does something."""


Made = Expr | Value


Body = tuple[Statement, ...]


class Slot(Expr):
    """An attribute of an object: `before` and `behind` are parts of its name that are ours."""

    name: str
    before: str
    behind: str
    of: str


def slot(name: str, before: str = "", behind: str = "", of: str = "self") -> Slot:
    """An attribute."""
    return Slot(ANY, NOWHERE, name, before, behind, of)


class Element(Expr):
    """What an element of a list is called in a loop over it: `chunk` for `chunks`."""

    list: str


class Key(Expr):
    """The value of a key of a document."""

    name: str


def element(of: str) -> Element:
    """The element of a list."""
    return Element(ANY, NOWHERE, of)


def variable(name: str) -> Local:
    """A variable that methods have."""
    return Local(ANY, NOWHERE, name)


class ClassOf(Value):
    """The class of a type, an enum or a document."""

    path: Path


class Annotation(Value):
    """A type for type checkers; `optional` where it may be None."""

    type: Type
    optional: bool = False


class Result(Expr):
    """A value as an operand of expressions."""

    value: Value


class Entry(Node):
    """A value, and what a table has for it."""

    key: Made
    value: Made


class Method(Node):
    """A method of a class; where its body is empty, it does nothing."""


class Doc(Node):
    """What is said about a class or an instance, and about its attributes."""

    text: str
    fallback: str
    attributes: tuple[tuple[Slot | Key, str], ...] = ()
