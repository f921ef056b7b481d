"""Reading a file as far as it goes: what was read before an error is kept, for those who look."""

from __future__ import annotations

from itertools import dropwhile, pairwise
from typing import Any, NamedTuple

from quire.runtime.errors import EXPLAINED, EndOfStreamError, FormatError
from quire.runtime.lists.stride import Stride
from quire.runtime.paths import Step, attribute, steps_of
from quire.runtime.reading.source import MappedFile

DEEPEST = 100
"""Records that are cut off, each in the one before, of which what is left is read."""


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
        _take_rows(error)
        is_of_list = error._is_of_list  # which is told before any element of it is read
        begun = begun_at(error)
        if not begun or not isinstance(begun[0], kind):
            raise
        if is_of_list:
            _put_in_place(begun if any(begun[-1].__rich_repr__()) else begun[:-1])
            return Partly(begun[0], error, (), error)
        return as_far_as_it_goes(begun, error)
    return Partly(record)


def as_far_as_it_goes(begun: list[Any], error: FormatError) -> Partly:
    """What was begun, put together; of what is cut off, what is left is read.

    Args:
        begun: Records that were being read, each in the one before; one at least.
        error: Why the last of them ends.
    """
    _put_in_place(begun)
    holder, cut = begun[-1], list[FormatError]()
    last: FormatError | None = error
    while last is not None and len(cut) < DEEPEST and (rest := _read_rest(holder, last)):
        cut.append(last)
        holder, last = rest
    return Partly(begun[0], error, tuple(cut), last)


def begun_at(error: FormatError) -> list[Any]:
    """The records that were being read when an error came up, the outermost first."""
    top, record, begun = error.partial, error.unfinished, []
    while record is not None:
        begun.append(record)
        record = None if record is top else record._holder
    return begun[::-1]


def _put_in_place(begun: list[Any]) -> None:
    """Put records that were being read where they would stand, each in the one before."""
    for holder, record in pairwise(begun):
        name = attribute(record._name)
        if name not in holder._fields:
            return
        there = getattr(holder, name, None)
        if not isinstance(there, list):
            object.__setattr__(holder, name, record)
        elif not there or there[-1] is not record:
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
    begun = [] if inner is None else begun_at(inner)
    below = [*dropwhile(lambda each: each is not record, begun)] or [record]
    _put_in_place([holder, *below])
    return below[-1], inner


def _relative(path: str, record: Any) -> str:
    """A path from a record on, which leads to what is in it."""
    return path.removeprefix(record._path()).removeprefix(".")


def _read_cut(holder: Any, name: str, offset: int) -> tuple[Any, FormatError | None]:
    """The record that a field of a size is, read out of what is left, and where that ends."""
    kind, args, is_sized = kind_at(holder, name, offset)
    if kind is None or not is_sized:
        return None, None
    io = holder._io
    rest = io.within(offset - io.begin + io._start, io._end)
    try:
        return kind(*args, _io=rest, _parent=holder, _root=holder._root, _name=name), None
    except FormatError as error:
        begun = (each for each in begun_at(error) if type(each) is kind and each._holder is holder)
        return next(begun, None), error


def kind_at(holder: Any, name: str, offset: int) -> tuple[Any, list[Any], bool]:
    """The class of the record that a field is, or its elements are; None if they are none.

    Returns:
        The class, the values of its parameters, and whether it is in bytes of a size.
    """
    from quire.runtime import structure as s  # for files with errors alone
    from quire.runtime.structure.evaluate import Here, Unknown, value_of
    from quire.runtime.structure.extents import chosen
    from quire.runtime.structure.lookup import class_at, type_and_spec

    type_, spec = type_and_spec(type(holder))
    field = next((each for each in type_.fields if attribute(each.id) == name), None)
    stored = None if field is None else field.stored
    here = Here(holder, spec, holder._io, (offset - holder._io.begin) * 8, name)
    try:
        stored = chosen(stored, here) if isinstance(stored, s.Switch) else stored
        if not isinstance(stored, s.Record):
            return None, [], False
        args = [value_of(arg, here) for _, arg in stored.args]
    except Unknown:
        return None, [], False
    return class_at(type(holder), stored.path), args, stored.extent is not None


# -- lists that are cut off ----------------------------------------------------------------------


def _take_rows(error: FormatError) -> None:
    """Take the records that there are of a list that is cut off, if all are of one size.

    They are made when somebody looks at them; else all would be read one by one.
    """
    holder = error._innermost
    if not error._is_of_list or holder is None or error.offset is None:
        return
    steps = _steps(_relative(error.path, holder))
    if len(steps) != 1 or steps[0][1] or holder._io.begin is None:
        return
    name, io = attribute(steps[0][0]), holder._io
    try:
        kind, args, is_sized = kind_at(holder, name, error.offset)
    except EXPLAINED:  # what tells their type cannot be told
        return
    size = 0 if kind is None or args or is_sized else size_of_rows(kind)
    if size:
        pos = error.offset - io.begin + io._start
        rows, _ = holder._rows_at(kind, io.data, pos, io._end, (io._end - pos) // size, name)
        object.__setattr__(holder, name, rows)
        error._is_of_list = False  # nothing of it is left to be read


def size_of_rows(kind: Any) -> int:
    """The bytes of each record of a class, if all have as many and none can be wrong; else 0."""
    stride = getattr(kind, "_STRIDE", None)
    return stride.each if isinstance(stride, Stride) else 0
