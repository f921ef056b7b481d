"""Long lists that were walked over: what is the same in them is as if nobody had looked at it.

Nobody has to go through it again then, to pair, derive, write or read it: it is bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from typing import Any

from quire.runtime.editing.comparing.columns import by_type, columns, own_fields
from quire.runtime.editing.instances.instance_use import kinds_below, stands_alone
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.lists.lazy import SHARE, Made
from quire.runtime.lists.packed import packed_otherwise
from quire.runtime.lists.rows import Rows, untouched
from quire.runtime.lists.set_aside import put_back, set_aside
from quire.runtime.lists.spliced import Run
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types
from quire.runtime.writing.rollback import Group
from quire.runtime.writing.writing import packs


@contextmanager
def unseen(record: Any, twin: Any) -> Iterator[None]:
    """Have the lists of a record be so, and of those in its fields, as long as it is written.

    Args:
        record: The record.
        twin: What is read in its place.
    """
    asked: list[Group] = []

    def hand_out(records: list[Any]) -> None:
        there = [each for each in records if isinstance(each, Record)]  # a dict was put in
        asked.extend(Group.of(each) for each, _ in by_type(zip(there, there, strict=True)))

    lists = [*_lists(record, twin)]
    try:
        for value, rows, runs in lists:
            set_aside(value, rows, runs, hand_out)
        yield
    except BaseException:  # what was asked for may have been made another, too
        for group in asked:
            group.restore()
        raise
    finally:
        for value, _, _ in lists:
            put_back(value)


def _lists(record: Any, twin: Any) -> Iterator[tuple[Made, Rows, list[Run]]]:
    """The lists of simple records that were all made, and of which most are what they were."""
    pending = [(record, twin)]
    while pending:
        found, pending = pending, []
        for records, again in by_type(found):
            kind: Any = type(records[0])
            if not _may_have_lists(kind):
                continue
            for _, mine, theirs in columns(records, again, own_fields(kind)):
                if not may_have_records(mine):
                    continue
                for value, was in zip(mine, theirs, strict=True):
                    if (rows := untouched(was)) is None:
                        pending += _inside(value, was)
                    elif type(value) is Made and stands_alone(_kind_of(rows)):
                        runs = _runs(value, rows)
                        if sum(run.stop - run.start for run in runs) * SHARE > len(value):
                            yield value, rows, runs


@cache
def _may_have_lists(kind: Any) -> bool:
    """Whether there can be lists of simple records in those of a type: most have none."""
    inside = chain.from_iterable(map(record_types, kinds_of(kind).values()))
    return any(packs(each) for some in inside for each in kinds_below(some))


def _leads_to_lists(kind: Any) -> bool:
    """The same of elements of lists."""
    return issubclass(kind, list) or (issubclass(kind, Record) and _may_have_lists(kind))


def _kind_of(rows: Rows) -> Any:
    return rows.kind  # mypy takes the hash of its objects for that of a class


def _inside(value: Any, was: Any) -> Iterator[tuple[Any, Any]]:
    """The records in a value, each with what is read in its place, if as many are there."""
    if isinstance(value, Record):
        if type(value) is type(was):
            yield value, was
    elif (
        type(value) is list is type(was)
        and len(value) == len(was)
        and any(map(_leads_to_lists, {*map(type, value)}))
    ):
        for each, other in zip(value, was, strict=True):
            yield from _inside(each, other)


def _runs(value: list[Any], rows: Rows) -> list[Run]:
    """The elements of a list that are what they were, though some were put in or taken out."""
    count, were = len(value), rows.count
    if count == were:
        others = [*packed_otherwise(value, rows, range(count))]
        edges = zip(chain((-1,), others), chain(others, (count,)), strict=True)
        return [Run(i + 1, stop, 0) for i, stop in edges if i + 1 < stop]
    shorter = min(count, were)
    front = next(packed_otherwise(value, rows, range(shorter)), shorter)
    behind = range(count - shorter + front, count)  # as many as can be the same from the end on
    away = were - count
    last = next(packed_otherwise(value, rows, behind[::-1], away), behind.start - 1)
    runs = Run(0, front, 0), Run(last + 1, count, away)
    return [each for each in runs if each.start < each.stop]
