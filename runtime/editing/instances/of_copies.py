"""What shallow copies have at positions: it shows what that of their originals does.

A copy was not read, so what it has there counts as given; unless it stands in the very place in
which its original has it, and nobody has edited it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from quire.runtime.copying import copies_of
from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.editing.pairing.pairs import instance
from quire.runtime.members import own_members
from quire.runtime.reading.instance import is_set

Read = tuple[Any, str, Any, Any]
"""A record, the name of an instance, its value, and what is read again in its place."""


class OfCopies:
    """The instances of the copies in a file that is read back.

    Args:
        top: The record of the file.
    """

    def __init__(self, top: Any) -> None:
        self._are_there = bool(copies_of(top))
        self._again: dict[int, Any] = {}
        self._aside: list[Read] = []

    def note(self, records: Iterable[Any], again: Iterable[Any]) -> None:
        """Note what is read again in the places of records, if there are copies."""
        if self._are_there:
            self._again.update(zip(map(id, records), again, strict=True))

    def put_aside(self, given: Iterable[Read]) -> Iterator[Read]:
        """Put those of copies aside, until all records are known; the others are returned."""
        for each in given:
            if self._are_there and _is_as_copied(*each[:3]):
                self._aside.append(each)
            else:
                yield each

    def given(self) -> Iterator[Read]:
        """Those that were put aside, and stand elsewhere than those of the originals."""
        aside, self._aside = self._aside, []
        for each in aside:
            record, name = each[:2]
            original = self._again.get(id(own_members(record)["_copy_of"]))
            here, there = (_place(one, name) for one in (self._again.get(id(record)), original))
            if here is None or here != there:
                yield each


def _is_as_copied(record: Any, name: str, value: Any) -> bool:
    """Whether an instance is that of a copy, and nobody has edited it since."""
    original = own_members(record).get("_copy_of")
    if original is None or is_set(record, name):
        return False
    return value is original._kept(name) or is_as_read(record, name)


def _place(record: Any, name: str) -> tuple[Any, ...] | None:
    """Where an instance of what is read again stands; None, if nobody can tell."""
    if record is None or instance(record, name) is None:
        return None
    extent = record._extent(name)
    return None if extent is None else (extent.io.begin, extent.start, extent.end)
