"""What is written, with large values as they are: they are copied once, when all is joined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from io import SEEK_CUR, BytesIO

from quire.runtime.reading.source import MappedFile, address, is_one, same_bytes

LARGE = 1 << 10
"""Bytes that are worth a piece of their own, at least."""


WHOLE = 1 << 20
"""Bytes of a file that are added up together, at most, wherever its pieces begin."""


WINDOW = 1 << 20
"""Bytes of a piece that are added up at a time."""


class _Own(bytearray):
    """Bytes that pieces have made, and nobody else changes."""


class Pieces:
    """A file in memory that is written from its start to its end.

    Attributes:
        size: How many bytes it has.
    """

    def __init__(self) -> None:
        self.size = 0
        self._pieces: list[memoryview] = []
        self._ends: list[int] = []
        self._small = BytesIO()

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[memoryview]:
        self._end_small()
        return iter(self._pieces)

    def write(self, data: bytes | bytearray | memoryview, /) -> None:
        """Take some bytes; those that others may change are copied."""
        view = data if type(data) is memoryview else memoryview(data)
        self.size += view.nbytes
        if view.nbytes < LARGE:
            self._small.write(view)
            return
        self._end_small()
        stays = isinstance(view.obj, bytes | MappedFile | _Own) and view.c_contiguous
        self._add(view.toreadonly() if stays else memoryview(BytesIO(view).getvalue()))

    def cut(self, count: int) -> None:
        """Take back so many bytes, which are few and were written last."""
        self._small.seek(-count, SEEK_CUR)
        self._small.truncate()
        self.size -= count

    def __getitem__(self, place: slice) -> bytes | memoryview:
        """What stands in a place; less, if it ends before. Nothing is copied that is one piece."""
        start, stop = place.start, min(place.stop, self.size)
        found: list[memoryview] = []
        self._end_small()
        for i in range(bisect_right(self._ends, start), len(self._pieces)):
            begin = self._ends[i] - self._pieces[i].nbytes
            if begin >= stop:
                break
            found.append(self._pieces[i].cast("B")[max(start - begin, 0) : stop - begin])
        return found[0] if len(found) == 1 else b"".join(found)

    def overwrite(self, start: int, data: bytes | memoryview) -> None:
        """Put bytes over others, or after the last one."""
        view = memoryview(data).cast("B")
        if (over := min(self.size - start, view.nbytes)) > 0:
            self._end_small()
            i = bisect_right(self._ends, start)
            if start + over > self._ends[i]:
                self.getbuffer()
                i = 0
            begin = self._ends[i] - self._pieces[i].nbytes
            if self._pieces[i].readonly:
                self._pieces[i] = memoryview(_Own(self._pieces[i]))
            self._pieces[i][start - begin : start - begin + over] = view[:over]
        self.write(view[max(over, 0) :])

    def is_all(self, data: memoryview) -> bool:
        """Whether it has these bytes, and no others."""
        return self.size == data.nbytes and self.has(data, 0)

    def has(self, data: memoryview, start: int) -> bool:
        """Whether these bytes stand in a place; what was taken from them is not compared."""
        stop = start + data.nbytes
        if stop > self.size:
            return False
        self._end_small()
        for i in range(bisect_right(self._ends, start), len(self._pieces)):
            begin = self._ends[i] - self._pieces[i].nbytes
            if begin >= stop:
                break
            first, last = max(begin, start), min(self._ends[i], stop)
            mine = self._pieces[i].cast("B")[first - begin : last - begin]
            there = data[first - start : last - start]
            if not is_one(mine, there) and not same_bytes(mine, there):
                return False
        return True

    def values(self, least: int) -> Iterator[tuple[int, bytes]]:
        """The objects of at least so many bytes that stand in it, and where."""
        for piece, end in zip(self, self._ends, strict=True):
            if piece.nbytes >= least and _is_whole(piece):
                yield end - piece.nbytes, piece.obj  # type: ignore[misc]  # `_is_whole`: bytes

    def digest(self) -> int:
        """The same for what was written of the same pieces; those that stay are added up once.

        Of a small file, the same for the same bytes: one more draft would take longer.
        """
        return hash(self.getvalue() if self.size <= WHOLE else tuple(map(_digest, self)))

    def getvalue(self) -> bytes:
        """All of it."""
        self._end_small()
        if len(self._pieces) == 1 and _is_whole(self._pieces[0]):
            return self._pieces[0].obj  # type: ignore[return-value]  # `_is_whole`: bytes
        return b"".join(self._pieces)

    def getbuffer(self) -> memoryview:
        """The same, joined, to change it where it stands."""
        self._end_small()
        joined = memoryview(_Own(self.size))
        for piece, end in zip(self._pieces, self._ends, strict=True):
            joined[end - piece.nbytes : end] = piece.cast("B")
        self._pieces, self._ends = [joined], [self.size]
        return joined

    def _end_small(self) -> None:
        if self._small.tell():
            self._add(memoryview(self._small.getvalue()))
            self._small = BytesIO()

    def _add(self, piece: memoryview) -> None:
        self._pieces.append(piece)
        self._ends.append(piece.nbytes + (self._ends[-1] if self._ends else 0))


def _is_whole(piece: memoryview) -> bool:
    """Whether a piece is all of an object of bytes."""
    return type(piece.obj) is bytes and len(piece.obj) == piece.nbytes


def _digest(piece: memoryview) -> int:
    """The hash of a piece: that of an object which keeps it, where one is all of it."""
    if _is_whole(piece):
        return hash(piece.obj)
    view = piece.cast("B")
    if not isinstance(piece.obj, _Own) and len(view) > WINDOW:  # what is read stays where it is
        return hash((address(view), len(view)))
    return hash(tuple(hash(bytes(view[i : i + WINDOW])) for i in range(0, len(view), WINDOW)))
