"""What all streams of a file share: how much it may become, and whose turn it is to move."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import RLock

from quire.runtime.errors import FormatError, LimitError

FREE_BYTES = 64 << 20
"""Decoded bytes that any file, however small, may become."""

WORTH = 256
"""How many times as large as it is a larger file may become."""

FREE_ELEMENTS = 1 << 18
"""Elements without bytes that any file may have; one of more bytes as many as it has."""

FEW_ELEMENTS = 64
"""Elements without bytes of a list that are made before they are paid for."""

_asked: ContextVar[int | None] = ContextVar("max_decoded", default=None)


@contextmanager
def limits(*, max_decoded: int | None) -> Iterator[None]:
    """Set how many bytes a file may decode to, inside the `with` block and in its thread.

    A few stored bytes can decompress to any number of bytes. Without this, a file may decode to 64
    MiB, or to 256 times its size if that is more; other files are a `LimitError` before memory is
    allocated for them. The same holds for the padding of a file that is written.

    Args:
        max_decoded: The most bytes that a file may decode to; None for the rule above.

    Raises:
        ValueError: it is negative.
        TypeError: it is no whole number.
    """
    if not isinstance(max_decoded, int | None):
        raise TypeError(f"max_decoded: expected a number of bytes, found {max_decoded!r}")
    if max_decoded is not None and max_decoded < 0:
        message = f"max_decoded: expected 0 bytes or more, found {max_decoded}"
        raise ValueError(message)
    before = _asked.set(max_decoded)
    try:
        yield
    finally:
        _asked.reset(before)


def most_decoded(stored: int) -> int:
    """How many bytes a file of `stored` bytes may become."""
    asked = _asked.get()
    return max(FREE_BYTES, WORTH * stored) if asked is None else asked


def expect_worth(
    made: int, stored: int, field: str, offset: int | None = None, *, format: str = ""
) -> None:
    """Refuse what a file is too small for, before there is memory for it.

    Args:
        made: Bytes that would be made of it.
        stored: Bytes of the file.
        field: Where, for the error.
        offset: The same.
        format: The same.

    Raises:
        LimitError: it is more than `limits` allows.
    """
    most = most_decoded(stored)
    if made > most:
        error = too_much(most, made, field, offset)
        error.format = format
        raise error


def too_much(most: int, made: object, field: str, offset: int | None) -> FormatError:
    """The error of a file that would become too large."""
    expected = f"at most {most} decoded bytes (`quire.limits(max_decoded=...)` allows more)"
    return LimitError(field, expected, made, offset=offset)


def expect_padding(count: int, size: int, field: str, offset: int | None) -> None:
    """Refuse padding for which somebody has set a length, or a position, that is far too large.

    Args:
        count: Bytes of padding.
        size: Bytes of the file that was read; 0 of one that is built.
        field: Where, for the error.
        offset: The same.

    Raises:
        LimitError: it is more than a file of that size may decode to.
    """
    if count > (most := max(most_decoded(size), size)):
        expected = (
            f"at most {most} bytes of padding: set a smaller length or position, or `del` it, and "
            f"it is computed (`quire.limits(max_decoded=...)` allows more)"
        )
        raise LimitError(field, expected, count, offset=offset)


class Budget:
    """What a file may still become, and whose turn it is; all streams of it share one.

    Attributes:
        size: Bytes of the file.
        owed: Elements that were made and for which no bytes have been read.
        is_read: Whether the reading of its fields is over, of the last record that was begun.
        turn: Held by the thread that moves the position of one of the streams for a while.
    """

    __slots__ = ("_decoded", "is_read", "owed", "size", "turn")

    def __init__(self, size: int) -> None:
        self.size = size
        self._decoded = 0
        self.owed = 0
        self.is_read = False
        self.turn = RLock()

    def __getstate__(self) -> tuple[int, int, int, bool]:
        return self.size, self._decoded, self.owed, self.is_read

    def __setstate__(self, state: tuple[int, int, int, bool]) -> None:
        self.size, self._decoded, self.owed, self.is_read = state
        self.turn = RLock()

    def decodable(self) -> int:
        """How many bytes may still be decoded."""
        return max(most_decoded(self.size) - self._decoded, 0)

    def note_decoded(self, made: int) -> None:
        """Note bytes that were decoded while the file was read."""
        self._decoded += made

    def claim(self, elements: int, at_least: int = 0) -> bool:
        """Note elements that need not take bytes; whether there may be so many, or `at_least`."""
        self.owed += elements
        return self.owed <= max(FREE_ELEMENTS, self.size + self._decoded, at_least)

    def note_read(self, read: int) -> None:
        """Note bytes that were read since elements were claimed, which had one each, or more."""
        self.owed = max(self.owed - max(read, 0), 0)
