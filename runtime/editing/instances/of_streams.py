"""What records compute of their streams once a file was written: of the streams in that file.

How long a stream is, what is found in it, and where it stands are others there, though no field of
the record may have changed. The file is read again when somebody asks for the first such value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache, cached_property
from inspect import getattr_static
from typing import Any

from quire.runtime.editing.instances.instance_use import kinds_below, names_in
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, forget, is_set, keep
from quire.runtime.record import Record
from quire.runtime.standing import place_in

_ASKED = frozenset(("_io", "size_of"))
"""The names by which generated expressions ask a stream, or a record for the size of its."""


@cache
def of_streams(kind: Any) -> frozenset[str]:
    """The instances of a type that are computed of a stream, and not of fields alone."""
    codes = ((name, getattr_static(kind, name).made_by.__code__) for name in kind._computed)
    return frozenset(name for name, code in codes if not _ASKED.isdisjoint(names_in(code)))


@cache
def _computes_of_streams(kind: Any) -> bool:
    """Whether a record of a type, or one in it, has such an instance."""
    return any(map(of_streams, kinds_below(kind)))


class WrittenStreams:
    """The streams of a file that was written, to ask them what its records compute of them.

    Args:
        top: The record of the file.
        data: What was written.
    """

    def __init__(self, top: Any, data: bytes) -> None:
        self._kind = type(top)
        self._params = [getattr(top, name) for name in top._params]
        self._data = data
        self._stood: list[tuple[Any, str, Any]] = []

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_again"}

    def value(self, record: Any, name: str) -> Any:
        """What an instance of a record is in this file; `NONE`, if it is not of a stream."""
        kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
        if name not in of_streams(kind):
            return NONE
        try:
            there = self._again
            for field, index in _way_to(record):
                value = getattr(there, field)
                there = value if index is None else value[index]
            return getattr(there, name) if type(there) is kind else NONE
        except (*EXPLAINED, IndexError):  # it is no longer in the file
            return NONE

    @cached_property
    def _again(self) -> Any:
        read: Any = Record.from_bytes.__func__  # type: ignore[attr-defined]  # of a class method
        return read(self._kind, self._data, *self._params)

    def take_over(self, records: Iterable[Any], shown: Collection[tuple[int, str]]) -> None:
        """Let go of what records have computed of where streams stood, until it is put back.

        Args:
            records: They.
            shown: What shows already what was written, by the `id` of the record and the name.
        """
        there = _stood(records)
        self._stood = [each for each in there if (id(each[0]), each[1]) not in shown]
        self.take_away()

    def take_away(self) -> None:
        """Let go of it once more."""
        for record, name, _ in self._stood:
            if not is_set(record, name):
                forget(record, name)

    def put_back(self) -> None:
        """Have it be what it was in the file that was read: nobody can compute it again."""
        for record, name, value in self._stood:
            if not is_set(record, name):
                keep(record, name, value)


def written_streams(top: Any, data: bytes) -> WrittenStreams | None:
    """The streams of a file that was written, if a record in it computes something of its own."""
    kind: Any = type(top)
    return WrittenStreams(top, data) if _computes_of_streams(kind) else None


def _stood(records: Iterable[Any]) -> Iterator[tuple[Any, str, Any]]:
    for record in records:
        kind: Any = type(record)
        for name in of_streams(kind).difference(kind._forgettable):
            if name in own_members(record) and not is_set(record, name):
                yield record, name, record._kept(name)


def _way_to(record: Any) -> list[tuple[str, int | None]]:
    """The fields, and the places in lists, that lead from the record of a file to one in it."""
    way: list[tuple[str, int | None]] = []
    while isinstance(holder := record._holder, Record):
        way.append(place_in(holder, record))
        record = holder
    return way[::-1]
