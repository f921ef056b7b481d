"""Instances at positions that are plain values, and what was read there: they lead to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.runtime.editing.comparing.columns import column, is_exact, looked_at
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import ORDER
from quire.runtime.reading.instance import NONE


def not_as_found(records: list[Any], again: list[Any]) -> set[int]:
    """The places of records of one type with an instance that may be another than what is read.

    Args:
        records: They.
        again: What is read in their places.
    """
    orders = (column(some, ORDER) for some in (records, again))
    found = {i for i, (now, was) in enumerate(zip(*orders, strict=True)) if now != was}
    for name in records[0]._placed:
        found.update(_others(records, again, name))
    return found


def _others(records: list[Any], again: list[Any], name: str) -> Iterator[int]:
    """The same of one instance."""
    for i, value, has_been_set in looked_at(records, name):
        is_plain = is_exact(type(value)) and not has_been_set
        if not (is_plain and _is_there(value, records[i], again[i], name)):
            yield i


def _is_there(value: Any, record: Any, again: Any, name: str) -> bool:
    """Whether a plain value is what is read in the same place, and told to be there."""
    try:
        was = getattr(again, name)
    except EXPLAINED:
        return False
    if type(was) is not type(value) or was != value:
        return False
    slot = f"_at_{name}"
    here, there = getattr(record, slot, None), getattr(again, slot, None)
    if here is None or there is None:
        return False
    if type(here[0]) is not type(there[0]):  # one counts from the start of a stream
        here, there = (each._extent(name) for each in (record, again))
    return bool(here[1:] == there[1:] and _told(record, name) == _told(again, name))


def _told(record: Any, name: str) -> Any:
    """Where the fields say that an instance is; None, if nothing says it."""
    told = getattr(record, f"_position_{name}", None)
    try:
        return None if told is None else told()
    except EXPLAINED:
        return NONE
