"""The records of one reading beside those of another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from types import NoneType
from typing import Any

from quire.runtime.editing.comparing.aligning import aligned_pairs, is_spliced
from quire.runtime.editing.comparing.columns import by_type, columns, instances, own_fields
from quire.runtime.editing.comparing.replaced import is_new
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy, Made, passing
from quire.runtime.members import have_more
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types


def fields(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a record, with their values and those of another one of its type."""
    for name in left._fields:
        if name not in left._params:
            yield name, getattr(left, name, NONE), getattr(right, name, NONE)


def may_have_records(values: list[Any]) -> bool:
    """Whether there can be records in some values, or in the lists that some of these are."""
    kinds: set[type] = {*map(type, values)}
    if any(issubclass(kind, Record | list) for kind in kinds - {list}):
        return True
    if list not in kinds:
        return False
    return may_have_records([*chain.from_iterable(each for each in values if type(each) is list)])


def paired(
    value: Any, was: Any, holder: Any = None, *, in_order: bool = False
) -> Iterator[tuple[Any, Any]]:
    """The records in a value, each with what is read in its place.

    Args:
        value: A value of a record.
        was: The same of what was read.
        holder: The record that has it in a field; None for an instance.
        in_order: Whether elements of lists cannot have moved, and what is new is there, too; of
            what is read those that are not made are not kept.
    """
    if isinstance(value, Record):
        if type(value) is type(was) and (in_order or not is_new(value, was, holder)):
            yield value, was
    elif isinstance(value, Lazy) and isinstance(was, Lazy) and (in_order or not is_spliced(value)):
        made = ((i, each) for i, each in _numbered(value) if isinstance(each, Record))
        yield from ((each, was[i]) for i, each in made if i < len(was))
    elif isinstance(was, list) and (type(value) is list or isinstance(value, Made)):
        pairs = zip(value, passing(was), strict=False) if in_order else aligned_pairs(value, was)
        yield from between(pairs, holder, in_order=in_order)


def between(
    pairs: Iterable[tuple[Any, Any]], holder: Any, *, in_order: bool = False
) -> Iterator[tuple[Any, Any]]:
    """The records in elements of a list, each beside what was there; see `paired`."""
    for each, other in pairs:
        if not isinstance(each, Record):
            yield from paired(each, other, holder, in_order=in_order)
        elif type(each) is type(other) and (in_order or not is_new(each, other, holder)):
            yield each, other


def are_rearranged(value: Any, was: Any, pairs: list[tuple[Any, Any]]) -> bool:
    """Whether elements of a list are in other places of it than what is read as them."""
    if type(value) not in (list, Made, Lazy) or not isinstance(was, list):
        return False
    if len(value) != len(was):
        return False
    if isinstance(value, Lazy) and is_spliced(value) and not value._source.is_as_read:
        return True
    here, there = ({id(each): i for i, each in _numbered(some)} for some in (value, was))
    if pairs and len(here) < len([*_numbered(value)]):
        return True  # one is there twice, in the place of another
    if [*there] == [id(other) for _, other in pairs]:  # most often
        return False
    return any(here.get(id(each)) != there.get(id(other)) for each, other in pairs)


def _numbered(value: list[Any]) -> Iterable[tuple[int, Any]]:
    """The elements of a list that are made, with their numbers, in order."""
    return sorted(value._made.items()) if isinstance(value, Lazy) else enumerate(value)


def below(record: Any) -> Iterator[Any]:
    """The records in the fields of a record, as far as they were made."""
    for _, value, _ in fields(record, record):
        yield from records(value)


def all_inside(some: Iterable[Any]) -> Iterator[Any]:
    """Some records, and all in their fields and at positions, as far as they were made."""
    seen, pending = set[int](), [*some]
    while pending:
        if id(each := pending.pop()) not in seen:
            seen.add(id(each))
            yield each
            pending += below(each)
            for name in each._placed:
                pending += records(each._kept(name))


