"""What is different in two records of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from quire.runtime.errors import FormatError, NestingError, join_path
from quire.runtime.paths import steps_of
from quire.runtime.record import Record
from quire.runtime.showing.walk import Member, Walk, is_below
from quire.runtime.values.document import Document

if TYPE_CHECKING:
    from quire.runtime.structure.positions import Places


class Missing:
    """What stands on one side alone, on the other side."""

    def __repr__(self) -> str:
        return "nothing"


MISSING: Final = Missing()


DEEPEST = 100
"""Records in each other that are gone into."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that two records do not have in common.

    Attributes:
        path: Where it stands: `chunks[0].name`.
        old: What the first has there; `MISSING` if nothing does.
        new: What the second has.
        offset: Where it stands in the second file, else in the first; None if that is not known.
    """

    path: str
    old: Any
    new: Any
    offset: int | None


def differences(first: Record, second: Record) -> Iterator[Difference]:
    """What is different, in the order of the fields; instances come after fields.

    Lists are compared element by element, by their numbers.

    Args:
        first: As it was.
        second: As it is.

    Raises:
        NestingError: records are nested in records without end, or in very many.
    """
    yield from _Comparison(first, second).records(first, second, "")


class _Comparison:
    """Two ways through two records, side by side."""

    def __init__(self, first: Record, second: Record) -> None:
        self._tops = _Places(first), _Places(second)
        self._walks = Walk(first), Walk(second)

    def records(
        self, first: Record, second: Record, path: str, depth: int = 0
    ) -> Iterator[Difference]:
        if depth > DEEPEST:
            raise NestingError(path, f"at most {DEEPEST} records in each other", "more")
        old, new = (
            {member.name: member for member in _held(walk, record, path)}
            for walk, record in zip(self._walks, (first, second), strict=True)
        )
        for name in dict.fromkeys((*old, *new)):
            there = join_path(path, name)
            pair = _value(old.get(name)), _value(new.get(name))
            yield from self._values(*pair, there, depth + 1)

    def _values(self, old: Any, new: Any, path: str, depth: int) -> Iterator[Difference]:
        if isinstance(old, Record) and isinstance(new, Record) and type(old) is type(new):
            yield from self.records(old, new, path, depth)
        elif isinstance(old, list) and isinstance(new, list):
            for i, pair in enumerate(zip_longest(old, new, fillvalue=MISSING)):
                yield from self._values(*pair, f"{path}[{i}]", depth)
        elif isinstance(old, dict) and isinstance(new, dict):
            for name in dict.fromkeys((*old, *new)):
                pair = old.get(name, MISSING), new.get(name, MISSING)
                yield from self._values(*pair, join_path(path, str(name)), depth)
        elif not _is_same(old, new):
            yield Difference(path, old, new, self._offset(path))

    def _offset(self, path: str) -> int | None:
        there = (top.offset(path) for top in reversed(self._tops))
        return next((offset for offset in there if offset is not None), None)


class _Places:
    """Where the fields of a file stand; it is read again when the first is asked for."""

    def __init__(self, top: Record) -> None:
        self._top = top

    @cached_property
    def _places(self) -> Places | None:
        from quire.runtime.structure.positions import Places  # which most never ask for

        try:
            return Places(self._top)
        except FormatError:  # a new record that cannot be written
            return None

    def offset(self, path: str) -> int | None:
        """Where something stands, from the start of the file; None if that is not known."""
        if self._places is None:
            return None
        try:
            return self._places.span(self._top, path, steps_of(path))[0]
        except (FormatError, ValueError, AttributeError, TypeError, LookupError):
            return None


def _held(walk: Walk, record: Record, path: str) -> list[Member]:
    """Members of a record that do not stand elsewhere, too.

    They are kept as long as they are compared, so what a walk lets go is read only once.
    """
    found = []
    for member in walk.members(record, path):
        elsewhere = isinstance(member.value, Record) and not is_below(member.value, member)
        if member.seen is None and not elsewhere:
            found.append(member)
    return found


def _value(member: Member | None) -> Any:
    if member is None:
        return MISSING
    return member.value.tree() if isinstance(member.value, Document) else member.value


def _is_same(old: Any, new: Any) -> bool:
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray):
        return old.dtype == new.dtype and old.shape == new.shape and old.tobytes() == new.tobytes()
    if isinstance(old, FormatError) and isinstance(new, FormatError):
        return str(old) == str(new)
    if isinstance(old, float) and isinstance(new, float) and old != old and new != new:  # noqa: PLR0124  # NaN
        return True
    return type(old) is type(new) and bool(old == new)
