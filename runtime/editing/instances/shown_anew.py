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
from quire.runtime.editing.comparing.replaced import is_built, is_in_brought
from quire.runtime.editing.comparing.same_values import is_same, which_differ
from quire.runtime.editing.instances.instance_use import kinds_below, may_have_streams
from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.editing.instances.looked_again import LookedAgain
from quire.runtime.editing.making.put import put
from quire.runtime.editing.pairing.pairs import may_have_records, paired
from quire.runtime.editing.pairing.pairs import records as records_in
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.lists.lazy import are_of_one_type, passing
from quire.runtime.members import have_more, own_members
from quire.runtime.reading.instance import NONE, asked_anew
from quire.runtime.reading.peeking import outer_of
from quire.runtime.record import Record
from quire.runtime.showing.visited import Seen

if TYPE_CHECKING:
    from quire.runtime.editing.instances.as_written import AsWritten
    from quire.runtime.editing.instances.late_instances import Belated
    from quire.runtime.editing.instances.seen_in_writing import Seen as Known
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
    for record, name, error in revision.led:
        remade.as_written.refuse(record, name, error)
    aside = Aside(revision.belated)
    for record, name, was, now in [*_others(pairs, there, others, revision, aside)]:
        remade.show(record, name, was, now)
    for record, name, now in [*_readable_now(pairs, revision)]:
        remade.show(record, name, NONE, _taken_over(record, name, now))
    again = LookedAgain(remade, revision.belated)
    for each in aside:
        top, path, value, _ = each
        is_again = again.is_one(top, path)
        if not (is_again and again.take_over(top, path, value)):
            remade.led.note(top, path, value)
        for record, name, *both in [*_all_different(each, revision, aside)]:
            if not is_again:  # else the next writing looks itself
                remade.note_shown(record, name, *both)
            if record is top:
                revision.belated.show(record, name, both[1])
            else:
                put(record, name, both[1])


class Aside:
    """The instances of which fields tell another place or value, each with what is there now.

    Args:
        belated: They.
    """

    def __init__(self, belated: Belated) -> None:
        self._belated = belated
        self._left = [*belated.values()]
        self._records = {id(record) for record, *_ in self._left}
        self._again: dict[int, Any] = {}

    def note(self, pairs: list[tuple[Any, Any]]) -> None:
        """Note what is read in the places of records, if something of them was put aside."""
        if self._records:
            again = ((id(record), twin) for record, twin in pairs)
            self._again.update(each for each in again if each[0] in self._records)

    def __iter__(self) -> Iterator[Shown]:
        """Those whose records are known; more may be noted meanwhile.

        What cannot be read now is let go of: it is an error when it is asked for.
        """
        while some := [each for each in self._left if id(each[0]) in self._again]:
            self._left = [each for each in self._left if id(each[0]) not in self._again]
            for record, name, value in some:
                if (now := _found(self._again[id(record)], name)) is NONE:
                    self._belated.let_go(record, name)
                elif _is_its_own(record, value):
                    yield record, name, value, now


def show_as_read(seen: list[Known]) -> None:
    """Have instances that only a writing has looked at show what was read, as the file says it.

    Args:
        seen: They.
    """
    for record, name, value, _ in seen:
        with suppress(*EXPLAINED):
            for of, field, _, now in different(record, name, value, asked_anew(record, name)):
                put(of, field, now)


def _readable_now(
    pairs: list[tuple[Any, Any]], revision: Revision
) -> Iterator[tuple[Any, str, Any]]:
    """The instances that could not be read before something has moved, and what they are now.

    So it is with all of records that were built, of which the file says now what there is. Those
    that cannot be read in it are errors: elsewhere there may be something that can. What was put
    aside is put back.
    """
    as_written = own_members(revision.record)["_remade"].as_written
    for record, again in pairs:
        for name in record._placed if revision.has_looked or is_built(record) else ():
            if record._kept(name) is NONE and not revision.belated.has(record, name):
                now = _read(again, name, record, as_written)
                if not (now is None or now is NONE):
                    yield record, name, now


def _all_different(shown: Shown, revision: Revision, aside: Aside) -> Iterator[Shown]:
    """What is another one in an instance that is elsewhere now, and in what it leads to.

    Nobody has edited any of it; what else is asked of it is read of the file that was written.
    """
    seen, pending = Seen(), [shown]
    while pending:
        yield from different(*(each := pending.pop()))
        inside = _inside([each[2:]], with_streams=True)
        pairs = [pair for pair in inside if seen.is_new(*pair)]
        there = [*instances_of(pairs)]
        yield from _leading_on(pairs, revision)
        aside.note(pairs)
        pending += there


def _others(
    pairs: list[tuple[Any, Any]],
    there: list[Shown],
    others: list[Shown],
    revision: Revision,
    aside: Aside,
) -> Iterator[Shown]:
    """What is another one in instances that nobody has edited, and in what these lead to."""
    seen, elsewhere = Seen(), list[tuple[Any, Any]]()
    remade = own_members(revision.record)["_remade"]
    aside.note(pairs)
    while pairs:
        for left, name, value, now in others:
            is_untouched = revision.is_untouched(left, name)
            is_seen = revision.has_been_seen(left, name)
            if not (is_untouched or is_seen or is_in_brought(left)):
                put(left, name, _taken_over(left, name, now))  # the next writing looks itself
            elif is_untouched or not is_seen or is_as_read(left, name):
                yield from different(left, name, value, now)
                led = [(value, now)] if revision.has_looked else []
                elsewhere += _inside(led, with_streams=True)
        away = which_are_others([*_views(pairs)])
        for each in away:
            if (view := remade.views.of(*each[:2])) is not None:
                there.append((*each[:2], view, each[3]))
            yield from _led_away(*each, view)
        _refuse_unreadable(pairs, [*others, *away], remade.as_written)
        both = [(value, now) for *_, value, now in there]
        pairs = [pair for pair in _inside(both) if seen.is_new(*pair)]
        aside.note(pairs)
        there = [*instances_of(pairs)]
        others = which_are_others(there)
    yield from _leading_on(elsewhere, revision)


