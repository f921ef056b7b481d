"""Long lists that were walked over: what is the same in them is as if nobody had looked at it.

Nobody has to go through it again then, to pair, derive, write or read it: it is bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from typing import Any, get_args, get_origin

from quire.runtime.editing.comparing.aligning import aligned
from quire.runtime.editing.comparing.columns import by_type, columns, own_fields
from quire.runtime.editing.instances.instance_use import kinds_below, stands_alone
from quire.runtime.editing.instances.own_streams import keeps_within
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.editing.pairing.waiting import go_by_the_same
from quire.runtime.lists.lazy import SHARE, Lazy, Made, unmake
from quire.runtime.lists.packed import packed_otherwise, packs
from quire.runtime.lists.read_once import ReadOnce, known_once
from quire.runtime.lists.rows import Rows, untouched
from quire.runtime.lists.set_aside import put_back, set_aside
from quire.runtime.lists.spliced import Run
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types
from quire.runtime.writing.rollback import Rollback

Unchanged = tuple[Made, Rows | ReadOnce, list[Run]]
"""A list, what was read in its place, and the elements of it that are what they were."""


@contextmanager
def unseen(record: Any, twin: Any) -> Iterator[None]:
    """Have the lists of a record be so, and of those in its fields, as long as it is written.

    Args:
        record: The record.
        twin: What is read in its place.
    """
    asked: list[Rollback] = []

    def hand_out(records: list[Any]) -> None:
        asked.append(Rollback(records))

    lists: list[Unchanged] = [*_lists(record, twin), *_lists_read_once(record, twin)]
    try:
        for value, found, runs in lists:
            set_aside(value, found, runs, hand_out)
        yield
    except BaseException:  # what was asked for may have been made another, too
        for each in asked:
            each.restore()
        raise
    finally:
        for value, _, _ in lists:
            put_back(value)


def _lists_read_once(record: Any, twin: Any) -> Iterator[Unchanged]:
    """The lists of a file that were read one by one, and of which most are what they were.

    What was read in their places is as if nobody had looked at it then.
    """
    for name in own_fields(type(record)) if keeps_within(record) else ():
        value, was = (getattr(each, name, NONE) for each in (record, twin))
        once = known_once(was) if type(value) is Made else None
        if once is not None and _stand_anywhere(once, record, twin):
            once.is_apart = True
            beside = aligned(value, was)
            if not beside.met.is_known and _are_most(beside.still, value):
                unmake(was, once, once.count, {})
                yield value, once, beside.still


def _stand_anywhere(once: ReadOnce, record: Any, twin: Any) -> bool:
    """Whether the records of a list are the same bytes wherever they stand."""
    if once.form.by_ways:
        return go_by_the_same(once, record, twin)
    return stands_alone(once.kind)


def _are_most(runs: list[Run], value: list[Any]) -> bool:
    """Whether the elements in runs are so many of a list that the others are not all made."""
    return sum(run.stop - run.start for run in runs) * SHARE > len(value)


def _lists(record: Any, twin: Any) -> Iterator[Unchanged]:
    """The lists of simple records that were all made, and of which most are what they were."""
    pending = [(record, twin)]
    while pending:
        found, pending = pending, []
        for records, again in by_type(found):
            kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
            for _, mine, theirs in columns(records, again, _leading(kind)):
                kinds = {*map(type, mine)}
                if all(issubclass(each, Lazy) for each in kinds) or not may_have_records(mine):
                    continue
                if all(issubclass(each, Record) for each in kinds):
                    pending += _read_alike(mine, theirs)
                    continue
                for holder, value, was in zip(records, mine, theirs, strict=True):
                    if (rows := untouched(was)) is None:
                        pending += _inside(value, was)
                    elif type(value) is Made and all(map(stands_alone, kinds_below(rows.kind))):
                        runs = _runs(value, rows, holder) if packs(rows.kind) else _same(value, was)
                        if _are_most(runs, value):
                            yield value, rows, runs


@cache
def _leading(kind: Any) -> list[str]:
    """The fields of a type in which there can be lists of simple records: most have none."""
    inside = kinds_of(kind)
    return [name for name in own_fields(kind) if _may_lead(inside.get(name))]


def _may_lead(declared: Any) -> bool:
    """The same of a field of some type."""
    below = chain.from_iterable(map(kinds_below, record_types(declared)))
    return any(map(_is_list, chain((declared,), *(kinds_of(each).values() for each in below))))


def _is_list(declared: Any) -> bool:
    """Whether a field may be such a list itself."""
    if get_origin(declared) is list:
        return any(map(packs, record_types(declared)))
    return any(map(_is_list, get_args(declared)))


def _same(value: Made, was: Lazy) -> list[Run]:
    """The elements of a list that are what they were, of a type that cannot be packed fast."""
    rows = was._source
    beside = aligned(value, was)
    unmake(was, rows, rows.count, {})  # nobody looks at what was made for it
    return [] if beside.met.is_known else beside.still


def _inside(value: Any, was: Any) -> Iterable[tuple[Any, Any]]:
    """The records in a value, each with what is read in its place, if as many are there."""
    if isinstance(value, Record):
        return _read_alike([value], [was])
    are_lists = all(type(each) in (list, Made) for each in (value, was))
    if not are_lists or len(value) != len(was):
        return ()
    kinds = {*map(type, value)}
    if all(issubclass(kind, Record) for kind in kinds):
        return _read_alike(value, was) if any(map(_leading, kinds)) else ()
    return chain.from_iterable(map(_inside, value, was))


def _read_alike(values: list[Any], again: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Records, each with what is read in its place, if that is of its type."""
    pairs = zip(values, again, strict=True)
    yield from (pair for pair in pairs if type(pair[0]) is type(pair[1]))


def _runs(value: list[Any], rows: Rows, holder: Any) -> list[Run]:
    """The elements of a list that are what they were, though some were put in or taken out."""
    count, were = len(value), rows.count
    find = partial(packed_otherwise, value, rows, holder=holder)
    if count == were:
        others = [*find(range(count))]
        edges = zip(chain((-1,), others), chain(others, (count,)), strict=True)
        return [Run(i + 1, stop, 0) for i, stop in edges if i + 1 < stop]
    shorter = min(count, were)
    front = next(find(range(shorter)), shorter)
    behind = range(count - shorter + front, count)  # as many as can be the same from the end on
    away = were - count
    last = next(find(behind[::-1], away), behind.start - 1)
    runs = Run(0, front, 0), Run(last + 1, count, away)
    return [each for each in runs if each.start < each.stop]
