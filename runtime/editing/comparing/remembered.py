"""What was found to differ, remembered while the twins of records are found.

Each level of a nest asks again for those below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from quire.runtime.record import Record

FEW = 16
"""Values that are looked up, if they are no more."""

Known = dict[tuple[int, int], tuple[Any, Any]]
"""Values beside those that are read in their places, by the `id` of both."""

_different: ContextVar[Known | None] = ContextVar("different", default=None)


@contextmanager
def remembering() -> Iterator[None]:
    """Remember what differs; nothing may be changed meanwhile."""
    token = _different.set({})
    try:
        yield
    finally:
        _different.reset(token)


def remember(way: list[tuple[list[Any], list[Any]]]) -> None:
    """Remember on the way to what differs the values that lead there.

    That is one which is alone, or holds what is below; of others, nobody knows which of them it is.

    Args:
        way: Values, and what is read in their places; each time what is below.
    """
    if (known := _different.get()) is None:
        return
    holder: Any = None
    for values, again in reversed(way):
        if len(values) > FEW:
            continue
        pairs = [*zip(values, again, strict=True)]
        inside = [pair for pair in pairs if pair[0] is holder is not None]
        differ = pairs if len(pairs) == 1 else inside
        known |= {(id(value), id(was)): (value, was) for value, was in differ}
        holders = [value._holder for value, _ in differ or pairs if isinstance(value, Record)]
        holder = holders[0] if len({*map(id, holders)}) == 1 else holder


def is_known_to_differ(values: list[Any], again: list[Any]) -> bool:
    """Whether something in a few values is remembered as another one."""
    known = _different.get()
    if not known or len(values) > FEW:
        return False
    pairs = zip(values, again, strict=True)
    return any((id(value), id(was)) in known for value, was in pairs)
