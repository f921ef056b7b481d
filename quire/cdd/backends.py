"""The backends that come with quire: a file, memory, and what is behind a URL."""

from __future__ import annotations

import io
import os
import weakref
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from quire.cdd.storage import Data, Range, StorageBackend, check_range
from quire.kernels.engine.given import expect_one_of, given_bytes
from quire.remote import BLOCK, GAP, RemoteFile
from quire.sources import Given, Source
from quire.storage.calls import change, write_all_at
from quire.storage.files import flat, mapped, named, open_regular, sync_folder
from quire.storage.locks import WriterLock, require_locks

Mode = Literal["r", "r+", "x", "w"]
"""Read; read and write what exists; create, failing if it exists; create or empty."""

_FLAGS: dict[Mode, int] = {
    "r": os.O_RDONLY,
    "r+": os.O_RDWR,
    "x": os.O_RDWR | os.O_CREAT | os.O_EXCL,
    "w": os.O_RDWR | os.O_CREAT,  # emptied under the lock: another writer may be at work
}


class FileBackend(StorageBackend):
    """A file: read through a memory map, which is renewed when the file has grown.

    For writing, which needs a POSIX system, it takes an advisory lock that other writers
    respect and readers do not need. It is let go of by `close`, when nobody has the backend any
    more, and when the process ends, however it does. A process that is forked meanwhile may
    read, and not write; one that outlives a killed parent keeps the lock.

    As on every mapped file, touching a *view* of bytes that were cut off since ends the process
    with SIGBUS: cut off only what no reader has been told of.

    A copy, or what another process gets that is sent a backend, opens the same path for reading.

    Args:
        path: The file.
        mode: See `Mode`.

    Attributes:
        path: From the root on.

    Raises:
        StoreLocked: another writer has it open.
        OSError: it cannot be opened so, or is no file.
    """

    def __init__(self, path: str | os.PathLike[str], mode: Mode = "r") -> None:
        expect_one_of(mode, _FLAGS, "mode")
        self.name = os.fsdecode(path)
        self.path = os.path.abspath(self.name)  # noqa: PTH100  # no link is followed
        self.writable = mode != "r"
        if self.writable:
            require_locks(self.name)
        self._file = io.FileIO(
            self.name,
            "r+" if self.writable else "r",
            opener=lambda name, _: open_regular(name, _FLAGS[mode]),
        )
        self._unsynced = Path(self.name).resolve().parent if self.writable else None
        self._view = memoryview(b"")
        self._mapping = Lock()
        self._lock: WriterLock | None = None
        self._let_go = weakref.finalize(self, self._file.close)
        if self.writable:
            # The number is the lock's own; the open file, which is locked, is the same.
            self._lock = WriterLock(os.dup(self._file.fileno()), self.name)
        if mode == "w":
            self.truncate(0)

    def size(self) -> int:
        if self.closed:  # before each read, the size is looked at
            self._check_open()
        return os.fstat(self._file.fileno()).st_size

    def read_at(self, offset: int, n: int) -> memoryview:
        check_range(offset, n)
        return self._mapped(offset + n)[offset : offset + n]

    def read_into(self, offset: int, buffer: Data) -> int:
        self._check_open()
        check_range(offset)
        if not hasattr(os, "preadv"):
            return super().read_into(offset, buffer)
        # A copy out of the map would hold the interpreter's lock while pages are fetched.
        target = flat(buffer)[: max(0, self.size() - offset)]
        fd, done = self._file.fileno(), 0
        while done < len(target) and (found := os.preadv(fd, [target[done:]], offset + done)):
            done += found
        return done

    def write_at(self, offset: int, data: Data) -> None:
        self._check_writable()
        check_range(offset)
        with named(self.name):
            write_all_at(self._file.fileno(), given_bytes(data, "data"), offset)

    def truncate(self, size: int) -> None:
        self._check_writable()
        check_range(size)
        with named(self.name):
            change("truncate", os.ftruncate, self._file.fileno(), size)

    def sync(self) -> None:
        self._check_writable()
        with named(self.name):
            change("fsync", os.fsync, self._file.fileno())
        if self._unsynced:  # whoever created the file may have died before this
            sync_folder(self._unsynced)
            self._unsynced = None

    def close(self) -> None:
        if self.closed:
            return
        super().close()
        if self._lock is not None:
            self._lock.release()  # a map that is still in use shares the open file
        self._let_go()
        self._view = memoryview(b"")  # views that were handed out keep the map

    def __reduce__(self) -> tuple[Any, ...]:
        self._check_open()
        return type(self), (self.path, "r")

    def _check_writable(self) -> None:
        super()._check_writable()
        if self._lock is not None:
            self._lock.check()

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
                self._view = mapped(self._file.fileno())
            return self._view


