"""Lists of many records that were read and found right, of which columns are kept alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, ClassVar
from weakref import ref

from quire.runtime.lists.lazy import Lazy, is_lazy
from quire.runtime.reading.reader import Reader

FEW = 256
"""Records of a list whose memory is not worth the time to make them a second time."""

BLOCK = 1024
"""Records that are taken apart at a time."""

_ABSENT = object()
"""In the column of a field that a record has not."""

_MEMBERS = ("_io", "_parent", "_root", "_name", "_holder")
"""What is the same for all records of a list, beside their type."""


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

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_Columns(), 0)

    def read(self, io: Reader, count: int, read: Callable[[int], Any]) -> None:
        """Read the records; each is in the list before the next is read, which may ask for it.

        Args:
            io: Where they are.
            count: How many.
            read: Reads the next one, of this number.
        """
        if count <= FEW or not io.is_whole:
            self._fill()
            self.extend(map(read, range(count)))
            return
        around, io.noted = io.noted, {}
        try:
            for start in range(0, count, BLOCK):
                for i in range(start, min(start + BLOCK, count)):
                    self._add(read(i))
                self._take_apart()
        finally:
            io.noted = around

    def _add(self, record: Any) -> None:
        if is_lazy(self):
            self._made[self._count] = record
            self._count += 1
        else:  # the last one has asked for all
            self.append(record)

    def _take_apart(self) -> None:
        """Keep columns of the last records in their place."""
        if is_lazy(self):
            first = self._source.count
            self._source.add([self._made.pop(i) for i in range(first, self._count)])


class _Columns:
    """What the records of such a list are made of, block by block.

    Attributes:
        count: The records that were taken apart.
        columns: Blocks of values, by the names of the fields.
        like: One of the records.
    """

    def __init__(self) -> None:
        self.count = 0
        self.columns: dict[str, list[Sequence[Any]]] = {}
        self.like: Any = None

    @property
    def kind(self) -> Any:
        """The type of the records."""
        return type(self.like)

    def add(self, records: list[Any]) -> None:
        """Take the records of a block apart."""
        self.count += len(records)
        self.like = records[0]
        for name in self.like._fields:
            self.columns.setdefault(name, []).append(compact(_values(records, name)))

    def make(self, start: int, stop: int) -> list[Any]:
        """Make the records of a range; None stands for those that are still being read."""
        return [self._again(i) if i < self.count else None for i in range(start, stop)]

    def _again(self, i: int) -> Any:
        like: Any = self.like
        kind: Any = type(like)
        record = kind.__new__(kind)
        for name in _MEMBERS:
            setattr(record, name, getattr(like, name))
        for name in self.columns:
            value = self.value(name, i)
            if isinstance(value, Noted):
                value = value.made(like._io, ref(record))
            if value is not _ABSENT:
                setattr(record, name, value)
        return record

    def value(self, name: str, i: int) -> Any:
        """The value of a field of a record, as it was read."""
        return self.columns[name][i // BLOCK][i % BLOCK]


def column(records: list[Any], name: str, start: int, stop: int) -> Iterator[Any]:
    """The values of a field that all records of a list have, of those from `start` to `stop`.

    No record is made for it; where nobody has looked at one, what takes much memory is `Noted`.
    """
    for begin in range(start - start % BLOCK, stop, BLOCK):
        first, end = max(start, begin), min(stop, begin + BLOCK)
        if not isinstance(records, Found):
            yield from (getattr(record, name) for record in records[first:end])
            continue
        made = records._made
        block = records._source.columns[name][begin // BLOCK]
        for i, value in enumerate(block[first - begin : end - begin], first):
            yield getattr(made[i], name) if i in made else value


def value(records: list[Any], name: str, index: int) -> Any:
    """The value of a field that all records of a list have, of one of them; see `column`."""
    if isinstance(records, Found) and index not in records._made:
        return records._source.value(name, index)
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
