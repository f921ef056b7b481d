"""Where the fields of a file stand that nobody edits: what was found once is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from quire.runtime import structure as s
from quire.runtime.paths import attribute
from quire.runtime.structure.extents import Bits, Extents


class Remembered(Extents):
    """A record and its plan, and where its fields were found to stand.

    Where something stands is the sum of all that is before it. Who asks for one place after another
    would add that up each time, of every record around it.
    """

    def __init__(self, record: Any, type_: s.Type, spec: s.Spec, io: Any, begin: int) -> None:
        super().__init__(record, type_, spec, io, begin)
        self._extents: dict[str, Bits] = {}
        self._elements: dict[str, list[Bits]] = {}
        self._records: dict[int, Self] = {}
        self._instances: dict[str, Self] = {}

    def inside(self, record: Any, io: Any, begin: int) -> Self:
        """Those of a record that a field or an instance of this one has, or a list of it."""
        if id(record) not in self._records:
            self._records[id(record)] = type(self).of(record, io, begin)
        return self._records[id(record)]

    def aside(self, instance: s.Field) -> Self:
        """Those of the record itself, in the stream of an instance that was read."""
        if instance.id not in self._instances:
            io = self.record._extent(attribute(instance.id)).io
            there = type(self)(self.record, self.type, self.spec, io, self.begin)
            self._instances[instance.id] = there
        return self._instances[instance.id]

    def within(self, stored: s.Record, value: Any, at: int) -> Self:
        """As it is; a row of a table is another record each time."""
        is_row = not hasattr(value, "_io")
        return super().within(stored, value, at) if is_row else self.inside(value, self.io, at)

    def extent(self, field: s.Field, at: int) -> Bits:
        """As it is."""
        if field.id not in self._extents:
            self._extents[field.id] = super().extent(field, at)
        return self._extents[field.id]

    def elements(self, field: s.Field, at: int, index: int | None = None) -> Iterator[Bits]:
        """As it is; those before an element are remembered, too."""
        values = getattr(self.record, attribute(field.id))
        if self.known(field, values, at) is not None:
            return super().elements(field, at, index)
        found = self._elements.setdefault(field.id, [])
        for i in range(len(found), len(values) if index is None else index + 1):
            begin = (found[-1][1] if found else at) + self._gap(field, i)
            found.append(self.element(field, values[i], begin, i))
        return iter(found if index is None else found[index : index + 1])
