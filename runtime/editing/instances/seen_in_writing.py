"""Instances that nobody but a writing has looked at, while an edit told where or what they are.

Once the edit is undone, they are what the file never had. So the next writing looks at them anew,
unless somebody has edited one of them meanwhile. Afterwards they are there as before. The same
holds for records and lists that a writing has put into fields which were not there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import own_members, slots_of
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record
from quire.runtime.writing.rollback import IsAsRead, Rollback

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


class Seen(NamedTuple):
    """An instance or a field, and what it was after the writing.

    Attributes:
        record: The record that has it.
        name: Its name.
        value: What was found.
        was: What the value had.
    """

    record: Any
    name: str
    value: Any
    was: Rollback

    @classmethod
    def now(cls, record: Any, name: str, value: Any) -> Seen:
        """The same of what it is now."""
        return cls(record, name, value, Rollback(value))

    @property
    def is_there(self) -> bool:
        """Whether the record still has it."""
        record, name = self.record, self.name
        is_field = name in record._fields
        now = getattr(record, name, NONE) if is_field else record._kept(name)
        return now is self.value

    def is_untouched(self, is_as_read: IsAsRead) -> bool:
        """Whether nobody has edited it since, or an instance in it."""
        return self.is_there and not self.was.has_changed(is_as_read)


def refilled(old: Any, new: Any) -> Any:
    """A record or a list that has what a new one has: somebody may have kept it."""
    if not isinstance(old, Record):
        old[:] = new
        return old
    for slot in slots_of(type(old)):
        if (value := getattr(new, slot, NONE)) is not NONE:
            setattr(old, slot, value)
        elif hasattr(old, slot):
            delattr(old, slot)
    members = own_members(old)
    members.clear()
    members.update(own_members(new))
    return old


def in_place(old: Any, new: Any) -> Any:
    """A value in the place of another one; a list of plain values stays that list."""
    if type(old) is type(new) is list and not may_have_records(old):
        return refilled(old, new)
    return new


def seen_in(revision: Revision) -> Iterator[Seen]:
    """The instances that only a writing has looked at, and that are others than what was read."""
    if not any(revision.set_in.values()):
        return
    known = set[tuple[int, str]]()
    pairs = [pair for pair in revision.found if pair[0] is not pair[1]]
    for record, twin, name in revision.going_by_changes(pairs):
        key, value = (id(record), name), record._kept(name)
        if value is None or key in known:
            continue
        known.add(key)
        is_own = not isinstance(value, Record) or value._holder is record
        is_known = is_set(record, name) or revision.rollback.had(record, name)
        if is_own and not is_known and _is_other(value, twin, name):
            yield Seen.now(record, name, value)


def _is_other(value: Any, twin: Any, name: str) -> bool:
    try:
        return not is_same(value, getattr(twin, name), placed=False)
    except EXPLAINED:
        return True