def all_beside(record: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """A record and all in its fields, each beside that of another one which stands alike."""
    pending = [(record, other)]
    while pending:
        yield (pair := pending.pop())
        for _, value, was in fields(*pair):
            pending += paired(value, was, in_order=True)


def all_below(some: list[Any]) -> Iterator[Any]:
    """The same, of many records."""
    for group, _ in by_type((each, each) for each in some):
        for _, values, _ in columns(group, group, own_fields(type(group[0]))):
            if may_have_records(values):
                yield from chain.from_iterable(map(records, values))


def records(value: Any) -> Iterator[Any]:
    """The records in a value, as far as they were made."""
    yield from (each for each, _ in paired(value, value, in_order=True))


def added(value: Any, pairs: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    """The records in a value that are in no pair: they were not there."""
    if not isinstance(value, Record | Made) and type(value) is not list:
        return  # a list of a user's own
    known = {id(each) for each, _ in pairs}
    there = [*value._made.values()] if isinstance(value, Lazy) else value
    yield from (each for each in _records(there) if id(each) not in known)


def dropped(
    pairs: Iterable[tuple[Any, Any]], far: Iterable[Any], gone: Iterable[Any]
) -> Iterator[tuple[Any, str]]:
    """The instances at positions that twins have, and the records that were changed have not.

    Args:
        pairs: The records, each with what is read in its place; or None, if they are new.
        far: What is read in the places of those that are as they were, and are in no pair.
        gone: What is read in the places of some that were taken out.
    """
    pairs = [(left, right) for left, right in pairs if right is not None]
    kept = {*(id(right) for _, right in pairs), *map(id, far)}
    left_out = [*gone]
    for lefts, rights in by_type(pairs):
        for name in rights[0]._placed if have_more(lefts) else ():
            if NoneType in {*map(type, instances(lefts, name))}:
                both = zip(lefts, rights, strict=True)
                yield from ((right, name) for left, right in both if _is_left_out(left, name))
        there = chain(_in_fields(lefts, rights), _in_instances(lefts, rights))
        left_out += (each for each in there if each._places and id(each) not in kept)
    yield from _placed_below(left_out)


def _is_left_out(record: Any, name: str) -> bool:
    """Whether somebody has left out an instance; one that was looked at may not have been there."""
    return record._kept(name) is None and is_set(record, name)


def _in_fields(lefts: list[Any], rights: list[Any]) -> Iterator[Any]:
    """The records in the fields of twins of one type, but in lists that nobody has looked at."""
    for _, mine, theirs in columns(lefts, rights, own_fields(type(rights[0]))):
        if may_have_records(theirs):
            for value, was in zip(mine, theirs, strict=True):
                if not isinstance(value, Lazy):
                    yield from _records(was)


def _in_instances(lefts: list[Any], rights: list[Any]) -> Iterator[Any]:
    """The same, of the instances at positions that somebody has looked at, and that are there."""
    kind: Any = type(rights[0])  # mypy takes the hash of its objects for that of a class
    for name in _leading(kind) if have_more(lefts) else ():
        for value, right in zip(instances(lefts, name), rights, strict=True):
            if value is not NONE and value is not None and not isinstance(value, Lazy):
                yield from _records(instance(right, name))


@cache
def _leading(kind: Any) -> list[str]:
    """The instances of a type at positions that may be records."""
    kinds = kinds_of(kind)
    return [name for name in kind._placed if next(record_types(kinds.get(name)), None) is not None]


def _placed_below(records: list[Any]) -> Iterator[tuple[Any, str]]:
    """The instances at positions of records, and of all that they lead to."""
    seen: set[Any] = set()
    while records:
        record = records.pop()
        for _, value, _ in fields(record, record):
            records += _records(value)
        for name in record._placed:
            value = instance(record, name)
            if (place := (type(record), name, record._extent(name))) not in seen:
                seen.add(place)  # what leads to itself is finite
                yield record, name
                records += _records(value)


def instance(record: Any, name: str) -> Any:
    """An instance of a record; None, if it cannot be read."""
    try:
        return getattr(record, name, None)
    except EXPLAINED:
        return None


def _records(value: Any) -> Iterator[Any]:
    if isinstance(value, Record):
        yield value
    elif isinstance(value, list):
        are_records = all(issubclass(kind, Record) for kind in {*map(type, value)})
        yield from value if are_records else chain.from_iterable(map(_records, value))
