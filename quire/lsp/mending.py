"""A text that is being typed, made whole with a word where the cursor is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quire.generator.diagnostics import Problems
from quire.generator.source import Source, YamlPath
from quire.generator.syntax.kept import Kept
from quire.generator.syntax.load import Mapping, Node, Scalar, load_text
from quire.runtime.frozen import Frozen

HERE = "quire_cursor"
"""What stands where the cursor is; the part of a word before the cursor stands before it."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}
_KEY_FIRST = re.compile(r"\s*(- +)?[\w-]*")


class Mended(Frozen):
    """A text that is YAML, with a word where the cursor is.

    Attributes:
        node: The whole.
        path: Where the word is: the mapping that it is a key of, or its own place as a value.
        is_key: Whether it is a key.
        text: The scalar that has it.
    """

    node: Mapping
    path: YamlPath
    is_key: bool
    text: str


def mended(name: str, text: str, line: int, column: int, kept: Kept | None = None) -> Mended | None:
    """A text with a word put in at a place (both from 0); None if it cannot be made whole."""
    for candidate in _candidates(text, line, column):
        node = load_text(Source(name, candidate), Problems(), kept)
        found = _find(node, ()) if node is not None else None
        if node is not None and found is not None:
            path, is_key, scalar = found
            return Mended(node, path, is_key, scalar.text)
    return None


def _candidates(text: str, line: int, column: int) -> Iterator[str]:
    """Texts that may be whole, those first that keep the most."""
    lines = text.split("\n")
    if line >= len(lines):
        return
    whole = lines[line]
    before, after = whole[:column], re.sub(r"^\w*", "", whole[column:])
    colons = ("", ":") if not _KEY_FIRST.fullmatch(before) else (":", "")
    rests = dict.fromkeys((after, closing(before)))
    middles = [f"{before}{HERE}{colon}{rest}" for rest in rests for colon in colons]
    for below in dict.fromkeys(("\n".join(lines[line + 1 :]), "")):
        for middle in middles:
            yield "\n".join((*lines[:line], middle, below))


def closing(text: str) -> str:
    """What closes the quotes and brackets that a text leaves open."""
    open_: list[str] = []
    for char in text:
        if open_ and open_[-1] in "'\"":
            if char == open_[-1]:
                open_.pop()
        elif char in _CLOSING:
            open_.append(_CLOSING[char])
        elif open_ and char == open_[-1]:
            open_.pop()
        elif char in "'\"":
            open_.append(char)
    return "".join(reversed(open_))


def _find(node: Node, path: YamlPath) -> tuple[YamlPath, bool, Scalar] | None:
    """Where the word is."""
    if isinstance(node, Scalar):
        return (path, False, node) if HERE in node.text else None
    if isinstance(node, Mapping):
        for key, value in node.items:
            if HERE in key.text:
                return path, True, key
            if (found := _find(value, (*path, key.text))) is not None:
                return found
        return None
    inside = (_find(item, (*path, number)) for number, item in enumerate(node.items))
    return next((found for found in inside if found is not None), None)
