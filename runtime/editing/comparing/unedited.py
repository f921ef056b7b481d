"""What nobody has changed: a record is compared with its source, which is read again for that.

Nothing is marked while a record is read or looked at, and no place is kept. A record that is the
same as what its bytes are read as now is written as those bytes: with all that no field takes, and
with all that could be written in another way. If something in it was changed, that holds for what
stands at a position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from copy import copy
from enum import Enum
from functools import cache
from itertools import chain, repeat
from types import NoneType
from typing import Any, Self, get_args

from quire.runtime.editing.comparing.columns import (
    are_plainly_same,
    by_type,
    column,
    columns,
    instances,
    own_fields,
)
from quire.runtime.editing.comparing.replaced import is_new, is_of_another
from quire.runtime.editing.comparing.same_lists import have_same_source
from quire.runtime.editing.comparing.same_values import (
    has_slips,
    instance_again,
    is_borrowed,
    is_same,
    is_same_value,
)
from quire.runtime.editing.comparing.unread import unread
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.instances.own_streams import keeps_within
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy, Made, passing
from quire.runtime.lists.read_once import ReadOnce, stood
from quire.runtime.lists.rows import Beside, Rows, find_again, finding_again
from quire.runtime.members import have_more, having_more, own_members
from quire.runtime.reading.copies import LARGE, viewed
from quire.runtime.reading.instance import is_set
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of

_OWN_WAYS = frozenset(("_read", "_read_at", "_write__seq", "_write_all"))


FEW = 1 << 8
"""Bytes of a file for which one value of a record is looked at, at most."""


class Source:
    """The bytes that a record was read from.

    Attributes:
        stored: The bytes.
        unread: The lists of the record of which not all records were looked at.
        stays: Whether what is written must have all that nobody has looked at in its place.
        carries: Whether that moves with what is in front of it, and tells others where it is.
        may_carry: Whether that can be tried.
    """

    stays = carries = may_carry = False

    def __init__(self, stored: memoryview, record: Any) -> None:
        self.stored = stored
        self._kind = type(record)
        self._params = [getattr(record, name, None) for name in record._params]
        self.unread = [*unread(record)]
        once = (each.value._source for each in self.unread)
        self._lists: list[Rows | ReadOnce] = [*once, *_lists_of(record, stored.obj)]

    @classmethod
    def of(cls, record: Any) -> Self | None:
        """The source of a record; None if it was built, or nobody can tell."""
        io: Any = record._io
        if record._holder is not None or not _is_all(io) or not _reads_itself(type(record)):
            return None
        return cls(io.whole(), record)

    def staying(self, *, may_carry: bool) -> Self:
        """The same, for a writing that moves nothing."""
        found = copy(self)
        found.stays, found.may_carry = True, may_carry
        return found

    def carrying(self) -> Self:
        """The same, for a writing that moves things as they are."""
        found = copy(self)
        found.carries = True
        return found

    def twin(self) -> Any:
        """What the bytes are read as now; None, if they no longer are what they were."""
        try:
            return self.read(self.stored.obj if self._is_bytes else self.stored)
        except EXPLAINED:
            return None

    @property
    def leaves_unread(self) -> bool:
        """Whether all that nobody has looked at is what it was."""
        return self.stays or self.carries

    def copied(self) -> bytes:
        """The bytes, which need no copy if they cannot change."""
        whole: Any = self.stored.obj
        return whole if self._is_bytes else bytes(self.stored)

    @property
    def _is_bytes(self) -> bool:
        whole = self.stored.obj
        return type(whole) is bytes and len(whole) == len(self.stored)

    def read(self, data: Any, beside: Beside | None = None) -> Any:
        """Read other bytes as the record was read.

        Args:
            data: They.
            beside: What was written as they, and is not all read again; see `unread`.
        """
        kind: Any = self._kind
        with finding_again(self.stored.obj, self._lists, beside):
            view = viewed(data, None if beside is None else beside.made)
            if view is data:
                read: Any = Record.from_bytes.__func__  # type: ignore[attr-defined]  # of a class method
                found = read(kind, data, *self._params)
            else:
                of: Any = Record._of.__func__  # type: ignore[attr-defined]  # likewise
                found = of(kind, Reader.viewing(view), tuple(self._params))
            find_again(found)
            return found


def _lists_of(record: Any, whole: Any) -> Iterator[Rows | ReadOnce]:
    """The lists in the fields of a record of which it is known where their records are.

    Args:
        record: The record.
        whole: The bytes that it was read of.
    """
    pending, seen = [record], {id(record)}
    while pending:
        each = pending.pop()
        for value in (getattr(each, name, None) for name in own_fields(type(each))):
            if isinstance(value, Record):
                pending += () if id(value) in seen else (value,)
                seen.add(id(value))
            elif isinstance(value, Lazy) and isinstance(value._source, Rows):
                yield value._source
            elif (known := stood(value, record)) is not None and keeps_within(record):
                yield known.over(whole)


def large_values(record: Any, size: int) -> list[bytes]:
    """The large values in a record of a file of some size, of which not too many are looked at."""
    pending, most, found = deque([[record]]), size // FEW, list[bytes]()
    while pending and most > 0:
        values = pending.popleft()[:most]
        most -= len(values)
        kinds = {*map(type, values)}
        if bytes in kinds:
            found += [each for each in values if type(each) is bytes and len(each) >= LARGE]
        if any(issubclass(kind, Record | list) for kind in kinds):
            pending += _inside(values)
    return found


def _inside(values: list[Any]) -> Iterator[list[Any]]:
    """What values have, as far as it was made: lists, and the fields and instances of records."""
    kinds: dict[Any, None] = dict.fromkeys(map(type, values))
    for kind in kinds:
        some = values if len(kinds) == 1 else [each for each in values if type(each) is kind]
        if kind is list or issubclass(kind, Made):
            is_lazy = issubclass(kind, Lazy)
            yield [*chain.from_iterable(each._made.values() if is_lazy else each for each in some)]
        elif issubclass(kind, Record):
            for name in _fields_with_much(kind):
                yield column(some, name)
            read = [name for name in kind._instances if name not in kind._computed]
            for name in read if read and have_more(some) else ():
                yield instances(some, name)


@cache
def _fields_with_much(kind: Any) -> list[str]:
    """The fields of a type in which there may be more than a number or a text."""
    return [name for name in own_fields(kind) if not all(map(_has_little, _types_in(kind, name)))]


def _types_in(kind: Any, name: str) -> tuple[Any, ...]:
    """The types of what may be in a field of a type, or in the list in it."""
    declared = kinds_of(kind).get(name)
    return get_args(declared) or (declared,)


def _has_little(kind: Any) -> bool:
    """Whether a type is that of numbers or texts, or of records that have nothing else."""
    return _is_little(kind) or (_is_record(kind) and all(map(_is_of_little, kinds_below(kind))))


def _is_of_little(kind: Any) -> bool:
    """Whether records of a type have numbers and texts alone, and other records."""
    there = chain.from_iterable(_types_in(kind, name) for name in own_fields(kind))
    return {*kind._instances} <= {*kind._computed} and all(
        _is_little(each) or _is_record(each) for each in there
    )


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


def _is_little(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, int | float | str | Enum | NoneType)


def are_changed(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether any of some records has other fields than what is read in its place.

    Nobody goes into the records that they have, nor to what stands at positions.
    """
    return next(changed(pairs), None) is not None


