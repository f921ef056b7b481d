"""The bytes of a file, and those that were unpacked from it: where something stands in them."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from quire.runtime.reading.source import expect_all

FILE = 0
"""The number of the file among the streams."""


AGAIN = 64
"""What was unpacked once more, and is still known."""


class Place(NamedTuple):
    """Where something stands.

    Attributes:
        stream: The number of the stream.
        start: Its first bit there.
        end: The bit after it.
    """

    stream: int
    start: int
    end: int

    @property
    def size(self) -> int:
        """How many bits it takes."""
        return self.end - self.start

    @property
    def bytes(self) -> tuple[int, int]:
        """From which byte to which it stands, a byte of which it has some bits being its own."""
        return self.start // 8, -(-self.end // 8)


class Streams:
    """The file, and the bytes that were unpacked from it, in the order they were come by.

    Args:
        data: The bytes of the file.

    Attributes:
        names: Of each, the path of what was unpacked; that of the file is empty.
        contents: Of each, its bytes.
    """

    def __init__(self, data: Any) -> None:
        self.names, self._data = [""], data
        self.contents: list[Any] = [memoryview(data)]
        self._numbers: dict[int, int] = {}
        self._first: dict[tuple[str, int], int] = {}
        self._kept: list[Any] = []  # what numbers depend on must not be freed
        self._again = deque[Any]()

    def read(self, stream: int, start: int, end: int) -> bytes:
        """Some bytes of a stream.

        Raises:
            FileChangedError: the file was cut off since it was opened.
        """
        expect_all(self._data)
        return bytes(self.contents[stream][start:end])

    def place(self, io: Any, start: int, end: int, path: str) -> Place | None:
        """Where bits of a stream stand; None for a stream that is somebody else's.

        Args:
            io: The stream.
            start: The first bit.
            end: The bit after them.
            path: What stands there, for a stream that nothing was found in before.
        """
        begin = getattr(io, "begin", io)
        if begin is io:
            return None
        number = FILE if begin is not None else self._number(io.data, path)
        shift = (begin if begin is not None else io._start) * 8
        size = min(len(self.contents[number]) * 8, shift + io.size() * 8)  # what is cut off ends
        return Place(number, min(start + shift, size), min(end + shift, size))

    def _number(self, data: Any, path: str) -> int:
        """The number of what was unpacked; what is unpacked once more is what it was before."""
        if (number := self._numbers.get(id(data))) is not None:
            return number
        number = self._first.get((path, len(data)))
        if number is None:
            number = self._first[path, len(data)] = len(self.names)
            self._kept.append(data)
            self.names.append(path)
            self.contents.append(memoryview(data))
        else:
            if len(self._again) == AGAIN:
                del self._numbers[id(self._again.popleft())]
            self._again.append(data)
        self._numbers[id(data)] = number
        return number
