"""Members of one of several types: who looks into one knows of which, and type checkers do not.

What a method looks into like that is a member of `this`, which is the record and of type `Any`.
It costs nothing at run time but a name.
"""

from __future__ import annotations

from typing import Any, TypeVar

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace
from quire.runtime.reading.instance import GROWING

M = TypeVar("M", bound=g.Method)

_THIS = g.variable("this")
_WORDS = frozenset([str, int, bool, bytes, type(None), m.Basic])
_TREES = (g.Node, m.Expr)  # a tuple is asked quicker than a union
_MEMBERS = (g.Slot, m.Get)
_SLOTS = ("", "_m_", GROWING)
"""What the names of attributes begin with that have the type of a member."""
_WHOLE: dict[type[Frozen], str] = {
    g.Append: "to",
    g.Assign: "to",
    g.ConsistentChild: "record",
    g.Declare: "value",
    g.DeriveChild: "record",
    g.Expect: "found",
    g.Has: "slot",
    g.LeaveOut: "name",
    g.NewList: "to",
    g.Note: "slot",
    g.NoteElement: "slot",
    g.NoteList: "slot",
    g.ReadNow: "record",
    g.RecordBytes: "record",
    g.Return: "value",
    g.WriteChild: "record",
}
"""What does not look into a member: parts of nodes that give it a value, or hand it on."""
_OVER: dict[type[Frozen], str] = {
    m.MapOver: "of",
    m.Where: "of",
    g.ExpectUntil: "elements",
    g.ForEach: "elements",
    g.ForLookedAt: "elements",
}
"""What goes over the elements of a list, and its part that is the list."""


def opened(method: M, record: p.Record) -> M:
    """A method of a record, which looks into members through `this`."""
    members: tuple[p.Attribute | p.Lazy, ...] = (*record.attributes, *record.instances)
    names = frozenset(
        member.name
        for member in members
        if m.is_several(member.type)
        or (isinstance(method, g.PutApart) and isinstance(member, p.Lazy) and _may_be_none(member))
    )
    if not _has_member(method, names):
        return method  # as most methods are: to look at one is quicker than to make it anew
    found: M = _opened(method, names)
    if found is method:
        return method
    return replace(found, body=(g.Untyped(), *vars(found)["body"]))


def _may_be_none(lazy: p.Lazy) -> bool:
    """Whether an instance may be nothing, where more is asked of it than to be written."""
    asked = lazy.type in (m.STR, m.INT) or isinstance(lazy.type, m.RecordType)
    return lazy.condition is not None and asked


def _has_member(method: g.Method, names: frozenset[str]) -> bool:
    """Whether a member of one of several types stands anywhere in a method."""
    parts: list[Any] = [method]
    while parts:
        part = parts.pop()
        kind = type(part)
        if kind is tuple:
            parts += part
        elif kind not in _WORDS and isinstance(part, _TREES):
            if isinstance(part, _MEMBERS) and _is_member(part, names):
                return True
            parts += vars(part).values()
    return False


def _opened(of: Any, names: frozenset[str]) -> Any:
    """A part of a method; the same one, where it looks into nothing."""
    if isinstance(of, tuple):
        several = tuple(_opened(part, names) for part in of)
        return of if all(map(_is, several, of)) else several
    if not isinstance(of, _TREES):
        return of
    if isinstance(of, m.Expr) and _is_member(of, names):
        return _based(of)
    parts = vars(of)
    whole = _WHOLE.get(type(of), "")
    if whole and _is_member(parts[whole], names) and not isinstance(parts[whole], m.Narrowed):
        parts = {name: part for name, part in parts.items() if name != whole}
    found = {name: _opened(part, names) for name, part in parts.items() if type(part) not in _WORDS}
    if (over := _OVER.get(type(of))) and _asks_elements(of, names):
        found[over] = _based(parts[over])
    found = {name: part for name, part in found.items() if part is not parts[name]}
    return replace(of, **found) if found else of


def _is(one: object, other: object) -> bool:
    return one is other


def _is_member(of: object, names: frozenset[str]) -> bool:
    """Whether something is a member of one of several types."""
    if isinstance(of, g.Slot):
        return of.name in names and of.before in _SLOTS and not of.behind
    return isinstance(of, m.Get) and (isinstance(of, m.Narrowed) or m.is_several(of.type))


def _asks_elements(of: Any, names: frozenset[str]) -> bool:
    """Whether something looks into members of the elements that a loop gives it."""
    if isinstance(of, tuple):
        return any(_asks_elements(part, names) for part in of)
    if not isinstance(of, _TREES):
        return False
    if isinstance(of, m.Expr) and _is_member(of, names) and _is_element(of):
        return True
    return any(_asks_elements(part, names) for part in vars(of).values())


def _is_element(of: m.Expr) -> bool:
    """Whether an element of a loop leads to a member."""
    if isinstance(of, m.Get):
        return _is_element(of.of)
    return isinstance(of, g.Element) or (isinstance(of, m.Local) and of.name == "each")


def _based(of: m.Expr) -> m.Expr:
    """A member of what `this` is, instead of the record."""
    if isinstance(of, g.Slot):
        return replace(of, of=_THIS.name)
    if isinstance(of, m.Get):
        return replace(of, of=_based(of.of))
    if isinstance(of, m.MapOver | m.Where):
        return replace(of, of=_based(of.of))
    if isinstance(of, m.Op) and of.args:
        return replace(of, args=(_based(of.args[0]), *of.args[1:]))
    return _THIS if isinstance(of, m.Local) and of.name == "self" else of
