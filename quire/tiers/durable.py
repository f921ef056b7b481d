"""Files of a folder, changed so that a crash at any moment leaves the old bytes or the new ones."""

from __future__ import annotations

import errno
import io
import mmap
import os
import stat
import weakref
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from quire.runtime.errors import StoreLocked

Result = TypeVar("Result")

SYNCS = 16
"""Files that are waited for at once."""

DRAFT = ".part"
"""What a file is called while it is written; a writer that died may have left it."""


FOREIGN = "opened by the process that this one was forked from; open it anew in this one"
"""What is wrong with a folder that this process may not write to, though its parent may."""


class IrregularFile(IsADirectoryError):
    """What has this name is no file: a folder, a pipe, a circle of links; or a link to write to."""


class Folder:
    """A folder with one writer at a time.

    A name is that of a file in the folder, or in a folder in it (`tier1/x.bin`). Whoever has locked
    the folder may write to it until `unlock`; files are then refused with a `ValueError`. So they
    are in a process that this one forks: the lock stays with the one that took it.

    Args:
        path: The folder.
        durable: Whether what returned survives a failure of the *system*; that of the process alone
            loses nothing in either case.

    Attributes:
        is_foreign: Whether this process was forked from the one that locked it.
    """

    def __init__(self, path: str | os.PathLike[str], *, durable: bool = True) -> None:
        self.path = Path(path)
        self._durable = durable
        self._lock: int | None = None
        self._unlock: Callable[[], object] | None = None
        self._closed = False
        self.is_foreign = False

    def lock(self) -> None:
        """Take the advisory lock that other writers respect, and readers do not need.

        Raises:
            StoreLocked: another writer has it.
            io.UnsupportedOperation: this is no POSIX system.
        """
        if os.name != "posix":
            raise io.UnsupportedOperation(f"{self.path}: writing needs a POSIX system")
        import fcntl

        fd = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(fd)
            if not isinstance(error, BlockingIOError):
                raise  # a file system without locks
            message = "another writer has this store open"
            raise StoreLocked(errno.EAGAIN, message, str(self.path)) from error
        self._lock, self._closed, self.is_foreign = fd, False, False
        self._unlock = weakref.finalize(self, os.close, fd)  # also of one that nobody closes
        _LOCKED.add(self)

    def unlock(self) -> None:
        """Let other writers come."""
        if self._lock is None:
            return
        import fcntl

        _LOCKED.discard(self)
        fcntl.flock(self._lock, fcntl.LOCK_UN)  # though a child that was not told may have it, too
        self._let_go()
        self._closed = True

    def let_go_in_child(self) -> None:
        """Leave the lock to the process that this one was forked from."""
        self._let_go()
        self.is_foreign = True

    def _let_go(self) -> None:
        if self._unlock is not None:
            self._unlock()
        self._lock = self._unlock = None

    def make(self, sub: str = "") -> None:
        """Make the folder, or one in it, unless it is there."""
        if not (path := self.path / sub).is_dir():
            self._do("mkdir", os.mkdir, path)
            self._sync(path.parent)

    def create(self, files: Mapping[str, Any]) -> None:
        """Make files, by name; `sync` makes the names survive a failure of the system.

        Raises:
            FileExistsError: there is one of that name.
        """
        with ExitStack() as stack:
            fds = []
            for name, data in files.items():
                opened = self._opened(self.path / name, os.O_CREAT | os.O_EXCL)
                fds.append(stack.enter_context(opened))
                self._write_all(fds[-1], data)
            self._sync_files(fds)

    def replace(self, name: str, *parts: Any) -> None:
        """Give a file these bytes, at once; it need not exist."""
        draft = self.path / DRAFT
        self._check_open()
        with suppress(FileNotFoundError):  # mostly there is none
            self._do("unlink", os.unlink, draft)
        with self._opened(draft, os.O_CREAT | os.O_EXCL) as fd:
            self._write(fd, parts)
        self._do("rename", os.replace, draft, self.path / name)
        self._sync((self.path / name).parent)

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
            self._do("truncate", os.ftruncate, fd, size)
            self._sync_file(fd)

    def remove(self, name: str, *, missing_ok: bool = True) -> None:
        """Remove a file."""
        if self.drop(name):
            self._sync((self.path / name).parent)
        elif not missing_ok:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path / name))

    def move(self, name: str, new: str) -> None:
        """Give a file another name; what had that is gone."""
        self._check_open()
        self._do("rename", os.replace, self.path / name, self.path / new)
        self._sync((self.path / new).parent)

    def drop(self, name: str) -> bool:
        """Remove a file, if there is one; after a failure of the system it may be there again."""
        self._check_open()
        try:
            self._do("unlink", os.unlink, self.path / name)
        except FileNotFoundError:
            return False
        return True

    def sync(self, sub: str = "") -> None:
        """Make the names of the files in the folder, or in one in it, survive."""
        self._sync(self.path / sub)

    def read(self, name: str, at_most: int | None = None, start: int = 0) -> bytes:
        """The bytes of a file, from `start` on and at most so many.

        Raises:
            IrregularFile: there is something else.
        """
        with open(self.path / name, "rb", opener=_open_file) as file:
            left = max(0, os.fstat(file.fileno()).st_size - start)
            file.seek(start)
            return file.read(left if at_most is None else min(left, at_most))

    def map(self, name: str) -> memoryview:
        """The bytes of a file, mapped; only of one that is never cut off. Errors as of `read`."""
        with open(self.path / name, "rb", opener=_open_file) as file:
            size = os.fstat(file.fileno()).st_size
            # An empty file cannot be mapped.
            return memoryview(
                mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) if size else b""
            )

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

    def _do(self, step: str, action: Callable[..., Result], *args: Any) -> Result:  # noqa: ARG002  # tests override it
        """Make a system call that changes something: all of them go through here."""
        return action(*args)

    @contextmanager
    def _opened(self, path: Path, flags: int = 0) -> Iterator[int]:
        self._check_open()
        fd = self._do("open", _open_file, path, os.O_WRONLY | os.O_NOFOLLOW | flags)
        try:
            yield fd
        finally:
            os.close(fd)

    def _check_open(self) -> None:
        if self.is_foreign:
            raise ValueError(f"{self.path}: {FOREIGN}")
        if self._closed:
            message = f"{self.path}: closed"
            raise ValueError(message)

    def _write(self, fd: int, parts: tuple[Any, ...]) -> None:
        for part in parts:
            self._write_all(fd, part)
        self._sync_file(fd)

    def _write_all(self, fd: int, part: Any) -> None:
        left = memoryview(part).cast("B") if len(part) else b""
        while len(left):
            left = left[self._do("write", os.write, fd, left) :]

    def _sync_files(self, fds: list[int]) -> None:
        """Wait for many files: systems do that for several at once in the time of one."""
        if not self._durable or len(fds) < 2:
            for fd in fds:
                self._sync_file(fd)
            return
        with ThreadPoolExecutor(min(len(fds), SYNCS)) as pool:
            for _ in pool.map(self._sync_file, fds):
                pass

    def _sync_file(self, fd: int) -> None:
        if self._durable:
            self._do("fsync", os.fsync, fd)

    def _sync(self, path: Path) -> None:
        """Make the names in a folder survive."""
        if not self._durable:
            return
        fd = os.open(path, os.O_RDONLY)
        try:
            self._sync_file(fd)
        finally:
            os.close(fd)


_LOCKED: weakref.WeakSet[Folder] = weakref.WeakSet()
"""Folders that this process may write to."""


def _leave_locks_to_parent() -> None:
    for folder in list(_LOCKED):
        folder.let_go_in_child()
    _LOCKED.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_locks_to_parent)


def _open_file(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file and nothing else; a pipe would wait for its other end.

    Raises:
        IrregularFile: it is something else.
    """
    try:
        fd = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
            raise
        raise IrregularFile(error.errno, error.strerror, os.fspath(path)) from error
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise IrregularFile(errno.EISDIR, "not a regular file", os.fspath(path))
    return fd
