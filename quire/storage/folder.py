"""Files of a folder, changed so that a crash at any moment leaves the old bytes or the new ones."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from quire.storage.calls import change, write_all
from quire.storage.files import flat, hand_on, mapped, named, open_regular, sync_folder
from quire.storage.locks import WriterLock, require_locks

SYNCS = 16
"""Files that are waited for at once."""

DRAFT = ".part"
"""What a file is called while it is written; a writer that died may have left it."""


class Folder:
    """A folder with one writer at a time.

    A name is that of a file in the folder, or in a folder in it (`tier1/x.bin`). Whoever has locked
    the folder may write to it until `unlock`; files are then refused with a `ValueError`. So they
    are in a process that this one forks: the lock stays with the one that took it.

    Args:
        path: The folder.
        durable: Whether what returned survives a failure of the *system*; that of the process alone
            loses nothing in either case.

    Raises:
        StoreLocked: methods only: another writer has it locked.
        io.UnsupportedOperation: methods only: this is no POSIX system, so nothing can be written.
        FileExistsError: methods only: there is a file of the name that is to be made.
        IrregularFile: methods only: what is to be read or written is no file.
    """

    def __init__(self, path: str | os.PathLike[str], *, durable: bool = True) -> None:
        self.path = Path(path)
        self._durable = durable
        self._lock: WriterLock | None = None
        self._closed = False

    @property
    def is_foreign(self) -> bool:
        """Whether this process was forked from the one that locked it."""
        return self._lock is not None and self._lock.is_foreign

    def lock(self) -> None:
        """Take the advisory lock that other writers respect, and readers do not need."""
        require_locks(str(self.path))
        self._lock = WriterLock(os.open(self.path, os.O_RDONLY), str(self.path))
        self._closed = False

    def unlock(self) -> None:
        """Let other writers come."""
        if self._lock is not None and not self._lock.is_foreign:
            self._lock.release()
            self._lock, self._closed = None, True

    def make(self, sub: str = "") -> None:
        """Make the folder, or one in it, unless it is there."""
        if not (path := self.path / sub).is_dir():
            require_locks(str(self.path))
            change("mkdir", os.mkdir, path)
            self._sync(path.parent)

    def create(self, files: Mapping[str, Any]) -> None:
        """Make files, by name; `sync` makes the names survive a failure of the system."""
        with ExitStack() as stack:
            fds = []
            for name, data in files.items():
                opened = self._opened(self.path / name, os.O_CREAT | os.O_EXCL)
                fds.append(stack.enter_context(opened))
                write_all(fds[-1], flat(data))
            self._sync_files(fds)

    def replace(self, name: str, *parts: Any) -> None:
        """Give a file these bytes, at once; it need not exist."""
        draft, target = self.path / DRAFT, self.path / name
        self._check_open()
        with suppress(FileNotFoundError):  # mostly there is none
            change("unlink", os.unlink, draft)
        with named(target, draft):
            with self._opened(draft, os.O_CREAT | os.O_EXCL) as fd:
                with suppress(FileNotFoundError):
                    hand_on(target.stat(follow_symlinks=False), draft)
                self._write(fd, parts)
            change("rename", os.replace, draft, target)
        self._sync(target.parent)

    def append(self, name: str, data: Any) -> int:
        """Add bytes to a file, and return where they begin. After a failure some may be there."""
        with self._opened(self.path / name, os.O_CREAT | os.O_APPEND) as fd:
            offset = os.fstat(fd).st_size
            self._write(fd, (data,))
        if offset == 0:  # it may be new
            self._sync(self.path)
        return offset

    def truncate(self, name: str, size: int) -> None:
        """Cut off what is beyond a size."""
        with self._opened(self.path / name) as fd:
            change("truncate", os.ftruncate, fd, size)
            self._sync_file(fd)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one."""
        if self.drop(name):
            self._sync((self.path / name).parent)

    def move(self, name: str, new: str) -> None:
        """Give a file another name; what had that is gone."""
        self._check_open()
        change("rename", os.replace, self.path / name, self.path / new)
        self._sync((self.path / new).parent)

    def drop(self, name: str) -> bool:
        """Remove a file, if there is one; after a failure of the system it may be there again."""
        self._check_open()
        try:
            change("unlink", os.unlink, self.path / name)
        except FileNotFoundError:
            return False
        return True

    def sync(self, sub: str = "") -> None:
        """Make the names of the files in the folder, or in one in it, survive."""
        self._sync(self.path / sub)

    def read(self, name: str, at_most: int | None = None, start: int = 0) -> bytes:
        """The bytes of a file, from `start` on and at most so many."""
        with open(self.path / name, "rb", opener=open_regular) as file:
            left = max(0, os.fstat(file.fileno()).st_size - start)
            file.seek(start)
            return file.read(left if at_most is None else min(left, at_most))

    def map(self, name: str) -> memoryview:
        """The bytes of a file, mapped; only of one that is never cut off."""
        with open(self.path / name, "rb", opener=open_regular) as file:
            return mapped(file.fileno())

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return (self.path / name).is_file()

    def names(self, sub: str = "") -> list[str]:
        """What the files of the folder, or of one in it, are called; sorted."""
        path = self.path / sub
        return (
            sorted(entry.name for entry in os.scandir(path) if entry.is_file())
            if path.is_dir()
            else []
        )

    @contextmanager
    def _opened(self, path: Path, flags: int = 0) -> Iterator[int]:
        self._check_open()
        with named(path):
            fd = change("open", open_regular, path, os.O_WRONLY | os.O_NOFOLLOW | flags)
            try:
                yield fd
            finally:
                os.close(fd)

    def _check_open(self) -> None:
        if self._lock is not None:
            self._lock.check()
        if self._closed:
            raise ValueError(f"{self.path}: closed")

    def _write(self, fd: int, parts: tuple[Any, ...]) -> None:
        for part in parts:
            write_all(fd, flat(part))
        self._sync_file(fd)

    def _sync_files(self, fds: list[int]) -> None:
        """Wait for many files: systems do that for several at once in the time of one."""
        if len(fds) == 1:
            self._sync_file(fds[0])
        elif self._durable and fds:
            with ThreadPoolExecutor(min(len(fds), SYNCS)) as pool:
                list(pool.map(self._sync_file, fds))

    def _sync_file(self, fd: int) -> None:
        if self._durable:
            change("fsync", os.fsync, fd)

    def _sync(self, path: Path) -> None:
        """Make the names in a folder survive."""
        if self._durable:
            sync_folder(path)
