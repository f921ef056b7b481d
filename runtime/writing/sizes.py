"""How many bytes records take in what is being written, for those that tell it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Protocol

from quire.runtime.writing.deriving import note_change
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.writer import Gauge, Writer


class Sizes(Protocol):
    """What knows where records are: `Spans`, of a stream that is laid out."""

    def of(self, record: Any) -> tuple[int, int] | None:
        """What is noted of a record."""


Known = tuple[Callable[[int], tuple[int, int] | None] | None, Sizes]
"""What tells where a record is by its `id`, which is quick, if there is that; and by itself."""


class _Now(threading.local):
    """What this thread writes.

    Attributes:
        sizes: Know where records are in the streams that are laid out: now, and the last time.
        known: They, once somebody has asked.
        unknown: How often nobody knew yet how many bytes a record takes.
    """

    sizes: tuple[Sizes, ...] = ()
    known: list[Known] | None = None
    unknown: int = 0


_NOW = _Now()


@contextmanager
def measuring(*spans: Sizes) -> Iterator[None]:
    """Know where records are while a stream is laid out."""
    sizes, known = _NOW.sizes, _NOW.known
    _NOW.sizes, _NOW.known = (*spans, *sizes), None
    try:
        yield
    finally:
        _NOW.sizes, _NOW.known = sizes, known


def times_unknown() -> int:
    """How often nobody knew yet how many bytes a record takes."""
    return _NOW.unknown


def size_put(record: Any, name: str) -> int:
    """The bytes that an instance of a record takes when it is written; 0 if there is none."""
    if record._kept(name) is None:
        return 0
    gauge = Gauge(0, Writer(BytesIO()))
    getattr(record, f"_put_{name}")(gauge)
    gauge.align()
    return gauge.pos()


def written_size(record: Any) -> int:
    """The bytes that a record takes; 0 as long as it was not written once."""
    note_change()  # it may be what the last draft made of it
    if (known := _NOW.known) is None:
        known = _NOW.known = [(_by_id(each), each) for each in _NOW.sizes]
    key = id(record)
    for find, each in known:
        if span := each.of(record) if find is None else find(key):
            return span[1] - span[0]
    _NOW.unknown += 1
    return 0


def _by_id(sizes: Sizes) -> Callable[[int], tuple[int, int] | None] | None:
    return sizes.by_id() if isinstance(sizes, Spans) else None
