"""Copies that stand where what they are copies of stood: they belong to the file as that did.

A copy that is put in elsewhere counts as new: what it has at positions gets another place. In the
place of what it is a copy of it would be refused, or bytes that others share would be there twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple
from weakref import ref

from quire.runtime.copying import Copy, all_since, copies_of, note_copy
from quire.runtime.editing.comparing.replaced import is_brought
from quire.runtime.editing.pairing.pairs import all_beside, all_inside, records
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import own_members
from quire.runtime.reading.instance import forget_computed
from quire.runtime.record import Record
from quire.runtime.standing import kept

_AROUND = "_parent", "_root", "_outer", "_holder"
"""What leads to records around one; a holder follows from a parent, unless it is told."""


def take_places(top: Any) -> None:
    """Have the copies of records of a file that stand in the places of these belong to it.

    Args:
        top: The record of the file.
    """
    lists, replaced, tops = _Lists(), _Replaced(), {id(top)}
    pending = [*copies_of(top).values()]
    while pending:
        each = pending.pop()
        if (made := each.made()) is None:
            continue
        if (other := made._top()) is top and is_brought(made):
            continue  # it was written beside what it is a copy of: it has bytes of its own
        if id(other) not in tops:
            tops.add(id(other))
            pending += copies_of(other).values()  # which may have been put into it
        original = next((one for one in _originals(each.original) if one._top() is top), None)
        if original is None or not (some := _in_place(made, original, each.name, lists, replaced)):
            continue
        copies_of(top).pop(id(made), None)
        for one in _originals(each.original):
            replaced.note(one, made)
        pending += _copies_inside(made)
        then = own_members(made._top()).get("_remade")
        _Taking(made, original, replaced).take(some)
        if (remade := own_members(top).get("_remade")) is not None:
            remade.take_over(all_beside(made, original), then)
        note_copy(original, made, each.name, is_replaced=True)  # it may be set back
        own_members(original)["_copy_of"] = made  # as which it counts anywhere else


def _originals(record: Any) -> Iterator[Any]:
    """A record, what it is a copy of, and so on."""
    while record is not None:
        yield record
        record = own_members(record).get("_copy_of")


def _copies_inside(made: Any) -> Iterator[Copy]:
    """The copies that were in a record when that was copied."""
    for holder in all_inside((made,)):
        for name in (*holder._fields, *holder._placed):
            value = kept(holder, name)
            for each in records(value):
                if (original := own_members(each).get("_copy_of")) is not None:
                    yield Copy(ref(each), original, "" if isinstance(value, list) else name)


class _Replaced:
    """What is there in the place of something else, by the `id` of that, beside it."""

    def __init__(self) -> None:
        self._there: dict[int, tuple[Any, Any]] = {}

    def note(self, was: Any, now: Any) -> None:
        """Note what has come in the place of something."""
        self._there[id(was)] = was, now

    def now(self, was: Any) -> Any:
        """What is there in the place of something: that itself, if nothing has come."""
        return self._there.get(id(was), (was, was))[1]


class _Held(NamedTuple):
    """The records in a list, as they were before any of them was told that it is of the file.

    Attributes:
        ids: The `id` of each.
        together: Those that one record holds, by the `id` of that.
    """

    ids: set[int]
    together: dict[int, list[Any]]


class _Lists:
    """The lists in which copies were looked for; each is gone through once."""

    def __init__(self) -> None:
        self._known: dict[int, _Held] = {}

    def with_copies(self, made: Any, gone: list[int], holder: Any) -> list[Any]:
        """The copies in a list of what holds a record now, of which one is that of the record.

        Others are those that were copied together with it, if the list has no record of its own.
        It has none, if the record itself is still there, or what has come in its place: only one
        of several copies can.

        Args:
            made: The copy.
            gone: The record, and what has come in its place before, by their `id`.
            holder: What holds it.
        """
        values = (kept(holder, name) for name in (*holder._fields, *holder._instances))
        there = (self._held(value) for value in values if isinstance(value, list))
        held = next((each for each in there if id(made) in each.ids), None)
        if held is None or not held.ids.isdisjoint(gone):
            return []
        if id(holder) in held.together:
            return [made]
        return held.together.get(id(made._holder), [made])

    def _held(self, value: list[Any]) -> _Held:
        if (found := self._known.get(id(value))) is None:
            some = value._made.values() if isinstance(value, Lazy) else value
            found = self._known[id(value)] = _Held({*map(id, some)}, {})
            for each in some:
                if isinstance(each, Record):
                    found.together.setdefault(id(each._holder), []).append(each)
        return found


def _in_place(made: Any, original: Any, name: str, lists: _Lists, replaced: _Replaced) -> list[Any]:
    """A copy, if it has come where what it is a copy of was, in the file itself.

    With it come those in its list that were copied together with it.
    """
    holder = replaced.now(original._holder)
    if name:
        return [made] if kept(holder, name) is made else []
    return lists.with_copies(made, all_since(original), holder)


class _Taking:
    """How a copy comes to stand in the file of what it is a copy of.

    Args:
        made: The copy.
        original: What it is a copy of.
        replaced: What other copies have come in the places of.
    """

    def __init__(self, made: Any, original: Any, replaced: _Replaced) -> None:
        self._made = made
        self._replaced = replaced
        self._around = _Replaced()  # what is there in the place of something around the copy
        self._go_around(made, original)
        self._go_inside(made, original)

    def _now(self, was: Any) -> Any:
        return self._replaced.now(self._around.now(was))

    def _go_around(self, made: Any, original: Any) -> None:
        """Note all that is around the copy, with what is there; and their streams."""
        pending, seen = [(made, original)], set[int]()
        while pending:
            one, other = pending.pop()
            if one is not made:
                other = self._replaced.now(other)
            if one is other or id(one) in seen or not isinstance(one, Record):
                continue
            seen.add(id(one))
            if one is not made:
                self._around.note(one, other)
            if (io := own_members(one).get("_io")) is not None:
                self._around.note(io, other._io)
            pending += [(getattr(one, name, None), getattr(other, name, None)) for name in _AROUND]

    def _go_inside(self, made: Any, original: Any) -> None:
        """Note what holds the records in the copy: of a copy of a copy, that may be another one."""
        inside = _Replaced()
        for one, other in all_beside(made, original):
            inside.note(other, one)
            holder = inside.now(self._replaced.now(other._holder))
            if one is not made and holder is not other._holder:
                self._around.note(one._holder, holder)

    def take(self, some: list[Any]) -> None:
        """Have the copy, and some that were copied together with it, be in the file."""
        own_members(self._made).pop("_copy_of", None)
        for each in all_inside(some):
            for name in _AROUND:
                was = getattr(each, name, None)
                if (now := self._now(was)) is not was:
                    setattr(each, name, now)
            if "_io" in own_members(each):
                each._io = self._now(each._io)
            for name in each._placed:
                if (place := getattr(each, f"_at_{name}", None)) is not None:
                    of, *edges = place
                    each._note_extent(name, (self._now(of), *edges))
            forget_computed(each)
