"""What to say of a path that leads to nothing: how far it leads, and what there is."""

from __future__ import annotations

import re
from typing import Any

from quire.generator.diagnostics import nearest
from quire.query import Match, find
from quire.runtime.record import Record
from quire.runtime.showing.walk import names_of

_STEP = re.compile(r"\.?[A-Za-z_]\w*|\[[^\[\]]*\]", re.ASCII)
MOST = 40
"""Names that are told."""


def nothing_at(record: Record | dict[str, Any], query: str) -> str:
    """That a path leads to nothing; of one of names and numbers, what is where it still leads.

    Args:
        record: Where it begins, as for `quire.query.find`.
        query: A path that leads to nothing there.
    """
    path = query.removeprefix("$")
    steps = _STEP.findall(path)
    said = f"nothing is at {query}"
    if "".join(steps) != path:
        return said
    for count in reversed(range(len(steps))):
        way = "".join(steps[:count]).removeprefix(".")
        found = find(record, way) if way else [Match((), record)]
        if found:
            has = _has(found[0].value, steps[count].removeprefix("."))
            return f"{said}: {way or 'the file'} {has}"
    return said


def _has(value: Any, step: str) -> str:
    """What a value has that is no such step."""
    if isinstance(value, list) or hasattr(value, "column"):
        return f"has {len(value)} element{'' if len(value) == 1 else 's'}"
    names = list(value) if isinstance(value, dict) else []
    if isinstance(value, Record):
        names = [*names_of(value)]
    if not names:
        return "has no fields"
    some = ", ".join([*names[:MOST], *["..."] * (len(names) > MOST)])
    near = nearest(step, names)
    return f"has {some}; did you mean {near}?" if near else f"has {some}"
