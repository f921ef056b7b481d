"""What stands at a path of a large file, which is read up to there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

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
    simple = _PATH.fullmatch(query)
    if simple is None or not issubclass(kind, Record):
        return None
    tree = tree_of(kind, path, places=False, small=READ_FAST)
    if not isinstance(tree, GrowingTree):
        return None
    found = _Way(tree).find(tree.root, simple[1], ())
    if tree.error is not None:
        raise tree.error
    return found


class _Way:
    """The way through a tree that comes, which nobody goes twice."""

    def __init__(self, tree: GrowingTree) -> None:
        self._tree = tree
        self._passed: list[Iterator[Item]] = []  # what is around an item is not left before it

    def find(self, item: Item, rest: str, steps: tuple[Step, ...]) -> list[Match] | None:
        """What the rest of a path leads to from an item at which its first steps have led."""
        if not self._tree.comes(item.value):
            return _within(item.value, rest, steps)
        if (step := _STEP.match(rest)) is None:  # all of it is asked for
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
