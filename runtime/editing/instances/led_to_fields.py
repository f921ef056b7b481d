"""Views that nobody has edited, of records that fields have: what is derived goes by these."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quire.runtime.editing.instances.kept_views import become
from quire.runtime.editing.instances.views import Stood, like
from quire.runtime.record import Record

Fields = dict[tuple[int, type[Any]], Any]
"""The records of fields in the stream of a file, by where they stood there, and their types."""


def by_place(stood: Iterable[Stood]) -> Fields:
    """Those that are there still."""
    found: Fields = {}
    for record, twin, (start, _) in stood:
        if record is not None:
            found.setdefault((start, type(twin)), record)
    return found


class LedToFields:
    """What knows the records of a file's own stream, and has instances be these."""

    def __init__(self, fields: Fields, io: Any) -> None:
        self._fields, self._io = fields, io

    def of(self, record: Any, name: str) -> Any:
        """The record of a field that stood where an instance is another view; None without one."""
        value, extent = record._kept(name), record._extent(name)
        if not isinstance(value, Record) or extent is None or extent.io is not self._io:
            return None
        own = like(value, self._fields.get((extent.start, type(value))))
        return None if own is value else own

    def lead(self, record: Any, names: Iterable[str]) -> bool:
        """Have instances of a record be those of fields; whether some were not yet."""
        found = [(name, own) for name in names if (own := self.of(record, name)) is not None]
        for name, own in found:
            become(record, name, own)
        return bool(found)