def _led_away(record: Any, name: str, value: Any, now: Any, view: Any) -> Iterator[Shown]:
    """What an instance shows that was the record of a field: what is there, in the view before."""
    if view is None:
        yield record, name, value, _taken_over(record, name, now)
        return
    yield record, name, value, view
    yield from different(record, name, view, now)


def _views(pairs: list[tuple[Any, Any]]) -> Iterator[Shown]:
    """The records of fields that instances have become, each with what is read in its place.

    If that is another one, the instance is led elsewhere: such a record shows what it is itself.
    """
    for records, again in by_type(pairs):
        for name in records[0]._placed if have_more(records) else ():
            for i, value, has_been_set in looked_at(records, name):
                if not has_been_set and not _is_its_own(records[i], value):
                    yield records[i], name, value, _found(again[i], name)


def _leading_on(pairs: list[tuple[Any, Any]], revision: Revision) -> Iterator[Shown]:
    """Have what else is asked of records be read of the file that was written.

    What they have in the streams of others is read now, if it has moved: these read what was read.
    """
    as_written = own_members(revision.record)["_remade"].as_written
    for record, again in pairs:
        as_written.tell(record, again._io)
        for name in record._placed if revision.has_looked else ():
            if record._kept(name) is NONE and hasattr(record, f"_beside_{name}"):
                now = _read(again, name, record, as_written)
                if now is not NONE:
                    yield record, name, NONE, _taken_over(record, name, now)


def _refuse_unreadable(
    pairs: list[tuple[Any, Any]], others: list[Shown], as_written: AsWritten
) -> None:
    """Have instances that cannot be read any more be errors."""
    if not (unread := [each[:2] for each in others if each[3] is NONE]):
        return
    again = {id(record): twin for record, twin in pairs}
    for record, name in unread:
        _read(again[id(record)], name, record, as_written)


def _read(again: Any, name: str, record: Any, as_written: AsWritten) -> Any:
    """An instance of what is read in the place of a record, which has its error if there is one."""
    try:
        return getattr(again, name)
    except FormatError as error:
        as_written.refuse(record, name, error)
        return NONE


def _inside(
    both: list[tuple[Any, Any]], *, with_streams: bool = False
) -> Iterator[tuple[Any, Any]]:
    """The records in values, and in their fields, if these may lead on; each with the other one.

    So are those that have streams of their own, if they are asked for: others may read there.
    """
    may_lead_on = may_have_records([value for value, _ in both])
    pending = [pair for each in both if may_lead_on for pair in paired(*each, in_order=True)]
    while pending:
        some = [*by_type(pending)]
        pending = []
        for records, again in some:
            kind: Any = type(records[0])  # mypy takes the hash of its objects for that of a class
            if not (_may_lead_on(kind) or (with_streams and may_have_streams(kind))):
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
                if not has_been_set and _is_its_own(records[i], value):
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
    return [there[i] for i in which_differ(both, placed=False, stays=False)]


def _is_its_own(record: Any, value: Any) -> bool:
    """Whether an instance is no record that a field has, which shows what it is itself."""
    return not isinstance(value, Record) or value._holder is record


def different(record: Any, name: str, value: Any, now: Any) -> list[Shown]:
    """The values that differ in two values: plain ones; all of a list, or of a record.

    It is all of these, if one has others in it than the other, by their types or their number.
    """
    found: list[Shown] = []
    pending = [(record, name, value, now)]
    while pending:
        of, field, mine, theirs = pending.pop()
        if not _are_alike(mine, theirs):
            found.append((of, field, mine, _taken_over(of, field, theirs)))
            continue
        for left, right in _beside(mine, theirs):
            found += _passed(left, right)
            pending += (
                (left, each, getattr(left, each, NONE), getattr(right, each, NONE))
                for each in own_fields(type(left))
            )
    return found


def _passed(left: Any, right: Any) -> Iterator[Shown]:
    """The parameters that differ of two records, and of records that they make of their fields."""
    yield from passed_anew([left], [right])
    for name in left._loose:
        value, now = left._kept(name), _found(right, name)
        if isinstance(value, Record) and type(now) is type(value):
            yield from passed_anew([value], [now])


def _beside(mine: Any, theirs: Any) -> Iterator[tuple[Any, Any]]:
    """The records in two values that have as many of the same types."""
    if isinstance(mine, Record):
        yield mine, theirs
    elif isinstance(mine, list) and may_have_records([mine]):
        both = zip(mine, passing(theirs), strict=True)
        yield from (pair for pair in both if isinstance(pair[0], Record))


def _are_alike(mine: Any, theirs: Any) -> bool:
    """Whether two values are the same, or have records that are of the same types in turn."""
    if isinstance(mine, Record):
        return type(mine) is type(theirs)
    if isinstance(mine, list) and isinstance(theirs, list) and may_have_records([mine]):
        return len(mine) == len(theirs) and all(map(_are_alike, mine, passing(theirs)))
    return are_of_one_type(mine, theirs) and is_same(mine, theirs)


def _taken_over(holder: Any, name: str, value: Any) -> Any:
    """A value that was read of another record, as one of this: its bytes stay where they are."""
    for each in records_in(value):
        each._outer = outer_of(each)
        each._holder, each._name = holder, name
    return value
