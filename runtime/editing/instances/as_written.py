"""What records show of the file that was written, and cannot be read of the bytes that they have.

They keep the bytes that were read: the next writing begins with these. What stands elsewhere now is
read of the file that was written; what can no longer be read is an error, as in that file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.errors import FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, forget


class Told(NamedTuple):
    """A record that reads what it has at positions in another stream than before.

    Attributes:
        record: It.
        was: The stream that it had; `NONE`, if it had it of those around it.
        now: The stream of the file that was written.
        known: Where its instances were read before.
    """

    record: Any
    was: Any
    now: Any
    known: dict[str, Any]

    def looked_at_since(self) -> Iterator[str]:
        """The instances at which somebody has looked since."""
        for name, at in _places(self.record).items():
            if at is not self.known.get(name) and self.record._kept(name) is not NONE:
                yield name


class AsWritten:
    """The streams of records, and the errors of their instances, until the next writing begins."""

    def __init__(self) -> None:
        self._told: dict[int, Told] = {}
        self._errors: dict[tuple[int, str], tuple[Any, FormatError]] = {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        vars(self).update(state)
        self._told = {id(each.record): each for each in self._told.values()}
        errors = self._errors.items()
        self._errors = {(id(each[0]), name): each for (_, name), each in errors}

    @property
    def has_errors(self) -> bool:
        """Whether some instances are errors."""
        return bool(self._errors)

    def tell(self, record: Any, io: Any) -> None:
        """Have what a record has at positions be read in a stream of the file that was written."""
        if (told := self._told.get(id(record))) is None:
            was = own_members(record).get("_io", NONE)
            told = Told(record, was, io, _places(record))
        self._told[id(record)] = told._replace(now=io)
        _tell(record, io)

    def refuse(self, record: Any, name: str, error: FormatError) -> None:
        """Have an instance be an error when it is asked for."""
        self._errors[id(record), name] = record, error.alone()

    def expect_readable(self, record: Any, name: str) -> None:
        """Raise the error of an instance that cannot be read in the file that was written."""
        if (found := self._errors.get((id(record), name))) is not None:
            raise found[1].with_traceback(None)

    def undo(self) -> None:
        """Have records read in the streams that they had; to look at them was no edit."""
        for told in self._told.values():
            for name in [*told.looked_at_since()]:
                if is_as_read(told.record, name):
                    forget(told.record, name)
                else:
                    told.record._note_extent(name, tuple(told.record._extent(name)))
        for told in self._told.values():
            _tell(told.record, told.was)

    def redo(self) -> None:
        """Have them read in the file that was written once more."""
        for told in self._told.values():
            _tell(told.record, told.now)


def _places(record: Any) -> dict[str, Any]:
    """Where it is noted of the instances of a record that they were read."""
    return {name: getattr(record, f"_at_{name}", None) for name in record._placed}


def _tell(record: Any, io: Any) -> None:
    members = own_members(record)
    if io is NONE:
        members.pop("_io", None)
        return
    type(record)._is_told = type(record)._is_apart = True
    members["_io"] = io
