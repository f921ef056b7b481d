"""What records look up outside themselves, by the names that lead there from a record.

Who writes a changed file copies what is not changed, as long as that stays what it was.
"""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.source import Span
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen

Way = tuple[str, ...]

_PARENT, _ROOT = "_parent", "_root"
_NOT_OWN = frozenset(("records", "documents", "enums", "to_string"))
"""Parts of a record that are of others, or that nobody writes."""
_PLAIN = frozenset([str, int, bool, bytes, type(None), Span, m.Basic])
"""Parts without expressions; most are such ones."""


def ways_around(record: p.Record) -> tuple[Way, ...]:
    """The ways that its reading, writing and instances go: `_root`, `header`, `network`.

    A `_root` alone stands for all that nobody follows.
    """
    found = set[Way]()
    pending = [part for name, part in vars(record).items() if name not in _NOT_OWN]
    for part in pending:
        if isinstance(part, tuple):
            pending += part
        elif isinstance(part, m.Local | m.Get) and (way := _way(part)):
            found.add(way)
        elif isinstance(part, Frozen):
            if _hands_on(part):
                found.add((_ROOT,))
            pending += [each for each in vars(part).values() if type(each) not in _PLAIN]
    return tuple(sorted(found))


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
