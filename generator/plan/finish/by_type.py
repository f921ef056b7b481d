"""Choices of records that are read alike but for their types: a table has these."""

from __future__ import annotations

from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import SEVERAL, are_distinct
from quire.generator.plan.finish.steps import CHILD, OURS
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace

KIND = g.variable("kind")
_KEYS = (m.INT, m.STR, m.BYTES)
"""Types of values that a dict looks up by what they are."""


class ByType(Frozen):
    """What a choice becomes.

    Attributes:
        table: The types, by what is asked.
        on: What is asked.
        body: What is done with a record of such a type (`KIND`).
        rest: The arms that do something else.
    """

    table: g.TypesOf
    on: m.Expr
    body: g.Body
    rest: tuple[g.Arm, ...]


def by_type(arms: tuple[g.Arm, ...], instance: str) -> ByType | None:
    """The table of a choice; None if it has too few records that are read alike.

    Args:
        arms: What is chosen from.
        instance: Which instance they read, "" for a field.
    """
    asked = [_asked(arm) for arm in arms]
    if None in asked or len({id(found) for found in asked}) < SEVERAL:
        return None
    tests = [found for found in asked if found is not None]
    on = tests[0][0]
    keys = [key for _, several in tests for key in several]
    if any(each != on for each, _ in tests) or not are_distinct(keys) or not _looks_up(on):
        return None
    alike: list[tuple[tuple[m.Expr, ...], g.ClassOf]] = []
    rest: list[g.Arm] = []
    body: g.Body | None = None
    name = ""
    for arm, (_, several) in zip(arms, tests, strict=True):
        found = _typed(arm.body, instance)
        if found is None or (body is not None and found[1] != body):
            rest.append(arm)
            continue
        (name, kind), body = found[0], found[1]
        alike.append((several, kind))
    if len(alike) < SEVERAL or body is None:
        return None
    entries = tuple(g.Entry(key, kind) for several, kind in alike for key in several)
    read = body if instance else _apart(body)
    return ByType(g.TypesOf(name, entries), on, read, tuple(rest))


def by_member(body: g.Body) -> g.Body:
    """The same, where one look gives the member that a number stands for, and the type it tells."""
    found: list[g.Statement] = []
    for step in body:
        match (*found[-2:], step):
            case (
                *_,
                g.Assign(to=to, value=g.Member(enum=enum, value=number)),
                g.Assign(value=g.ChosenType(of=of, name=name, on=on)),
            ) if to == _slot(on):
                found[-1] = g.ChooseByMember(to, number, enum, of, name)
            case (
                g.Assign(to=to, value=g.Member(enum=enum, value=number)),
                g.Advance(),
                g.Assign(value=g.ChosenType(of=of, name=name, on=on)),
            ) if to == _slot(on):
                found[-2] = g.ChooseByMember(to, number, enum, of, name)
            case _:
                found.append(step)
    return tuple(found)


def _slot(on: g.Made) -> g.Slot | None:
    """Where what is asked stands, if it is a field of the record."""
    name = m.own_field(on) if isinstance(on, m.Expr) else None
    return None if name is None else g.slot(name)


def _apart(body: g.Body) -> g.Body:
    """The same, where the class of a record notes what it is told: it knows where its slots are."""
    for i, step in enumerate(body):
        if step == OURS and body[i + 1] == g.ReadWithin(CHILD):
            return (*body[:i], g.ReadApart(CHILD), *body[i + 2 :])
    return body


def _asked(arm: g.Arm) -> tuple[m.Expr, tuple[m.Expr, ...]] | None:
    """What an arm asks, and for which values."""
    match arm.condition:
        case m.Op(name="eq", args=(on, key)):
            return on, (key,)
        case g.IsOneOf(value=on, keys=keys) if isinstance(on, m.Expr):
            return on, tuple(key for key in keys if isinstance(key, m.Expr))
    return None


def _looks_up(on: m.Expr) -> bool:
    return isinstance(on.type, m.EnumType) or on.type in _KEYS or isinstance(on, g.Slot)


def _typed(body: g.Body, instance: str) -> tuple[tuple[str, g.ClassOf], g.Body] | None:
    """The field and the type of a record that a body reads, and the body for any type."""
    made = (each for each in enumerate(body) if isinstance(each[1], g.NewChild | g.NewElement))
    at, new = next(made, (0, None))
    if not isinstance(new, g.NewChild | g.NewElement) or not isinstance(new.type, g.ClassOf):
        return None
    last = body[-1]
    slot = new.to if isinstance(new, g.NewChild) else getattr(last, "to", None)
    name = slot.name if isinstance(slot, g.Slot) else instance
    if not name:
        return None
    return (name, new.type), (*body[:at], replace(new, type=KIND), *body[at + 1 :])
