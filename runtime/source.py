"""The bytes that streams view: in memory, or those of a mapped file, which travels as its path."""

from __future__ import annotations

import mmap
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

READ_WHOLE = 1 << 20
"""Bytes of a file that is read; larger ones are mapped."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

CLOSED_VIEW = memoryview(b"")
CLOSED_VIEW.release()


_COMPARED = 1 << 16


def same_bytes(left: memoryview, right: memoryview) -> bool:
    """Whether two views hold the same bytes, at the speed of memory: `==` goes by elements."""
    return left.nbytes == right.nbytes and all(
        bytes(left[i : i + _COMPARED]) == bytes(right[i : i + _COMPARED])
        for i in range(0, left.nbytes, _COMPARED)
    )


class MappedFile(mmap.mmap):
    """A file that is mapped read-only.

    Another process that gets one maps the file again: it must be there, and what it was.
    """

    path: str
    stamp: tuple[int, int]

    @classmethod
    def of(cls, file: int, path: str | os.PathLike[str]) -> Self:
        """Map an open file, by its descriptor.

        Raises:
            ValueError, OSError: it cannot be mapped, being empty, or no file.
        """
        status = os.fstat(file)
        mapped = cls(file, 0, access=mmap.ACCESS_READ)
        mapped.path = os.path.abspath(path)  # noqa: PTH100  # `resolve` would follow links
        mapped.stamp = (status.st_size, status.st_mtime_ns)
        return mapped

    def __reduce__(self) -> tuple[Any, ...]:
        return _map_again, (self.path, self.stamp)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def contents(path: str | os.PathLike[str]) -> bytes | MappedFile:
    """The bytes of a file: read if it is small, or cannot be mapped (a pipe), else mapped.

    What was read stays as it was, whatever becomes of the file. 1 MiB is read in the time that its
    pages take to be mapped and touched; of more, most may never be looked at.
    """
    # Python's own file objects take as long again as the system does, and `fstat` a quarter of it.
    file = os.open(path, _FLAGS)
    try:
        size = _size(file)
        if size > READ_WHOLE:
            with suppress(ValueError, OSError):
                return MappedFile.of(file, path)
        data = os.read(file, min(size, READ_WHOLE) + 1)
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


class Source:
    """What a stream views, and all streams within it: closed, copied and pickled as one.

    Args:
        view: The bytes.
        mapped: The mapping that they are of, if it is to be closed with them.

    Attributes:
        path: The file that they are of, if it was opened here.
    """

    __slots__ = ("mapped", "path", "view")

    path: str | None

    def __init__(self, view: memoryview, mapped: mmap.mmap | None = None) -> None:
        self.view = view
        self.mapped = mapped
        self.path = getattr(mapped, "path", None)

    def close(self) -> None:
        """Let the bytes go; what others still view goes with the last of them."""
        with suppress(BufferError):
            self.view.release()
        if self.mapped is not None:
            with suppress(BufferError):
                self.mapped.close()
        self.mapped = None

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


def _of_file(mapped: MappedFile) -> Source:
    return Source(memoryview(mapped), mapped)


def _of_bytes(data: bytes) -> Source:
    return Source(memoryview(data))