class MemoryBackend(StorageBackend):
    """Bytes in memory.

    Args:
        initial: What they are at first; copied.

    Raises:
        TypeError: these are no bytes.
    """

    name = "memory://"
    writable = True

    def __init__(self, initial: Data = b"") -> None:
        self._buffer = bytearray(given_bytes(initial, "initial"))
        self._size = len(self._buffer)

    def getvalue(self) -> bytes:
        """A copy of all bytes."""
        return bytes(self.read_at(0, self._size))

    def size(self) -> int:
        self._check_open()
        return self._size

    def read_at(self, offset: int, n: int) -> memoryview:
        check_range(offset, n)
        stop = min(offset + n, self.size())  # before the buffer, which a writer replaces first
        return memoryview(self._buffer).toreadonly()[offset:stop]

    def write_at(self, offset: int, data: Data) -> None:
        self._check_writable()
        check_range(offset)
        source = given_bytes(data, "data")
        if not source:
            return
        self._reach(stop := offset + len(source))
        memoryview(self._buffer)[offset:stop] = source
        self._size = max(self._size, stop)

    def truncate(self, size: int) -> None:
        self._check_writable()
        check_range(size)
        self._reach(size)
        memoryview(self._buffer)[size : self._size] = bytes(max(0, self._size - size))
        self._size = size

    def _reach(self, size: int) -> None:
        """Make room, of zeros; in a new buffer, since one that has views cannot grow."""
        if size > len(self._buffer):
            buffer = bytearray(max(size, 2 * len(self._buffer)))
            memoryview(buffer)[: self._size] = memoryview(self._buffer)[: self._size]
            self._buffer = buffer


class RemoteBackend(StorageBackend):
    """A file behind a URL, read in ranges; of the size that it had on opening or `refresh`.

    `read_many` fetches neighbours together. A view keeps alive all that was fetched with it:
    `block` bytes at most, or its own.

    Args:
        url: As of `RemoteFile`, and so are the next two.
        gap: As there.
        block: As there.
        storage_options: What fsspec's file system is told: credentials, an endpoint.

    Raises:
        ImportError: fsspec, or what it needs for such a URL, is not installed.
        OSError: it is not there, or does not tell its size.
    """

    def __init__(
        self, url: str, *, gap: int = GAP, block: int = BLOCK, **storage_options: Any
    ) -> None:
        self.name = url
        self._file = RemoteFile(url, storage_options, gap=gap, block=block)

    def size(self) -> int:
        self._check_open()
        return self._file.size

    def refresh(self) -> None:
        self._check_open()
        self._file.refresh()

    def read_at(self, offset: int, n: int) -> memoryview:
        return self.read_many([(offset, n)])[0]

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        self._check_open()
        wanted = []
        for offset, n in ranges:
            check_range(offset, n)
            wanted.append((offset, offset + n))
        return self._file.read_many(wanted)


def open_backend(
    target: Given | StorageBackend | None,
    mode: Mode = "r",
    storage_options: Mapping[str, Any] | None = None,
) -> StorageBackend:
    """The backend for what a user names.

    Args:
        target: A path; for reading, what else `quire.open` takes; None or "memory://" for new
            memory; or a backend, which is returned as it is.
        mode: See `Mode`.
        storage_options: Of a URL: what fsspec's file system is told.

    Raises:
        TypeError: it is none of these, or a file of text.
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
    if mode == "r":
        return backend_of(Source.of(target, storage_options))
    if storage_options is not None:
        raise ValueError("storage_options: they are for URLs that are read")
    if isinstance(target, str) and "://" in target:
        raise ValueError(f"{target}: URLs can be read only, not written")
    path: Any = target  # also one of bytes
    return FileBackend(path, mode)


def backend_of(source: Source) -> StorageBackend:
    """The backend that reads a file, wherever it is."""
    if source.path is not None:
        return FileBackend(source.name)
    if source.url is not None and not source.is_here:
        return RemoteBackend(source.url, **(source.storage_options or {}))
    return MemoryBackend(source.data)
