"""Copies of bytes: those that a record has already are not made again, to be compared with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from quire.runtime.source import same_bytes

LARGE = 1 << 10
"""Bytes of a value that is worth looking for, at least."""

TRIED = 4
"""Values that bytes are compared with, at most: many may be as long, and look alike."""

TOLD_BY = 16
"""So many of its bytes a value is looked for by, at least, from front to end."""

Known = dict[tuple[int, bytes], list[bytes]]
"""Large values that a record has, by their size, and by some of their bytes."""

_known: ContextVar[Known | None] = ContextVar("known", default=None)


def copied(view: Any) -> bytes:
    """The bytes of a view; those that a record which is compared has already, are that value."""
    value = _alike(view)
    return bytes(view) if value is None else value


def share(records: list[Any]) -> None:
    """Have records of one type have the large values that a record which is compared has."""
    if not _known.get():
        return
    for name in records[0]._fields:
        for record in records:
            value = getattr(record, name, None)
            if type(value) is bytes and (known := _alike(memoryview(value))) is not None:
                setattr(record, name, known)


def _alike(view: Any) -> bytes | None:
    """A large value that is the same as a view."""
    if len(view) < LARGE or not (known := _known.get()):
        return None
    values = known.get(_told(view), [])
    for value in values[:TRIED]:
        values.append(values.pop(0))  # the next one that is read is likely to be the next
        if same_bytes(memoryview(value), memoryview(view)):
            return value
    return None


def _told(view: Any) -> tuple[int, bytes]:
    """What tells bytes from most others."""
    return len(view), bytes(view[:: len(view) // TOLD_BY])


@contextmanager
def sharing(values: Iterable[bytes]) -> Iterator[None]:
    """Copy bytes no more that are among some large values."""
    known: Known = defaultdict(list)
    for value in values:
        known[_told(value)].append(value)
    token = _known.set(dict(known))
    try:
        yield
    finally:
        _known.reset(token)


def viewed(data: Any) -> Any:
    """What is to be read of some bytes, so that they are copied by `copied`."""
    if not _known.get():
        return data
    import numpy as np  # streams take bytes out of any view that is one of all of them

    return np.frombuffer(data, np.uint8).data
