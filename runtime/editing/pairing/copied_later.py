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


def has_made(record: Any, name: str) -> bool:
    """Whether a field of a copy is what a writing had made of it, which nobody has set it to."""
    made = own_members(record).get(_MADE, {})
    return name in made and bool(getattr(record, name) == made[name][1])


@contextmanager
def as_read(record: Any) -> Iterator[None]:
    """Have such fields of a record, and of all in it, be what was read."""
    some = [
        (each, name) for each in all_inside([record]) for name in own_members(each).get(_MADE, ())
    ]
    made = [each for each in some if has_made(*each)]
    for each, name in made:
        setattr(each, name, own_members(each)[_MADE][name][0])
    try:
        yield
    finally:
        for each, name in made:
            setattr(each, name, own_members(each)[_MADE][name][1])
