"""Instances of new records over the bytes of another one that somebody has set: these show them.

A record that was copied has read them where it came from. To set the other one is to change both.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from quire.runtime.paths import attribute
from quire.runtime.reading.instance import is_set


def set_over(record: Any, name: str) -> str | None:
    """The instance of a record that was set, and has all bytes of another one; None without one.

    Both stand where the same fields say.

    Args:
        record: The record.
        name: The other one, which is new where the record is.
    """
    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    others = [each for each in _beside(kind, name) if is_set(record, each)]
    if not others or is_set(record, name) or (size := _size(record, name)) is None:
        return None
    return next((each for each in others if _has_all(record._kept(each), size)), None)


def _has_all(value: Any, size: int) -> bool:
    return isinstance(value, bytes) and len(value) >= size


def _size(record: Any, name: str) -> int | None:
    """The bytes that an instance took where it was read; None, if it was not."""
    extent = record._extent(name)
    return None if extent is None else extent.end - extent.start


@cache
def _beside(kind: Any, name: str) -> list[str]:
    """The instances of a type that stand where one stands."""
    from quire.runtime.structure.lookup import type_and_spec  # the plan is read for it

    try:
        type_, _ = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return []
    placed = {attribute(each.id): (each.pos, each.io) for each in type_.instances if each.pos}
    here = placed.get(name)
    return [each for each, there in placed.items() if there == here and each != name]
