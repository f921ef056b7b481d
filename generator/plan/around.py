"""What records look up outside themselves, by the names that lead there from a record.

Who writes a changed file copies what is not changed, as long as that stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterable

from quire.generator.plan import operations as p
from quire.generator.source import Span
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace

Way = tuple[str, ...]

_PARENT, _ROOT, _IO = "_parent", "_root", "_io"
_NOT_OWN = frozenset(("records", "documents", "enums", "to_string"))
"""Parts of a record that are of others, or that nobody writes."""
_PLAIN = frozenset([str, int, bool, bytes, type(None), Span, m.Basic])
"""Parts without expressions; most are such ones."""


def fields_look_up(module: p.Module) -> p.Module:
    """Fill in `fields_look_up` of every record."""
    records = p.records_of(module.root)
    named = _named_by_fields(records.values())

    def filled(record: p.Record) -> p.Record:
        kept = tuple(each for each in record.instances if each.name in named)
        ways = set(ways_around(replace(record, instances=kept)))
        if any(isinstance(each, p.Positioned) for each in kept):
            ways.add((_IO,))
        inner = tuple(map(filled, record.records))
        return replace(record, fields_look_up=tuple(sorted(ways)), records=inner)

    return replace(module, root=filled(module.root))


def ways_around(record: p.Record) -> tuple[Way, ...]:
    """The ways that its reading, writing and instances go: `_root`, `header`, `network`.

    A `_root` alone stands for all that nobody follows.
    """
    found = set[Way]()
    pending: list[object] = [_own(record)]
    while pending:
        part = pending.pop()
        if isinstance(part, m.Local | m.Get) and (way := _way(part)):
            found.add(way)
            continue
        if isinstance(part, Frozen) and _hands_on(part):
            found.add((_ROOT,))
        pending += _inside(part)
    return tuple(sorted(found))


def _named_by_fields(records: Iterable[p.Record]) -> set[str]:
    """The members that are named by fields of any record, or by instances that they name."""
    fields, instances = list[object](), dict[str, list[object]]()
    for record in records:
        fields.append(_own(replace(record, instances=())))
        for each in record.instances:
            instances.setdefault(each.name, []).append(each)
    named, pending = set[str](), fields
    while pending:
        part = pending.pop()
        pending += _inside(part)
        if isinstance(part, m.Get) and part.name not in named:
            named.add(part.name)
            pending += instances.get(part.name, ())
    return named


def _own(record: p.Record) -> tuple[object, ...]:
    """The parts of a record that are not of others, and that somebody writes."""
    return tuple(part for name, part in vars(record).items() if name not in _NOT_OWN)


def _inside(part: object) -> Iterable[object]:
    """The parts of a part; plain ones are left out."""
    if isinstance(part, tuple):
        return part
    if isinstance(part, Frozen):
        return [each for each in vars(part).values() if type(each) not in _PLAIN]
    return ()


def _way(expr: m.Expr) -> Way:
    """The names that lead from a record to what is around it, if that is what one says."""
    if isinstance(expr, m.Local):
        return (expr.name,) if expr.name in (_PARENT, _ROOT) else ()
    way = _way(expr.of) if isinstance(expr, m.Get) else ()
    return (*way, expr.name) if isinstance(expr, m.Get) and way else ()


def _hands_on(part: Frozen) -> bool:
    """Whether the whole file is handed to something, or it comes back from something in it."""
    if isinstance(part, m.Get):
        return part.name in (_PARENT, _ROOT)
    return isinstance(part, p.Document | p.Tabulate)
