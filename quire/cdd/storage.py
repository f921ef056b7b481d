"""Where the bytes of a store are, as all backends have it."""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from quire.kernels.engine.given import whole_number
from quire.opened import Closing
from quire.storage.files import flat

Array = npt.NDArray[Any]

Data = bytes | bytearray | memoryview | Array
"""What is written, or read into: C-contiguous."""

Range = tuple[int, int]
"""(offset, number of bytes)."""


class StorageBackend(Closing, ABC):
    """The bytes of a store, addressed by offset; what lies beyond their end is short or empty.

    `read_at`, `read_into` and `read_many` may be called from several threads at once. `read`,
    `write`, `seek` and `tell` share one position, as those of a file do. Who derives a backend
    that can be written to sets `writable`, and overrides `write_at` and `truncate`.

    Whatever is called raises a ValueError for a negative number, or if the backend is closed; an
    OSError if the bytes cannot be had or written, of which some may have been; and what writes an
    `io.UnsupportedOperation` if it is read-only.

    Attributes:
        name: What to call it in messages.
        writable: Whether it can be written to.
        closed: Whether it was closed.
        writers: How many writers of stores were opened on it; the last one alone may write.
    """

    name: str = "storage"
    writable: bool = False
    closed: bool = False
    writers: int = 0
    _position = 0

    @abstractmethod
    def size(self) -> int:
        """The number of bytes, now."""

    @abstractmethod
    def read_at(self, offset: int, n: int) -> memoryview:
        """`n` bytes, fewer or none where the end comes first: read-only.

        The view stays valid whatever is read or written later, and after `close`. Whether it
        shows what is written over its bytes later is left open.
        """

    def read_into(self, offset: int, buffer: Data) -> int:
        """Fill a buffer; return how many bytes there were for it."""
        target = flat(buffer)
        found = self.read_at(offset, len(target))
        target[: len(found)] = found
        return len(found)

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        """What `read_at` gives for each range, in their order."""
        return [self.read_at(offset, n) for offset, n in ranges]

    def write_at(self, offset: int, data: Data) -> None:  # noqa: ARG002  # who can write overrides it
        """Write all of some bytes; a gap between the end and the offset becomes zeros."""
        self._check_writable()
        raise NotImplementedError  # `writable` is set where it is overridden

    def truncate(self, size: int) -> None:  # noqa: ARG002  # who can write overrides it
        """Cut off what is beyond a size, or add zeros up to it."""
        self._check_writable()
        raise NotImplementedError  # `writable` is set where it is overridden

    def sync(self) -> None:
        """Return when what was written would survive a crash of the system, where that can be."""
        self._check_open()

    def refresh(self) -> None:
        """Ask anew for what may have changed outside, where it was remembered."""
        self._check_open()

    def close(self) -> None:
        """Let go of it; a second time does nothing."""
        self.closed = True

    def read(self, n: int) -> bytes:
        """The next `n` bytes, fewer or none where the end comes first."""
        data = bytes(self.read_at(self._position, n))
        self._position += len(data)
        return data

    def write(self, data: Data) -> int:
        """Write some bytes at the position; return how many."""
        self.write_at(self._position, data)
        self._position += (length := len(flat(data)))
        return length

    def seek(self, offset: int) -> int:
        """Set the position, which may lie beyond the end; return it."""
        self._check_open()
        check_range(offset)
        self._position = offset
        return offset

    def tell(self) -> int:
        """The position."""
        self._check_open()
        return self._position

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError(f"{self.name}: closed")

    def _check_writable(self) -> None:
        self._check_open()
        if not self.writable:
            raise io.UnsupportedOperation(f"{self.name}: opened for reading only")


def check_range(offset: int, n: int = 0) -> None:
    """Refuse an offset or a length that is negative, or no whole number."""
    whole_number(offset, "offset", least=0)
    whole_number(n, "n", least=0)
