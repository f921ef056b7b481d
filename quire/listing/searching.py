"""Going through all values of a file for those that are looked for."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, NamedTuple

from quire.listing.growing import Coming
from quire.listing.pattern import Pattern
from quire.runtime.record import Record
from quire.runtime.showing.walk import names_of
from quire.view.streams import FILE
from quire.view.tree import Item, Tree

PLAIN = (int, float, str, bytes, IntEnum, type(None))
"""Values that nothing is in."""

DEEPEST = 100
"""Levels that are gone into."""


class Hit(NamedTuple):
    """A value that was found.

    Attributes:
        path: Where it is in the tree.
        value: The value.
        at: Where in a text or in bytes what was looked for is.
        offset: Where it stands in the file; of bytes, what was looked for in them. None if it
            stands nowhere in the file itself.
    """

    path: str
    value: Any
    at: int
    offset: int | None


def search(tree: Tree, pattern: Pattern) -> Iterator[Hit]:
    """The values of a file in which something is found, each when it was come by.

    Arrays and payloads are not looked into, and nothing is found twice that two paths lead to.

    Args:
        tree: Of the file; it must know where fields stand.
        pattern: What is looked for.
    """
    return _Search(tree, pattern).below(tree.root, 0)


class _Search:
    def __init__(self, tree: Tree, pattern: Pattern) -> None:
        self._tree, self._pattern = tree, pattern
        self._has_instances: dict[type[Record], bool] = {}

    def below(self, item: Item, depth: int) -> Iterator[Hit]:
        """Those in a record or a list."""
        value = item.value
        if depth > DEEPEST or (isinstance(value, list) and not any(map(self._may_have, value))):
            return
        if isinstance(value, Coming):
            children = value.elements(item, self._may_have)
        else:
            children = self._tree.children(item)
        for each in children:
            yield from self._of(each, depth)

    def _of(self, item: Item, depth: int) -> Iterator[Hit]:
        value = item.value
        if item.link:
            return
        if isinstance(value, Record | dict | list | Coming):
            yield from self.below(item, depth + 1)
        elif (at := self._pattern.find(value)) is not None:
            yield Hit(item.path, value, at, _offset(item, at))

    def _may_have(self, value: Any) -> bool:
        """Whether it may be in a value; what has nothing but plain fields is asked at once."""
        if isinstance(value, PLAIN):
            return self._pattern.find(value) is not None
        if not isinstance(value, Record):
            return True
        kind = type(value)
        if kind not in self._has_instances:
            self._has_instances[kind] = names_of(value) != value._fields
        return self._has_instances[kind] or any(
            self._may_have(getattr(value, name, None)) for name in value._fields
        )


def _offset(item: Item, at: int) -> int | None:
    place = item.place
    if place is None or place.stream != FILE:
        return None
    start, end = place.bytes
    is_stored = isinstance(item.value, bytes) and len(item.value) == end - start
    return start + at if is_stored else start
