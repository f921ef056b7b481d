"""Changes that keep the size of a file: written into it, where they are, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, reduce
from io import UnsupportedOperation
from operator import getitem, setitem
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from quire.runtime.editing.making.byte_differences import Change, changes
from quire.runtime.editing.making.byte_orders import take_order
from quire.runtime.errors import FileChangedError
from quire.runtime.members import own_members
from quire.runtime.paths import attribute, steps_of
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.source import FileKey, MappedFile, Source, stamp_of
from quire.runtime.stream import CLOSED
from quire.storage.calls import change

if TYPE_CHECKING:
    from quire.runtime.record import Record

Target: TypeAlias = "str | os.PathLike[str] | BinaryIO"


def patch(record: Any, to_bytes: Callable[[Any], bytes], target: Target | None) -> None:
    """Write what a record has become into a file that has what it was; see `Struct.patch`."""
    source, read = _source(record)
    path = source.path if target is None else target
    if path is None:
        message = (
            "the record does not know which file it was read from: name it, `patch(path_or_file)`"
        )
        raise ValueError(message)
    made = to_bytes(record)
    if len(made) != len(read):
        message = (
            f"{_name(record)} takes {len(made)} bytes now, and took {len(read)}: `patch` changes "
            "no size; use `to_file`"
        )
        raise ValueError(message)
    with _opened(path) as file:
        key = _key(file)
        is_own = source.written is not None and source.written == _state(file, key)
        if not is_own:
            _expect_unchanged(source.mapped)
        there = _all_of(file) if is_own else _there(file, key, source, read)
        different = [*changes(there, made)]
        _expect_same(file, different, len(made))
        _write(file, different)
        if is_own:
            source.written = _state(file, key)
        elif isinstance(source.mapped, MappedFile) and key == _key(source.mapped.path):
            source.mapped.stamp = stamp_of(source.mapped.path)  # it shows what was written
            _note_shown(source, key, different)
            if (remade := own_members(record).pop("_remade", None)) is not None:
                remade.settle()
            take_order(record)
        else:
            source.patched[key] = [(start, now) for start, _, now in changes(read, made)]


def note_written(record: Any, file: BinaryIO) -> None:
    """Note that a file is what a record was written as: `patch` goes by that, not by what was read.

    Args:
        record: The record.
        file: The file, which is still open.
    """
    io = record._io
    is_file = io is not None and record._holder is None and io.is_whole and not io.is_part
    if is_file and not io.is_closed:
        file.flush()
        io._source.written = _state(file, _key(file))


@contextmanager
def changed(record: Any, path: str, value: Any) -> Iterator[None]:
    """Have a field be another value; it is what it was if what is done then fails.

    Raises:
        AttributeError, IndexError: there is no such field, or no such element.
        TypeError: no field, or no value.
    """
    if not isinstance(path, str) or not path or value is NONE:  # type: ignore[redundant-expr]  # wrong use
        raise TypeError("patch takes the name of a field and its value: patch(file, name, value)")
    *way, (name, indexes) = steps_of(path)
    for step, places in way:
        record = reduce(getitem, places, getattr(record, attribute(step)))
    before = getattr(record, attribute(name))
    put = partial(setattr, record, attribute(name))
    for i in indexes:
        put, before = partial(setitem, before, i), before[i]
    put(value)
    try:
        yield
    except BaseException:  # put back, and raised again
        put(before)
        raise


def _source(record: Record) -> tuple[Source, memoryview]:
    """What a record was read from, and the bytes of that."""
    io = record._io
    if record._holder is not None:
        message = f"{_name(record)} is part of a file: patch the record of the whole file"
        raise ValueError(message)
    if io is None:
        message = f"{_name(record)} was built, and is in no file: `to_file` writes one"
        raise ValueError(message)
    if io.is_part or not io.is_whole:
        message = f"{_name(record)} was read from a part of a file, or a pipe: `patch` takes files"
        raise ValueError(message)
    if io.is_closed:
        raise ValueError(CLOSED)
    return io._source, io.whole()


def _name(record: Record) -> str:
    return type(record).__qualname__


@contextmanager
def _opened(target: Target) -> Iterator[BinaryIO]:
    """A file to be read and written; one that was open stays open, and where it stands."""
    if isinstance(target, str | os.PathLike):
        with Path(target).open("r+b") as file:
            yield file
        return
    if not hasattr(target, "readable"):
        found = type(target).__name__
        message = f"patch: expected a path or a file that is open as `r+b`, found {found}"
        raise TypeError(message)
    mode = getattr(target, "mode", "")
    if not (target.readable() and target.writable() and target.seekable()) or "a" in str(mode):
        message = f"{target!r} cannot be read and written anywhere: open it as `r+b`"
        raise ValueError(message)
    here = target.tell()
    try:
        yield target
    finally:
        target.seek(here)


def _key(file: BinaryIO | str) -> FileKey:
    try:
        status = os.stat(file if isinstance(file, str) else file.fileno())  # noqa: PTH116  # a descriptor has no path
    except UnsupportedOperation:  # in memory
        return -1, id(file)
    return status.st_dev, status.st_ino


def _state(file: BinaryIO, key: FileKey) -> tuple[FileKey, tuple[int, int]] | None:
    """What tells a file from others, and from what it was before; None of what is in memory."""
    return None if key[0] < 0 else (key, stamp_of(file.fileno()))


def _all_of(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()


def _there(file: BinaryIO, key: FileKey, source: Source, read: memoryview) -> memoryview | bytes:
    """What a file has, by what was written into it, unless it is another one of its number."""
    known = source.patched.get(key, source.patched.get(None, ()))
    if all(_has(file, start, read[start : start + len(now)]) for start, now in known):
        return read
    there = bytearray(read)
    for start, now in known:
        there[start : start + len(now)] = now
    return bytes(there)


def _note_shown(source: Source, key: FileKey, different: list[Change]) -> None:
    """Note that what was read shows what was written: other files have what it showed before."""
    files = source.patched
    files.setdefault(None, [])
    for known in files.values():
        noted = {(start, len(now)) for start, now in known}
        known[:0] = [(at, was) for at, was, _ in different if (at, len(was)) not in noted]
    files[key] = []


def _has(file: BinaryIO, start: int, data: bytes | memoryview) -> bool:
    file.seek(start)
    return file.read(len(data)) == data


def _expect_unchanged(mapped: Any) -> None:
    """Make sure that nobody has written to a mapped file, which would look as if it was read so."""
    if isinstance(mapped, MappedFile) and mapped.stamp != stamp_of(mapped.path):
        raise FileChangedError(_changed(mapped.path, "was written or replaced"))


def _expect_same(file: BinaryIO, changes: list[Change], size: int) -> None:
    """Make sure that a file is what was read, where it is to be changed."""
    found = file.seek(0, os.SEEK_END)
    if found != size:
        raise FileChangedError(_changed(file, f"has {found} bytes, and had {size}"))
    for start, was, _ in changes:
        if not _has(file, start, was):
            raise FileChangedError(_changed(file, f"has other bytes at {start} than it had"))


def _changed(file: Any, what: str) -> str:
    name = getattr(file, "name", file)
    return f"{name} {what}: it was changed since it was read. Nothing was written: read it again"


def _write(file: BinaryIO, changes: list[Change]) -> None:
    """Write what differs; if that fails, what was there comes back, as far as it can be written."""
    try:
        _put(file, [(start, now) for start, _, now in changes])
    except BaseException:  # put back, and raised again
        with suppress(OSError):
            _put(file, [(start, was) for start, was, _ in changes])
        raise


def _put(file: BinaryIO, parts: list[tuple[int, bytes]]) -> None:
    for start, data in parts:
        file.seek(start)
        left = memoryview(data)
        while left:  # a file without a buffer may take a part
            left = left[change("write", file.write, left) :]
    file.flush()
    with suppress(UnsupportedOperation):  # in memory
        change("fsync", os.fsync, file.fileno())
