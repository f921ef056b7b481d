"""A record of a file that was read, as what a record is made like."""

from __future__ import annotations

from typing import Any

from quire.runtime import structure as s
from quire.testing.plan.expressions import Frame
from quire.testing.reading.found import Found, Reading, Scan
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Window


class Leaves:
    """The values of a file, by their records and fields.

    Args:
        reading: The file.

    Attributes:
        last: The path of the value that somebody asked for last.
    """

    def __init__(self, reading: Reading) -> None:
        self._found, self._known = reading.found, 0
        self._by_field: dict[tuple[int, str], list[Found]] = {}
        self.last = ""

    def of(self, scan: Scan, name: str, index: int) -> Found:
        """A value of a field, or one of those of its list.

        Raises:
            Refused: there is none.
        """
        _ = scan[name]  # an instance is read when somebody asks
        for found in self._found[self._known :]:
            self._by_field.setdefault((id(found.scan), found.field.id), []).append(found)
        self._known = len(self._found)
        here = self._by_field.get((id(scan), name), ())
        if index >= len(here):
            raise Refused(f"`{name}` is not in the file")
        self.last = here[index].path
        return here[index]


class Like:
    """A record of a file.

    Args:
        scan: The record.
        leaves: The values of the file.
    """

    def __init__(self, scan: Scan, leaves: Leaves) -> None:
        self.scan, self.leaves = scan, leaves

    @property
    def window(self) -> Window:
        """Its stream."""
        return self.scan.window

    def found(self, name: str, frame: Frame) -> Found:
        """The value that a field has, or the element of it that is being made."""
        return self.leaves.of(self.scan, name, self._index(name, frame))

    def stored(self, name: str, frame: Frame) -> bytes:
        """The bytes of a value as they stand in the file."""
        found = self.found(name, frame)
        return found.window.data[found.begin : found.end]

    def number(self, name: str, frame: Frame) -> bytes:
        """A number of bits, as bytes."""
        found = self.found(name, frame)
        width = found.stored.width if isinstance(found.stored, s.Bits) else 0
        return int(found.value).to_bytes((width + 7) // 8, "big")

    def count(self, name: str) -> int:
        """How many elements a list has."""
        return len(self.scan[name])

    def inner(self, name: str, frame: Frame) -> Like:
        """The record that a field is."""
        value: Any = self.scan[name]
        one = value[frame["_index"]] if isinstance(value, list) else value
        if not isinstance(one, Scan):
            raise Refused(f"`{name}` is no record in the file")
        self.leaves.last = one.path
        return Like(one, self.leaves)

    def place(self, name: str) -> int:
        """Where a field is in its stream; -1 if it is not there."""
        if self.scan[name] is None:
            return -1
        return self.scan.spans[name][0] - self.window.begin

    def size(self, name: str) -> int:
        """How many bytes a field takes."""
        begin, end = self.scan.spans[name]
        return end - begin

    def _index(self, name: str, frame: Frame) -> int:
        return frame["_index"] if isinstance(self.scan[name], list) else 0


def like(frame: Frame) -> Like:
    """What a record is made like.

    Raises:
        Refused: nothing.
    """
    if not isinstance(frame.like, Like):
        raise Refused("a record that is not in the file")
    return frame.like
