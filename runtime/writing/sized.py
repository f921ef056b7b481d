"""How many bytes an instance takes, as fields tell it, or its type, whatever is in it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from quire.runtime import structure as s
from quire.runtime.editing.instances.fields_beside import UNTOLD
from quire.runtime.paths import attribute
from quire.runtime.structure.evaluate import Here, value_of
from quire.runtime.structure.extents import chosen, element_size
from quire.runtime.structure.lookup import type_and_spec


def told_size(record: Any, name: str) -> int | None:
    """The bytes that an instance of a record takes; None if they are not told, or nobody knows."""
    with suppress(*UNTOLD):  # one that carries no plan, too
        type_, spec = type_and_spec(type(record))
        (found,) = [each for each in type_.instances if attribute(each.id) == name]
        here = Here(record, spec, record._io, 0, found.id)
        size = _size(found.stored, spec, here)
        if size is None or found.repeat is None:
            return size
        count = found.repeat.count
        return None if count is None else size * int(value_of(count, here))
    return None


def _size(stored: Any, spec: s.Spec, here: Here) -> int | None:
    """The bytes that one element takes."""
    if isinstance(stored, s.Switch):
        case = chosen(stored, here)
        return None if case is None else _size(case, spec, here)
    extent = getattr(stored, "extent", None)
    if extent is not None and extent.size is not None:
        return int(value_of(extent.size, here))
    return element_size(stored, spec)
