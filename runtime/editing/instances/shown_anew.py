"""Instances that nobody has edited, over bytes that have become others: they show these.

So a record says what its file does. The next writing begins with what was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import by_type, own_fields
from quire.runtime.editing.comparing.parameters import passed_anew
from quire.runtime.editing.comparing.same_values import is_same, which_differ
from quire.runtime.editing.instances.seen_in_writing import in_place
from quire.runtime.editing.pairing.pairs import may_have_records, paired
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record
from quire.runtime.showing.visited import Seen

if TYPE_CHECKING:
    from quire.runtime.editing.instances.late_instances import Belated
    from quire.runtime.editing.revision import Revision

Shown = tuple[Any, str, Any, Any]
"""A record, the name of a field or an instance, its value, and what the file says there."""


def show_anew(pairs: list[tuple[Any, Any]], revision: Revision) -> None:
    """Have instances show what is read of them now.

    Args:
        pairs: Records, with what is read again in their places.
        revision: What was changed.
    """
    remade = own_members(revision.record)["_remade"]
    for record, name, was, now in [*_others(pairs, revision)]:
        remade.show(record, name, was, now)
    anew = {(id(each.record), each.name) for each in remade.seen}  # the next writing looks itself
    for top, path, *each in [*_put_aside(pairs, revision.belated)]:
        record, name, was, now = each
        if (id(top), path) not in anew:
            remade.note(record, name, [*was] if type(was) is list else was, now)
        if record is top:
            revision.belated.show(record, name, now)
        else:
            setattr(record, name, in_place(was, now))


def _put_aside(pairs: list[tuple[Any, Any]], belated: Belated) -> Iterator[tuple[Any, ...]]:
    """What is another one in instances of which the fields tell another place now, or value."""
    again = {id(record): twin for record, twin in pairs}
    for record, name, value in belated.values():
        if value is not None and id(record) in again:
            with suppress(*EXPLAINED):
                now = getattr(again[id(record)], name)
                yield from ((record, name, *each) for each in _different(record, name, value, now))


def _others(pairs: list[tuple[Any, Any]], revision: Revision) -> Iterator[Shown]:
    """What is another one in instances that nobody has edited."""
    seen = Seen()
    while pairs:
        there = [*_looked_at(pairs)]
        both = [(value, now) for *_, value, now in there]
        for i in which_differ(both, placed=False):
            left, name, value, now = there[i]
            if revision.is_untouched(left, name):
                yield from _different(left, name, value, now)
        inside = chain.from_iterable(paired(*each, in_order=True) for each in both)
        pairs = [pair for pair in inside if seen.is_new(*pair)]


def _looked_at(pairs: list[tuple[Any, Any]]) -> Iterator[Shown]:
    """The instances that records have, each with what is read again in its place."""
    for records, again in by_type(pairs):
        names = records[0]._placed if have_more(records) else ()
        for name in names:
            for left, right in zip(records, again, strict=True):
                value = left._kept(name)
                if value is not NONE and value is not None and not is_set(left, name):
                    with suppress(*EXPLAINED):
                        yield left, name, value, getattr(right, name)


def _different(record: Any, name: str, value: Any, now: Any) -> list[Shown]:
    """The plain values that differ in two values; none, if one has others in it than the other."""
    found: list[Shown] = []
    pending = [(record, name, value, now)]
    while pending:
        each = pending.pop()
        *_, mine, theirs = each
        if type(mine) is not type(theirs):
            return []
        if isinstance(mine, Record):
            found += passed_anew([mine], [theirs])
            for field in own_fields(type(mine)):
                both = (getattr(one, field, NONE) for one in (mine, theirs))
                pending.append((mine, field, *both))
        elif isinstance(mine, list) and may_have_records(mine):
            if len(mine) != len(theirs):
                return []
            pending += ((None, "", *both) for both in zip(mine, theirs, strict=True))
        elif not is_same(mine, theirs):
            if each[0] is None:
                return []
            found.append(each)
    return found
