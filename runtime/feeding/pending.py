"""The bytes of a file that have come and were not read yet, and when to look at them."""

from __future__ import annotations

import sys
from collections import deque

AGAIN = 8
"""So many times as many bytes as there are may be looked at before more of them come."""

SMALL = 1024
"""Bytes more that may."""

WINDOW = 1 << 16
"""Bytes that are looked at together, unless a record needs more."""

PIECE = 1 << 12
"""Bytes of a piece that is not worth an object of its own."""


class Pending:
    """Bytes that come in pieces: some are looked at, and the rest waits.

    What was looked at in vain is looked at again when as much is there as was missing, twice as
    much if it can be, and not so often that it would take longer than all the bytes are worth.

    Attributes:
        start: Where the window begins in the file.
        window: What is looked at; empty while nothing is.
        at: What was read of the window.
    """

    def __init__(self) -> None:
        self.start = self.at = 0
        self.window = b""
        self._rest: deque[bytes | bytearray | memoryview] = deque()
        self._held = 0
        self._upto = self._spent = 0
        self._size = WINDOW

    def add(self, data: bytes | bytearray | memoryview) -> None:
        """Take the next bytes; none at all have those looked at that are there."""
        last = self._rest[-1] if self._rest else None
        if len(data) >= PIECE:
            self._rest.append(bytes(data))
        elif isinstance(last, bytearray):
            last += data
            if len(last) >= WINDOW:
                self._rest[-1] = bytes(last)  # which takes no more than it has
        else:
            self._rest.append(bytearray(data))
        self._held += len(data)
        if not self.window:
            self._look(is_asked=not data)

    def wait(self, upto: int | None) -> bool:
        """Keep what is not read yet, up to a byte of the file, or its end, that has to come first.

        Returns:
            Whether it has come already.
        """
        size = len(self.window)
        self._spent, self._size = (0, WINDOW) if self.at else (self._spent + size, 2 * size)
        self._upto = sys.maxsize if upto is None else upto
        self._back()
        self._look()
        return bool(self.window)

    def end(self) -> None:
        """Have all looked at that is left."""
        self._back()
        self.window = b"".join(self._rest)
        self.drop_rest()

    def drop(self) -> None:
        """Let all go."""
        self.start += self.at
        self.window, self.at = b"", 0
        self.drop_rest()

    def drop_rest(self) -> None:
        """Let go of what is not looked at."""
        self._rest.clear()
        self._held = 0

    def _back(self) -> None:
        """Look at nothing, and keep what is not read yet."""
        if left := memoryview(self.window)[self.at :]:
            self._rest.appendleft(bytes(left))
            self._held += len(left)
        self.start, self.at, self.window = self.start + self.at, 0, b""

    def _look(self, *, is_asked: bool = False) -> None:
        """Look at what is there, if it is worth it, or somebody asks."""
        is_there = self.start + self._held >= self._upto
        if not is_asked and not (is_there and self._spent <= (AGAIN - 1) * self._held + SMALL):
            return
        size = max(self._size, min(self._upto - self.start, self._held))
        parts: list[bytes | bytearray | memoryview] = []
        while self._rest and size > 0:
            part = self._rest.popleft()
            if len(part) > size:
                self._rest.appendleft(memoryview(part)[size:])
                part = memoryview(part)[:size]
            parts.append(part)
            size -= len(part)
        self.window = b"".join(parts)
        self._held -= len(self.window)
