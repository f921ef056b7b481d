"""What a writing has made of fields that follow from others: the next one begins without it.

Where things stood in a file, and which record stood there, is told by what was read.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.same_values import is_same_value
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE

if TYPE_CHECKING:
    from quire.runtime.editing.seen_in_writing import Seen


class Remade:
    """The fields that were made others, each with what it was and what it is.

    Attributes:
        before: What the writing before this one has made, while this one goes on.
        seen: The instances that only the writing has looked at, while edits told of them.
    """

    def __init__(self, before: Remade | None = None) -> None:
        self.before = before
        self.seen: list[Seen] = []
        self._fields: dict[tuple[int, str], tuple[Any, Any, Any]] = {}

    def note(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note that a field was made another one; what was read stays what it was at first."""
        key = id(record), name
        self._fields[key] = record, self._fields[key][1] if key in self._fields else was, now

    def has_made(self, record: Any, name: str) -> bool:
        """Whether a field is what it was made, which nobody has set it to."""
        made = self._fields.get((id(record), name))
        return made is not None and _is(record, name, made[2])

    def undo(self) -> None:
        """Make fields what they were, but for those that somebody has set since."""
        for (_, name), (record, was, now) in self._fields.items():
            if _is(record, name, now):
                _set(record, name, was)
                own_members(record).get("_known", {}).pop(name, None)

    def begin_anew(self) -> None:
        """Make fields what they were, as if nothing had been noted."""
        self.undo()
        self._fields.clear()

    def redo(self) -> None:
        """Make them once more what they were made."""
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
    seen = [each for each in before.seen if each.is_untouched]
    before.undo()
    after = members["_remade"] = Remade(before)
    after.seen = seen
    try:
        yield
    except BaseException:
        after.undo()
        before.redo()
        members["_remade"] = before
        raise
    finally:
        after.before = None
