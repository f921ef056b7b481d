"""What stands at a path of a large file, which is read up to there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from quire.listing.growing import Coming, GrowingTree
from quire.listing.reading import tree_of
from quire.listing.searching import PLAIN
from quire.query import Match, Step, find
from quire.runtime.record import Record
from quire.runtime.source import READ_FAST
from quire.runtime.walk import names_of
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
    return None if way is None else way.found


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


class _Way:
    """The way through a tree that comes, which nobody goes twice.

    Attributes:
        found: What it leads to; None if all of the file has to be read for that.
        last: What that is, if it comes part by part.
        top: The record of the file.
    """

    def __init__(self, tree: GrowingTree, path: str) -> None:
        self._tree = tree
        self._passed: list[Iterator[Item]] = []  # what is around an item is not left before it
        self.last: Item | None = None
        self.top: Record = tree.root.value
        self.found = self.find(tree.root, path, ())
        if tree.error is not None:
            raise tree.error

    @classmethod
    def of(cls, kind: type[Any], path: Path, query: str) -> Self | None:
        """The way of a query through a file, unless all of that has to be read."""
        simple = _PATH.fullmatch(query)
        if simple is None or not issubclass(kind, Record):
            return None
        tree = tree_of(kind, path, places=False, small=READ_FAST)
        return cls(tree, simple[1]) if isinstance(tree, GrowingTree) else None

    def elements(self, item: Item) -> Iterator[tuple[str, Any]]:
        """The elements of a list that comes, and their paths."""
        self._tree.reader.begin_none()
        for each in item.value.elements(item):
            if self._tree.error is None:
                yield each.path, each.value
        if self._tree.error is not None:
            raise self._tree.error

    def find(self, item: Item, rest: str, steps: tuple[Step, ...]) -> list[Match] | None:
        """What the rest of a path leads to from an item at which its first steps have led."""
        if not self._tree.comes(item.value):
            return _within(item.value, rest, steps)
        if (step := _STEP.match(rest)) is None:  # all of it is asked for
            self.last = item
            return None
        name, start, colon, stop = step.groups()
        behind = rest[step.end() :]
        if isinstance(item.value, Coming) == (name is not None):
            return []
        if name is not None:
            return self._member(item, name, behind, steps)
        first = int(start or 0)
        return self._elements(item, first, int(stop) if colon else first + 1, behind, steps)

    def _member(
        self, item: Item, name: str, rest: str, steps: tuple[Step, ...]
    ) -> list[Match] | None:
        if name not in names_of(item.value):
            return []
        if name not in item.value._fields:  # those before it need not be looked at
            return None
        children = self._tree.children(item)
        self._passed.append(children)
        found = next((each for each in children if each.name == name), None)
        return [] if found is None else self.find(found, rest, (*steps, name))

    def _elements(
        self, item: Item, start: int, stop: int, rest: str, steps: tuple[Step, ...]
    ) -> list[Match] | None:
        elements = item.value.elements(item, start=start)
        self._passed.append(elements)
        found: list[Match] = []
        for number, each in zip(range(start, stop), elements, strict=False):
            some = self.find(each, rest, (*steps, number))
            if some is None:
                return None
            found += some
        return found


def _within(value: Any, rest: str, steps: Sequence[Step]) -> list[Match] | None:
    """What the rest of a path leads to in a value that is there."""
    if not rest:
        return [Match((*steps,), value)]
    if not isinstance(value, Record):  # there is nothing in most other values
        return [] if isinstance(value, PLAIN) or value == [] else None
    return [Match((*steps, *each.steps), each.value) for each in find(value, f"${rest}")]
