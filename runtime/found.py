"""Lists of many records that were read and found right, of which columns are kept alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from operator import attrgetter
from threading import RLock
from typing import Any, ClassVar
from weakref import ref

from quire.runtime.lazy import Lazy, filled
from quire.runtime.reader import Reader

FEW = 256
"""Records of a list whose memory is not worth the time to make them a second time."""

BLOCK = 1024
"""Records that are taken apart at a time."""

_ABSENT = object()
"""In the column of a field that a record has not."""

_MEMBERS = ("_io", "_parent", "_root", "_name", "_holder")
"""What is the same for all records of a list, beside their type."""

_making = RLock()


class Noted:
    """What stands for a value that takes much memory, while its record is one of many."""

    __slots__ = ()

    parts: ClassVar[tuple[str, ...]]
    """The attributes that it consists of, as `__init__` takes them."""

    def made(self, io: Reader, owner: Callable[[], Any]) -> Any:
        """The value, in a record that was read from a stream, which `owner` gives."""
        raise NotImplementedError  # every kind of such values has its own


class Found(Lazy):
    """A list of records that were read one by one, each made again when somebody looks at it.

    It then stays, with all that is done to it. What does not change from record to record, or by
    the same step, takes no memory.
    """

    __slots__ = ("_columns", "_like")

    _columns: dict[str, list[Sequence[Any]]]
    _like: Any

    def read(self, io: Reader, count: int, read: Callable[[int], Any]) -> None:
        """Read the records; each is in the list before the next is read, which may ask for it.

        Args:
            io: Where they are.
            count: How many.
            read: Reads the next one, of this number.
        """
        self._columns, self._like = {}, None
        if count <= FEW or not io.is_whole:
            for i in range(count):
                list.append(self, read(i))
            self.__class__ = _Filled
            return
        around, io.noted = io.noted, {}
        try:
            for start in range(0, count, BLOCK):
                for i in range(start, min(start + BLOCK, count)):
                    list.append(self, read(i))
                self._take_apart(start)
        finally:
            io.noted = around

    def _take_apart(self, start: int) -> None:
        """Keep the columns of the last records in their place."""
        records: list[Any] = list.__getitem__(self, slice(start, None))
        self._like = records[0]
        for name in self._like._fields:
            self._columns.setdefault(name, []).append(compact(_values(records, name)))
        list.__setitem__(self, slice(start, None), repeat(None, len(records)))

    def _column(
        self, blocks: list[Sequence[Any]], name: str, start: int, stop: int
    ) -> Iterator[Any]:
        for begin in range(start - start % BLOCK, stop, BLOCK):
            records = list.__getitem__(self, slice(max(start, begin), min(stop, begin + BLOCK)))
            values = blocks[begin // BLOCK][max(start - begin, 0) : stop - begin]
            for record, value in zip(records, values, strict=False):
                yield value if record is None else getattr(record, name)

    def _fill(self) -> None:
        for i in range(len(self)):
            self._made(i)
        with _making:
            self._columns, self._like = {}, None
            self.__class__ = _Filled

    def is_made(self, i: int) -> bool:
        """Whether somebody has looked at a record."""
        return list.__getitem__(self, i) is not None

    def _made(self, i: int) -> Any:
        """A record, made unless it is there."""
        with _making:
            record = list.__getitem__(self, i)
            if record is None:
                record = self._again(i)
                list.__setitem__(self, i, record)
            return record

    def _again(self, i: int) -> Any:
        like: Any = self._like
        kind: Any = type(like)
        record = kind.__new__(kind)
        for name in _MEMBERS:
            setattr(record, name, getattr(like, name))
        block, place = divmod(i, BLOCK)
        for name, column in self._columns.items():
            value = column[block][place]
            if isinstance(value, Noted):
                value = value.made(like._io, ref(record))
            if value is not _ABSENT:
                setattr(record, name, value)
        return record

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        record = list.__getitem__(self, index)
        return self._made(range(len(self))[index]) if record is None else record

    def __iter__(self) -> Iterator[Any]:
        i = 0
        while i < len(self):
            yield self[i]
            i += 1


@filled
class _Filled(Found):
    """The same list, filled."""

    __slots__ = ()


def column(records: list[Any], name: str, start: int, stop: int) -> Iterator[Any]:
    """The values of a field that all records of a list have, of those from `start` to `stop`.

    No record is made for it; where nobody has looked at one, what takes much memory is `Noted`.
    """
    if isinstance(records, Found) and not records.is_filled:
        return records._column(records._columns[name], name, start, stop)
    return (getattr(record, name) for record in records[start:stop])


def value(records: list[Any], name: str, index: int) -> Any:
    """The value of a field that all records of a list have, of one of them; see `column`."""
    if isinstance(records, Found) and not records.is_filled:
        record = list.__getitem__(records, index)
        if record is None:
            return records._columns[name][index // BLOCK][index % BLOCK]
        return getattr(record, name)
    return getattr(records[index], name)


def _values(records: list[Any], name: str) -> list[Any]:
    try:
        return list(map(attrgetter(name), records))
    except AttributeError:  # not all have it
        return [getattr(record, name, _ABSENT) for record in records]


def compact(values: list[Any]) -> Sequence[Any]:
    """The same values in little memory, if they have something in common."""
    first, kinds = values[0], {*map(type, values)}
    if kinds == {int}:
        return _numbers(values)
    if len(kinds) == 1 and isinstance(first, Noted):
        columns = zip(*map(attrgetter(*first.parts), values), strict=True)
        return _Apart(type(first), [compact([*column]) for column in columns])
    equal = len(kinds) == 1 and kinds <= {bytes, str} and values.count(first) == len(values)
    return _Repeated(first, len(values)) if equal or len({*map(id, values)}) == 1 else values


def _numbers(values: list[int]) -> Sequence[int]:
    first, count = values[0], len(values)
    step = values[-1] - values[-2] if count > 1 else 1
    if not step and values.count(first) == count:
        return _Repeated(first, count)
    if step and values == [*(steps := range(first, first + count * step, step))]:
        return steps
    try:
        return array("q", values)
    except OverflowError:
        return values


class _Repeated(Sequence[Any]):
    """One value many times."""

    def __init__(self, value: Any, count: int) -> None:
        self._value = value
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int:
            return self._value
        return _Repeated(self._value, len(range(*index.indices(self._count))))

    def __iter__(self) -> Iterator[Any]:
        return repeat(self._value, self._count)


class _Apart(Sequence[Any]):
    """Values that consist of several others, which are kept in columns."""

    def __init__(self, kind: type[Noted], columns: list[Sequence[Any]]) -> None:
        self._kind = kind
        self._columns = columns

    def __len__(self) -> int:
        return len(self._columns[0])

    def __getitem__(self, index: Any) -> Any:
        parts = [column[index] for column in self._columns]
        return _Apart(self._kind, parts) if isinstance(index, slice) else self._kind(*parts)

    def __iter__(self) -> Iterator[Any]:
        return map(self._kind, *self._columns)
