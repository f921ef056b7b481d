"""How a stream ends, as far as values do not tell it: what was read ends so when it is written.

The last text of a stream may have no terminator, and a field up to the end may have padding. Both
go by where the stream ends, which nobody knows before it is written once it takes other bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from quire.runtime.writing.spans import Spans


class StreamEnd(NamedTuple):
    """How the fields of a stream end.

    Attributes:
        rest: Bytes that a field up to the end takes, with its padding.
        is_open: Whether the last text has no terminator.
    """

    rest: int = 0
    is_open: bool = False


class Cut(Protocol):
    """A sink that can take back what was written last."""

    def cut(self, count: int) -> None:
        """Take back so many bytes, which were written together."""


class Ending:
    """How a stream comes to its end while it is written.

    Attributes:
        was: Tells how it ended when it was read; None, if it may be as long as it is told to be.
    """

    def __init__(self, was: Callable[[], StreamEnd | None] | None = None) -> None:
        self.was = was
        self._spare: tuple[int, bytes] | None = None  # behind a text that may be the last
        self._open_at = -1
        self._rest = 0

    def read(self) -> StreamEnd | None:
        """How it ended when it was read; None, if nobody knows."""
        return None if self.was is None else self.was()

    def note_rest(self, size: int) -> None:
        """Note how many bytes a field takes that goes up to the end."""
        self._rest = size

    def note_open(self, place: int) -> None:
        """Note where a text ends that has no terminator."""
        self._open_at = place

    def note_spare(self, place: int, terminator: bytes) -> None:
        """Note where a terminator ends which its text has not, if that is the last one."""
        self._spare = place, terminator

    def at(self, place: int) -> StreamEnd:
        """How it ends, if it ends there."""
        return StreamEnd(self._rest, is_open=self._open_at == place)

    def close(self, place: int, sink: Cut, spans: Spans | None) -> int:
        """Take back a terminator that is spare, if the stream ends behind it.

        Returns:
            Where the stream ends now.
        """
        if self._spare is None or self._spare[0] != place:
            return place
        count = len(self._spare[1])
        sink.cut(count)
        if spans is not None:
            spans.cut(place, place - count)
        return place - count
