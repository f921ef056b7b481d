"""What was found to differ, remembered while the twins of records are found.

Each level of a nest asks again for those below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

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


def remember(way: Iterable[tuple[list[Any], list[Any]]]) -> None:
    """Remember on the way to what differs each value that is alone, which tells where that is.

    Args:
        way: Values, and what is read in their places.
    """
    if (known := _different.get()) is not None:
        pairs = ((*values, *again) for values, again in way if len(values) == 1)
        known |= {(id(value), id(was)): (value, was) for value, was in pairs}


def is_known_to_differ(values: list[Any], again: list[Any]) -> bool:
    """Whether something in a few values is remembered as another one."""
    known = _different.get()
    if not known or len(values) > FEW:
        return False
    pairs = zip(values, again, strict=True)
    return any((id(value), id(was)) in known for value, was in pairs)
