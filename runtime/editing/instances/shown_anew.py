"""Instances that nobody has edited, over bytes that have become others: they show these.

So a record says what its file does. The next writing begins with what was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import (
    by_type,
    columns,
    looked_at,
    own_fields,
)
from quire.runtime.editing.comparing.parameters import passed_anew
from quire.runtime.editing.comparing.same_values import is_same, which_differ
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.making.remade import put
from quire.runtime.editing.pairing.pairs import may_have_records, paired
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record
from quire.runtime.showing.visited import Seen

if TYPE_CHECKING:
    from quire.runtime.editing.instances.late_instances import Belated
    from quire.runtime.editing.revision import Revision

Shown = tuple[Any, str, Any, Any]
"""A record, the name of a field or an instance, its value, and what the file says there."""


def show_anew(
    pairs: list[tuple[Any, Any]], there: list[Shown], others: list[Shown], revision: Revision
) -> None:
    """Have instances show what is read of them now.

    Args:
        pairs: Records, with what is read again in their places.
        there: Their instances; see `instances_of`.
        others: Those of them that are others than what is read.
        revision: What was changed.
    """
    remade = own_members(revision.record)["_remade"]
    for record, name, was, now in [*_others(there, others, revision)]:
        remade.show(record, name, was, now)
    anew = {(id(each.record), each.name) for each in remade.seen}  # the next writing looks itself
    for top, path, value, now in [*_put_aside(pairs, revision.belated)]:
        for record, name, *both in [*_all_different(top, path, value, now)]:
            if (id(top), path) not in anew:
                remade.note_shown(record, name, *both)
            if record is top:
                revision.belated.show(record, name, both[1])
            else:
                put(record, name, both[1])


def _put_aside(pairs: list[tuple[Any, Any]], belated: Belated) -> Iterator[Shown]:
    """The instances of which fields tell another place or value, each with what is there now."""
    again = {id(record): twin for record, twin in pairs}
    for record, name, value in belated.values():
        if value is not None and id(record) in again and _is_its_own(record, value):
            with suppress(*EXPLAINED):
                yield record, name, value, getattr(again[id(record)], name)


def _all_different(record: Any, name: str, value: Any, now: Any) -> Iterator[Shown]:
    """What is another one in an instance, and in what it leads to; nobody has edited any of it."""
    seen, pending = Seen(), [(record, name, value, now)]
    while pending:
        each = pending.pop()
        if (found := different(*each)) is not None:
            yield from found
            pending += instances_of([pair for pair in _inside([each[2:]]) if seen.is_new(*pair)])


def _others(there: list[Shown], others: list[Shown], revision: Revision) -> Iterator[Shown]:
    """What is another one in instances that nobody has edited, and in what these lead to."""
    seen = Seen()
    while there:
        for left, name, value, now in others:
            if now is not NONE and revision.is_untouched(left, name):
                yield from different(left, name, value, now) or ()
        both = [(value, now) for *_, value, now in there]
        there = [*instances_of([pair for pair in _inside(both) if seen.is_new(*pair)])]
        others = which_are_others(there)


def _inside(both: list[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """The records in values, and in their fields, if these may lead on; each with the other one."""
    may_lead_on = may_have_records([value for value, _ in both])
    pending = [pair for each in both if may_lead_on for pair in paired(*each, in_order=True)]
    while pending:
        some = [*by_type(pending)]
        pending = []
        for records, again in some:
            kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
            if not _may_lead_on(kind):
                continue
            yield from zip(records, again, strict=True)
            for _, mine, theirs in columns(records, again, own_fields(kind)):
                if may_have_records(mine):
                    values = zip(mine, theirs, strict=True)
                    pending += chain.from_iterable(paired(*e, in_order=True) for e in values)


@cache
def _may_lead_on(kind: Any) -> bool:
    """Whether a record of a type, or one in its fields, may have something at a position."""
    return any(each._placed for each in kinds_below(kind))


def instances_of(pairs: list[tuple[Any, Any]]) -> Iterator[Shown]:
    """The instances that records have, and nobody has set, each with what is read in its place.

    That is `NONE`, if it cannot be read.
    """
    for records, again in by_type(pairs):
        for name in records[0]._placed if have_more(records) else ():
            for i, value, has_been_set in looked_at(records, name):
                if not (value is None or has_been_set) and _is_its_own(records[i], value):
                    yield records[i], name, value, _found(again[i], name)


def _found(record: Any, name: str) -> Any:
    """An instance of a record; `NONE`, if it cannot be read."""
    try:
        return getattr(record, name)
    except EXPLAINED:
        return NONE


def which_are_others(there: list[Shown]) -> list[Shown]:
    """The instances that are others than what is read in their places."""
    both = [(value, now) for *_, value, now in there]
    return [there[i] for i in which_differ(both, placed=False)]


def _is_its_own(record: Any, value: Any) -> bool:
    """Whether an instance is no record that a field has, which shows what it is itself."""
    return not isinstance(value, Record) or value._holder is record


def different(record: Any, name: str, value: Any, now: Any) -> list[Shown] | None:
    """The plain values that differ in two values; None, if one has others in it than the other."""
    found: list[Shown] = []
    pending = [(record, name, value, now)]
    while pending:
        each = pending.pop()
        *_, mine, theirs = each
        if type(mine) is not type(theirs):
            return None
        if isinstance(mine, Record):
            found += passed_anew([mine], [theirs])
            for field in own_fields(type(mine)):
                both = (getattr(one, field, NONE) for one in (mine, theirs))
                pending.append((mine, field, *both))
        elif isinstance(mine, list) and may_have_records(mine):
            if len(mine) != len(theirs):
                return None
            pending += ((None, "", *both) for both in zip(mine, theirs, strict=True))
        elif not is_same(mine, theirs):
            if each[0] is None:
                return None
            found.append(each)
    return found
