"""The bytes that streams view: in memory, or those of a mapped file, which travels as its path."""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self, TypeAlias

from quire.runtime.errors import FileChangedError

READ_WHOLE = 64 << 20
"""Bytes of a file that is read; larger ones are mapped."""

READ_FAST = 1 << 20
"""Bytes that are read in the time that their pages take to be mapped and touched."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

CLOSED_VIEW = memoryview(b"")
CLOSED_VIEW.release()


_COMPARED = 1 << 16


def octets(data: Any) -> memoryview:
    """A view of the bytes of an object, whatever its elements are.

    Raises:
        TypeError: it has no bytes, or they do not stand one after the other.
    """
    try:
        view = memoryview(data).toreadonly()
    except TypeError:
        message = f"expected bytes, found {type(data).__name__}"
        raise TypeError(message) from None
    if view.format == "B" and view.ndim == 1 and view.c_contiguous:
        return view
    if not view.c_contiguous:
        message = "contiguous bytes are needed: give `bytes(...)` of them"
        raise TypeError(message)
    return view.cast("B")


def same_bytes(left: memoryview, right: memoryview) -> bool:
    """Whether two views hold the same bytes, at the speed of memory: `==` compares elements."""
    whole = left.obj
    if type(whole) is bytes and len(whole) == left.nbytes and left.contiguous:  # of one object
        return left.nbytes == right.nbytes and whole.startswith(right)
    if left.nbytes != right.nbytes:
        return False
    if left.nbytes <= _COMPARED:
        return bytes(left).startswith(right)
    return all(
        bytes(left[i : i + _COMPARED]).startswith(right[i : i + _COMPARED])
        for i in range(0, left.nbytes, _COMPARED)
    )


def is_one(left: memoryview, right: memoryview) -> bool:
    """Whether two views are of the same memory."""
    if left.obj is not right.obj or left.nbytes != right.nbytes:
        return False
    return address(left) == address(right)


def address(view: memoryview) -> int:
    """Where bytes are in memory."""
    from quire.runtime.reading.addresses import address_of  # not for those who only read

    return address_of(view)


def stamp_of(file: int | str) -> tuple[int, int]:
    """The size of a file, and when it was written, by its path or its descriptor."""
    status = os.stat(file)  # noqa: PTH116  # a descriptor has no path
    return status.st_size, status.st_mtime_ns


def expect_all(data: Any) -> None:
    """Make sure that bytes are there, before they are looked at, if they are of a mapped file.

    Raises:
        FileChangedError: the file was cut off since it was mapped.
    """
    if (mapped := mapped_file(data)) is not None:
        mapped.expect_all()


def mapped_file(data: Any) -> MappedFile | None:
    """The mapped file that bytes are of: a view, or an array over one."""
    while data is not None and not isinstance(data, MappedFile):
        data = data.obj if isinstance(data, memoryview) else getattr(data, "base", None)
    return data


class MappedFile(mmap.mmap):
    """A file that is mapped read-only.

    Another process that gets one maps the file again: it must be there, and what it was. If it is
    cut off, the system kills whoever touches what was after that: hence `expect_all`.
    """

    path: str
    stamp: tuple[int, int]

    @classmethod
    def of(cls, file: int, path: str | os.PathLike[str]) -> Self:
        """Map an open file, by its descriptor.

        Raises:
            ValueError, OSError: it cannot be mapped, being empty, or no file.
        """
        stamp = stamp_of(file)
        mapped = cls(file, 0, access=mmap.ACCESS_READ)
        mapped.path = os.path.abspath(path)  # noqa: PTH100  # `resolve` would follow links
        mapped.stamp = stamp
        return mapped

    def expect_all(self) -> None:
        """Make sure that all bytes are there, before they are looked at.

        Raises:
            FileChangedError: the file was cut off since it was mapped.
        """
        if not self.closed and (size := self.size()) < len(self):
            raise FileChangedError(
                f"{self.path} was cut off since it was mapped: it had {len(self)} bytes, and has "
                f"{size}. Replace a file that is being read (`to_file` does), or read all of it "
                "(`from_file(path, mmap=False)`)"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _map_again, (self.path, self.stamp)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def contents(path: str | os.PathLike[str], *, mmap: bool | None = None) -> bytes | MappedFile:
    """The bytes of a file: read, or mapped if it is large; a pipe cannot be mapped.

    What was read stays as it was, whatever becomes of the file.

    Args:
        path: The file.
        mmap: Whether it is mapped, unless it is so small that reading takes no longer; None for
            files of more than 64 MiB.
    """
    try:
        most = {None: READ_WHOLE, True: READ_FAST, False: sys.maxsize}[mmap]
    except (KeyError, TypeError):
        message = f"mmap: expected True, False or None, found {mmap!r}"
        raise TypeError(message) from None
    # Python's own file objects take as long again as the system does, and `fstat` a quarter of it.
    file = os.open(path, _FLAGS)
    try:
        size = _size(file)
        if size > most:
            with suppress(ValueError, OSError):
                return MappedFile.of(file, path)
        data = os.read(file, min(size, most) + 1)
        if not size or len(data) != size:  # a pipe, or it has changed just now
            with os.fdopen(file, "rb", buffering=0, closefd=False) as rest:
                data += rest.read()
    except OSError as error:
        error.filename = os.fspath(path)
        raise
    finally:
        os.close(file)
    return data


def _size(file: int) -> int:
    """The size of an open file, which stands at its start; 0 if it cannot seek."""
    try:
        size = os.lseek(file, 0, os.SEEK_END)
        os.lseek(file, 0, os.SEEK_SET)
    except OSError:
        return 0
    return size


def _map_again(path: str, stamp: tuple[int, int]) -> MappedFile:
    with Path(path).open("rb") as file:
        mapped = MappedFile.of(file.fileno(), path)
    if mapped.stamp != stamp:
        mapped.close()
        message = f"{path} was changed since this was pickled: pickle what is read from it now"
        raise ValueError(message)
    return mapped


FileKey: TypeAlias = "tuple[int, int]"
"""Device and number of a file, whatever its name; of what has none, its identity in memory."""


class Source:
    """What a stream views, and all streams within it: closed, copied and pickled as one.

    Args:
        view: The bytes.
        mapped: The mapping that they are of, if it is to be closed with them.

    Attributes:
        path: The file that they are of, if it was opened here.
        patched: Where files that were changed in place have other bytes than these, and which,
            one over the other; by None, where all other files have.
        written: The file that was written last by `to_file`, and its stamp then.
        begun: The record that they were read for, which finds them without a stream.
        whole: The view that all streams of the file have in common.
        is_viewed: Whether values are taken out of that, and not of the object that it views.
    """

    __slots__ = ("begun", "is_viewed", "mapped", "patched", "path", "view", "whole", "written")

    path: str | None
    patched: dict[FileKey | None, list[tuple[int, bytes]]]
    written: tuple[FileKey, tuple[int, int]] | None
    begun: Callable[[], Any]

    def __init__(self, view: memoryview, mapped: mmap.mmap | None = None) -> None:
        self.view = self.whole = view
        self.mapped = mapped
        self.path = getattr(mapped, "path", None)
        self.patched = {}
        self.written = None
        self.begun = _nothing
        self.is_viewed = False

    def close(self) -> None:
        """Let the bytes go; what others still view goes with the last of them."""
        if (record := self.begun()) is not None and type(record._end) is bytes:
            record._end = b""
        try:  # noqa: SIM105  # of each file: a context manager takes as long as all else
            self.view.release()
        except BufferError:
            pass
        if self.mapped is not None:
            with suppress(BufferError):
                self.mapped.close()
        self.mapped = None

    def expect_all(self) -> None:
        """Make sure that all bytes are there, before they are looked at; see `MappedFile`."""
        if isinstance(self.mapped, MappedFile):
            self.mapped.expect_all()

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        try:
            return self.view.nbytes < 0
        except ValueError:
            return True

    def __reduce__(self) -> tuple[Any, ...]:
        if self.is_closed:
            return _closed, ()
        if isinstance(self.mapped, MappedFile):
            return _of_file, (self.mapped,)
        return _of_bytes, (bytes(self.view),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Source:
        """Another view of the same bytes, unless somebody might change them."""
        if self.is_closed:
            return _closed()
        fixed = isinstance(self.view.obj, bytes | MappedFile)
        return Source(memoryview(self.view if fixed else bytes(self.view)), self.mapped)


def _closed() -> Source:
    return Source(CLOSED_VIEW)


def _nothing() -> None:
    """No record."""


def _of_file(mapped: MappedFile) -> Source:
    return Source(memoryview(mapped), mapped)


def _of_bytes(data: bytes) -> Source:
    return Source(memoryview(data))
