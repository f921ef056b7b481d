"""What elements of a list are told by: their fields, and those of these that can be derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.comparing.replaced import is_brought
from quire.runtime.reading.copies import LARGE
from quire.runtime.reading.instance import NONE
from quire.runtime.record import Record


def by_what_is_derived(value: list[Any], places: Iterable[int]) -> dict[tuple[Any, ...], list[int]]:
    """Some elements of a list, those together that have the same in fields that can be derived."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for i in places:
        found.setdefault(derived(value[i]), []).append(i)
    return found


def derived(value: Any) -> tuple[Any, ...]:
    """What a record has in the fields that can be derived."""
    return tuple(what_tells(getattr(value, name, NONE)) for name in derivable(type(value)))


def which_were_set(value: Any, was: Any) -> tuple[str, ...]:
    """The fields that can be derived in which a record differs from another one of its type."""
    names = derivable(type(value))
    both = zip(names, derived(value), derived(was), strict=True)
    return tuple(name for name, now, then in both if now != then)


def derivable(kind: Any) -> tuple[str, ...]:
    """The fields that can be derived; those of a record."""
    return kind._derived if issubclass(kind, Record) else ()


def by_what_they_are(
    value: list[Any], places: Iterable[int], *, but_derived: bool = False
) -> dict[Any, list[int]]:
    """The same of what tells them; without the fields that can be derived, if so."""
    found: dict[Any, list[int]] = {}
    for i in places:
        found.setdefault(what_tells(value[i], but_derived=but_derived), []).append(i)
    return found


def what_tells(value: Any, *, but_derived: bool = False) -> Any:
    """What tells a value from most others, by what its fields are."""
    if isinstance(value, Record):
        left_out = derivable(type(value)) if but_derived else ()
        names = (name for name in own_fields(type(value)) if name not in left_out)
        told = (what_tells(getattr(value, name, NONE), but_derived=but_derived) for name in names)
        return type(value), *told
    if isinstance(value, list):
        return len(value)
    if isinstance(value, bytes):
        return value if len(value) < LARGE else _Large(value)
    return value if isinstance(value, int | str) else type(value)


def by_streams(value: list[Any], places: Iterable[int]) -> dict[tuple[Any, ...], list[int]]:
    """Some elements of a list that have streams, those together of which these begin there."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for i in places:
        if starts := starts_of(value[i]):
            found.setdefault(starts, []).append(i)
    return found


def starts_of(value: Any) -> tuple[Any, ...]:
    """The type of a record, and where its streams begin; nothing, if it has none."""
    starts = (*_starts(value),)
    return (type(value), *starts) if starts else ()


def _starts(value: Any) -> Iterator[int]:
    """Where the streams begin of a record, if it has one, and of those that were read in it.

    What was put into it tells nothing of where it was itself.
    """
    if isinstance(value, Record):
        if type(start := getattr(value, "_start", None)) is int:
            yield start
        for name in own_fields(type(value)):
            inside = getattr(value, name, NONE)
            is_inside = isinstance(inside, Record) and inside._holder is value
            if is_inside and not is_brought(inside):
                yield from _starts(inside)


class _Large:
    """Many bytes, of which a few are looked at unless others have these, too."""

    def __init__(self, value: bytes) -> None:
        self._value = value

    def __hash__(self) -> int:
        return hash((len(self._value), self._value[:LARGE]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Large) and self._value == other._value
