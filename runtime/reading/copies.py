"""Copies of bytes: those that a record has already are not made again, to be compared with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import Any

LARGE = 1 << 10
"""Bytes of a value that is worth looking for, at least."""

TRIED = 4
"""Values that bytes are compared with, at most: many may be as long, and look alike."""

COPIED = 1 << 10
"""So many bytes are copied in the time that it takes to note a value."""

TOLD_BY = 16
"""So many of its bytes a value is looked for by, at least, from front to end."""


class _Known:
    """Large values that a record has.

    Args:
        values: They, in the order in which they are most often read again: the next one is tried
            first, and only then are they looked for.
    """

    def __init__(self, values: list[bytes]) -> None:
        self._values = values
        self._next = 0
        self._copied = 0  # bytes of which none was the same: most of these were changed

    def like(self, view: Any) -> bytes | None:
        """The one that is the same as a view."""
        i = self._next % len(self._values)  # the file may be read more than once
        self._next = i + 1  # one that is not found was changed
        if _are_same(value := self._values[i], view):  # most often
            return value
        if self._copied + len(view) <= COPIED * len(self._values):
            self._copied += len(view)
            return None
        places = self._places.get(_told(view), [])
        for i in places[:TRIED]:
            places.append(places.pop(0))
            if _are_same(value := self._values[i], view):
                self._next = i + 1
                return value
        return None

    @cached_property
    def _places(self) -> dict[tuple[int, bytes], list[int]]:
        """Where values are, by their size, and by some of their bytes."""
        found = defaultdict(list)
        for i, value in enumerate(self._values):
            found[_told(value)].append(i)
        return dict(found)


_known: ContextVar[_Known | None] = ContextVar("known", default=None)


def copied(view: Any) -> bytes:
    """The bytes of a view; those that a record which is compared has already, are that value."""
    known = _known.get()
    value = None if known is None or len(view) < LARGE else known.like(view)
    return bytes(view) if value is None else value


def share(records: list[Any]) -> None:
    """Have records of one type have the large values that a record which is compared has."""
    if _known.get() is None:
        return
    for name in records[0]._fields:
        for record in records:
            value = getattr(record, name, None)
            if type(value) is bytes and (known := _alike(memoryview(value))) is not None:
                setattr(record, name, known)


def _alike(view: Any) -> bytes | None:
    """A large value that is the same as a view."""
    known = _known.get() if len(view) >= LARGE else None
    return None if known is None else known.like(view)


def _are_same(value: bytes, view: Any) -> bool:
    """Whether bytes are those of a view, of which no copy is made."""
    return len(value) == len(view) and value.startswith(view)


def _told(view: Any) -> tuple[int, bytes]:
    """What tells bytes from most others."""
    return len(view), bytes(view[:: len(view) // TOLD_BY])


@contextmanager
def sharing(values: Iterable[bytes]) -> Iterator[None]:
    """Copy bytes no more that are among some large values."""
    some = [*values]
    token = _known.set(_Known(some) if some else None)
    try:
        yield
    finally:
        _known.reset(token)


def behind(view: Any) -> Any:
    """What a view is of that was made to read it; what stays as it is need not be copied then."""
    whole = getattr(getattr(view, "obj", None), "base", None)
    return whole if type(whole) is bytes and len(whole) == view.nbytes else view


def viewed(data: Any) -> Any:
    """What is to be read of some bytes, so that they are copied by `copied`."""
    if _known.get() is None:
        return data
    import numpy as np  # streams take bytes out of any view that is one of all of them

    return np.frombuffer(data, np.uint8).data
