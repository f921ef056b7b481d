"""Fields of which the bytes are wanted as they are stored, whatever they mean."""

from __future__ import annotations

from collections.abc import Collection

from quire.runtime import structure as s
from quire.runtime.frozen import replace


def as_stored(field: s.Field) -> s.Field | None:
    """The field as bytes, which no rule looks at; None if it has no extent of its own."""
    extents = {_extent(each) for each in _stored(field.stored)}
    extent = extents.pop() if len(extents) == 1 else None
    if extent is None or field.repeat is not None:
        return None
    if extent.size is not None or extent.to_end:
        extent = s.Extent(size=extent.size, to_end=extent.to_end)
    elif extent.process is not None:
        extent = replace(extent, process=None)
    stored = s.Bytes(extent=extent)
    return s.Field(id=field.id, type="bytes", stored=stored, condition=field.condition)


def is_over_any(checksum: s.Checksum, names: Collection[str]) -> bool:
    """Whether what a checksum is over begins or ends with some fields, or is one."""
    over = {checksum.over, *(each.start for each in checksum.parts)}
    over.update(each.end for each in checksum.parts)
    return not over.isdisjoint(names)


def _stored(stored: s.Stored | None) -> list[s.Stored | None]:
    if isinstance(stored, s.Switch) and any(case.key is None for case in stored.cases):
        return [case.stored for case in stored.cases]
    return [stored]


def _extent(stored: s.Stored | None) -> s.Extent | None:
    return stored.extent if isinstance(stored, s.Bytes | s.Text | s.Record) else None