def changed(pairs: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The records of which that holds, some of them more than once."""
    for each in by_type(pairs):
        yield from _changed(*each)


def _changed(records: list[Any], again: list[Any]) -> Iterator[Any]:
    """The same of records of one type."""
    for _, mine, theirs in columns(records, again, own_fields(type(records[0]))):
        if not are_plainly_same(mine, theirs):
            for record, now, was in zip(records, mine, theirs, strict=True):
                if is_borrowed(now, record) or is_other(now, was, record):
                    yield record
    for i in having_more(records):
        if has_slips(records[i]) or any(_edits(records[i], again[i])):
            yield records[i]


def has_others(record: Any, again: Any, some: list[Any]) -> bool:
    """Whether nothing was changed of a record but which elements are in a list of it."""
    both = (
        [getattr(each, name, None) for each in (record, again)] for name in own_fields(type(record))
    )
    others = [(now, was) for now, was in both if now is not some]
    if any(is_borrowed(now, record) or is_other(now, was, record) for now, was in others):
        return False
    return not (has_slips(record) or any(_edits(record, again)))


def _edits(record: Any, again: Any) -> Iterator[bool]:
    """Whether instances were changed that stand at no position of their own."""
    for name in (*own_members(record),):
        if name in record._computed:
            yield is_set(record, name)
        elif name in record._instances and name not in record._placed:
            yield not is_same(*instance_again(record, again, name))


def is_other(value: Any, again: Any, holder: Any = None) -> bool:
    """Whether a value is another one than what is read in its place.

    No record is gone into that was read there; see `is_new`.
    """
    if isinstance(value, Record):
        is_same_type = type(value) is type(again)
        return not is_same_type or is_new(value, again, holder) or is_of_another(value, holder)
    if isinstance(value, Lazy) and isinstance(again, Lazy):
        made = ((each, again[i], holder) for i, each in value._made.items())
        return not have_same_source(value, again) or any(is_other(*each) for each in made)
    if isinstance(again, list) and (type(value) is list or isinstance(value, Made)):
        return len(value) != len(again) or any(map(is_other, passing(value), again, repeat(holder)))
    return not is_same_value(value, again)


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
