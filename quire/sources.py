"""Where the bytes of a file are: a path, a URL, memory, an open file, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from quire.remote import GAP, NoRanges, RemoteFile, file_system
from quire.runtime import Reader, Struct
from quire.runtime.feeding.ranged import Pieces, Ranged

PathLike = str | os.PathLike[str]

Given = PathLike | bytes | bytearray | memoryview | BinaryIO
"""What can be opened: a path, a URL that fsspec knows, the bytes of a file, a binary file, which is
read from its position to its end, or "-", standard input."""

Target = PathLike | BinaryIO
"""Where a file is written: to a path, or to a binary file."""

Record = TypeVar("Record", bound=Struct)

STDIN = "-"

FIRST = 256 << 10
"""Bytes that are fetched of what is behind a URL when it is opened: all of a small file."""


class Source:
    """Where the bytes of a file are: at a path, whose file is mapped; behind a URL; or in memory.

    A pickle names the path or the URL, and opens it again; else it has the bytes.

    Attributes:
        name: What it is called in messages.
        path: From the root on; None if there is none.
        url: None if there is none.
        storage_options: What fsspec's file system is told, of a URL.
    """

    def __init__(
        self,
        name: str,
        *,
        path: str | None = None,
        url: str | None = None,
        data: bytes | memoryview | None = None,
        storage_options: Mapping[str, Any] | None = None,
        size: int | None = None,
    ) -> None:
        self.name, self.path, self.url = name, path, url
        self.storage_options, self._size = storage_options, size
        self._data = data
        self._file: RemoteFile | None = None
        self._first = memoryview(b"")

    @classmethod
    def of(
        cls,
        given: Given | Source,
        storage_options: Mapping[str, Any] | None = None,
        size: int | None = None,
    ) -> Source:
        """Find the bytes; those of an open file are read, those behind a URL later.

        Args:
            given: See `Given`; bytes must not be changed while the file is open.
            storage_options: For a URL: what fsspec's file system is told.
            size: For a URL: the bytes of the file, if that is known, so that nobody has to ask.

        Raises:
            OSError: they cannot be read.
            TypeError: it is none of these, or a file of text.
            ValueError: there are `storage_options`, but no URL; or bytes have gaps between them.
        """
        if isinstance(given, Source):
            return given
        name = given if isinstance(given, str) else _path_of(given)
        if "://" in name:
            return cls(name, url=name, storage_options=storage_options, size=size)
        if storage_options is not None:
            raise ValueError("storage_options: they are for URLs")
        if name == STDIN:
            return cls("<stdin>", data=_read(sys.stdin and sys.stdin.buffer))
        if isinstance(given, str | os.PathLike):
            return cls(name, path=os.path.abspath(name))  # noqa: PTH100  # follows no link
        if isinstance(given, bytes | bytearray | memoryview):
            return cls("<bytes>", data=_bytes_of(given))
        return cls(_name_of(given), data=_read(given))

    @property
    def data(self) -> bytes | memoryview:
        """The bytes of what is at no path; those behind a URL are fetched, once.

        Raises:
            OSError: they cannot be had.
            ImportError: fsspec, or what it needs for such a URL, is not installed.
        """
        if self._data is None and (remote := self._remote()) is not None:
            self._data = remote.read()
        return self._data or b""

    def fetch(self) -> Source:
        """This file, with all its bytes here: who reads all of it waits for no part on its own.

        Raises:
            OSError: they cannot be had.
            ImportError: fsspec, or what it needs for such a URL, is not installed.
        """
        if self.url is not None:
            self._data = self.data
        return self

    @property
    def is_here(self) -> bool:
        """Whether all its bytes are in memory."""
        return self._data is not None

    @property
    def size(self) -> int:
        """Bytes of the file."""
        if self.path is not None:
            return Path(self.path).stat().st_size
        remote = self._remote()
        return len(self.data) if remote is None else remote.size

    def start(self, size: int) -> bytes:
        """The first bytes, `size` of them at most."""
        if self.path is not None:
            with open(self.path, "rb", buffering=0) as file:  # noqa: PTH123  # in half the time
                return file.read(size)
        remote = self._remote()
        return bytes((self.data if remote is None else self._first)[:size])

    def read(self, record: type[Record]) -> Record:
        """The record of a generated class; a file at a path is mapped, ranges of a URL are fetched.

        Raises:
            FormatError: the bytes are none of its kind.
        """
        if self.path is not None:
            return record.from_file(self.path, mmap=True)
        if self._remote() is None:
            return record.from_bytes(self.data)
        return record.from_io(self.reader())

    def reader(self) -> Reader:
        """A reader of the bytes; see `read`."""
        if self.path is not None:
            return Reader.open(self.path, mmap=True)
        if (remote := self._remote()) is None:
            return Reader(self.data)
        pieces = Pieces(remote.size, remote.read_many, GAP)
        pieces.put(0, self._first)
        return Ranged(pieces)

    def _remote(self) -> RemoteFile | None:
        """The file behind a URL; None where its bytes are here: small ones are fetched at once."""
        if self._data is None and self._file is None:
            try:
                options = self.storage_options or {}
                self._file = RemoteFile(self.url or "", options, size=self._size)
                (self._first,) = self._file.read_many([(0, FIRST)])
            except NoRanges:
                system, path = file_system(self.url or "", self.storage_options or {})
                self._data = system.cat_file(path)
            else:
                if len(self._first) == self._file.size:
                    self._data = bytes(self._first)
        return self._file if self._data is None else None

    def __reduce__(self) -> tuple[Callable[..., Source], tuple[Any, ...]]:
        if self.url is not None:
            return Source.of, (self.url, self.storage_options)
        data = None if self._data is None else bytes(self._data)
        return partial(Source, path=self.path, data=data), (self.name,)


def write_record(record: Struct, target: Target) -> None:
    """Write a record to a path, whose file appears whole or not at all; or to a binary file.

    Raises:
        TypeError: the target is neither.
        OSError: it cannot be written; what was at the path is still there.
    """
    if isinstance(target, str | os.PathLike):
        record.to_file(target)
    else:
        record.write_to(target)


def _bytes_of(data: bytes | bytearray | memoryview) -> bytes | memoryview:
    if isinstance(data, bytes):
        return data
    view = memoryview(data)
    if not view.c_contiguous:
        raise ValueError("source: expected bytes that are one after another, found a strided view")
    return view.cast("B")


def _path_of(given: Any) -> str:
    """The path that an object stands for; "" if it is none."""
    return os.fsdecode(given) if isinstance(given, os.PathLike) else ""


def _name_of(file: Any) -> str:
    """What an open file is called."""
    name = getattr(file, "name", None)
    return name if isinstance(name, str) else f"<{type(file).__name__}>"


def _read(file: Any) -> bytes | memoryview:
    """What is left of a binary file."""
    data = file.read() if hasattr(file, "read") else None
    if not isinstance(data, bytes | bytearray | memoryview):
        expected = "a path, a URL, bytes or a file that was opened in binary mode"
        raise TypeError(f"source: expected {expected}, found {_kind(file, data)}")
    return _bytes_of(data)


def _kind(file: Any, data: object) -> str:
    return "a file of text" if isinstance(data, str) else type(file).__name__
