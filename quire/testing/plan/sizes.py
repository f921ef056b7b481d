"""Numbers that say how many bytes a record has: those that its fields take are good values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.runtime import structure as s
from quire.testing.plan.least import Least
from quire.testing.plan.spec_plan import SpecPlan


def rooms(plan: SpecPlan) -> dict[str, set[int]]:
    """The numbers of a spec that are sizes of records, by their names, with what they may be.

    A record may have the fields that are always there, or those that are there sometimes, too;
    what is of no fixed size is left out.
    """
    ways = Least(plan), Least(plan, with_optional=True)
    found: dict[str, set[int]] = {}
    for type_ in plan.spec.types:
        values = {each.id: each.value for each in type_.instances if each.value is not None}
        for field in (*type_.fields, *type_.instances):
            for record in _records(field.stored):
                if record.extent is None or record.extent.size is None:
                    continue
                sizes = {way.of_type(record.path) for way in ways}
                for name, more in _numbers(record.extent.size, values):
                    found.setdefault(name, set()).update(size + more for size in sizes)
    return found


def _records(stored: s.Stored | None) -> Iterator[s.Record]:
    """The records that a field may be."""
    if isinstance(stored, s.Record) and not stored.opaque:
        yield stored
    elif isinstance(stored, s.Switch):
        for case in stored.cases:
            yield from _records(case.stored)


def _numbers(expr: s.Expr, values: Mapping[str, s.Expr]) -> Iterator[tuple[str, int]]:
    """The fields that a size is, each with how many more it has to say.

    Args:
        expr: The size.
        values: The computed instances of the record that says it.
    """
    match expr:
        case str(name) if name in values:
            others = {other: value for other, value in values.items() if other != name}
            yield from _numbers(values[name], others)
        case str(name) | ("get", _, str(name)):
            yield name, 0
        case ("if", _, then, otherwise):
            yield from _numbers(then, values)
            yield from _numbers(otherwise, values)
        case ("add", of, int(by)):
            yield from ((name, more - by) for name, more in _numbers(of, values))
        case ("sub", of, int(by)):
            yield from ((name, more + by) for name, more in _numbers(of, values))
