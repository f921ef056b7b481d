"""How many bytes records take in what is being written, for those that tell it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

from quire.runtime.writer import Gauge, Writer

if TYPE_CHECKING:
    from quire.runtime.spans import Spans


class _Now(threading.local):
    """What this thread writes.

    Attributes:
        spans: Where records are in the streams that are laid out: now, and the last time.
    """

    spans: tuple[Spans, ...] = ()


_NOW = _Now()


@contextmanager
def measuring(*spans: Spans) -> Iterator[None]:
    """Know where records are while a stream is laid out."""
    before = _NOW.spans
    _NOW.spans = (*spans, *before)
    try:
        yield
    finally:
        _NOW.spans = before


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
    for spans in _NOW.spans:
        if (span := spans.of(record)) is not None:
            start, end = span
            return end - start
    return 0
