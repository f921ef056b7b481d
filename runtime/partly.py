"""Reading a file as far as it goes: what was read before an error is kept, for those who look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from traceback import walk_tb
from typing import Any, NamedTuple

from quire.runtime.errors import EXPLAINED, EndOfStreamError, FormatError
from quire.runtime.paths import Step, attribute, steps_of
from quire.runtime.record import Record
from quire.runtime.source import MappedFile

DEEPEST = 100
"""Records that are cut off, each in the one before, of which what is left is read."""

_READS = ("_read_at", "_read", "_read_le", "_read_be")
"""The methods of generated classes that read fields."""


class Partly(NamedTuple):
    """What was read of a file.

    Attributes:
        record: The record of the whole file. It has the fields that were read, and so have the
            records that were being read; they stand in their places.
        error: Why it ends there; None if all was read.
        cut: The same of each record, in the one before, whose own bytes are cut off; what is left
            of them was read.
        last: Why the last of them ends where it does; None if nothing of it is missing.
    """

    record: Any
    error: FormatError | None = None
    cut: tuple[FormatError, ...] = ()
    last: FormatError | None = None


def read_partly(kind: type[Any], data: bytes | MappedFile) -> Partly:
    """Read bytes as a record of a type, as far as they are right.

    A record whose size the bytes do not suffice for is read out of those that there are.

    Raises:
        FormatError: not even the first field could be begun.
    """
    try:
        record = kind.from_bytes(data)
        if not kind._auto_read:
            record._read()
    except FormatError as error:
        error.settle()
        begun = list(_begun(error))
        if not begun or not isinstance(begun[0], kind):
            raise
        return _as_far_as_it_goes(begun, error)
    return Partly(record)


def _as_far_as_it_goes(begun: list[Any], error: FormatError) -> Partly:
    """What was begun, put together; of what is cut off, what is left is read."""
    _put_in_place(begun, error.path)
    holder, cut = begun[-1], list[FormatError]()
    last: FormatError | None = error
    while last is not None and len(cut) < DEEPEST and (rest := _read_rest(holder, last)):
        cut.append(last)
        holder, last = rest
    return Partly(begun[0], error, tuple(cut), last)


def _begun(error: FormatError) -> Iterator[Record]:
    """The records that were being read when an error came up, the outermost first."""
    seen = set()
    cause = error.__cause__
    tracebacks = (error.__traceback__, None if cause is None else cause.__traceback__)
    for frame, _ in chain.from_iterable(map(walk_tb, tracebacks)):
        if frame.f_code.co_name in _READS:
            record = frame.f_locals.get("self")
            if isinstance(record, Record) and id(record) not in seen:
                seen.add(id(record))
                yield record


def _put_in_place(begun: list[Any], path: str) -> None:
    """Put records that were being read where they would stand in those that hold them.

    Args:
        begun: The records, each in the one before.
        path: The way that leads from the first through all others.
    """
    for holder, record, (name, indexes) in zip(begun, begun[1:], _steps(path), strict=False):
        if name not in holder._fields:
            return
        if not indexes:
            object.__setattr__(holder, name, record)
        elif isinstance(there := getattr(holder, name, None), list) and len(there) == indexes[0]:
            there.append(record)


def _steps(path: str) -> list[Step]:
    try:
        return steps_of(path)
    except AttributeError:  # one that goes through something else than records
        return []


# -- records that are cut off --------------------------------------------------------------------


def _read_rest(holder: Any, error: FormatError) -> tuple[Any, FormatError | None] | None:
    """Read a record that is cut off as far as its bytes go.

    Args:
        holder: The record that it is in.
        error: Why it cannot be read whole.

    Returns:
        The last record that was begun, and why it ends; None if what is cut off is no record.
    """
    if not isinstance(error, EndOfStreamError) or error.offset is None:
        return None
    steps = _steps(_relative(error.path, holder))
    if len(steps) != 1 or holder._io.begin is None or steps[0][0] not in holder._fields:
        return None
    try:
        record, inner = _read_cut(holder, steps[0][0], error.offset)
    except EXPLAINED:  # what tells its type or its size cannot be told
        return None
    if record is None:
        return None
    _put_in_place([holder, record], _relative(error.path, holder))
    if inner is None:
        return record, None
    begun = [record, *(each for each in _begun(inner) if each is not record)]
    _put_in_place(begun, _relative(inner.path, record))
    return begun[-1], inner


def _relative(path: str, record: Any) -> str:
    """A path from a record on, which leads to what is in it."""
    return path.removeprefix(record._path()).removeprefix(".")


def _read_cut(holder: Any, name: str, offset: int) -> tuple[Any, FormatError | None]:
    """The record that a field of a size is, read out of what is left, and where that ends."""
    from quire.runtime.structure import Record as StoredRecord  # for files with errors alone
    from quire.runtime.structure import Switch
    from quire.runtime.structure.evaluate import Here, Unknown, value_of
    from quire.runtime.structure.extents import chosen
    from quire.runtime.structure.lookup import class_at, type_and_spec

    type_, spec = type_and_spec(type(holder))
    field = next((each for each in type_.fields if attribute(each.id) == name), None)
    io, stored = holder._io, None if field is None else field.stored
    start = offset - io.begin
    here = Here(holder, spec, io, start * 8, name)
    try:
        stored = chosen(stored, here) if isinstance(stored, Switch) else stored
        if not isinstance(stored, StoredRecord) or stored.extent is None:
            return None, None
        args = [value_of(arg, here) for _, arg in stored.args]
    except Unknown:
        return None, None
    if (kind := class_at(type(holder), stored.path)) is None:
        return None, None
    rest = io.within(io._start + start, io._end)
    try:
        return kind(*args, _io=rest, _parent=holder, _root=holder._root, _name=name), None
    except FormatError as error:
        error.settle()
        begun = next((each for each in _begun(error) if isinstance(each, kind)), None)
        return begun, error
