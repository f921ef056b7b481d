"""Instances of records that were not there: they go behind all that was, each behind the other.

A layout would put them there, too. Where nothing goes by where the file ends, none is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.runtime.errors import FormatError
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.told_twice import expect_told
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    from quire.runtime.editing.pairing.changes import Changes


class Behind:
    """Those of a file.

    Args:
        of: The records of the file.

    Attributes:
        data: Their bytes.
    """

    def __init__(self, of: Changes) -> None:
        self._of = of
        self._there: dict[tuple[int, str], Any] = {}
        self.data = Pieces()

    def __bool__(self) -> bool:
        return bool(self._there)

    def clear(self) -> None:
        """Begin anew, as the records are written once more."""
        self._there.clear()

    def add(self, record: Any, name: str) -> None:
        """Take an instance of a record that is written.

        Raises:
            FormatError: it was read of the file, cannot be read where it comes from, or may have a
                terminator behind it.
        """
        from quire.runtime.writing.terminated import terminator_of  # the plan is read for it

        kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
        if not record._has(name) or terminator_of(kind, name):
            raise FormatError(name, "an instance that can stand behind all", "another one")
        extent = record._extent(name)
        if extent is not None and extent.io is self._of.record._original():
            raise FormatError(name, "an instance that was not there", "one that was")
        self._there[id(record), name] = record

    def place(self, start: int) -> None:
        """Write them, from a position on, and have the fields tell where each is.

        Raises:
            FormatError: they do not.
        """
        self.data = Pieces()
        places: list[int] = []
        for (_, name), record in self._there.items():
            writer = Writer(self.data, start + self.data.size)
            writer.file.unmoved = self._of
            places.append(writer.pos())
            if self._told(record, name) != writer.pos():
                getattr(record, f"_found_{name}")(writer.pos())
            expect_told(record, name)
            getattr(record, f"_put_{name}")(writer)
            writer.finish()
        for ((_, name), record), place in zip(self._there.items(), places, strict=True):
            if (told := self._told(record, name)) != place:  # it was given, or tells of two
                raise FormatError(name, f"the position {place}", told)

    def _told(self, record: Any, name: str) -> Any:
        return getattr(record, f"_position_{name}")()
