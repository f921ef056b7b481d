"""Whether values are the same as what is read in their places: of many records, field by field.

Nobody knows which of a million records was changed, so what they have in one field is compared at
once. What was never made is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from operator import itemgetter, ne
from typing import Any, NamedTuple

from quire.runtime.collecting import not_collecting
from quire.runtime.editing.comparing.columns import (
    are_exact,
    columns,
    have_same_bits,
    is_exact,
    often_left_out,
    own_fields,
    parted,
    plainly_same,
)
from quire.runtime.editing.comparing.led_astray import Astray
from quire.runtime.editing.comparing.parameters import are_others
from quire.runtime.editing.comparing.remembered import is_known_to_differ, remember
from quire.runtime.editing.comparing.replaced import (
    MODULES,
    are_of_others,
    are_replaced,
    is_built,
    may_hide,
    stand_elsewhere,
)
from quire.runtime.editing.comparing.same_lists import (
    Column,
    Different,
    Met,
    elements,
    flat,
    some_at_a_time,
)
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Made
from quire.runtime.lists.narrowing import narrowed
from quire.runtime.lists.verified import Found
from quire.runtime.members import members_of, names_of, own_members
from quire.runtime.reading.instance import are_set
from quire.runtime.reading.source import same_bytes
from quire.runtime.record import Record
from quire.runtime.showing.visited import Seen
from quire.runtime.values.document import Document
from quire.runtime.values.foreign import are_alike
from quire.runtime.writing.moved import are_moved, is_moved, stand_there


class Group(NamedTuple):
    """Records that have the same members without slots.

    Attributes:
        names: The names of these, in the order in which they came.
        records: The records.
        members: What each of them has.
        again: What is read in their places.
    """

    names: tuple[str, ...]
    records: list[Any]
    members: list[dict[str, Any]]
    again: list[Any]


class _Walk(NamedTuple):
    """How values are gone through.

    Attributes:
        placed: Whether to go on to instances.
        stays: Whether all stands where it is read, unless somebody has put it elsewhere.
        seen: The records that instances have led to.
        met: What was come by.
        tops: The records of whole files, by the `id` of those in them.
        astray: Takes what is no edit, and yet is another value.
    """

    placed: bool
    stays: bool
    seen: Seen
    met: Met
    tops: dict[int, Any]
    astray: Astray | None

    def top_of(self, record: Any) -> Any:
        """The record of a whole file that one is in: in a nest, that of the one above is known."""
        way = []
        while id(record) not in self.tops and isinstance(record._holder, Record):
            way.append(record)
            record = record._holder
        top = self.tops.get(id(record), record)
        self.tops.update(dict.fromkeys(map(id, way), top))
        return top

    def is_mixed(self, record: Any) -> bool:
        """Whether one is in a file of which some records were put into it, and written."""
        return bool(own_members(self.top_of(record)).get("_is_mixed"))


def is_same(value: Any, again: Any, *, placed: bool = True, astray: Astray | None = None) -> bool:
    """Go through all that is there of a value and below it: what was never made is as it was.

    Args:
        value: A record, or what one has.
        again: What is read in its place.
        placed: Whether to go on to instances.
        astray: Takes what is no edit, and yet is another value.
    """
    if is_exact(type(value)):
        return is_same_value(value, again)
    return are_same([value], [again], placed=placed, astray=astray)


def are_same(
    values: list[Any],
    again: list[Any],
    *,
    placed: bool = True,
    stays: bool = True,
    met: Met | None = None,
    astray: Astray | None = None,
) -> bool:
    """The same of as many values, each beside what is read in its place.

    Args:
        values: They.
        again: What is read in their places.
        placed: Whether to go on to instances.
        stays: Whether it is the same file that is read, in which all stands where it stood.
        met: Takes what was come by, if they are the same.
        astray: Takes what is no edit, and yet is another value.
    """
    # What instances lead to again is most often the record of the file.
    first = Column(values, again, led=len(values) == 1)
    walk = _Walk(placed, stays, Seen(), Met(), {}, astray)
    way = [(first, _all_below(first, walk))]
    try:
        with not_collecting():
            while way:  # records can be nested deeper than Python calls functions
                if (column := next(way[-1][1], None)) is None:
                    way.pop()
                else:
                    way.append((column, _all_below(column, walk)))
    except Different:
        if placed:
            remember([column[:2] for column, _ in way])
        return False
    if met is not None:
        met.add(walk.met)
    return True


def which_differ(
    pairs: list[tuple[Any, Any]],
    *,
    placed: bool = True,
    stays: bool = True,
    met: Met | None = None,
) -> Iterator[int]:
    """The places of the values, each beside what is read in its place, that are not the same.

    Args:
        pairs: They.
        placed: Whether to go on to instances.
        stays: Whether it is the same file that is read, in which all stands where it stood.
        met: Takes what was come by in the others.
    """
    values, again = [each for each, _ in pairs], [other for _, other in pairs]

    def are_alike(start: int, stop: int) -> bool:
        some = slice(start, stop)
        return are_same(values[some], again[some], placed=placed, stays=stays, met=met)

    return narrowed(range(len(pairs)), are_alike)


def is_same_value(value: Any, again: Any) -> bool:
    """The same of a value that is no record and no list."""
    return type(value) is type(again) and _have_same_bytes(type(value), [value], [again])


def instance_again(record: Any, again: Any, name: str) -> tuple[Any, Any]:
    """An instance that is there, and what it is in another record.

    Where it stands is noted, if it was given without a look at what was there.

    Returns:
        Two that are not the same, if it cannot be read again.
    """
    both: tuple[Any, Any] = True, False
    with suppress(*EXPLAINED):
        both = own_members(record)[name], getattr(again, name)
    with suppress(*EXPLAINED):
        if record._extent(name) is None and (extent := again._extent(name)) is not None:
            beside = getattr(record, f"_beside_{name}", lambda: record)
            record._note_extent(name, (beside()._io, extent.start, extent.end))
    return both


def has_slips(record: Any) -> bool:
    """Whether something was set that is no field; a user's class may have any."""
    kind = type(record)
    if "_fields" not in vars(kind):
        return False
    names = (name for name in own_members(record) if name not in kind._instances)
    return any(name[0] != "_" and name not in kind._fields for name in names)


