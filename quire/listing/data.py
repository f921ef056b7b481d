"""A tree as JSON, written piece by piece: as `json.dumps` lays it out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from quire.listing.json_text import text_of
from quire.listing.nodes import Branch, Leaf, Node
from quire.runtime.errors import FormatError


def as_json(
    nodes: Iterable[Node], error: Callable[[], FormatError | None], pad: str = ""
) -> Iterator[str]:
    """The JSON of a tree, piece by piece, each as soon as it is known; without an end of line.

    Args:
        nodes: What is shown of it.
        error: Why the file cannot be read further, asked at its end.
        pad: What stands in front of its lines, but for the first.
    """
    yield from _record(nodes, pad, error)


def _record(
    nodes: Iterable[Node], pad: str, error: Callable[[], FormatError | None] = lambda: None
) -> Iterator[str]:
    joint = "{"
    for each in nodes:
        yield f"{joint}\n{pad}  {json.dumps(each.item.name)}: "
        yield from _value(each, f"{pad}  ")
        joint = ","
    if (wrong := error()) is not None:
        yield f'{joint}\n{pad}  "!": {text_of(wrong.as_dict(), f"{pad}  ")}'
        joint = ","
    yield "{}" if joint == "{" else f"\n{pad}}}"


def _value(node: Node, pad: str) -> Iterator[str]:
    if isinstance(node, Leaf):
        yield text_of(node.data, pad)
    elif node.is_list:
        yield from _list(node, pad)
    else:
        yield from _record(node.below, pad)


def _list(node: Branch, pad: str) -> Iterator[str]:
    """A list; of one that is cut, the `first` elements, how many more there are, and its `last`."""
    inner = f"{pad}  "
    if node.is_told and not node.is_cut:
        yield from _joined((_value(each, inner) for each in node.to_end()), pad)
        return
    first: Iterable[Iterable[str]] = (_value(each, f"{inner}  ") for each in node.below)
    if not node.is_told:
        first = [[*pieces] for pieces in first]
        if not node.is_cut:
            every = chain(first, (_value(each, f"{inner}  ") for each in node.ended))
            yield "".join(_joined(every, inner)).replace("\n  ", "\n")
            return
    yield f'{{\n{inner}"first": '
    yield from _joined(first, inner)
    yield f',\n{inner}"...": {node.left}'
    if last := [[*_value(each, f"{inner}  ")] for each in node.ended]:
        yield f',\n{inner}"last": '
        yield from _joined(last, inner)
    yield f"\n{pad}}}"


def _joined(elements: Iterable[Iterable[str]], pad: str) -> Iterator[str]:
    joint = "["
    for each in elements:
        yield f"{joint}\n{pad}  "
        yield from each
        joint = ","
    yield "[]" if joint == "[" else f"\n{pad}]"
