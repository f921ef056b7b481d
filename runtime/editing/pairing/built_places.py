"""Records that were built with the position of what stands in the file: that stays there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime import structure as s
from quire.runtime.errors import EXPLAINED
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.writing.deriving import is_given

if TYPE_CHECKING:
    from quire.runtime.editing.making.remade import Remade

Stands = tuple[Any, str, int]
"""The type of a record, its instance, and where that is told to stand."""


def led_to_by(built: Iterable[Any]) -> Iterator[Stands]:
    """Where records that were built are told to have something that was not given."""
    for record in built:
        kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
        for name in getattr(kind, "_placed", ()):
            if record._kept(name) is not NONE:
                continue
            telling = _telling(kind).get(name, ())
            if all(is_given(record, each, getattr(record, each, NONE)) for each in telling):
                with suppress(*EXPLAINED):  # it may not be told where it stands
                    yield kind, name, getattr(record, f"_position_{name}")()


def where_stood(twin: Any, name: str, remade: Remade) -> Iterator[Stands]:
    """Where an instance of a record stood, whatever is known of it.

    So is where the writing before this one has put it, as the record has shown since.
    """
    tell = getattr(twin, f"_position_{name}")
    with suppress(*EXPLAINED):
        yield type(twin), name, tell()
        with _as_made(twin, name, remade):
            yield type(twin), name, tell()


@contextmanager
def _as_made(twin: Any, name: str, remade: Remade) -> Iterator[None]:
    """Have the fields that tell where an instance stands be what a writing has made them."""
    kind: Any = type(twin)  # mypy takes the hash of its objects for that of a class
    fields = {each: getattr(twin, each) for each in _telling(kind).get(name, ())}
    for each, was in fields.items():
        setattr(twin, each, remade.made_before(kind, each, was))
    try:
        yield
    finally:
        for each, was in fields.items():
            setattr(twin, each, was)


@cache
def _telling(kind: Any) -> dict[str, list[str]]:
    """The fields of a type that tell where its instances stand, by the names of these."""
    found: dict[str, list[str]] = {}
    try:
        edges = type_and_spec(kind)[0].edges
    except TypeError:  # it carries no plan
        return found
    for edge in edges:
        if isinstance(edge, s.Position) and isinstance(edge.field, str):
            found.setdefault(attribute(edge.of), []).append(attribute(edge.field))
    return found
