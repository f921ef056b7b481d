"""The invariants of programs; one that is broken is a bug of the compiler."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import program as g
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen

_GIVEN = frozenset(
    ["self", "record", "row", "io", "each", "item", "other", "position", "None", "_"]
)
"""Variables that methods have, or that a node gives to its own parts."""
_GIVES: dict[type[Frozen], str] = {
    g.Start: "start",
    g.StartOfBits: "start",
    g.ReadRun: "bits",
    g.Count: "count",
    g.Untyped: "this",
}
"""The variable that a statement gives to those behind it."""


def verify(module: g.Module) -> None:
    """Check the programs of a module.

    Raises:
        AssertionError: with the class, the method and what is wrong there.
    """
    _class(module.root, module.root.name)


def _class(of: g.Class, where: str) -> None:
    if isinstance(of, g.Record | g.Document):
        for method in of.methods:
            _method(method, f"{where}, {type(method).__name__}")
    if isinstance(of, g.Record):
        for nested in of.classes:
            _class(nested, f"{where}.{nested.name}")


def _method(method: g.Method, where: str) -> None:
    """Every variable is given before it is used, and nothing is done under no condition."""
    _parts(method, set(_GIVEN), where)


def _parts(of: Frozen, known: set[str], where: str) -> None:
    """A node and all that it consists of, in the order in which it is done."""
    _check(of, known, where)
    for part in vars(of).values():
        if isinstance(part, tuple):
            for each in part:
                if isinstance(each, Frozen):
                    _parts(each, known, where)
        elif isinstance(part, g.Node | m.Expr):
            _parts(part, known, where)


def _check(part: Frozen, known: set[str], where: str) -> None:
    if isinstance(part, m.Expr):
        if isinstance(part, m.Local):
            assert part.name in known, f"{where}: nothing gives `{part.name}`"
        elif isinstance(part, g.Element):
            assert f"{part.list}[]" in known, f"{where}: no loop is over `{part.list}`"
        elif isinstance(part, g.Slot):
            assert part.of in known, f"{where}: nothing gives `{part.of}`"
    elif isinstance(part, g.If):
        assert part.arms, f"{where}: a choice without a condition"
        assert part.arms[-1].body or part.orelse, f"{where}: a condition of nothing"
    elif isinstance(part, g.Statement):
        known.update(_gives(part))


def _gives(part: Frozen) -> Iterator[str]:
    """The variables that are there from a node on."""
    if isinstance(part, g.Assign | g.Declare):
        yield from _named(part.to)
    elif isinstance(part, g.ForCount | g.ForTurns | g.ForRest | g.ReadFound):
        yield part.index
    elif isinstance(part, g.ForEach):
        yield f"{part.element.list}[]"
        yield from ["i"] if part.indexed else []
    elif isinstance(part, g.AppendRead | g.ExpectUntil):
        yield f"{part.element.list}[]"
        yield "i"
    elif isinstance(part, g.TellSize) and isinstance(part.size, m.Local):
        yield part.size.name
    elif isinstance(part, g.KeepFixed) and isinstance(part.stored, m.Local):
        yield part.stored.name
    elif isinstance(part, g.SizesOfBlock):
        yield from part.names
    elif isinstance(part, g.SizeOfNumber):
        yield part.name
    elif type(part) in _GIVES:
        yield _GIVES[type(part)]


def _named(to: g.Made) -> Iterator[str]:
    """The variable that something is assigned to, if it is one."""
    if isinstance(to, m.Local):
        yield to.name
    elif isinstance(to, g.Element):
        yield f"{to.list}[]"
