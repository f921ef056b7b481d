"""Streams over files of which ranges are fetched, when somebody looks at them."""

from __future__ import annotations

import ctypes
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from quire.runtime.errors import LimitError
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import CLOSED
from quire.runtime.values.units import find_unit

Range = tuple[int, int]
"""(first byte, the one after the last)."""

Fetch = Callable[[list[Range]], Sequence[memoryview | None]]
"""Gives the bytes of ranges, each as many as it has, or None where nobody will look at them; they
are asked for together."""

FIRST, MOST = 64 << 10, 4 << 20
"""Bytes that are fetched with those that are asked for: where nothing is known of the rest, and
where all before them was read in order."""

FORESEEN = 256
"""Heads that are fetched together, at most, where each stood as far from the one before."""

LAZY = 1 << 20
"""Bytes from which on memory is taken as it is touched."""


class Pieces:
    """The bytes of a file, of which some are there.

    Several threads may ask for bytes: those that nobody is fetching are fetched at once.

    Args:
        size: Of the file.
        fetch: Gets the others.
        gap: Bytes between two ranges that cost less to fetch than to leave out.
    """

    def __init__(self, size: int, fetch: Fetch, gap: int = 0) -> None:
        self.memory = _memory(size)
        self.size = size
        self._target = memoryview(self.memory)
        self._fetch = fetch
        self._gap = gap
        self._starts: list[int] = []
        self._stops: list[int] = []
        self._under_way: list[list[Range]] = []
        self._lock = threading.Condition()

    def end_of(self, position: int) -> int:
        """How far the bytes go that are there from a position on."""
        with self._lock:
            number = bisect_right(self._starts, position) - 1
            return max(position, self._stops[number]) if number >= 0 else position

    def put(self, start: int, data: bytes | memoryview) -> None:
        """Note bytes that were fetched before."""
        stop = start + len(data)
        self._target[start:stop] = data
        self._note(start, stop)

    def expect(self, ranges: Iterable[Range]) -> None:
        """Have ranges there: what is missing of them is fetched together.

        Raises:
            OSError: it cannot be had.
        """
        missing = self._begin(sorted(ranges))
        found: Sequence[memoryview | None] = []
        try:
            if missing:
                found = self._fetch(missing)
            for (start, stop), data in zip(missing, found, strict=True):
                if data is None:
                    self._note(start, stop)
                    continue
                if len(data) != stop - start:
                    raise OSError(f"asked for {stop - start} bytes, found {len(data)}")
                self.put(start, data)
        finally:
            with self._lock:
                self._under_way.remove(missing)
                self._lock.notify_all()

    def _begin(self, ranges: list[Range]) -> list[Range]:
        """What this thread is to fetch of ranges, once nobody else is fetching any of it."""
        with self._lock:
            while True:
                missing = self._merged(self._missing(ranges))
                others = [each for ranges in self._under_way for each in ranges]
                if not any(a < stop and start < b for a, b in missing for start, stop in others):
                    self._under_way.append(missing)
                    return missing
                self._lock.wait()

    def _missing(self, ranges: list[Range]) -> Iterator[Range]:
        """What is not there of ranges in ascending order, each byte once."""
        done = 0
        for start, stop in ranges:
            position = max(start, done)
            while position < stop:
                number = bisect_right(self._starts, position) - 1
                if number >= 0 and self._stops[number] > position:
                    position = self._stops[number]
                    continue
                behind = self._starts[number + 1] if number + 1 < len(self._starts) else stop
                yield position, min(behind, stop)
                position = min(behind, stop)
            done = max(done, stop)

    def _merged(self, ranges: Iterator[Range]) -> list[Range]:
        """Ranges in ascending order, with what lies between neighbours."""
        merged: list[Range] = []
        for start, stop in ranges:
            if merged and start - merged[-1][1] <= self._gap:
                merged[-1] = merged[-1][0], stop
            else:
                merged.append((start, stop))
        return merged

    def _note(self, start: int, stop: int) -> None:
        with self._lock:
            first, last = bisect_left(self._stops, start), bisect_right(self._starts, stop)
            if first < last:
                start, stop = min(start, self._starts[first]), max(stop, self._stops[last - 1])
            self._starts[first:last], self._stops[first:last] = [start], [stop]


def _memory(size: int) -> bytearray:
    """Memory that is taken from the system where it is touched; what is not there is never read."""
    if size < LAZY:
        return bytearray(size)
    make = ctypes.pythonapi.PyByteArray_FromStringAndSize
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_char_p, ctypes.c_ssize_t)
    made: bytearray = make(None, size)
    return made


