"""Where records of a file stood that were put into others of it: what no field tells goes along.

A record knows where it was read until it is written elsewhere; after that the file knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from quire.runtime.editing.comparing.aligning import aligned_pairs, is_spliced
from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.comparing.replaced import is_brought
from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.lists.lazy import Lazy
from quire.runtime.members import own_members
from quire.runtime.record import Record


class Home(NamedTuple):
    """Where a record was read.

    Attributes:
        holder: The record that had it.
        name: The field of that.
        number: Where it was in the list in that field; None, if it was the field.
    """

    holder: Any
    name: str
    number: int | None

    def of(self, twin: Any) -> Any:
        """What is read there again, in what is read as the holder; None, if there is nothing."""
        there = getattr(twin, self.name, None)
        if self.number is None or there is None:
            return there
        return there[self.number] if self.number < len(there) else None


class Homes:
    """Those of all records of a file that were put elsewhere in it."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, Home]] = {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        self._known = {id(record): (record, home) for record, home in state["_known"].values()}

    def note(self, record: Any, home: Home) -> None:
        """Note where a record was read."""
        self._known[id(record)] = record, home

    def of(self, record: Any) -> Home | None:
        """Where a record was read; None, if nobody knows."""
        _, home = self._known.get(id(record), (None, None))
        return home


def was_read_in(record: Any, top: Any) -> Any:
    """The record of a file that had one, which is elsewhere now; None, if nobody can tell."""
    holder = record._holder
    is_of_file = isinstance(holder, Record) and record._top() is top
    is_other = is_brought(record) or "_copy_of" in own_members(record)
    return holder if is_of_file and not is_other else None


def found_in(record: Any, left: list[tuple[Home, Any]]) -> list[Home]:
    """Where a record may have been read, that is elsewhere now.

    It is what is left there; or has its values, if that is a single one. Nothing is left if it is
    there, too.

    Args:
        record: The record.
        left: What is left in the record that had it; see `left_in`.
    """
    some = [(home, was) for home, was in left if type(was) is type(record)]
    same = [home for home, was in some if is_same(record, was)]
    return same if len(same) == 1 else [home for home, _ in some]


def left_in(holder: Any, twin_of: Callable[[Any], Any]) -> Iterator[tuple[Home, Any]]:
    """What was read in the fields of a record, and is no longer there.

    Args:
        holder: The record.
        twin_of: Tells what was read in the place of a record; None, if it is new.
    """
    there = twin_of(holder)
    for name in own_fields(type(holder)) if there is not None else ():
        now, was = (getattr(each, name, None) for each in (holder, there))
        if isinstance(was, Record):
            if twin_of(now) is not was:
                yield Home(holder, name, None), was
        elif isinstance(was, list) and isinstance(now, list):
            yield from ((Home(holder, name, i), was[i]) for i in _gone(now, was))


def _gone(now: list[Any], was: list[Any]) -> Iterator[int]:
    """The numbers of the elements that were in a list, and are no longer there."""
    if isinstance(now, Lazy):
        yield from now._source.others if is_spliced(now) else ()
        return
    still = {id(twin) for _, twin in aligned_pairs(now, was)}
    yield from (i for i, each in enumerate(was) if id(each) not in still)