def is_borrowed(value: Any, record: Any) -> bool:
    """Whether a value comes from another place, where what it has at positions counts from.

    So does a list of another record, of which not all was made.
    """
    if type(value) is Found:
        return value._source.like._holder is not record
    return is_moved(value, record)


def _are_borrowed(values: list[Any], records: list[Any]) -> bool:
    """Whether any of some values does, each of a record."""
    if any(issubclass(kind, Found) for kind in {*map(type, values)}):
        return any(map(is_borrowed, values, records))
    return are_moved(values, records)


def _all_below(column: Column, walk: _Walk) -> Iterator[Column]:
    """What is to be compared to know whether values are the same."""
    if walk.placed and is_known_to_differ(*column[:2]):
        raise Different
    for each in _by_type(column):
        yield from _below(each, walk)


def _by_type(column: Column) -> Iterable[Column]:
    """The values of each type."""
    kinds = [*map(type, column.values)]
    parts = parted(kinds, *column[:2])
    return (Column(values, again, column.led) for _, values, again in parts)


def _below(column: Column, walk: _Walk) -> Iterator[Column]:
    """What is to be compared to know whether values of one type are the same."""
    kind: Any = type(column.values[0])  # mypy takes the hash of its objects for that of a class
    if kind is list or issubclass(kind, Made):
        yield from elements(column, walk.met)
    elif {*map(type, column.again)} != {kind}:
        raise Different
    elif issubclass(kind, Record):
        if column.led:
            pairs = zip(column.values, column.again, strict=True)
            new = [pair for pair in pairs if walk.seen.is_new(*pair)]
            column = Column([each for each, _ in new], [again for _, again in new])
        walk.met.kinds.add(kind)
        if column.values:
            if walk.stays and may_hide(kind) and stand_elsewhere(*column[:2]):
                raise Different  # what nobody has read of them is another one
            groups = _by_members(column)
            yield from _fields(column, groups)
            yield from _instances(groups, walk)
    elif not _have_same_bytes(kind, *column[:2]):
        raise Different


def _fields(column: Column, groups: list[Group]) -> Iterator[Column]:
    """The fields of records of one type; of those that most leave out, only what is there."""
    kind: Any = type(column.values[0])  # mypy takes the hash of its objects for that of a class
    if are_others(*column[:2]):
        raise Different  # the writer says so
    left_out = often_left_out(kind)
    names = (name for name in own_fields(kind) if name not in left_out)
    found = [(column.values, columns(*column[:2], names))]
    found += [
        (each.records, columns(each.records, each.again, filter(left_out.__contains__, each.names)))
        for each in groups
        if left_out
    ]
    for records, some in found:
        for _, mine, theirs in some:
            yield from _field(records, mine, theirs)


