"""Instances at which nobody had looked when a file was written, with all that changed in place.

They are read off the bytes that the record was read from, as the next writing begins with these. If
some of their bytes are others now, they show what was written, as those do that were looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from quire.runtime.direct import new
from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.instances.seen_in_writing import in_place
from quire.runtime.editing.instances.shown_anew import different
from quire.runtime.editing.making.remade import Remade
from quire.runtime.errors import EXPLAINED, FormatError, join_path
from quire.runtime.members import own_members, slots_of
from quire.runtime.reading.instance import LATER, NONE, Extent
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record

_PLACES = ("_start", "_end", "_stop")
"""The slots that say where a stream of a record is: a copy is told the stream itself."""


def begin() -> None:
    """Have instances show it from now on; until something is written so, nobody has to ask."""
    if not LATER:
        LATER.append(shown_later)


def shown_later(record: Any, name: str, value: Any) -> Any:
    """What an instance shows that was read just now, and that nobody has seen yet.

    It is `NONE`, if it could not be read; if the file that was written has it, it is that.

    Raises:
        FormatError: it cannot be read in that file.
    """
    root = record._root
    top = root if root is not None and root._holder is None else record._top()  # far up in a chain
    remade: Remade | None = own_members(top).get("_remade")
    if remade is None:
        return value
    if name not in record._placed:
        return _of_stream(record, name, value, remade)
    remade.as_written.expect_readable(record, name)
    value = remade.moved(record, name, value)
    if value is not NONE:
        remade.as_written.stay(record, name, value)
    if not remade.changes or value is None:
        return value
    if value is not NONE and not _has_changed(record._extent(name), top._io, remade):
        return value
    found = _written(record, name, top._io, remade)
    for of, field, was, now in different(record, name, value, found):
        remade.note_later(record, of, field, was, now)
        if of is record:
            value = in_place(was, now)
        else:
            setattr(of, field, in_place(was, now))
    return value


def _of_stream(record: Any, name: str, value: Any, remade: Remade) -> Any:
    """What is computed of a stream: of that which was written."""
    now = NONE if remade.streams is None else remade.streams.value(record, name)
    if now is NONE:
        return value
    remade.note_later(record, record, name, value, now)
    return now


def _written(record: Any, name: str, io: Reader, remade: Remade) -> Any:
    """An instance as the file has it that was written.

    Raises:
        FormatError: it cannot be read there.
    """
    return getattr(_looked_at_in(record, name, io, remade.written(io.whole()), {}), name)


class InAnother:
    """Instances of records as they are in another file that is as long as theirs.

    Args:
        data: The file.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._around: dict[int, Any] = {}  # what records are in, which is copied once

    def extent(self, record: Any, name: str) -> Extent | None:
        """Where an instance stands, as the fields tell now; None if it is not there.

        Raises:
            FormatError: it cannot be read there.
        """
        io = record._top()._io
        copy = _looked_at_in(record, name, io, self._data, self._around)
        del self._around[id(record)]
        extent: Extent | None = copy._extent(name)
        return extent


def _looked_at_in(record: Any, name: str, io: Reader, data: bytes, known: dict[int, Any]) -> Any:
    """A copy of a record over the bytes of another file, in which an instance was looked at.

    Raises:
        FormatError: it cannot be read there.
    """
    copy = _copied(record, io, data, known)
    try:
        with _over(_beside(record, name), io, data):
            getattr(copy, name)
    except FormatError as error:  # a copy is in no list
        error.path = join_path(record._path(), error.path.removeprefix(copy._path()).lstrip("."))
        raise
    return copy


def _beside(record: Any, name: str) -> Any:
    """The record in whose stream an instance stands, if that is another one; None if it has none.

    A copy is led to it, too, by a list that it shares with what it is a copy of.
    """
    beside = getattr(record, f"_beside_{name}", None)
    with suppress(*EXPLAINED):
        return None if beside is None else beside()
    return None


@contextmanager
def _over(record: Any, io: Reader, data: bytes) -> Iterator[None]:
    """Have the stream of a record, if it has one, be of the bytes of the file that was written."""
    there = getattr(record, "_io", None)
    if not isinstance(there, Reader) or there.data is not io.data:
        yield
        return
    type(record)._is_told = type(record)._is_apart = True
    record._io = Reader(data, budget=io.budget).within(there._start, there._end)
    try:
        yield
    finally:
        record._io = there


def _has_changed(extent: Any, io: Reader, remade: Remade) -> bool:
    """Whether bytes of an instance are others in the file that was written."""
    if extent is None or extent.io.data is not io.data:
        return False
    base = extent.io._start
    i = bisect_right(remade.changes, base + extent.start, key=lambda each: each[0] + len(each[2]))
    return i < len(remade.changes) and remade.changes[i][0] < base + extent.end


def _copied(record: Any, io: Reader, data: bytes, known: dict[int, Any]) -> Any:
    """A record as it is, without its instances, over the bytes of the file that was written.

    It keeps those that say where its stream stood. So are the records around it, and those in these
    that have streams; others are the same.
    """
    if not isinstance(record, Record) or id(record) in known:
        return known.get(id(record), record)
    copy = known[id(record)] = new(type(record))
    for name in (*slots_of(type(record)), *record._fields):
        if name not in _PLACES and (value := getattr(record, name, NONE)) is not NONE:
            is_moved = isinstance(value, Record) and value._holder is record and _has_stream(value)
            setattr(copy, name, _copied(value, io, data, known) if is_moved else value)
    stood = {*record._computed}.difference(record._forgettable)
    own_members(copy).update((e, v) for e, v in own_members(record).items() if e in stood)
    type(copy)._is_told = type(copy)._is_apart = True
    there: Reader = record._io
    is_here = there.data is io.data  # and not in bytes that were decoded
    copy._io = Reader(data, budget=io.budget).within(there._start, there._end) if is_here else there
    for name in ("_parent", "_root", "_holder"):
        setattr(copy, name, _copied(getattr(record, name), io, data, known))
    return copy


def _has_stream(record: Any) -> bool:
    """Whether a record was read in a stream of its own."""
    return not is_built(record) and record._has_stream()
