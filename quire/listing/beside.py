"""A tree beside its bytes: offset, bytes as hexadecimal digits and as characters, field, value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.listing.nodes import Branch, Leaf, Node
from quire.listing.style import Style
from quire.listing.words import more, value_text
from quire.view.streams import FILE, Place, Streams

PER_LINE = 8
"""Bytes of a line."""

MOST = 32
"""Bytes of a field that are shown; the rest is counted."""


def beside(nodes: Iterable[Node], streams: Streams, style: Style) -> Iterator[str]:
    """The lines of a tree beside its bytes, each as soon as it is known.

    Args:
        nodes: What is shown of it; the tree must know where fields stand.
        streams: Its bytes.
        style: How its parts look.
    """
    lines = _Lines(streams, style)
    for node in nodes:
        yield from lines.node(node, 0)


class _Lines:
    def __init__(self, streams: Streams, style: Style) -> None:
        self._streams, self._style = streams, style
        self._digits = max(8, len(f"{len(streams.contents[FILE]):x}"))

    def node(self, node: Node, depth: int) -> Iterator[str]:
        start = f"{'  ' * depth}{self._style.name(node.item.name)}:"
        if isinstance(node, Leaf):
            yield from self._leaf(start, node)
        else:
            yield self._line(start, self._offset(node.item.place))
            yield from self.below(node, depth + 1)

    def below(self, node: Branch, depth: int) -> Iterator[str]:
        """What is in a record or a list."""
        for each in node.below:
            yield from self.node(each, depth)
        if node.left:
            yield self._line(f"{'  ' * depth}{self._style.note(more(node.left))}")
        for each in node.ended:
            yield from self.node(each, depth)

    def _leaf(self, start: str, leaf: Leaf) -> Iterator[str]:
        said = f"{start} {self._value(leaf)}"
        place = leaf.item.place
        if place is None or leaf.item.link or place.size == 0:
            yield self._line(said, self._offset(place))
            return
        begin, end = place.bytes
        stored = self._streams.read(place.stream, begin, min(end, begin + MOST))
        for at in range(0, len(stored), PER_LINE):
            there = place._replace(start=(begin + at) * 8) if at else place
            yield self._line(said, self._offset(there), stored[at : at + PER_LINE], leaf)
            said = ""
        if end - begin > MOST:
            yield self._line(self._style.note(f"{more(end - begin - MOST)} bytes"))

    def _value(self, leaf: Leaf) -> str:
        """The value; of bytes, which stand beside it, how many they are."""
        data = leaf.data
        if isinstance(data, dict) and "bytes" in data:
            return self._style.value(f"{data['bytes']} bytes", data)
        return value_text(leaf, self._style)

    def _offset(self, place: Place | None) -> str:
        """Where something begins: `~` in front in what was unpacked, the bit behind it if not 0."""
        if place is None:
            return ""
        mark = " " if place.stream == FILE else "~"
        bit = f".{place.start % 8}" if place.start % 8 else ""
        return f"{mark}{place.start // 8:0{self._digits}x}{bit}"

    def _line(
        self, said: str, offset: str = "", stored: bytes = b"", leaf: Leaf | None = None
    ) -> str:
        columns = []
        for text, width in ((stored.hex(" "), PER_LINE * 3), (_characters(stored), PER_LINE)):
            shown = text if leaf is None else self._style.beside(text, leaf.data)
            columns.append(shown + " " * (width - len(text)))
        room = " " * (self._digits + 3 - len(offset))
        return f"{self._style.note(offset)}{room} {' '.join(columns)}  {said}".rstrip() + "\n"


def _characters(stored: bytes) -> str:
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in stored)
