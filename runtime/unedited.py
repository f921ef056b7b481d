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
from quire.runtime.moving import is_moved
from quire.runtime.reader import Reader
from quire.runtime.record import Record
from quire.runtime.rows import Rows
from quire.runtime.seen import Seen
from quire.runtime.source import same_bytes

Pair = tuple[Any, Any]
"""A value of a record, and that of the same place in its source."""

_EXACT = frozenset((bool, bytes, int, str, type(None)))
"""Types whose values are the same if they are equal."""

_DIFFERENT = True, False

_OWN_WAYS = frozenset(("_read", "_read_at", "_write__seq", "_write_all"))


class Source:
    """The bytes that a record was read from.

    Attributes:
        stored: The bytes.
    """

    def __init__(self, stored: memoryview, record: Any) -> None:
        self.stored = stored
        self._kind = type(record)
        self._params = [getattr(record, name, None) for name in record._params]

    @classmethod
    def of(cls, record: Any) -> Self | None:
        """The source of a record; None if it was built, or nobody can tell."""
        io: Any = record._io
        if record._holder is not None or not _is_all(io) or not _reads_itself(type(record)):
            return None
        return cls(io.whole(), record)

    def twin(self) -> Any:
        """What the bytes are read as now; None, if they no longer are what they were."""
        try:
            return self.read(self.stored.obj if self._is_bytes else self.stored)
        except EXPLAINED:
            return None

    def copied(self) -> bytes:
        """The bytes, which need no copy if they cannot change."""
        whole: Any = self.stored.obj
        return whole if self._is_bytes else bytes(self.stored)

    @property
    def _is_bytes(self) -> bool:
        whole = self.stored.obj
        return type(whole) is bytes and len(whole) == len(self.stored)

    def read(self, data: Any) -> Any:
        """Read other bytes as the record was read."""
        read: Any = Record.from_bytes.__func__  # type: ignore[attr-defined]  # of a class method
        return read(self._kind, data, *self._params)


def is_same(value: Any, again: Any, *, placed: bool = True) -> bool:
    """Go through all that is there of a value and below it: what was never made is as it was.

    Args:
        value: A record, or what one has.
        again: What is read in its place.
        placed: Whether to go on to instances.
    """
    pending: list[Iterator[Pair]] = [iter([(value, again)])]
    seen = Seen()
    with not_collecting():
        while pending:  # records can be nested deeper than Python calls functions
            for left, right in pending[-1]:
                kind = type(left)
                if isinstance(right, list) and (kind is list or isinstance(left, Made)):
                    pending.append(_elements(left, right))
                    break
                if kind is not type(right):
                    return False
                if isinstance(left, Record):
                    if seen.is_new(left, right):
                        if placed:
                            pending.append(_instances(left, right))
                        pending.append(_fields(left, right))
                        break
                elif not (left == right if kind in _EXACT else _is_same(left, right)):
                    return False
            else:
                pending.pop()
    return True


def is_changed(record: Any, again: Any) -> bool:
    """Whether a record has other fields than what is read in its place.

    Nobody goes into the records that it has, nor to what stands at positions.
    """
    for name in record._fields:
        if name not in record._params:
            value = getattr(record, name, NONE)
            if _is_borrowed(value, record) or is_other(value, getattr(again, name, NONE)):
                return True
    return have_more((record,)) and (_has_slips(record) or any(_edits(record, again)))


def _edits(record: Any, again: Any) -> Iterator[bool]:
    """Whether instances were changed that stand at no position of their own."""
    for name in (*own_members(record),):
        if name in record._computed:
            yield is_set(record, name)
        elif name in record._instances and name not in record._placed:
            yield not is_same(*instance_again(record, again, name))


def is_other(value: Any, again: Any) -> bool:
    """Whether a value is another one than what is read in its place; no record is gone into."""
    kind = type(value)
    if isinstance(again, list) and (kind is list or isinstance(value, Made)):
        return any(is_other(*pair) for pair in _elements(value, again))
    if kind is not type(again):
        return True
    if isinstance(value, Record):
        return False
    return not (value == again if kind in _EXACT else _is_same(value, again))


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
        if name not in record._params:
            value = getattr(record, name, NONE)
            yield _DIFFERENT if _is_borrowed(value, record) else (value, getattr(again, name, NONE))
    if have_more((record,)) and _has_slips(record):
        yield _DIFFERENT  # the writer says so


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
            yield instance_again(record, again, name)


def _has_slips(record: Any) -> bool:
    """Whether something was set that is no field; a user's class may have any."""
    kind = type(record)
    known = (*kind._fields, *kind._instances) if "_fields" in vars(kind) else own_members(record)
    return any(name[0] != "_" and name not in known for name in own_members(record))


def _is_borrowed(value: Any, record: Any) -> bool:
    """Whether a value comes from another place, where what it has at positions counts from.

    So does a list of another record, of which not all was made.
    """
    if type(value) is Found:
        return value._source.like._holder is not record
    return is_moved(value, record)


def instance_again(record: Any, again: Any, name: str) -> Pair:
    """An instance that is there, and what it is in another record.

    Where it stands is noted, if it was given without a look at what was there.
    """
    value = own_members(record)[name]
    try:
        was = getattr(again, name)
        if record._extent(name) is None and (extent := again._extent(name)) is not None:
            beside = getattr(record, f"_beside_{name}", lambda: record)
            record._note_extent(name, (beside()._io, extent.start, extent.end))
    except EXPLAINED:
        return _DIFFERENT
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
