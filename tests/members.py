"""What records show, to be compared: nothing is looked at that nobody has looked at."""

from __future__ import annotations

from typing import Any

from quire.runtime.lists.lazy import Lazy
from quire.runtime.record import Record

AROUND = ("_io", "_parent", "_root")
"""Members that lead to what is around a record."""


def members(record: Any) -> dict[str, str]:
    """All that a record shows by `vars`, and what is below it, by the way there."""
    found: dict[str, str] = {}
    pending: list[tuple[str, Any]] = [("", record)]
    seen = set[int]()
    while pending:
        way, value = pending.pop()
        if isinstance(value, Record):
            found[way] = f"{type(value).__qualname__} in {value._path()}"
            there = vars(value).items() if id(value) not in seen else ()
            pending += ((f"{way}.{name}", each) for name, each in there if name not in AROUND)
            seen.add(id(value))
        elif isinstance(value, list):
            found[way] = f"{type(value).__name__} of {len(value)}"
            each = () if isinstance(value, Lazy) else enumerate(value)
            pending += ((f"{way}[{i}]", element) for i, element in each)
        else:
            found[way] = f"{type(value).__name__} {value!r}"
    return found
