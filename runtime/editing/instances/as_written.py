"""What records show of the file that was written, and cannot be read of the bytes that they have.

They keep the bytes that were read: the next writing begins with these. What stands elsewhere now is
read of the file that was written; what can no longer be read is an error, as in that file.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from quire.runtime.direct import new
from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.editing.instances.seen_in_writing import Seen
from quire.runtime.editing.pairing.pairs import records
from quire.runtime.errors import FormatError
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record


class AsWritten:
    """Records that show other fields than they had, until the next writing begins.

    It is known in which streams they read meanwhile, which instances are errors, and which
    somebody has looked at.
    """

    def __init__(self) -> None:
        self._streams: dict[int, tuple[Any, Any, Any]] = {}
        self._errors: dict[tuple[int, str], tuple[Any, FormatError]] = {}
        self._known: dict[int, tuple[Any, dict[str, Any]]] = {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        self._streams, self._known = (
            {id(each[0]): each for each in state[name].values()} for name in ("_streams", "_known")
        )
        errors = state["_errors"].items()
        self._errors = {(id(each[0]), name): each for (_, name), each in errors}

    @property
    def are_asked(self) -> bool:
        """Whether some instances are errors, or are read in the file that was written."""
        return bool(self._errors or self._streams)

    def watch(self, record: Any) -> None:
        """Note of a record that its fields show others: what is looked at then follows these."""
        self._known[id(record)] = record, _places(record)

    def tell(self, record: Any, io: Any) -> None:
        """Have what a record has at positions be read in a stream of the file that was written."""
        known = self._streams.get(id(record))
        was = own_members(record).get("_io", NONE) if known is None else known[1]
        now = copy(io)
        now.was = record._io if known is None else known[2].was  # its parts were read in that
        self._streams[id(record)] = record, was, now
        self.watch(record)
        _tell(record, now)

    def stay(self, record: Any, name: str, value: Any) -> None:
        """Have what was read just now, in a stream of the file that was written, stay there.

        Args:
            record: The record that has it.
            name: Its name.
            value: It.
        """
        there = getattr(record, f"_at_{name}", (None,))[0]
        told = self._streams.get(id(there if isinstance(there, Record) else record))
        if told is None:
            return
        outer = new(type(told[0]))
        outer._parent = outer._holder = None
        _tell(outer, _alone(told[2]))
        if isinstance(value, Lazy):
            Lazy._fill(value)
        for each in records(value):
            each._outer = outer

    def refuse(self, record: Any, name: str, error: FormatError) -> None:
        """Have an instance be an error when it is asked for."""
        self._errors[id(record), name] = record, error.alone()

    def expect_readable(self, record: Any, name: str) -> None:
        """Raise the error of an instance that cannot be read in the file that was written."""
        if (found := self._errors.get((id(record), name))) is not None:
            record._note_extent(name, None)  # it was looked for where it is now, in what was read
            raise found[1].with_traceback(None)

    def settle(self) -> None:
        """Note what is there once the writing has ended."""
        for record, _ in [*self._known.values()]:
            self.watch(record)

    def looked_at(self) -> Iterator[Seen]:
        """The instances at which somebody has looked since, and edited nothing."""
        for record, known in [*self._known.values()]:
            for name, at in _places(record).items():
                has_value = record._kept(name) is not NONE
                if at is known[name] or not has_value or is_set(record, name):
                    continue
                if is_as_read(record, name):
                    yield Seen.now(record, name, record._kept(name))
                elif (extent := record._extent(name)) is not None:
                    record._note_extent(name, tuple(extent))  # it is in that stream

    def undo(self) -> None:
        """Have records read in the streams that they had."""
        for record, was, _ in self._streams.values():
            _tell(record, was)

    def redo(self) -> None:
        """Have them read in the file that was written once more."""
        for record, _, now in self._streams.values():
            _tell(record, now)


def _alone(io: Any) -> Any:
    """A stream without the one that was read: what is within it stands in itself."""
    alone = copy(io)
    alone.was = None
    return alone


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
