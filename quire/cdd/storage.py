"""Where the bytes of a store are: a file, memory, or what `quire.cdd.remote` reads.

Reading never changes a file: what lies beyond its end is short or empty, and stays so.
"""

from __future__ import annotations

import errno
import io
import mmap
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any, Literal, Self

import numpy.typing as npt

from quire.runtime.errors import StoreLocked

Data = bytes | bytearray | memoryview | npt.NDArray[Any]
"""What is written, or read into: C-contiguous."""

Mode = Literal["r", "r+", "x", "w"]
"""Read; read and write what exists; create, failing if it exists; create or empty."""

Range = tuple[int, int]
"""(offset, number of bytes)."""

_FLAGS: dict[Mode, int] = {
    "r": os.O_RDONLY,
    "r+": os.O_RDWR,
    "x": os.O_RDWR | os.O_CREAT | os.O_EXCL,
    "w": os.O_RDWR | os.O_CREAT,  # emptied under the lock: another writer may be at work
}


class StorageBackend(ABC):
    """The bytes of a store, addressed by offset.

    `read_at`, `read_into` and `read_many` may be called from several threads at once. `read`,
    `write`, `seek` and `tell` share one position, as those of a file do. Who derives a backend
    that can be written to sets `writable`, and overrides `write_at` and `truncate`.

    Attributes:
        name: What to call it in messages.
        writable: Whether it can be written to.
        closed: Whether it was closed; all else then raises a ValueError.
    """

    name: str = "storage"
    writable: bool = False
    closed: bool = False
    _position = 0

    @abstractmethod
    def size(self) -> int:
        """The number of bytes, now."""

    @abstractmethod
    def read_at(self, offset: int, n: int) -> memoryview:
        """`n` bytes, fewer or none where the end comes first: read-only.

        The view stays valid whatever is read or written later, and after `close`. Whether it
        shows what is written over its bytes later is left open.

        Raises:
            ValueError: a negative number, or the backend is closed.
            OSError: the bytes cannot be had.
        """

    def read_into(self, offset: int, buffer: Data) -> int:
        """Fill a buffer; return how many bytes there were for it.

        Raises:
            ValueError: a negative offset, or the backend is closed.
            OSError: the bytes cannot be had.
        """
        target = _flat(buffer)
        found = self.read_at(offset, len(target))
        target[: len(found)] = found
        return len(found)

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        """What `read_at` gives for each range, in their order."""
        return [self.read_at(offset, n) for offset, n in ranges]

    def write_at(self, offset: int, data: Data) -> None:  # noqa: ARG002  # who can write overrides it
        """Write all of some bytes; a gap between the end and the offset becomes zeros.

        Raises:
            io.UnsupportedOperation: the backend is read-only.
            ValueError: a negative offset, or the backend is closed.
            OSError: they cannot be written; some of them may have been.
        """
        self._check_writable()
        raise NotImplementedError  # `writable` is set where it is overridden

    def truncate(self, size: int) -> None:  # noqa: ARG002  # who can write overrides it
        """Cut off what is beyond a size, or add zeros up to it.

        Raises:
            io.UnsupportedOperation: the backend is read-only.
            ValueError: a negative size, or the backend is closed.
        """
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
        self._position += (length := len(_flat(data)))
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self.closed:
            raise ValueError(f"{self.name}: closed")

    def _check_writable(self) -> None:
        self._check_open()
        if not self.writable:
            raise io.UnsupportedOperation(f"{self.name}: opened for reading only")


class FileBackend(StorageBackend):
    """A file: read through a memory map, which is renewed when the file has grown.

    For writing, which needs a POSIX system, it takes an advisory lock that other writers
    respect and readers do not need. The system drops the lock when the process ends, however
    it does. As on every mapped file, touching a *view* of bytes that were cut off since ends
    the process with SIGBUS: cut off only what no reader has been told of.

    Args:
        path: The file.
        mode: See `Mode`.

    Raises:
        StoreLocked: another writer has it open.
        OSError: it cannot be opened so.
    """

    def __init__(self, path: str | os.PathLike[str], mode: Mode = "r") -> None:
        if mode not in _FLAGS:
            raise ValueError(f"expected a mode of {', '.join(_FLAGS)}, found {mode!r}")
        self.name = os.fspath(path)
        self.writable = mode != "r"
        if self.writable and os.name != "posix":
            raise io.UnsupportedOperation(f"{self.name}: writing needs a POSIX system")
        self._file = io.FileIO(
            self.name,
            "r+" if self.writable else "r",
            opener=lambda name, _: os.open(name, _FLAGS[mode], 0o666),
        )
        self._unsynced: Path | None = Path(self.name).resolve().parent
        self._view = memoryview(b"")
        self._mapping = Lock()
        if self.writable:
            self._lock()
        if mode == "w":
            self._file.truncate(0)

    def size(self) -> int:
        """See `StorageBackend.size`."""
        self._check_open()
        return os.fstat(self._file.fileno()).st_size

    def read_at(self, offset: int, n: int) -> memoryview:
        """See `StorageBackend.read_at`; a view of the map."""
        check_range(offset, n)
        return self._mapped(offset + n)[offset : offset + n]

    def read_into(self, offset: int, buffer: Data) -> int:
        """See `StorageBackend.read_into`; other threads run meanwhile."""
        self._check_open()
        check_range(offset)
        if not hasattr(os, "preadv"):
            return super().read_into(offset, buffer)
        # A copy out of the map would hold the interpreter's lock while pages are fetched.
        target = _flat(buffer)[: max(0, self.size() - offset)]
        fd, done = self._file.fileno(), 0
        while done < len(target) and (found := os.preadv(fd, [target[done:]], offset + done)):
            done += found
        return done

    def write_at(self, offset: int, data: Data) -> None:
        """See `StorageBackend.write_at`."""
        self._check_writable()
        check_range(offset)
        left = _flat(data)
        while left:
            written = os.pwrite(self._file.fileno(), left, offset)
            left = left[written:]
            offset += written

    def truncate(self, size: int) -> None:
        """See `StorageBackend.truncate`."""
        self._check_writable()
        check_range(size)
        os.ftruncate(self._file.fileno(), size)

    def sync(self) -> None:
        """See `StorageBackend.sync`; the first time also the file's entry in its directory."""
        self._check_writable()
        os.fsync(self._file.fileno())
        if self._unsynced:  # whoever created the file may have died before this
            _sync_directory(self._unsynced)
            self._unsynced = None

    def close(self) -> None:
        """See `StorageBackend.close`; another writer may come."""
        if self.closed:
            return
        super().close()
        if self.writable:
            import fcntl

            # A map that is still in use shares the open file, and would keep its lock.
            fcntl.flock(self._file.fileno(), fcntl.LOCK_UN)
        self._file.close()
        self._view = memoryview(b"")  # views that were handed out keep the map

    def _mapped(self, stop: int) -> memoryview:
        """A view from the start of the file, up to `stop` at least if the file is that long."""
        size = self.size()
        view = self._view
        if len(view) <= size and len(view) >= min(stop, size):
            return view
        with self._mapping:
            # Never beyond the end, where a touch is deadly; and an empty file cannot be mapped.
            size = self.size()
            if size != len(self._view):
                fd, read = self._file.fileno(), mmap.ACCESS_READ
                self._view = memoryview(mmap.mmap(fd, size, access=read) if size else b"")
            return self._view

    def _lock(self) -> None:
        import fcntl

        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            if not isinstance(error, BlockingIOError):
                raise  # a file system without locks
            message = "another writer has this store open"
            raise StoreLocked(errno.EAGAIN, message, self.name) from error


