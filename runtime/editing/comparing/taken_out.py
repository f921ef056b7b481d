"""What was there as records that were taken out of a list, or are copies of its elements."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from quire.runtime.editing.comparing.aligning import marks_of, told_by_marks
from quire.runtime.editing.comparing.what_tells import (
    derivable,
    derived,
    starts_of,
    what_tells,
)
from quire.runtime.lists.lazy import passing

Told = tuple[Any, ...]


class TakenOut:
    """The elements of a list as it was read, by what tells each: gone through once for all.

    Of a list that is read again no other element is kept than those that are found.

    Args:
        was: What was there.
        known: What of it is there as others, by its `id`.
    """

    def __init__(self, was: list[Any], known: Container[int]) -> None:
        self._was = was
        self._marks: dict[Any, int] | None = {} if told_by_marks(was) else None
        self._left: list[int] = []
        self._by_streams: dict[Told, list[int]] = {}
        self._by_all: dict[Any, list[int]] = {}
        self._by_derived: dict[Told, list[int]] = {}
        self._by_rest: dict[Any, _Alike] = {}
        self._all_by_rest: dict[Any, dict[Told, int]] = {}
        for at, each in enumerate(passing(was)):
            if self._marks is not None:
                self._marks[marks_of([each])[0]] = at
            else:
                self._add(at, each, is_left=id(each) not in known)

    def _add(self, at: int, each: Any, *, is_left: bool) -> None:
        now, rest = derived(each), what_tells(each, but_derived=True)
        self._all_by_rest.setdefault(rest, {}).setdefault(now, at)
        if not is_left:
            return
        self._left.append(at)
        if starts := starts_of(each):
            self._by_streams.setdefault(starts, []).append(at)
        self._by_all.setdefault(what_tells(each), []).append(at)
        self._by_derived.setdefault(now, []).append(at)
        self._by_rest.setdefault(rest, _Alike()).add(at, now)

    def of(self, record: Any) -> Any:
        """What was there as a record; None, if nobody can tell.

        A shallow copy of an element was never in the list: it has the fields of one that was.
        """
        if self._marks is not None:
            at = self._marks.get(marks_of([record])[0])
        elif (at := self._place(record)) is None and len(self._left) == 1:
            at = self._left[0]
        elif at is None:
            alike = self._all_by_rest.get(what_tells(record, but_derived=True), {})
            at = alike.get(derived(record), next(iter(alike.values()), None))
        return None if at is None else self._was[at]

    def _place(self, record: Any) -> int | None:
        """Where one was that is none of those that are there: see `aligning`, of one alone."""
        now, rest = derived(record), self._by_rest.get(what_tells(record, but_derived=True))
        ways = (
            self._by_streams.get(starts_of(record), ()),
            self._by_all.get(what_tells(record), ()),
            # One that has what another one had is not this one.
            rest.places if rest is not None and now not in self._by_derived else (),
            self._by_derived.get(now, ()) if now else (),
        )
        for places in ways:
            if len(places) == 1:
                return places[0]
        return None if rest is None else rest.with_fewest_set(derivable(type(record)), now)


class _Alike:
    """Elements that have the same in all fields but those that can be derived."""

    def __init__(self) -> None:
        self.places: list[int] = []
        self._first: dict[Told, int] = {}

    def add(self, at: int, told: Told) -> None:
        """Take in one, with what it has in those."""
        self.places.append(at)
        self._first.setdefault(told, at)

    def with_fewest_set(self, names: tuple[str, ...], now: Told) -> int | None:
        """The first that differs in the fewest fields, if it is the same ones whichever it was."""
        fewest = len(names) + 1
        found: dict[Told, int] = {}
        for told, at in self._first.items():
            others = tuple(
                name for name, mine, was in zip(names, now, told, strict=True) if mine != was
            )
            if len(others) < fewest:
                fewest, found = len(others), {}
            if len(others) == fewest:
                found.setdefault(others, at)
        return next(iter(found.values())) if fewest and len(found) == 1 else None
