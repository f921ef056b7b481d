"""The files that parts are of: found by name, told from what they become later, read in ranges."""

from __future__ import annotations

import glob
import mmap
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quire.datasets.manifest import FOLDER, NAME, Manifest
from quire.remote import NoRanges, RemoteFile, file_system
from quire.runtime.errors import FileChangedError
from quire.runtime.reading.source import contents, stamp_of
from quire.sources import Source

Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A path, a URL, a pattern of either (`data/*.cvc`), or several of them."""

WHOLE = 1 << 20
"""Bytes of a file behind a URL that are fetched whole, since a second request takes longer."""

_NO_RESERVE = 0x4000
"""Linux's MAP_NORESERVE: pages that nobody writes to take no memory, and none is set aside."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it was when parts of it were planned.

    Attributes:
        name: Its path, from the root on, or its URL.
        size: Its bytes.
        stamp: What changes if it does: the time of its last writing, or what its server tells;
            None where its size alone is known.
        rows: How many it has, where a list of files tells; else None.
        options: What fsspec's file system is told, of a URL.
    """

    name: str
    size: int
    stamp: object
    rows: int | None = None
    options: Mapping[str, Any] | None = field(default=None, hash=False)

    @property
    def is_remote(self) -> bool:
        """Whether it is behind a URL."""
        return "://" in self.name

    @property
    def source(self) -> Source:
        """Where its bytes are."""
        return Source.of(self.name, self.options, self.size if self.is_remote else None)

    def expect_same(self) -> None:
        """Make sure that it is the file that was planned.

        Raises:
            FileChangedError: it was written to, or replaced.
            OSError: it is not there.
        """
        if self.is_remote and self.rows is not None:
            return  # its collection tells of it, and no name is used again
        found = _file(self.name, self.options)
        if found.size != self.size or self.stamp not in (None, found.stamp):
            raise self._changed()

    def _changed(self) -> FileChangedError:
        return FileChangedError(
            f"{self.name} has changed since its parts were planned: plan them again"
        )

    def read(self, start: int, stop: int) -> memoryview:
        """Its bytes from one offset to another; all are fetched where a server gives no ranges.

        Raises:
            OSError: they cannot be had.
        """
        if not self.is_remote:
            return memoryview(contents(self.name, mmap=True))[start:stop]
        try:
            remote = RemoteFile(self.name, self.options or {}, size=self.size)
            (found,) = remote.read_many([(start, stop)])
        except NoRanges:
            found = memoryview(self.source.data)[start:stop]
        if len(found) != stop - start:
            message = f"{self.name}: asked for {stop - start} bytes, found {len(found)}"
            raise OSError(message)
        return found

    def around(self, start: int, stop: int) -> Any:
        """Bytes of the whole length, of which those from one offset to another are the file's.

        A file at a path is mapped. For one behind a URL those bytes alone are fetched; the others
        are zeros, which take no memory.
        """
        if not self.is_remote:
            found = contents(self.name, mmap=True)
            if len(found) != self.size:
                raise self._changed()
            return found
        if self.size <= WHOLE:
            return self.read(0, self.size)
        space = _space(self.size)
        space[start:stop] = self.read(start, stop)
        return space


def _space(size: int) -> mmap.mmap:
    """So many zeros that take no memory."""
    try:
        return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE)
    except (OSError, ValueError, TypeError, AttributeError):  # another system
        return mmap.mmap(-1, size)


def files_of(files: Files, options: Mapping[str, Any] | None) -> list[File]:
    """The files that names and patterns tell, those of a pattern in order of their names.

    Raises:
        FileNotFoundError: there is none.
        TypeError: these are no names.
    """
    given: Sequence[Any] = [files] if isinstance(files, str | os.PathLike) else _listed(files)
    names = [name for each in given for name in _names(each, options)]
    found = [file for name in names for file in _files(name, options)]
    if not found:
        raise FileNotFoundError("source: expected a file at least, found an empty list")
    return found


def _listed(files: Any) -> Sequence[Any]:
    is_open = isinstance(files, bytes | bytearray | memoryview) or hasattr(files, "read")
    if is_open or not isinstance(files, Iterable):
        kind = type(files).__name__
        message = f"source: expected paths or URLs, which others can open, found {kind}"
        raise TypeError(message)
    return list(files)


def _names(given: Any, options: Mapping[str, Any] | None) -> Iterator[str]:
    """What one name, or a pattern, stands for."""
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"source: expected a path or a URL, found {type(given).__name__}")
    name = os.fsdecode(given)
    is_remote = "://" in name
    exists = not is_remote and Path(name).exists()
    if exists or not glob.has_magic(name):
        yield name if is_remote else os.path.abspath(name)  # noqa: PTH100  # follows no link
        return
    if is_remote:
        system, pattern = file_system(name, options or {})
        found = [system.unstrip_protocol(each) for each in sorted(system.glob(pattern))]
    else:
        found = sorted(os.path.abspath(each) for each in glob.glob(name, recursive=True))  # noqa: PTH100, PTH207  # they are texts
    if not found:
        raise FileNotFoundError(f"source: no file is called {name}")
    yield from found


def _files(name: str, options: Mapping[str, Any] | None) -> list[File]:
    """The files that a name stands for: one, or those of a collection.

    Raises:
        FormatError: the list of a collection is damaged.
    """
    is_remote = "://" in name
    if not is_remote and Path(name).is_dir():
        name = str(Path(name) / NAME)
        if not Path(name).is_file():
            raise FileNotFoundError(f"{name}: nothing was committed to this folder yet")
    folder, _, last = name.rpartition("/" if is_remote else os.sep)
    if last != NAME:
        return [_file(name, options)]
    data = bytes(Source.of(name, options).data) if is_remote else Path(name).read_bytes()
    listed = Manifest.from_bytes(data)
    between = "/" if is_remote else os.sep
    return [
        File(f"{folder}{between}{FOLDER}{between}{each.name}", each.size, None, each.rows, options)
        for each in listed.files
    ]


def _file(name: str, options: Mapping[str, Any] | None) -> File:
    if "://" not in name:
        return File(name, *stamp_of(name))
    system, path = file_system(name, options or {})
    system.invalidate_cache(path)
    about = system.info(path)
    if about.get("size") is None:
        raise OSError(f"{name}: its server does not tell its size, so no part of it can be read")
    tags = ("ETag", "etag", "mtime", "LastModified", "last_modified", "created")
    stamp = next((str(about[tag]) for tag in tags if about.get(tag) is not None), None)
    return File(name, int(about["size"]), stamp, options=options)
