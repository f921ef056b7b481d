"""Copies that stand where what they are copies of stood: they belong to the file as that did.

A copy that is put in elsewhere counts as new: what it has at positions gets another place. In the
place of what it is a copy of it would be refused, or bytes that others share would be there twice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from quire.runtime.copying import Copy, copies_of, note_copy
from quire.runtime.editing.pairing.pairs import all_beside, all_inside
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
    pending, lists = [*copies_of(top).values()], _Lists()
    while pending:
        each = pending.pop()
        made = each.made()
        if made is None or not (some := _in_place(made, each, top, lists)):
            continue
        copies_of(top).pop(id(made), None)
        if (other := made._top()) is not top:
            pending += copies_of(other).values()  # which may have been put into it
        _Taking(made, each.original).take(some)
        if (remade := own_members(top).get("_remade")) is not None:
            remade.take_over(all_beside(made, each.original))
        note_copy(each.original, made, each.name)  # which may be set back


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

    def with_copies(self, made: Any, original: Any) -> list[Any]:
        """The copies in a list of the holder of a record, of which one is that of the record.

        Others are those that were copied together with it, if the list has no record of its own.
        It has none, if the record itself is still there.
        """
        holder = original._holder
        values = (kept(holder, name) for name in (*holder._fields, *holder._instances))
        there = (self._held(value) for value in values if isinstance(value, list))
        held = next((each for each in there if id(made) in each.ids), None)
        if held is None or id(original) in held.ids:
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


def _in_place(made: Any, noted: Copy, top: Any, lists: _Lists) -> list[Any]:
    """A copy, if it has come where what it is a copy of was, in the file itself.

    With it come those in its list that were copied together with it.
    """
    original = noted.original
    if original._top() is not top:
        return []
    if noted.name:
        return [made] if kept(original._holder, noted.name) is made else []
    return lists.with_copies(made, original)


class _Taking:
    """How a copy comes to stand in the file of what it is a copy of.

    Args:
        made: The copy.
        original: What it is a copy of.
    """

    def __init__(self, made: Any, original: Any) -> None:
        self._made = made
        # What is there in the place of what is around the copy, by the `id` of that, beside it.
        self._there: dict[int, tuple[Any, Any]] = {}
        self._note(original, made)
        self._go_around(made, original)

    def _note(self, was: Any, now: Any) -> None:
        """Note what is there in the place of something that is around the copy."""
        self._there[id(was)] = was, now

    def _now(self, was: Any) -> Any:
        return self._there.get(id(was), (was, was))[1]

    def _go_around(self, made: Any, original: Any) -> None:
        """Note all that is around the copy, with what is there; and their streams."""
        pending, seen = [(made, original)], set[int]()
        while pending:
            one, other = pending.pop()
            if one is other or id(one) in seen or not isinstance(one, Record):
                continue
            seen.add(id(one))
            if one is not made:
                self._note(one, other)
            if (io := own_members(one).get("_io")) is not None:
                self._note(io, other._io)
            pending += [(getattr(one, name, None), getattr(other, name, None)) for name in _AROUND]

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
