"""What somebody has set to what was read, though it showed what a writing had made of it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from quire.runtime.members import own_members
from quire.runtime.reading.instance import is_set
from quire.runtime.writing.deriving import known_of


class _SetBack:
    """What is known of a field that somebody has set back to what was read: no value is it."""

    def __eq__(self, other: object) -> bool:
        return self is other  # an array would compare each of its elements

    __hash__ = None  # type: ignore[assignment]  # it is no key


SET_BACK = _SetBack()


def is_set_back(record: Any, name: str) -> bool:
    """Whether somebody has set a field to what was read, which a writing had made another one.

    It holds for each instance that was set, if it is what was read.
    """
    if name in record._instances:
        return is_set(record, name)
    return own_members(record).get("_known", {}).get(name) is SET_BACK


def mark_set_back(record: Any, name: str) -> None:
    """Have it be known that somebody has set a field, or an instance, to what was read."""
    if name not in record._instances:
        known_of(record)[name] = SET_BACK
        return
    with suppress(AttributeError):
        delattr(record, f"_m_{name}")  # as if nobody had looked before it was set
