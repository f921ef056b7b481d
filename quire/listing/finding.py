"""What stands at a path of a large file, which is read up to there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from quire.listing.growing import Coming, GrowingTree
from quire.listing.reading import tree_of
from quire.listing.searching import PLAIN
from quire.query import Match, Step, find, path_of
from quire.runtime.errors import FormatError
from quire.runtime.reading.source import READ_FAST
from quire.runtime.record import Record
from quire.runtime.showing.walk import names_of
from quire.view.tree import Item

_NAME, _NUMBERS = r"[A-Za-z_]\w*", r"\[\d+\]|\[\d*:\d+\]"
_PATH = re.compile(rf"\$?\.?((?:{_NAME}|{_NUMBERS})(?:\.{_NAME}|{_NUMBERS})*)", re.ASCII)
_STEP = re.compile(rf"\.?({_NAME})|\[(\d*)(:?)(\d*)\]", re.ASCII)


def find_in_parts(kind: type[Any], path: Path, query: str) -> list[Match] | None:
    """What a path of names and numbers leads to.

    Args:
        kind: The class of the file.
        path: The file.
        query: The path.

    Returns:
        The values; None if all of the file has to be read, or it is so small that it may be.

    Raises:
        FormatError: something on the way cannot be read.
    """
    way = _Way.of(kind, path, query)
    return None if way is None else way.matches()


def elements_in_parts(
    kind: type[Any], path: Path, query: str
) -> tuple[Record, Iterator[tuple[str, Any]]] | None:
    """The elements of the list of records that a path of names and numbers leads to, with theirs.

    Each comes when it was read, and nothing is kept of it.

    Returns:
        The record of the file, and those; None if it leads to no such list, or all of the file has
        to be read.

    Raises:
        FormatError: something on the way cannot be read; later, an element.
    """
    way = _Way.of(kind, path, query)
    last = None if way is None else way.last
    if way is None or last is None or not isinstance(last.value, Coming):
        return None
    return way.top, way.elements(last)


class Lines:
    """The lines that a path of names and numbers leads to, in a tree that comes up to there.

    Attributes:
        tree: The tree, to be gone through once.
        items: The lines, called by their paths.
    """

    def __init__(self, way: _Way, items: list[Item]) -> None:
        self._way = way  # what is around a line is not left before it
        self.tree, self.items = way.tree, items

    @classmethod
    def of(cls, kind: type[Any], path: Path, query: str, *, places: bool) -> Self | None:
        """The lines of a path; None if the file has to be read whole, or as far as it can be."""
        try:
            way = _Way.of(kind, path, query, places=places)
            items = None if way is None else way.items()
        except FormatError:
            return None
        return None if way is None or items is None else cls(way, items)


class _End(NamedTuple):
    """Where a way ends: an item that is there, the steps to it, and what is left of the path."""

    item: Item
    steps: tuple[Step, ...]
    rest: str


class _Way:
    """The way through a tree that comes, which nobody goes twice.

    Attributes:
        tree: The tree.
        ends: Where it leads; None if all of the file has to be read for that.
        last: What is asked for, if it comes part by part.
        top: The record of the file.
    """

    def __init__(self, tree: GrowingTree, path: str) -> None:
        self.tree, self._path = tree, path
        self._passed: list[Iterator[Item]] = []  # what is around an item is not left before it
        self.last: Item | None = None
        self.top: Record = tree.root.value
        self.ends = self._find(_End(tree.root, (), path))
        if tree.error is not None:
            raise tree.error

    @classmethod
    def of(cls, kind: type[Any], path: Path, query: str, *, places: bool = False) -> Self | None:
        """The way of a query through a file, unless all of that has to be read."""
        simple = _PATH.fullmatch(query)
        if simple is None or not issubclass(kind, Record):
            return None
        tree = tree_of(kind, path, places=places, small=READ_FAST)
        return cls(tree, simple[1]) if isinstance(tree, GrowingTree) else None

    def matches(self) -> list[Match] | None:
        """What it leads to."""
        found = None if self.ends is None else [*map(_within, self.ends)]
        if found is None or None in found:
            return None
        return [match for some in found if some is not None for match in some]

    def items(self) -> list[Item] | None:
        """The lines of what it leads to; of a list that comes, one whose elements still come."""
        if self.last is not None and ":" not in self._path:
            return [self.last._replace(name=self.last.path)]
        found: list[Item] = []
        for end in self.ends or ():
            some = _within(end)
            if some is None:
                return None
            for match in some:
                below = match.steps[len(end.steps) :]
                item = self.tree.find(path_of(below), end.item) if below else end.item
                found.append(item._replace(name=match.path))
        return None if self.ends is None else found

    def elements(self, item: Item) -> Iterator[tuple[str, Any]]:
        """The elements of a list that comes, and their paths."""
        self.tree.reader.begin_none()
        for each in item.value.elements(item):
            if self.tree.error is None:
                yield each.path, each.value
        if self.tree.error is not None:
            raise self.tree.error

    def _find(self, here: _End) -> list[_End] | None:
        """Where the rest of a path ends, from where its first steps have led."""
        item = here.item
        if not self.tree.comes(item.value):
            return [here]
        if (step := _STEP.match(here.rest)) is None:  # all of it is asked for
            self.last = item
            return None
        name, start, colon, stop = step.groups()
        rest = here.rest[step.end() :]
        if isinstance(item.value, Coming) == (name is not None):
            return []
        if name is not None:
            return self._member(here, name, rest)
        first = int(start or 0)
        return self._elements(here, first, int(stop) if colon else first + 1, rest)

    def _member(self, here: _End, name: str, rest: str) -> list[_End] | None:
        record = here.item.value
        if name not in names_of(record):
            return []
        if name not in record._fields:  # those before it need not be looked at
            return None
        children = self.tree.children(here.item)
        self._passed.append(children)
        found = next((each for each in children if each.name == name), None)
        return [] if found is None else self._find(_End(found, (*here.steps, name), rest))

    def _elements(self, here: _End, start: int, stop: int, rest: str) -> list[_End] | None:
        elements = here.item.value.elements(here.item, start=start)
        self._passed.append(elements)
        found: list[_End] = []
        for number, each in zip(range(start, stop), elements, strict=False):
            some = self._find(_End(each, (*here.steps, number), rest))
            if some is None:
                return None
            found += some
        return found


def _within(end: _End) -> list[Match] | None:
    """What the rest of a path leads to in a value that is there; None if that is not known."""
    value, rest = end.item.value, end.rest
    if not rest:
        return [Match(end.steps, value)]
    if not isinstance(value, Record):  # there is nothing in most other values
        return [] if isinstance(value, PLAIN) or value == [] else None
    return [Match((*end.steps, *each.steps), each.value) for each in find(value, f"${rest}")]
