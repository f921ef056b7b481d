"""Copies of bytes: those that a record has already are not made again, to be compared with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quire.runtime.reading.source import address

if TYPE_CHECKING:
    from quire.runtime.writing.pieces import Pieces

LARGE = 1 << 10
"""Bytes of a value that is worth looking for, at least."""

FAR = 1 << 16
"""Bytes of a value that take longer to be compared than to find out where they stand, at least."""

TRIED = 4
"""Values that bytes are compared with, at most: many may be as long, and look alike."""

COPIED = 1 << 10
"""So many bytes are copied in the time that it takes to note a value."""

TOLD_BY = 16
"""So many of its bytes a value is looked for by, at least, from front to end."""


class _Known:
    """Large values that a record has.

    Args:
        values: They, in the order in which they are most often read again: the next one is tried
            first, and only then are they looked for.

    Attributes:
        values: They.
        next: The place of the next one; the file may be read more than once.
    """

    def __init__(self, values: list[bytes]) -> None:
        self.values = values
        self.next = 0
        self._copied = 0  # bytes of which none was the same: most of these were changed
        self._whole: Any = None
        self._there: dict[int, bytes] = {}

    def begin(self, whole: Any, there: dict[int, bytes]) -> None:
        """Begin to read an array of bytes; of some addresses in it is known what is there."""
        self._whole, self._there = whole, there  # while it is kept, nothing else stands there

    def of(self, view: Any) -> bytes:
        """The bytes of a view: one that is the same, or a copy."""
        if len(view) < FAR or view.obj is not self._whole:
            return self.like(view) or bytes(view)
        place = address(view)
        if (value := self._there.get(place)) is None or len(value) != len(view):
            value = self._there[place] = self.like(view) or bytes(view)
        return value

    def has(self, value: bytes, place: memoryview) -> bool:
        """Whether it is known that a value is what stands in a place."""
        found = self._there.get(address(place))
        return found is value and len(value) == len(place)

    def like(self, view: Any) -> bytes | None:
        """The one that is the same as a view."""
        i = self.next
        self.next = i + 1 if i + 1 < len(self.values) else 0  # one that is not found was changed
        value = self.values[i]
        if len(value) == len(view) and value.startswith(view):  # most often
            return value
        if self._copied + len(view) <= COPIED * len(self.values):
            self._copied += len(view)
            return None
        places = self._places.get(_told(view), [])
        for i in places[:TRIED]:
            places.append(places.pop(0))
            if _are_same(value := self.values[i], view):
                self.next = (i + 1) % len(self.values)
                return value
        return None

    @cached_property
    def _places(self) -> dict[tuple[int, bytes], list[int]]:
        """Where values are, by their size, and by some of their bytes."""
        found = defaultdict(list)
        for i, value in enumerate(self.values):
            found[_told(value)].append(i)
        return dict(found)


_known: ContextVar[_Known | None] = ContextVar("known", default=None)


def copied(view: Any) -> bytes:
    """The bytes of a view; those that a record which is compared has already, are that value."""
    known = _known.get()
    if known is None or (size := len(view)) < LARGE:
        return bytes(view)
    if size < FAR:  # many: one call each
        value = known.values[(i := known.next)]
        if len(value) == size and value.startswith(view):  # most often
            known.next = i + 1 if i + 1 < len(known.values) else 0
            return value
    return known.of(view)


def is_copy(value: bytes, place: memoryview) -> bool:
    """Whether it is known that a value is what stands in a place, without a look at either."""
    known = _known.get() if len(value) >= FAR else None
    return known is not None and known.has(value, place)


def share(records: list[Any]) -> None:
    """Have records of one type have the large values that a record which is compared has."""
    if _known.get() is None:
        return
    for name in records[0]._fields:
        for record in records:
            value = getattr(record, name, None)
            if type(value) is bytes and (known := _alike(memoryview(value))) is not None:
                setattr(record, name, known)


def _alike(view: Any) -> bytes | None:
    """A large value that is the same as a view."""
    known = _known.get() if len(view) >= LARGE else None
    return None if known is None else known.like(view)


def _are_same(value: bytes, view: Any) -> bool:
    """Whether bytes are those of a view, of which no copy is made."""
    return len(value) == len(view) and value.startswith(view)


def _told(view: Any) -> tuple[int, bytes]:
    """What tells bytes from most others."""
    return len(view), bytes(view[:: len(view) // TOLD_BY])


@contextmanager
def sharing(values: list[bytes]) -> Iterator[None]:
    """Copy bytes no more that are among some large values."""
    token = _known.set(_Known(values) if values else None)
    try:
        yield
    finally:
        _known.reset(token)


def behind(view: Any) -> Any:
    """What a view is of that was made to read it; what stays as it is need not be copied then."""
    whole = getattr(view, "obj", None)
    return whole if type(whole) is bytes and len(whole) == view.nbytes else view


def viewed(data: Any, made: Pieces | None = None) -> Any:
    """What is to be read of some bytes, so that they are copied by `copied`: see `Reader.viewing`.

    Args:
        data: They.
        made: The pieces that they were put together of.
    """
    known = _known.get()
    if known is None:
        return data
    view = memoryview(data)
    first = address(view)
    values = () if made is None else made.values(FAR)
    known.begin(view.obj, {first + start: value for start, value in values})
    return view
