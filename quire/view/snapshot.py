"""A tree as data for the page, of which there is never more than a page can hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from quire.runtime import structure as s
from quire.runtime.errors import FormatError
from quire.view.arrays import preview, stored_as
from quire.view.spec_lines import Lines
from quire.view.streams import Place
from quire.view.tree import Item, Tree, is_list
from quire.view.values import is_array, kind_of, text_of, type_of

FEWEST = 16
"""Elements of a list that are in a page, unless that is too much already."""

MOST_ASKED = 2000
"""Lines that are given at a time, where a server is asked for more."""

DEEPEST = 100
"""Levels of the tree in a page."""


class Limits(NamedTuple):
    """How much is shown.

    Attributes:
        lines: Of the tree.
        previews: Arrays that are decoded for a look at them.
        previewed: The bytes that these may have together.
    """

    lines: int = 20_000
    previews: int = 200
    previewed: int = 256 << 20


PAGE = Limits()
"""How much is in a page."""

FindLines = Callable[[s.Type | None, s.Field | None], Lines | None]
"""Tells where a field of a type is in the text of a spec."""


class Snapshot:
    """Lines of a tree as data; what is said of a field of the spec is there once.

    Args:
        tree: The tree.
        lines_of: Tells where the spec has a field.
        limits: How much is shown.

    Attributes:
        fields: What is known of the fields of the spec that lines are of.
    """

    def __init__(self, tree: Tree, lines_of: FindLines, limits: Limits = PAGE) -> None:
        self.fields: list[dict[str, Any]] = []
        self._tree, self._lines_of, self._limits = tree, lines_of, limits
        self._numbers: dict[tuple[str, str], int] = {}
        _, self._previews, self._previewed = limits
        self._left, self._elements = limits.lines, FEWEST
        self.is_cut = self._is_rough = False

    def rough(self, item: Item, elements: int) -> bool:
        """Whether all lines fit below an item if lists are cut off after some elements."""
        self._is_rough, self._elements = True, elements
        self._left, self.is_cut = self._limits.lines, False
        self.below(item, 0)
        return self._left >= 0

    def whole(self, item: Item, elements: int) -> dict[str, Any]:
        """An item, and all below it, but for lists that are cut off after some elements."""
        self._is_rough, self._elements = False, elements
        self._left, self.is_cut = self._limits.lines, False
        return self.below(item, 0)

    def some(self, item: Item, start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
        """What is right below an item, and a little of what is below that."""
        self._is_rough, self._left, self._elements = False, MOST_ASKED, FEWEST
        _, self._previews, self._previewed = self._limits
        return [self.below(child, 1) for child in self._tree.children(item, start, stop)]

    def flat(self, item: Item) -> list[dict[str, Any]]:
        """What is right below an item, without what is below that."""
        return [self.one(child) for child in self._tree.children(item, 0, 0)]

    def one(self, item: Item) -> dict[str, Any]:
        """An item alone; a record tells that there is more below it."""
        self._is_rough, data = False, self.line(item)
        if not item.link and (item.held is not None or _has_lines(item.value)) and "m" not in data:
            data["cut"] = True
        return data

    def below(self, item: Item, depth: int) -> dict[str, Any]:
        """An item, and what is below it as long as there is room."""
        self._left -= 1
        data: dict[str, Any] = {"n": item.name} if self._is_rough else self.line(item)
        has_more = not item.link and (item.held is not None or _has_lines(item.value))
        if not has_more:
            return data
        if depth >= DEEPEST or self._left < 0:
            self.is_cut = data["cut"] = True
            return data
        stop = None
        if is_list(item.value) and len(item.value) > self._elements:
            self.is_cut, stop = True, self._elements
        data["c"] = []
        for child in self._tree.children(item, 0, stop):
            if self._left < 0:
                self.is_cut = data["cut"] = True
                break
            data["c"].append(self.below(child, depth + 1))
        return data

    def line(self, item: Item) -> dict[str, Any]:
        """A line of the tree alone."""
        data: dict[str, Any] = {"n": item.name, "k": kind_of(item), "v": text_of(item)}
        optional: tuple[tuple[str, Any], ...] = (
            ("t", type_of(item)),
            ("p", item.place and _as_data(item.place)),
            ("l", item.link),
            ("m", len(item.value) if is_list(item.value) and not item.link else 0),
        )
        data |= {key: value for key, value in optional if value}
        if (number := self._field(item)) is not None:
            data["f"] = number
        error = item.error
        if is_array(item.value) and not item.link:
            error = self._with_preview(item, data) or error
        if error is not None:
            data["e"] = what_of(error)
        return data

    def _with_preview(self, item: Item, data: dict[str, Any]) -> FormatError | None:
        """Add what an array looks like to its line; the error, if it is damaged."""
        value = item.value
        size = int(np.prod(value.shape, dtype=np.float64)) * 4
        if self._previews <= 0 or size > self._previewed:
            return None
        self._previews, self._previewed = self._previews - 1, self._previewed - size
        try:
            data["a"] = preview(value)
        except FormatError as error:
            return error
        if "counts" in data["a"] and item.place is not None:
            start, end = item.place.bytes
            stored = self._tree.streams.contents[item.place.stream][start:end]
            data["a"] |= {"code": code} if (code := stored_as(value, stored)) else {}
        return None

    def _field(self, item: Item) -> int | None:
        """The number of what is known of the field that a line is of."""
        if item.type is None or item.field is None:
            return None
        key = item.type.path, item.field.id
        if key not in self._numbers:
            self._numbers[key] = len(self.fields)
            made: dict[str, Any] = {"type": item.type.path, "id": item.field.id}
            if item.field.doc:
                made["doc"] = item.field.doc
            if (lines := self._lines_of(item.type, item.field)) is not None:
                made |= {"file": lines.file, "first": lines.first, "last": lines.last}
            self.fields.append(made)
        return self._numbers[key]


def snapshot_of(
    make_tree: Callable[[], Tree], lines_of: FindLines
) -> tuple[dict[str, Any], Snapshot, Tree]:
    """The lines of a tree that a page has: as many elements of each list as there is room for.

    Args:
        make_tree: Makes the tree; each way through it needs one that nobody went through.
        lines_of: Tells where its spec has a field.

    Returns:
        The lines, what made them, and the tree that they are of.
    """
    elements = FEWEST
    while elements < PAGE.lines:  # what is nested too deep stays cut off
        tree = make_tree()
        rough = Snapshot(tree, lines_of)
        if not rough.rough(tree.root, elements * 4):
            break
        elements *= 4
        if not rough.is_cut:
            break
    tree = make_tree()
    made = Snapshot(tree, lines_of)
    return made.whole(tree.root, elements), made, tree


def what_of(error: FormatError) -> str:
    """What happened, without the place, which is beside it already."""
    at = "" if error.offset is None else f" at byte {error.offset}"
    return str(error).removeprefix(f"{error.format}: ").removeprefix(f"{error.path}{at}: ")


def _has_lines(value: Any) -> bool:
    return is_list(value) or (isinstance(value, dict) and bool(value))


def _as_data(place: Place) -> list[int]:
    """The stream, the first byte, the byte after the last; the bits, if it is none of bytes."""
    start, end = place.bytes
    if place.start % 8 == 0 and place.end % 8 == 0:
        return [place.stream, start, end]
    return [place.stream, start, end, place.start, place.end]
