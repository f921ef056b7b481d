"""The records of one reading beside those of another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from quire.runtime.instance import NONE
from quire.runtime.lazy import Lazy, Made
from quire.runtime.members import own_members
from quire.runtime.record import Record
from quire.runtime.unedited import is_same

NEAR = 16
"""Elements that were taken out one behind the other, at most, for the next to be found again."""


def fields(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a record, with their values and those of another one of its type."""
    for name in left._fields:
        if name not in left._params:
            yield name, getattr(left, name, NONE), getattr(right, name, NONE)


def paired(value: Any, was: Any) -> Iterator[tuple[Any, Any]]:
    """The records in a value, each with what is read in its place."""
    if isinstance(value, Record):
        if type(value) is type(was) and own_members(value).get("_io", was) is not None:
            yield value, was  # one that was built has never been there
    elif isinstance(value, Lazy) and isinstance(was, Lazy):
        yield from ((each, was[i]) for i, each in value._made.items() if i < len(was))
    elif isinstance(was, list) and (type(value) is list or isinstance(value, Made)):
        for each, other in _aligned(value, was):
            yield from paired(each, other)


def _aligned(value: list[Any], was: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The elements of a list, each with what was there: some were put in or taken out."""
    if len(value) == len(was):
        yield from zip(value, was, strict=True)
        return
    shorter = min(len(value), len(was))
    front = next((i for i in range(shorter) if not is_same(value[i], was[i])), shorter)
    yield from zip(value[:front], was[:front], strict=True)
    here = front
    for each in value[front:]:
        near = range(here, min(here + NEAR, len(was)))
        there = next((i for i in near if is_same(each, was[i])), None)
        if there is not None:
            yield each, was[there]
            here = there + 1