def _field(records: list[Any], values: list[Any], again: list[Any]) -> Iterator[Column]:
    """What is to be compared of a field of records of one type."""
    if (same := plainly_same(values, again)) is None:
        is_long = {*map(type, values)} == {list} == {*map(type, again)}  # most often
        holders = records
        if is_long:
            holders = [*chain.from_iterable(map(repeat, records, map(len, values)))]
            values, again, _ = flat(values, again)
            same = plainly_same(values, again)
    if same is None:
        if _are_borrowed(values, holders) or are_of_others(values, holders):
            raise Different
        if type(records[0]).__module__ in MODULES and are_replaced(values, again, holders):
            raise Different  # what stands in their streams is another one
        some = Column(values, again)
        yield from some_at_a_time(some) if is_long else (some,)
    elif not same:
        raise Different


def _by_members(column: Column) -> list[Group]:
    """The records that have members without slots, those together that have the same ones."""
    records, again = column[:2]
    kind: Any = type(records[0])  # the same
    members = members_of(records)
    names = [*map(tuple, members)]
    if left_out := often_left_out(kind):
        theirs = map(left_out.intersection, names_of(again))
        if any(map(ne, map(left_out.intersection, names), theirs)):
            raise Different
    elif not any(names):
        return []
    if getattr(records[0], "_loose", ()):  # they may depend on where the stream was: one by one
        alone = ([[each] for each in some] for some in (records, members, again))
        return [Group(*each) for each in zip(names, *alone, strict=True) if each[0]]
    return [Group(*each) for each in parted(names, records, members, again) if each[0]]


def _instances(groups: list[Group], walk: _Walk) -> Iterable[Column]:
    """The instances of records that are there, and what they have that is no field."""
    found: dict[str, Column] = {}
    walk.met.have_more |= bool(groups)
    for group in groups:
        names, records = group.names, group.records
        if "_known" in names:
            walk.met.is_known |= any(map(itemgetter("_known"), group.members))
        if has_slips(records[0]) or ("_io" in names and any(map(is_built, records))):
            raise Different  # the writer says so; what was built is the same in another room
        # In the order in which they were looked at: some depend on where the stream was then.
        for name in names if walk.placed else ():
            if name in records[0]._instances and (pair := _instance(group, name, walk)):
                column = found.setdefault(name, Column([], [], led=True))
                column.values.extend(pair.values)
                column.again.extend(pair.again)
    return found.values()


def _instance(group: Group, name: str, walk: _Walk) -> Column | None:
    """An instance of records, and what is read in its place; None if it follows from others."""
    _, records, members, again = group
    values = [own[name] for own in members]
    is_plain = name in records[0]._computed or are_exact(values)
    if is_plain and name not in getattr(records[0], "_loose", ()):  # of those nobody knows
        if are_set(records, members, name):
            raise Different
        if walk.astray is not None:
            walk.astray.note(records, again, name)
        if name in records[0]._computed or not walk.is_mixed(records[0]):
            return None  # nobody can change such a value: it is what was found
    elif _are_borrowed(values, records) and not stand_there(values, records, again, name):
        raise Different
    if any(getattr(record, f"_at_{name}", None) is None for record in records):
        pairs = [instance_again(*pair, name) for pair in zip(records, again, strict=True)]
        return Column([value for value, _ in pairs], [was for _, was in pairs])
    try:
        return Column(values, [getattr(twin, name) for twin in again])
    except EXPLAINED:
        raise Different from None


def _have_same_bytes(kind: type[Any], left: list[Any], right: list[Any]) -> bool:
    """Whether values of a type that is no record and no list are written as the same bytes."""
    if is_exact(kind):
        return left == right
    if kind is float:
        return have_same_bits(left, right)
    return all(map(same_bytes if kind is memoryview else _is_same, left, right))


def _is_same(left: Any, right: Any) -> bool:
    if isinstance(left, Document):
        return left._text is not None and left._text == right._text and left._says(left._text)
    if hasattr(left, "dtype") and hasattr(left, "ctypes"):  # an array of numpy
        alike = (left.dtype, left.shape, left.strides) == (right.dtype, right.shape, right.strides)
        there = left.ctypes.data == right.ctypes.data
        return alike and (there or left.tobytes("A") == right.tobytes("A"))
    return are_alike(left, right)
