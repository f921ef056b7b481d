"""What nobody has changed: a record is compared with its source, which is read again for that.

Nothing is marked while a record is read or looked at, and no place is kept. A record that is the
same as what its bytes are read as now is written as those bytes: with all that no field takes, and
with all that could be written in another way. If something in it was changed, that holds for what
stands at a position.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain
from typing import Any, Self

from quire.runtime.collecting import not_collecting
from quire.runtime.document import Document
from quire.runtime.errors import EXPLAINED
from quire.runtime.found import Found
from quire.runtime.instance import NONE, is_set
from quire.runtime.lazy import Lazy, Made
from quire.runtime.members import have_more, own_members
from quire.runtime.reader import Reader
from quire.runtime.record import Record
from quire.runtime.rows import Rows
from quire.runtime.source import same_bytes

Pair = tuple[Any, Any]
"""A value of a record, and that of the same place in its source."""

_EXACT = frozenset((bool, bytes, int, str, type(None)))
"""Types whose values are the same if they are equal."""

_DIFFERENT = True, False

_OWN_WAYS = frozenset(("_read", "_read_at", "_write__seq", "_write_all"))


class Source:
    """The bytes that a record was read from, and what they are read as again.

    Args:
        stored: The bytes.
        record: What was read.
        again: What is read now.

    Attributes:
        is_unchanged: Whether the two are the same, with all that is below.
    """

    def __init__(self, stored: memoryview, record: Record, again: Record) -> None:
        self.stored = stored
        self._again = again
        self._twins: dict[int, Any] = {}
        self.is_unchanged = self._compare(record, again)

    @classmethod
    def of(cls, record: Any) -> Self | None:
        """The source of a record; None if it was built, or nobody can tell."""
        io: Any = record._io
        if record._holder is not None or not _is_all(io) or not _reads_itself(type(record)):
            return None
        stored: memoryview = io.whole()
        whole = stored.obj
        data = whole if isinstance(whole, bytes) and len(whole) == len(stored) else stored
        params = (getattr(record, name, None) for name in record._params)
        try:
            again: Any = Record.from_bytes.__func__(type(record), data, *params)  # type: ignore[attr-defined]  # of a class method
        except EXPLAINED:  # the bytes are no longer what they were
            return None
        return cls(stored, record, again)

    def has_as_it_is(self, record: Record, name: str) -> bool:
        """Whether the bytes of an instance are those that its fields have now.

        What stands at positions in turn is not looked at.
        """
        twin = self._twins.get(id(record))
        if twin is None or is_set(record, name):
            return False
        try:
            was = getattr(twin, name)
        except EXPLAINED:
            return False
        return self._compare(record._kept(name), was, placed=False)

    def _compare(self, value: Any, again: Any, *, placed: bool = True) -> bool:
        """Go through all that is there of a value and below it: what was never made is as it was.

        Twins of records that have instances at positions are noted.
        """
        pending: list[Iterator[Pair]] = [iter([(value, again)])]
        seen: set[tuple[int, int]] = set()
        is_same = True
        with not_collecting():
            while pending:  # records can be nested deeper than Python calls functions
                for left, right in pending[-1]:
                    kind = type(left)
                    if isinstance(right, list) and (kind is list or isinstance(left, Made)):
                        pending.append(_elements(left, right))
                        break
                    if kind is not type(right):
                        is_same = False
                    elif isinstance(left, Record):
                        if (pair := (id(left), id(right))) not in seen:
                            seen.add(pair)
                            if getattr(kind, "_places", False):
                                self._twins[id(left)] = right
                            if placed:
                                pending.append(_instances(left, right))
                            pending.append(_fields(left, right))
                            break
                    elif not (left == right if kind in _EXACT else _is_same(left, right)):
                        is_same = False
                else:
                    pending.pop()
        return is_same


def _is_all(io: Any) -> bool:
    """Whether a stream has all bytes of a file, which were read from their start on."""
    return isinstance(io, Reader) and not (io.is_part or io.is_closed) and io.is_whole


def _reads_itself(kind: type[Record]) -> bool:
    """Whether records of a type are read and written as its spec says: a user's may have ways."""
    for each in kind.__mro__:
        if "_fields" in vars(each):  # generated
            return kind._auto_read
        if not _OWN_WAYS.isdisjoint(vars(each)):
            return False
    return False


def _fields(record: Any, again: Any) -> Iterator[Pair]:
    """The fields of a record, and what it has that is none."""
    for name in record._fields:
        if not record._is_elsewhere(name):
            value = getattr(record, name, NONE)
            yield _DIFFERENT if _is_borrowed(value, record) else (value, getattr(again, name, NONE))
    if "_fields" in vars(type(record)) and have_more((record,)):  # a user's class may have any
        known = record._instances
        if any(name[0] != "_" and name not in known for name in own_members(record)):
            yield _DIFFERENT  # a slip: the writer says so


def _instances(record: Any, again: Any) -> Iterator[Pair]:
    """The instances of a record that are there."""
    if not have_more((record,)):
        return
    # In the order in which they were looked at: some go by where the stream was then.
    for name, value in own_members(record).copy().items():
        if name not in record._instances:
            continue
        if name in record._computed:
            if is_set(record, name):
                yield _DIFFERENT
        elif _is_borrowed(value, record):
            yield _DIFFERENT
        else:
            yield _instance(record, again, name, value)


def _is_borrowed(value: Any, record: Any) -> bool:
    """Whether a value is a list of another record, of which not all was made."""
    return type(value) is Found and value._source.like._holder is not record


def _instance(record: Any, again: Any, name: str, value: Any) -> Pair:
    """An instance; where it stands is noted, if it was given without a look at what was there."""
    try:
        was = getattr(again, name)
    except EXPLAINED:
        return _DIFFERENT
    if record._extent(name) is None and (extent := again._extent(name)) is not None:
        for left, right in ((record._io, again._io), (record._top()._io, again._top()._io)):
            if extent.io is right:
                record._note_extent(name, (left, extent.start, extent.end))
    return value, was


def _elements(left: Any, right: Any) -> Iterator[Pair]:
    """The elements of a list that were made; those that were not are the same bytes."""
    if isinstance(left, Lazy) and isinstance(right, Lazy):
        made = ((each, right[i]) for i, each in left._made.items())
        return chain(((len(left), len(right)),), _sources(left._source, right._source), made)
    if left and {*map(type, left)} <= _EXACT:  # all at once
        return iter((([*map(type, left)] == [*map(type, right)], True), (left == right, True)))
    return chain(((len(left), len(right)),), zip(left, right, strict=False))


def _sources(left: Any, right: Any) -> Iterator[Pair]:
    """What elements that were not made are made of."""
    yield type(left), type(right)
    if isinstance(left, Rows) and isinstance(right, Rows):
        yield left.kind, right.kind
        yield left.stored, right.stored


def _is_same(left: Any, right: Any) -> bool:
    """Whether two values of one type are written as the same bytes."""
    if isinstance(left, float):
        return bytes(array("d", (left,))) == bytes(array("d", (right,)))
    if isinstance(left, memoryview):
        return same_bytes(left, right)
    if isinstance(left, Document):
        return left._text is not None and left._text == right._text and left._says(left._text)
    if hasattr(left, "dtype") and hasattr(left, "strides"):  # of numpy
        alike = (left.dtype, left.shape, left.strides) == (right.dtype, right.shape, right.strides)
        there = left.ctypes.data == right.ctypes.data
        return alike and (there or left.tobytes("A") == right.tobytes("A"))
    return bool(left == right)
