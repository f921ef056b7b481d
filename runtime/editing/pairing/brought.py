"""Records that were read elsewhere, and what somebody has set of them before they were put in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from quire.runtime.copying import all_since
from quire.runtime.editing.comparing.aligning import aligned_pairs
from quire.runtime.editing.comparing.replaced import is_brought
from quire.runtime.editing.comparing.taken_out import TakenOut
from quire.runtime.editing.comparing.unedited import Source, is_other
from quire.runtime.editing.instances.instance_use import kinds_below
from quire.runtime.editing.instances.late_instances import is_as_read, told_otherwise
from quire.runtime.editing.pairing.copied_later import as_read, has_made
from quire.runtime.editing.pairing.pairs import fields, may_have_records, paired
from quire.runtime.errors import EXPLAINED, UnreachableError
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, forget, is_set
from quire.runtime.record import Record
from quire.runtime.standing import name_in
from quire.runtime.writing.deriving import known_of


class Elsewhere:
    """The files that records come from, read again: each once while another one is written."""

    def __init__(self) -> None:
        self._tops: dict[int, tuple[Any, Any]] = {}
        self._elements: dict[int, tuple[Any, dict[int, Any]]] = {}
        self._taken_out: dict[int, TakenOut] = {}
        self._undone: list[Any] = []

    def end(self) -> None:
        """Have the files show what was written of them, as before."""
        for each in self._undone:
            each.redo()
        self._undone.clear()

    def twin_of(self, record: Any) -> Any:
        """What is read in the place that a record had; None if nobody can tell."""
        holder = record._holder
        if (original := own_members(record).get("_copy_of")) is not None:
            # It may be in the place of that; but its own holder has what was there.
            name = name_in(holder, original) if isinstance(holder, Record) else ""
            twin = self.twin_of(original)
            if twin is not None or _is_of_brought(original):
                return twin
            return self._twin_in(original._holder, name, original)
        if not isinstance(holder, Record):
            return self._top(record)
        if is_brought(record):
            return None  # it was not read there
        return self._twin_in(holder, record._name, record)

    def _twin_in(self, holder: Any, name: str, record: Any) -> Any:
        """What is read in the place of a record that was in a field of another one, or is."""
        there = self.twin_of(holder) if isinstance(holder, Record) else None
        if there is None or type(there) is not type(holder) or not name.isidentifier():
            return None
        value = holder._kept(name) if name in holder._instances else getattr(holder, name, NONE)
        try:
            was = getattr(there, name, NONE)
        except EXPLAINED:
            return None
        if isinstance(value, list) and isinstance(was, list):
            was = self._in_list(record, value, was)
        return was if type(was) is type(record) else None

    def _top(self, record: Any) -> Any:
        if id(record) not in self._tops:
            source = Source.of(record) if record._io is not None else None
            self._tops[id(record)] = record, None if source is None else source.twin()
            self._undo(record)
        return self._tops[id(record)][1]

    def _undo(self, top: Any) -> None:
        """Have a file show what was read of it, unless it is the one that is written: it does.

        What holds a copy may have shared with that what was made of it.
        """
        remade = own_members(top).get("_remade")
        if remade is not None and remade.before is None and not remade.is_undone:
            remade.undo()
            self._undone.append(remade)

    def leave(self, record: Any) -> None:
        """Have a record show what its file had at positions when that was written."""
        remade = own_members(record._top()).get("_remade")
        if any(each is remade for each in self._undone):
            remade.leave(record)

    def _in_list(self, record: Any, value: list[Any], was: list[Any]) -> Any:
        if id(value) not in self._elements:
            twins = {id(each): twin for each, twin in aligned_pairs(value, was)}
            self._elements[id(value)] = value, twins
        _, twins = self._elements[id(value)]
        for each in all_since(record):
            if (twin := twins.get(each)) is not None:
                return twin
        if id(value) not in self._taken_out:
            self._taken_out[id(value)] = TakenOut(was, {*map(id, twins.values())})
        return self._taken_out[id(value)].of(record)


def _is_of_brought(record: Any) -> bool:
    """Whether a record was put where it is, or is a copy of one that was, or of a copy of that."""
    while record is not None and not is_brought(record):
        record = own_members(record).get("_copy_of")
    return record is not None


class _Now(threading.local):
    """The files that this thread has read again."""

    elsewhere: Elsewhere | None = None


_NOW = _Now()


@contextmanager
def bringing() -> Iterator[Elsewhere]:
    """Keep what is read again until all is written."""
    if (elsewhere := _NOW.elsewhere) is not None:
        yield elsewhere
        return
    elsewhere = _NOW.elsewhere = Elsewhere()
    try:
        yield elsewhere
    finally:
        _NOW.elsewhere = None
        elsewhere.end()


def note_set(record: Any) -> None:
    """Note of a record that is about to be put in which fields that can be derived were set.

    What these tell is looked at anew.
    """
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    with bringing() as elsewhere:
        if _may_be_set(kind) and (twin := elsewhere.twin_of(record)) is not None:
            made = _made_where_it_was(record)
            with as_read(record):
                pairs = [*_all(record, twin)]
            for each, was in pairs:
                if others := [*_set_in(each, was, made)]:
                    _look_anew(each, was)
                    for name, then in others:
                        known_of(each).setdefault(name, then)
        elsewhere.leave(record)


def _set_in(
    record: Any, twin: Any, made: dict[tuple[Any, str, int | str], int | str]
) -> Iterator[tuple[str, Any]]:
    """The fields of a record that can be derived and were set, each with what was read.

    Nobody has set what a writing has made of that.
    """
    for name in record._derived:
        now, then = (getattr(each, name, NONE) for each in (record, twin))
        if now is not NONE and is_other(now, then) and not has_made(record, name):
            if isinstance(then, int | str) and made.get((type(record), name, then)) == now:
                continue
            yield name, then


def _made_where_it_was(record: Any) -> dict[tuple[Any, str, int | str], int | str]:
    """What a writing had made of numbers in the file that a record is of; when it was copied."""
    remade = own_members(record._top()).get("_remade")
    if remade is None:
        return {}
    found: dict[tuple[Any, str, int | str], int | str] = (remade.before or remade).numbers
    return found


def _look_anew(record: Any, twin: Any) -> None:
    """Look at what stands where the fields of a record tell now: a look before that is no edit.

    Raises:
        UnreachableError: it cannot be read there, and can be where it was.
    """
    there = [(record, name) for name in record._placed if record._kept(name) is not NONE]
    for _, name in told_otherwise([each for each in there if not is_set(*each)]):
        if is_as_read(record, name):
            forget(record, name)
    for name in record._placed:
        if record._kept(name) is NONE:
            _expect_reachable(record, twin, name)


def _expect_reachable(record: Any, twin: Any, name: str) -> None:
    from quire.runtime.editing.instances.reachable import Reach  # the plan is read for it

    error = Reach().wrong_with(record, name)
    if error is not None and Reach().wrong_with(twin, name) is None:
        expected = "a change after which it can still be read"
        wrong = record._locate(UnreachableError(name, expected, str(error)))
        raise wrong from error


def _all(record: Any, twin: Any) -> Iterator[tuple[Any, Any]]:
    """A record, and those in its fields, each with what was read in its place."""
    yield record, twin
    for _, value, was in fields(record, twin):
        if may_have_records([value]):
            for pair in paired(value, was, record):
                yield from _all(*pair)


@cache
def _may_be_set(kind: Any) -> bool:
    """Whether there is anything that can be derived in records of a type."""
    return any(each._derived for each in kinds_below(kind))
