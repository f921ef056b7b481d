"""Deep copies that were made after a writing: what was read of the fields that it has made others.

A copy has what its original shows. What was read in its place is found by what was read of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quire.runtime.editing.pairing.pairs import all_inside
from quire.runtime.members import own_members

_MADE = "_made"
"""The member of a copy that knows what was read, and made of it, by the names of fields."""


def note_made(record: Any, name: str, was: Any, now: Any) -> None:
    """Note of a copy what was read of a field, and what a writing had made of it."""
    own_members(record).setdefault(_MADE, {})[name] = was, now


def made_of(record: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a copy that are what a writing had made of them, each with what was read."""
    for name, (was, now) in own_members(record).get(_MADE, {}).items():
        if has_made(record, name):
            yield name, was, now


def has_made(record: Any, name: str) -> bool:
    """Whether a field of a copy is what a writing had made of it, which nobody has set it to."""
    made = own_members(record).get(_MADE, {})
    return name in made and bool(getattr(record, name, None) == made[name][1])


@contextmanager
def as_read(record: Any) -> Iterator[None]:
    """Have such fields of a record, and of all in it, be what was read."""
    made = [(each, *it) for each in all_inside([record]) for it in made_of(each)]
    for each, name, was, _ in made:
        setattr(each, name, was)
    try:
        yield
    finally:
        for each, name, _, now in made:
            setattr(each, name, now)
