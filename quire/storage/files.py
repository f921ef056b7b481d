"""Opening files: never a pipe or a device, and so that tests can spoil each write."""

from __future__ import annotations

import errno
import io
import mmap
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from quire.storage.calls import change


class IrregularFile(IsADirectoryError):
    """What has this name is no file: a folder, a pipe, a circle of links; or a link to write to."""


class RawFile(io.FileIO):
    """A file whose writes go through `change`; to be buffered.

    Args:
        known_as: What errors call it.
    """

    def __init__(self, file: Any, mode: str, opener: Any = None, *, known_as: Any) -> None:
        super().__init__(file, mode, opener=opener)
        self._known_as = known_as

    def write(self, data: Any) -> int:
        """Write some of the bytes; return how many."""
        with named(self._known_as):
            written: int = change("write", super().write, data)
        return written


@contextmanager
def named(
    path: str | os.PathLike[str], draft: str | os.PathLike[str] | None = None
) -> Iterator[None]:
    """Let errors say which file they are about, where the system does not, or names its draft."""
    try:
        yield
    except OSError as error:
        unnamed = error.filename is None and error.errno is not None  # else it has a text instead
        if unnamed or (draft is not None and str(error.filename) == os.fspath(draft)):
            error.filename = os.fspath(path)
        raise


def open_regular(path: str | os.PathLike[str], flags: int) -> int:
    """Open a file and nothing else: a pipe would wait for its other end, a device has no size.

    Raises:
        IrregularFile: it is something else.
    """
    # Windows has text files unless it is told, and no pipes that wait.
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        fd = os.open(path, flags, 0o666)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENXIO, errno.EISDIR):
            raise
        raise IrregularFile(error.errno, error.strerror, os.fspath(path)) from error
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise IrregularFile(errno.EISDIR, "not a regular file", os.fspath(path))
    return fd


def mapped(descriptor: int) -> memoryview:
    """All bytes of a file, for reading; of an empty one, which cannot be mapped, none."""
    size = os.fstat(descriptor).st_size
    return memoryview(mmap.mmap(descriptor, size, access=mmap.ACCESS_READ) if size else b"")


def sync_folder(path: str | os.PathLike[str]) -> None:
    """Make the names in a folder survive a failure of the system."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except PermissionError:
        return  # a folder that may be written to, and not be read
    try:
        with named(path):
            change("fsync", os.fsync, fd)
    finally:
        os.close(fd)


def hand_on(status: os.stat_result, target: Path) -> None:
    """Give a file the mode of another, and its owner where this process may do that."""
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(target, status.st_uid, status.st_gid)
    target.chmod(stat.S_IMODE(status.st_mode))


def flat(data: Any) -> memoryview:
    """The bytes of a buffer, without a copy."""
    view = memoryview(data)
    # With a zero in its shape it cannot be cast.
    return view.cast("B") if view.nbytes else memoryview(bytearray())
