"""The invariants of programs; one that is broken is a bug of the compiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from quire.generator.plan import program as g
from quire.generator.source import Span
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen

_GIVEN = frozenset(
    ["self", "record", "row", "io", "pos", "each", "item", "other", "position", "None", "_"]
)
"""Variables that methods have, or that a node gives to its own parts."""


def _named(to: g.Made) -> tuple[str, ...]:
    """The variable that something is, if it is one."""
    if isinstance(to, m.Local):
        return (to.name,)
    return (f"{to.list}[]",) if isinstance(to, g.Element) else ()


_GIVES: dict[type, Callable[[Any], Iterable[str]]] = {
    g.Start: lambda _: ["start"],
    g.StartOfBits: lambda _: ["start"],
    g.ReadRun: lambda _: ["bits"],
    g.Count: lambda _: ["count"],
    g.Untyped: lambda _: ["this"],
    g.CountWithin: lambda _: ["count"],
    g.CountFew: lambda _: ["count"],
    g.ChooseByMember: lambda _: ["kind"],
    g.NewChild: lambda _: ["child"],
    g.NewElement: lambda _: ["child"],
    g.SameBytes: lambda node: ["stop", *_named(node.to)],
    g.TakeBlock: lambda node: [name for slot in node.slots for name in _named(slot)],
    g.ReadElement: lambda _: ["i"],
    g.OpenRecord: lambda _: ["i"],
    g.IsLast: lambda _: ["i"],
    g.FindEnd: lambda _: ["stop"],
    g.Reach: lambda _: ["stop"],
    g.ReachBlock: lambda _: ["stop"],
    g.ReachRun: lambda _: ["stop"],
    g.RowsAt: lambda node: _named(node.to),
    g.OnceAt: lambda node: _named(node.to),
    g.OnceIn: lambda node: _named(node.to),
    g.RowsIn: lambda node: _named(node.to),
    g.WhileLeft: lambda node: [node.index or "_"],
    g.Forever: lambda node: [node.index or "_"],
    g.Assign: lambda node: _named(node.to),
    g.Declare: lambda node: _named(node.to),
    g.ForCount: lambda node: [node.index],
    g.ForTurns: lambda node: [node.index],
    g.ForRest: lambda node: [node.index],
    g.ReadFound: lambda node: [node.index],
    g.ForSeen: lambda node: _named(node.element),
    g.ForLookedAt: lambda node: _named(node.element),
    g.ForEach: lambda node: [*_named(node.element), *(["i"] if node.indexed else [])],
    g.AppendRead: lambda node: [*_named(node.element), "i"],
    g.ExpectUntil: lambda node: [*_named(node.element), "i"],
    g.MakeFixedRows: lambda node: [*node.names, "root"],
    g.UnpackNumber: lambda node: [] if node.told is None else _named(node.told),
    g.TellSize: lambda node: _named(node.size),
    g.KeepFixed: lambda node: _named(node.stored),
}
"""The variables that are there from a statement on."""

_WORDS = frozenset([str, int, bool, bytes, type(None), Span, m.Basic])
"""Parts of nodes that have no parts of theirs, or none that stand in a program."""


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
        if type(part) in _WORDS:
            continue
        if isinstance(part, tuple):
            for each in part:
                if isinstance(each, Frozen):
                    _parts(each, known, where)
        elif isinstance(part, (g.Node, m.Expr)):
            _parts(part, known, where)


def _check(part: Frozen, known: set[str], where: str) -> None:
    if isinstance(part, m.Local):
        assert part.name in known, f"{where}: nothing gives `{part.name}`"
    elif isinstance(part, g.Element):
        assert f"{part.list}[]" in known, f"{where}: no loop is over `{part.list}`"
    elif isinstance(part, g.Slot):
        assert part.of in known, f"{where}: nothing gives `{part.of}`"
    elif isinstance(part, g.If):
        assert part.arms, f"{where}: a choice without a condition"
        assert part.arms[-1].body or part.orelse, f"{where}: a condition of nothing"
    elif type(part) in _GIVES:
        known.update(_GIVES[type(part)](part))
