"""A tree as an indented text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.listing.nodes import Branch, Leaf, Node
from quire.listing.style import Style
from quire.listing.words import more, value_text

SHORT = 5
"""Members of a record that stand on one line, if nothing is below them."""

SHORT_LIST = 100
"""Elements of a list that is one of them."""


def outline(nodes: Iterable[Node], style: Style) -> Iterator[str]:
    """The text of a tree, piece by piece, each as soon as it is known.

    Args:
        nodes: What is shown of it.
        style: How its parts look.
    """
    written = _Outline(style)
    for node in nodes:
        yield from written.node(node, 0)


class _Outline:
    def __init__(self, style: Style) -> None:
        self._style = style

    def node(self, node: Node, depth: int) -> Iterator[str]:
        start = f"{'  ' * depth}{self._style.name(node.item.name)}:"
        if isinstance(node, Leaf):
            yield f"{start} {value_text(node, self._style)}\n"
            yield from self._bytes(node, depth + 1)
        elif node.is_plain:
            yield f"{start} "
            yield from self._plain_list(node)
            yield "\n"
        elif node.is_list:
            yield from self._list(start, node, depth)
        else:
            yield from self._record(start, node, depth)

    def _bytes(self, leaf: Leaf, depth: int) -> Iterator[str]:
        """The bytes that cannot be read as what should stand there."""
        if isinstance(leaf.data, dict) and "!" in leaf.data and leaf.data.get("hex"):
            offset = 0 if leaf.item.place is None else leaf.item.place.start // 8
            yield f"{'  ' * depth}{self._style.note(f'byte {offset}:')} {leaf.data['hex']}\n"

    def _plain_list(self, node: Branch) -> Iterator[str]:
        joint = "["
        for data in node.plain():
            yield joint + self._style.value(repr(data), data)
            joint = ", "
        if node.left:
            yield self._style.note(more(node.left) if joint == "[" else f" {more(node.left)}")
        else:
            yield "[]" if joint == "[" else "]"

    def _list(self, start: str, node: Branch, depth: int) -> Iterator[str]:
        below = next(node.below, None)
        if below is None and not node.left:
            below = next(node.ended, None)
        if below is None:
            yield f"{start} {self._style.note(more(node.left)) if node.left else '[]'}\n"
        else:
            yield f"{start}\n"
            yield from self.node(below, depth + 1)
            for each in node.below:
                yield from self.node(each, depth + 1)
            if node.left:
                yield f"{'  ' * (depth + 1)}{self._style.note(more(node.left))}\n"
        for each in node.ended:
            yield from self.node(each, depth + 1)

    def _record(self, start: str, node: Branch, depth: int) -> Iterator[str]:
        short: list[tuple[str, str]] = []
        for each in node.below:
            text = self._short(each) if len(short) < SHORT else None
            if text is None:
                yield f"{start}\n"
                pad = "  " * (depth + 1)
                yield from (f"{pad}{name}: {value}\n" for name, value in short)
                yield from self.node(each, depth + 1)
                break
            short.append((self._style.name(each.item.name), text))
        else:
            yield f"{start} {', '.join(f'{name}={value}' for name, value in short) or '{}'}\n"
        for each in node.below:
            yield from self.node(each, depth + 1)

    def _short(self, node: Node) -> str | None:
        """A value that may stand on a line with others; None, if it is longer."""
        if isinstance(node, Branch):
            few = node.is_plain and not node.left and len(node.item.value) <= SHORT_LIST
            return "".join(self._plain_list(node)) if few else None
        return (
            None
            if isinstance(node.data, dict) or node.item.name == "!"
            else value_text(node, self._style)
        )
