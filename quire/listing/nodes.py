"""What is shown of a tree: nodes, of which there are never more than lead to one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from quire.listing.growing import Coming
from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.runtime.showing.dump import described
from quire.view.tree import Item, Tree

FEW = 16
"""Bytes that are shown where something cannot be read."""


class Limits(NamedTuple):
    """How much is shown; None for all.

    Attributes:
        items: Elements of a list.
        characters: Of a text.
        values: Of a file.
        depth: Levels of records and lists in each other.
    """

    items: int | None = 100
    characters: int | None = 1000
    values: int | None = 100_000
    depth: int = 100


class Leaf(NamedTuple):
    """A line with nothing below it.

    Attributes:
        item: What it shows.
        data: Its value as data. What is not shown, or cannot be, is a dict whose key no field can
            have: `->`, the path of a record that is shown there; `!`, why something cannot be read;
            `...`, how many more characters there are behind the `first`, or of what type a record
            is that is nested too deep.
    """

    item: Item
    data: Any


class Branch:
    """A record, or a list, with what is below it.

    Attributes:
        item: What it shows.
        below: What is below it, to be gone through once, before the next node is asked for.
        is_list: Whether that has no names.
        is_plain: Whether it is numbers or texts alone.
        most: How many elements of a list are shown at most; None for all.
        whole: How many it has before that at which reading ended, if it is one that is there.
        shown: How many were shown so far.
        ended: The element at which reading ended, if it is not among those that are shown.
    """

    def __init__(self, item: Item, *, is_list: bool = False, is_plain: bool = False) -> None:
        self.item, self.is_list, self.is_plain = item, is_list, is_plain
        self.below: Iterator[Node] = iter(())
        self.ended: Iterator[Node] = iter(())
        self.most: int | None = None
        self.shown = self.whole = 0

    @property
    def is_told(self) -> bool:
        """Whether it is known how many elements are not shown before one goes through `below`."""
        return self.most is None or not isinstance(self.item.value, Coming)

    @property
    def is_cut(self) -> bool:
        """Whether elements are not shown; unless it is told, asked behind what is `below`."""
        value = self.item.value
        if self.most is not None and isinstance(value, Coming):
            return value.goes_beyond(self.shown)
        return self.left > 0

    @property
    def left(self) -> int:
        """How many elements are not shown; of what comes, they are read to be counted."""
        value = self.item.value
        if self.most is None:
            return 0
        if isinstance(value, Coming):
            value.pass_over()
            return max(value.count - self.shown, 0)
        return max(self.whole - self.most, 0)

    def to_end(self) -> Iterator[Node]:
        """What is below it, and where it ended."""
        yield from self.below
        yield from self.ended

    def plain(self) -> Iterator[Any]:
        """The elements of a list of numbers or texts."""
        return (each.data for each in self.below if isinstance(each, Leaf))


Node = Leaf | Branch


class Listing:
    """The nodes of a tree.

    Args:
        tree: The tree.
        limits: How much of it is shown.

    Attributes:
        unreadable: How many instances cannot be read, of those that were come by so far.
        nowhere: What is said of paths that lead nowhere.
    """

    def __init__(self, tree: Tree, limits: Limits) -> None:
        self.tree, self.limits, self.unreadable = tree, limits, 0
        self.nowhere: list[str] = []
        self._left = limits.values

    def top(self) -> Iterator[Node]:
        """The fields and instances of the file."""
        for each in self.tree.children(self.tree.root):
            yield self.node(each, 1)

    def at(self, paths: Sequence[str]) -> Iterator[Node]:
        """What stands at paths, as `quire.query.find` has them; they are the names of the nodes.

        Raises:
            ValueError: a path is none, or leads into an array.
            FormatError: something on the way cannot be read.
        """
        from quire.nowhere import nothing_at  # with numpy
        from quire.query import find

        for query in paths:
            found = find(self.tree.root.value, query)
            self.nowhere += [] if found else [nothing_at(self.tree.root.value, query)]
            for match in found:
                self.tree.begin_anew()
                try:
                    item = self.tree.followed(self.tree.find(match.path))
                except (LookupError, AttributeError) as error:
                    raise ValueError(f"`{match.path}` is not on a line of the listing") from error
                yield self.node(item._replace(name=match.path or "$"), 1)

    def lines(self, path: str, items: Sequence[Item]) -> Iterator[Node]:
        """What items are that a path leads to, and are called by their paths."""
        self.nowhere += [] if items else [f"nothing is at {path}"]
        for item in items:
            yield self.node(item, 1)

    def node(self, item: Item, depth: int) -> Node:
        """What is shown of an item that is so many levels deep."""
        value = item.value
        if self._left is not None:
            self._left -= 1
        if item.error is not None and not isinstance(value, Record | list):
            self.unreadable += item.name[0] == "@"
            return Leaf(item, self._wrong(item))
        if item.link:
            return Leaf(item, {"->": item.link})
        if isinstance(value, list | Coming):
            return self._list(item, depth)
        if isinstance(value, Record | dict):
            if depth >= self.limits.depth or self._is_enough:
                return Leaf(item, {"...": type(value).__name__})
            branch = Branch(item)
            branch.below = self._members(item, depth)
            return branch
        most = self.limits.characters
        if isinstance(value, str) and most is not None and len(value) > most:
            return Leaf(item, {"first": value[:most], "...": len(value) - most})
        return Leaf(item, described(value))

    @property
    def _is_enough(self) -> bool:
        return self._left is not None and self._left < 0

    def _members(self, item: Item, depth: int) -> Iterator[Node]:
        for each in self.tree.children(item, 0, None):
            yield self.node(each, depth + 1)
        if item.error is not None:  # it is cut off
            yield Leaf(item._replace(name="!"), str(item.error))

    def _list(self, item: Item, depth: int) -> Branch:
        most = 0 if depth >= self.limits.depth or self._is_enough else self.limits.items
        values = item.value if isinstance(item.value, list) else None
        ended = None if values is None else self.tree.ended_at(item)
        is_whole = values is not None and ended is None and item.error is None
        branch = Branch(item, is_list=True, is_plain=is_whole and _is_plain(values or [], most))
        branch.most = most
        if values is not None:
            branch.whole = len(values) if ended is None else min(ended, len(values))
        branch.below = self._elements(branch, most, depth)
        return branch

    def _elements(self, branch: Branch, most: int | None, depth: int) -> Iterator[Node]:
        item = branch.item
        if most != 0:
            for each in self.tree.children(item, 0, most):
                branch.shown += 1
                yield self.node(each, depth + 1)
                if branch.shown == most:
                    branch.ended = self._ended(item, most, depth)
                    break
        if isinstance(item.value, Coming):
            return
        if item.error is not None and not self.tree.is_cut(item):
            branch.ended = iter((self._cut(item, item.error),))

    def _ended(self, item: Item, shown: int, depth: int) -> Iterator[Node]:
        for each in self.tree.ended_in(item, shown):
            yield self.node(each, depth + 1)

    def _cut(self, item: Item, error: FormatError) -> Leaf:
        """Why a list does not go on."""
        place = self.tree.place_of(error, to_end=True)
        end = item._replace(name=f"[{len(item.value)}]", place=place)
        return Leaf(end, self._wrong(end))

    def _wrong(self, item: Item) -> dict[str, Any]:
        """Why something cannot be read, and the bytes there, if the file ends with it."""
        data: dict[str, Any] = {"!": str(item.error)}
        if item.place is not None and item.name[0] != "@":
            begin, end = item.place.bytes
            stored = self.tree.streams.read(item.place.stream, begin, min(end, begin + FEW))
            data |= {"hex": stored.hex(" ")}
        return data


def _is_plain(values: list[Any], most: int | None) -> bool:
    """Whether the elements that are shown are numbers or texts, and nothing that has a name."""
    kinds = {*map(type, values if most is None else values[:most])}
    return kinds <= {int, float, str, bool, type(None)}