class MemoryBackend(StorageBackend):
    """Bytes in memory.

    Args:
        initial: What they are at first; copied.
    """

    name = "memory://"
    writable = True

    def __init__(self, initial: Data = b"") -> None:
        self._buffer = bytearray(_flat(initial))
        self._size = len(self._buffer)

    def getvalue(self) -> bytes:
        """A copy of all bytes."""
        return bytes(self.read_at(0, self._size))

    def size(self) -> int:
        """See `StorageBackend.size`."""
        self._check_open()
        return self._size

    def read_at(self, offset: int, n: int) -> memoryview:
        """See `StorageBackend.read_at`."""
        check_range(offset, n)
        stop = min(offset + n, self.size())  # before the buffer, which a writer replaces first
        return memoryview(self._buffer).toreadonly()[offset:stop]

    def write_at(self, offset: int, data: Data) -> None:
        """See `StorageBackend.write_at`."""
        self._check_writable()
        check_range(offset)
        source = _flat(data)
        if not source:
            return
        stop = offset + len(source)
        self._reach(stop)
        self._clear(self._size, offset)
        memoryview(self._buffer)[offset:stop] = source
        self._size = max(self._size, stop)

    def truncate(self, size: int) -> None:
        """See `StorageBackend.truncate`."""
        self._check_writable()
        check_range(size)
        self._reach(size)
        self._clear(self._size, size)
        self._size = size

    def _reach(self, size: int) -> None:
        """Make room; in a new buffer, since one that has views cannot grow."""
        if size > len(self._buffer):
            buffer = bytearray(max(size, 2 * len(self._buffer)))
            memoryview(buffer)[: self._size] = memoryview(self._buffer)[: self._size]
            self._buffer = buffer

    def _clear(self, start: int, stop: int) -> None:
        """Bytes that were cut off once may stand there."""
        memoryview(self._buffer)[start:stop] = bytes(max(0, stop - start))


def open_backend(
    target: str | os.PathLike[str] | StorageBackend | None, mode: Mode = "r"
) -> StorageBackend:
    """The backend for what a user names.

    Args:
        target: A path; a URL that fsspec knows, for reading; None or "memory://" for new memory;
            or a backend, which is returned as it is.
        mode: See `Mode`.

    Raises:
        ValueError: the target cannot be written to, but was to be.
        StoreLocked: another writer has it open.
        ImportError: a URL, and fsspec is not installed.
        OSError: it cannot be opened so.
    """
    if isinstance(target, StorageBackend):
        if mode != "r" and not target.writable:
            raise ValueError(f"{target.name}: opened for reading only")
        return target
    if target is None or target == MemoryBackend.name:
        return MemoryBackend()
    if isinstance(target, str) and "://" in target:
        from quire.cdd.remote import RemoteBackend

        if mode != "r":
            raise ValueError(f"{target}: URLs can be read only, not written")
        return RemoteBackend(target)
    return FileBackend(target, mode)


def _flat(data: Data) -> memoryview:
    """The bytes of a buffer, without a copy."""
    view = memoryview(data)  # type: ignore[arg-type]  # numpy's types say so from Python 3.12 on
    # With a zero in its shape it cannot be cast.
    return view.cast("B") if view.nbytes else memoryview(bytearray())


def check_range(offset: int, n: int = 0) -> None:
    """Raise a ValueError for what is no place in any store."""
    if offset < 0 or n < 0:
        raise ValueError(f"expected no negative numbers, found offset {offset} and length {n}")


def _sync_directory(path: Path) -> None:
    """Make the entry of what was created there survive a crash."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