class Ranged(Reader):
    """A stream whose payloads are passed over: they are fetched when they are decoded.

    All else is fetched as it is read, ahead of that in ever larger parts. What was fetched stays
    until the stream is closed. Several threads may look at payloads at once.

    Args:
        pieces: The bytes of the file.
    """

    is_whole = False

    def __init__(self, pieces: Pieces) -> None:
        super().__init__(pieces.memory)
        self._pieces = pieces
        self._limit = pieces.size
        self._ahead = FIRST
        self._passed = (-1, -1)  # where the last payload began, and its size
        self._step, self._same = 0, 0  # how far it stood from the one before, and how often so
        self._look()

    def _look(self) -> None:
        """Note how far the bytes go that are there from the position on."""
        self._end = min(self._pieces.end_of(self._pos), self._limit)

    def more(self, size: int) -> bool:
        """Whether there are so many bytes after the position; what is missing is fetched."""
        wanted = self._pos + size
        if wanted > self._limit:
            return False
        self._look()
        if self._end < wanted:
            stop = min(max(wanted, self._pos + self._ahead), self._limit)
            self._pieces.expect([(self._pos, stop)])
            self._ahead = min(2 * self._ahead, MOST)
            self._look()
        return True

    def pass_over(self, size: int, field: str, limit: int | None = None) -> None:
        """Go on after a payload, of which nothing is fetched; the heads of those after it may be.

        Raises:
            FormatError: the stream ends before it does, or it is larger than the limit.
        """
        if not 0 <= size <= self.left() or (limit is not None and size > limit):
            self.take(size, field, limit)  # says what is wrong
        start, (last, last_size) = self._pos, self._passed
        step = start - last
        self._same = self._same + 1 if (step, size) == (self._step, last_size) else 0
        self._step, self._passed = step, (start, size)
        self._pos, self._bits_left = start + size, 0
        self._ahead = FIRST
        if self._same and step - size < FIRST and self._pieces.end_of(self._pos) == self._pos:
            count, head = min(1 << self._same, FORESEEN), step - size
            heads = range(self._pos, min(self._limit, self._pos + count * step), step)
            self._pieces.expect((at, min(at + head, self._limit)) for at in heads)
        self._look()

    def fetch(self, ranges: Iterable[Range]) -> None:
        """Have ranges at hand, which count from the start of this stream; together, if need be.

        Raises:
            OSError: they cannot be had.
        """
        begin = self._start
        self._pieces.expect((begin + start, begin + stop) for start, stop in ranges)

    def view(self, start: int, size: int) -> memoryview:
        """Bytes that were passed over or read before.

        Raises:
            ValueError: the stream is closed.
            OSError: they cannot be had.
        """
        if self.is_closed:
            raise ValueError(CLOSED)
        self.fetch([(start, start + size)])
        return super().view(start, size)

    def room(self, start: int, size: int) -> memoryview:
        """Where bytes are, or will be when they are fetched."""
        return super().view(start, size)

    def size(self) -> int:
        """Length of this stream in bytes."""
        return self._limit - self._start

    def left(self) -> int:
        """How many bytes are left."""
        return max(self._limit - self._pos, 0)

    def known(self, ahead: int) -> memoryview:
        """The bytes up to so many after the position; what lies before that may not be there."""
        stop = min(self._pos + ahead, self._limit)
        self._pieces.expect([(self._pos, stop)])
        self._look()
        return self._buffer[self._start : stop]

    def whole(self) -> memoryview:
        """All bytes of this stream, from its start."""
        self._pieces.expect([(self._start, self._limit)])
        self._look()
        return self._buffer[self._start : self._limit]

    def seek(self, n: int) -> None:
        """Go to a position from the start of this stream; see `Reader.seek`."""
        super().seek(n)
        self._look()

    def is_eof(self) -> bool:
        """Whether nothing is left, not even bits."""
        return self._pos >= self._limit and not self.bits_left

    def take(self, size: int, field: str, limit: int | None = None) -> memoryview:
        """The next `size` bytes; more than the limit are not fetched."""
        if limit is not None and size > limit:
            raise LimitError(field, f"at most {limit} bytes", size, offset=self.offset())
        return super().take(size, field, limit)

    def until_view(self, terminator: bytes, field: str, **rules: Any) -> memoryview:
        """Bytes up to a terminator; what is after that may be fetched with it."""
        while find_unit(self._buffer, terminator, self._pos, self._end) < 0:
            known = self._end - self._pos
            if self._end >= self._limit or not self.more(min(known + 1, self.left())):
                break
        return super().until_view(terminator, field, **rules)

    def within(self, start: int, end: int) -> Ranged:
        """A stream of its own over some of the bytes, which are fetched as those of this one."""
        stream = Ranged.__new__(Ranged)
        stream.__dict__.update(self.__dict__, _start=start, _pos=start, _limit=end)
        stream.__dict__.update(_bits=0, _bits_left=0, _bits_at=0, _is_within=True, is_part=False)
        stream._look()
        return stream

    def substream(self, size: int, field: str, limit: int | None = None) -> Reader:
        """The next `size` bytes as a stream of their own, which are fetched as they are read."""
        if not 0 <= size <= self.left() or (limit is not None and size > limit):
            self.take(size, field, limit)  # says what is wrong
        start = self._pos
        self._pos, self._bits_left = start + size, 0
        self._look()
        return self.within(start, start + size)

    def part(self) -> Reader:
        """The same stream, as one that belongs to another record."""
        stream = self.within(self._start, self._limit)
        stream._pos = self._pos
        stream._look()
        stream._is_within, stream.is_part = self._is_within, True
        return stream

    def __reduce__(self) -> tuple[Any, ...]:
        """All that there is is fetched, to be copied or pickled."""
        self._pieces.expect([(0, self._pieces.size)])
        state = {**self.__getstate__(), "_end": self._limit}
        for name in ("_pieces", "_limit", "_ahead", "_passed", "_step", "_same"):
            del state[name]
        return _whole, (), state


def _whole() -> Reader:
    return Reader.__new__(Reader)
