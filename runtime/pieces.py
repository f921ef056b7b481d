"""What is written, with large values as they are: they are copied once, when all is joined."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from quire.runtime.source import MappedFile

LARGE = 1 << 16
"""Bytes that are worth a piece of their own, at least."""


class Pieces:
    """A file in memory that is written from its start to its end.

    Attributes:
        size: How many bytes it has.
    """

    def __init__(self) -> None:
        self.size = 0
        self._pieces: list[memoryview] = []
        self._small = BytesIO()

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[memoryview]:
        self._end_small()
        return iter(self._pieces)

    def write(self, data: bytes | bytearray | memoryview, /) -> None:
        """Take some bytes; those that others may change are copied."""
        view = memoryview(data)
        self.size += view.nbytes
        if view.nbytes < LARGE:
            self._small.write(view)
            return
        self._end_small()
        stays = isinstance(view.obj, bytes | MappedFile) and view.c_contiguous
        self._pieces.append(view if stays else memoryview(BytesIO(view).getvalue()))

    def getvalue(self) -> bytes:
        """All of it."""
        self._end_small()
        only = self._pieces[0].obj if len(self._pieces) == 1 else None
        if type(only) is bytes and len(only) == self._pieces[0].nbytes:
            return only
        return b"".join(self._pieces)

    def getbuffer(self) -> memoryview:
        """The same, joined, to change it where it stands."""
        self._end_small()
        joined = memoryview(bytearray().join(self._pieces))
        self._pieces = [joined]
        return joined

    def _end_small(self) -> None:
        if self._small.tell():
            self._pieces.append(memoryview(self._small.getvalue()))
            self._small = BytesIO()
