"""What stands at positions and cannot be read: its bytes stay, and what tells of it moves along.

It may be text in another encoding than the spec says, or a record that goes on beyond its end. It
is read once, while its record tells where it was: elsewhere there may be something that can.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.replaced import is_brought
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.reading.instance import has_value


class Unreadable(NamedTuple):
    """Something that cannot be read.

    Attributes:
        place: From where to where it is. A record takes no bytes: nobody knows how far it goes.
        error: What is wrong with it.
    """

    place: tuple[int, int]
    error: FormatError


def unreadable(record: Any, name: str) -> Unreadable | None:
    """An instance that cannot be read; None, if it can, or nobody can tell where it is."""
    kind = type(record)
    if not hasattr(kind, f"_found_{name}") or hasattr(kind, f"_before_end_{name}"):
        return None
    try:
        getattr(record, name)
    except FormatError as error:
        with suppress(*EXPLAINED):
            start, io = getattr(record, f"_position_{name}")(), stream_of(record, name)
            if 0 < start <= io.size():
                return Unreadable((start, _end(record, name, io, start)), error.alone())
    except EXPLAINED:
        pass
    return None


def _end(record: Any, name: str, io: Any, start: int) -> int:
    """Where an instance ends whose bytes are there, though they are no text; else its start."""
    extent = record._extent(name)
    is_there = extent is not None and extent.io is io and extent.start == start
    return extent.end if is_there else start


def stream_of(record: Any, name: str) -> Any:
    """The stream that an instance of a record is in."""
    return getattr(record, f"_beside_{name}", lambda: record)()._io


def _refuse_brought(record: Any, name: str) -> None:
    found = None if record._io is None else unreadable(record, name)
    if found is not None:
        expected = f"{name} to be set, as it cannot be read where this was brought from"
        raise record._locate(FormatError(name, expected, str(found.error)))


class Led:
    """What cannot be read of a file that is written: it is led on with what is around it.

    Args:
        twin_of: Gives what was read in the place of a record.
    """

    def __init__(self, twin_of: Callable[[Any], Any]) -> None:
        self._twin_of = twin_of
        self._found: dict[tuple[int, str], tuple[Any, Unreadable]] = {}
        self._noted: dict[tuple[int, str], tuple[Any, str, FormatError]] = {}
        self._places: dict[tuple[int, str], tuple[int, int]] = {}

    def find(self, twin: Any, name: str) -> Unreadable | None:
        """An instance of a record as it was read, if it cannot be read."""
        key = id(twin), name
        if key not in self._found:
            if (found := unreadable(twin, name)) is None:
                return None
            self._found[key] = twin, found
        return self._found[key][1]

    def note(self, record: Any, name: str) -> bool:
        """Note an instance that nobody has set, and that could not be read; whether it is one.

        Raises:
            FormatError: its record was brought from elsewhere: what cannot be read stays there.
        """
        if has_value(record, name):
            return False
        twin = self._twin_of(record)
        found = self.find(twin, name) if type(twin) is type(record) else None
        if found is None:
            if twin is None or is_brought(record):
                _refuse_brought(record, name)
            return False
        start, end = found.place
        record._note_extent(name, (stream_of(record, name), start, end))
        self._noted[id(record), name] = record, name, found.error
        self._places[id(record), name] = start, max(end, start + 1)
        return True

    def place(self, key: tuple[int, str]) -> tuple[int, int] | None:
        """From where to where something that was noted stood, as far as is known; see `in`."""
        return self._places.get(key)

    def __contains__(self, key: tuple[int, str]) -> bool:
        """Whether it was noted, by the `id` of its record, and its name."""
        return key in self._noted

    def __iter__(self) -> Any:
        """What was noted: of which record, its name, and what is wrong with it."""
        return iter([*self._noted.values()])
