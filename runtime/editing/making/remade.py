"""What a writing has made of fields that follow from others: the next one begins without it.

Where things stood in a file, and which record stood there, is told by what was read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.same_values import is_same_value
from quire.runtime.editing.instances.seen_in_writing import Seen, refilled
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE


class Moved(NamedTuple):
    """Lists of records at which nobody has looked when a writing moved what these lead to.

    Attributes:
        lists: They.
        place: Tells where something is that began at a position.
    """

    lists: list[Lazy]
    place: Callable[[int], int]

    def lead(self, lead: Callable[[Any], None] | None) -> None:
        """Have something done with each of their records when it is made; None for nothing."""
        for each in self.lists:
            if isinstance(each, Lazy):
                each._source.lead = lead


class Remade:
    """The fields that were made others, each with what it was and what it is.

    Attributes:
        before: What the writing before this one has made, while this one goes on.
        seen: The instances that only the writing has looked at, while edits told of them.
    """

    def __init__(self, before: Remade | None = None) -> None:
        self.before = before
        self.seen: list[Seen] = []
        self._added: list[Seen] = []
        self._adding: list[tuple[Any, str]] = []
        self._gone: dict[tuple[int, str], Seen] = {}
        self._fields: dict[tuple[int, str], tuple[Any, Any, Any]] = {}
        self._moved: Moved | None = None

    def note(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note that a field was made another one; what was read stays what it was at first."""
        key = id(record), name
        self._fields[key] = record, self._fields[key][1] if key in self._fields else was, now

    def note_added(self, record: Any, name: str) -> None:
        """Note that a record or a list was put into a field; it is the one that went before."""
        gone, value = self._gone.get((id(record), name)), getattr(record, name)
        if gone is not None and type(gone.value) is type(value):
            setattr(record, name, refilled(gone.value, value))
        self._adding.append((record, name))

    def end(self, seen: list[Seen], moved: Moved | None) -> None:
        """Note at the end what the writing has put into fields, looked at, and moved."""
        self.seen = seen
        self._moved = moved
        self._lead()
        there = ((*each, getattr(*each, NONE)) for each in self._adding)
        self._added = [Seen.now(*each) for each in there if each[2] is not NONE]

    def take_out(self, added: list[Seen]) -> None:
        """Have fields be missing again that were put there by the writing before."""
        for each in added:
            delattr(each.record, each.name)
            self._gone[id(each.record), each.name] = each

    def put_back(self) -> None:
        """Have them be there as they were."""
        for each in self._gone.values():
            each.was.restore()
            setattr(each.record, each.name, each.value)

    def has_made(self, record: Any, name: str) -> bool:
        """Whether a field is what it was made, which nobody has set it to."""
        made = self._fields.get((id(record), name))
        return made is not None and _is(record, name, made[2])

    def _lead(self) -> None:
        if self._moved is not None:
            self._moved.lead(self._lead_on)

    def _lead_on(self, record: Any) -> None:
        """Have a record that was made after the writing say where its instances are now."""
        before = {name: getattr(record, name) for name in record._derived}
        for name in record._placed:
            with suppress(*EXPLAINED):  # what cannot be read was led nowhere
                getattr(record, name)  # while its position is that of what was read
            extent, there = record._extent(name), self._moved
            if extent is not None and there is not None:
                getattr(record, f"_found_{name}")(there.place(extent.start))
        for name, was in before.items():
            if (now := getattr(record, name)) != was:
                self.note(record, name, was, now)

    def settle(self) -> None:
        """Leave records what they are that are made from now on."""
        if self._moved is not None:
            self._moved.lead(None)

    def undo(self) -> None:
        """Make fields what they were, but for those that somebody has set since."""
        self.settle()
        for (_, name), (record, was, now) in self._fields.items():
            if _is(record, name, now):
                _set(record, name, was)
                own_members(record).get("_known", {}).pop(name, None)

    def begin_anew(self) -> None:
        """Make fields what they were, as if nothing had been noted."""
        self.undo()
        self._fields.clear()
        self._moved = None

    def redo(self) -> None:
        """Make them once more what they were made."""
        self._lead()
        for (_, name), (record, was, now) in self._fields.items():
            if _is(record, name, was):
                setattr(record, name, now)
                own_members(record).setdefault("_known", {})[name] = now

    def as_made(self, record: Any) -> Generator[None]:
        """Have one field of a record after the other be what it was made, until all are it."""
        fields = [
            (name, was, now)
            for (of, name), (_, was, now) in self._fields.items()
            if of == id(record) and _is(record, name, was)
        ]
        try:
            for name, _, now in fields:
                _set(record, name, now)
                yield
        finally:
            for name, was, _ in fields:
                _set(record, name, was)


def _set(record: Any, name: str, value: Any) -> None:
    """Set a field to what it was; one that was not there goes."""
    if value is NONE:
        delattr(record, name)
    else:
        setattr(record, name, value)


def _is(record: Any, name: str, value: Any) -> bool:
    found = getattr(record, name, NONE)
    return found is value or is_same_value(found, value)


@contextmanager
def remade(top: Any) -> Iterator[None]:
    """Write a file as if it had not been written before; if that fails, its fields stay."""
    members = own_members(top)
    before: Remade = members.get("_remade") or Remade()
    seen, added = ([e for e in some if e.is_untouched] for some in (before.seen, before._added))
    before.undo()
    after = members["_remade"] = Remade(before)
    after.seen = seen
    after.take_out(added)
    try:
        yield
    except BaseException:
        after.undo()
        after.put_back()
        before.redo()
        members["_remade"] = before
        raise
    finally:
        after.before = None
