"""The bytes that streams view: in memory, or those of a mapped file, which travels as its path."""

from __future__ import annotations

import mmap
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Self

CLOSED_VIEW = memoryview(b"")
CLOSED_VIEW.release()


class MappedFile(mmap.mmap):
    """A file that is mapped read-only.

    Another process that gets one maps the file again: it must be there, and what it was.
    """

    path: str
    stamp: tuple[int, int]

    @classmethod
    def of(cls, file: BinaryIO, path: str | os.PathLike[str]) -> Self:
        """Map an open file.

        Raises:
            ValueError, OSError: it cannot be mapped, being empty, or no file.
        """
        status = os.fstat(file.fileno())
        mapped = cls(file.fileno(), 0, access=mmap.ACCESS_READ)
        mapped.path = os.path.abspath(path)  # noqa: PTH100  # `resolve` would follow links
        mapped.stamp = (status.st_size, status.st_mtime_ns)
        return mapped

    def __reduce__(self) -> tuple[Any, ...]:
        return _map_again, (self.path, self.stamp)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def _map_again(path: str, stamp: tuple[int, int]) -> MappedFile:
    with Path(path).open("rb") as file:
        mapped = MappedFile.of(file, path)
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
    """

    __slots__ = ("mapped", "view")

    def __init__(self, view: memoryview, mapped: mmap.mmap | None = None) -> None:
        self.view = view
        self.mapped = mapped

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
