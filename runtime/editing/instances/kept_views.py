"""Views whose places records of fields have taken in a writing: somebody may have kept them.

Who edits such a view later on edits the bytes that it is over, as before.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.members import own_members
from quire.runtime.reading.instance import is_set, keep
from quire.runtime.record import Record
from quire.runtime.writing.rollback import Rollback


@dataclass(slots=True)
class _Kept:
    """A view, and the record of a field that is the instance now.

    Attributes:
        was: What the view had when the last writing ended.
    """

    record: Any
    name: str
    view: Any
    own: Any
    was: Rollback | None = None

    @property
    def is_edited(self) -> bool:
        """Whether somebody has edited the view."""
        return self.was is not None and self.was.has_changed(is_as_read)

    @property
    def is_replaced(self) -> bool:
        """Whether the instance still is what took the view's place."""
        return self.record._kept(self.name) is self.own and not is_set(self.record, self.name)


class KeptViews:
    """All of them, of a file."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, str], _Kept] = {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        self._kept = {}
        for each in state["_kept"].values():
            self._note(each)

    def _note(self, kept: _Kept) -> None:
        self._kept[id(kept.record), kept.name] = kept

    def note(self, record: Any, name: str, view: Any, own: Any) -> None:
        """Note a view, and the record of a field that takes its place as an instance."""
        self._note(_Kept(record, name, view, own))

    def of(self, record: Any, name: str) -> Any:
        """The view whose place an instance has taken; None, if that of none."""
        kept = self._kept.get((id(record), name))
        return kept.view if kept is not None and kept.is_replaced else None

    def edited(self) -> list[_Kept]:
        """Those that somebody has edited since the last writing."""
        return [each for each in self._kept.values() if each.is_edited]

    def go_on(self, before: KeptViews, edited: list[_Kept]) -> None:
        """Go on with those of the writing before; the edited ones are instances again."""
        anew = {*map(id, edited)}
        for each in filter(attrgetter("is_replaced"), before._kept.values()):
            if id(each) in anew:
                keep(each.record, each.name, each.view)
            else:
                self._note(each)

    def end(self) -> None:
        """Note what they are at the end of a writing."""
        for each in self._kept.values():
            each.was = Rollback(each.view)


def become(record: Any, name: str, own: Any) -> None:
    """Have an instance be the record of a field, which has the same bytes."""
    view = record._kept(name)
    if isinstance(view, Record) and view is not own and view._holder is record:
        own_members(record._top())["_remade"].views.note(record, name, view, own)
    keep(record, name, own)
