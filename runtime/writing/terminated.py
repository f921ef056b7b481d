"""Terminators that sizes leave out: what is new leaves them out, and has one, as others do."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.runtime.errors import EXPLAINED
from quire.runtime.paths import attribute
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


@cache
def terminator_of(kind: type[Any], name: str) -> bytes:
    """What ends the values of an instance where their size does not: `b""`, if nothing does."""
    try:
        type_, _ = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return b""
    for each in type_.instances:
        if attribute(each.id) == name and isinstance(each.stored, s.Bytes | s.Text):
            extent = each.stored.extent
            return (extent.terminator or b"") if extent.size is not None else b""
    return b""


def read_beside(record: Any, revision: Revision) -> Any:
    """The first record that was read of the list that one was put into; None, if there is none."""
    holder = record._holder
    there = revision.twin_of(holder) if isinstance(holder, Record) else None
    with suppress(*EXPLAINED):
        value = getattr(there, record._name, None)
        first = value[0] if isinstance(value, list) and value else None
        return first if type(first) is type(record) else None
    return None
