"""What a tree says of places, against the bytes that stand there."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import FormatError
from quire.runtime.feeding.best_effort import read_partly
from quire.view.places import Fields
from quire.view.streams import Streams
from quire.view.tree import Item, Tree

LETTERS = {"unsigned": "BHIQ", "signed": "bhiq", "float": "?efd"}


def check_places(kind: Any, data: bytes) -> tuple[FormatError | None, int]:
    """Read bytes, and look at each number and bytes field where the tree says that it stands.

    Returns:
        Why reading ended early, if it did, and how many were looked at.
    """
    streams, found = Streams(data), 0
    tree = Tree(read_partly(kind, data), streams, "file", Fields())
    for holder, item in _lines(tree, tree.root):
        if item.place is None or item.link or item.error is not None:
            continue
        start, end = item.place.bytes
        there = bytes(streams.contents[item.place.stream][start:end])
        if (code := _code(item)) != "":
            (number,) = struct.unpack(code, there)
            assert number == item.value or number != number, item.path  # noqa: PLR0124  # not a number
            found += 1
        elif _is_plain(item):
            assert there.startswith(_own(item)), item.path
            found += 1
        if holder.place is not None and not item.name.startswith("@"):
            is_inside = holder.place.start <= item.place.start <= item.place.end <= holder.place.end
            is_inside |= holder.place.stream != item.place.stream or _shares_its_end(holder)
            assert is_inside, item.path
    return tree.error, found


def _lines(tree: Tree, item: Item, depth: int = 0) -> Iterator[tuple[Item, Item]]:
    """Every line below an item, with the one that it is in."""
    for child in tree.children(item, 0, 50):
        yield item, child
        if depth < 12:
            yield from _lines(tree, child, depth + 1)


def _code(item: Item) -> str:
    """How a number is packed, by Python's own `struct`; "" for what is none."""
    kind = None if item.field is None else item.field.stored
    if not isinstance(kind, s.Number) or isinstance(item.value, list) or kind.endian == "chosen":
        return ""
    if item.field is not None and item.field.array is not None:
        return ""
    order = "<" if kind.endian == "le" else ">"
    return order + LETTERS[kind.kind][kind.size.bit_length() - 1]


def _shares_its_end(item: Item) -> bool:
    """Whether a record has a terminator in it that belongs to what comes next."""
    extent = getattr(None if item.field is None else item.field.stored, "extent", None)
    return extent is not None and extent.include and not extent.consume


def _own(item: Item) -> bytes:
    """The value of a field without a terminator that belongs to what comes next."""
    assert item.field is not None
    assert isinstance(item.field.stored, s.Bytes)
    extent, value = item.field.stored.extent, bytes(item.value)
    if extent.terminator is None or not extent.include or extent.consume:
        return value
    return value.removesuffix(extent.terminator)


def _is_plain(item: Item) -> bool:
    kind = None if item.field is None else item.field.stored
    return (
        isinstance(kind, s.Bytes) and isinstance(item.value, bytes) and kind.extent.process is None
    )
