"""Records as plain data, for people and for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from quire.runtime.document import Document
from quire.runtime.errors import FormatError, join_path
from quire.runtime.record import Record
from quire.runtime.walk import Member, Walk, is_below

SHOWN_BYTES = 32
"""Bytes of a field that are shown; the rest is counted."""

SHOWN_ELEMENTS = 100
"""Elements of a list that an excerpt shows, unless it shows all."""

SHOWN_CHARACTERS = 1000
"""Characters of a text, in the same way."""

SHOWN_VALUES = 100_000
"""Values of a file, in the same way."""

DEEPEST = 100
"""Levels that an excerpt shows."""


def dump(value: Any) -> Any:
    """A record as dicts, lists, numbers and texts; payloads, arrays, tables are only described."""
    if isinstance(value, Record):
        return {name: dump(found) for name, found in value.__rich_repr__()}
    if isinstance(value, Document):
        return value.tree()
    if isinstance(value, list):
        return [dump(element) for element in value]
    return _described(value)


def _described(value: Any) -> Any:
    """A value that is neither a record nor a list."""
    if isinstance(value, IntEnum):
        return {"name": value.name, "value": int(value)}
    if value is None or isinstance(value, int | float | str):
        return value
    if isinstance(value, bytes):
        shown = value[:SHOWN_BYTES].hex(" ")
        return {"bytes": len(value), "hex": shown + (" ..." if len(value) > SHOWN_BYTES else "")}
    if isinstance(value, np.ndarray):
        return {"dtype": str(value.dtype), "shape": list(value.shape)}
    if hasattr(value, "column"):
        return {"records": len(value), "columns": list(value.names)}
    if hasattr(value, "stored_size"):
        described = {"codec": value.codec, "dtype": str(value.dtype), "shape": list(value.shape)}
        place = {} if value.offset is None else {"offset": value.offset}  # of several fields
        return {**described, "stored": value.stored_size, **place}
    return {"object": type(value).__name__}  # a stream, or of a type from elsewhere


class Excerpt:
    """A record as plain data with its instances, as much of it as people look at.

    Instances have `@` before their name. What is not shown, or cannot be, is a dict whose key no
    field can have: `->`, the path of a record that is shown there; `!`, why an instance cannot be
    read; `...`, how many more elements or characters there are behind the `first`, or of what type
    a record is that is nested too deep.

    Args:
        value: A record, or data of which there may be much.
        every: Whether lists and texts are shown whole, however long they are.

    Attributes:
        tree: The data.
        unreadable: How many instances cannot be read.
    """

    def __init__(self, value: Any, *, every: bool = False) -> None:
        self.unreadable = 0
        self._every = every
        self._left = SHOWN_VALUES
        self._walk = Walk(value)
        self.tree = self._tree(value, "", 0)

    def _tree(self, value: Any, path: str, depth: int, of: Member | None = None) -> Any:
        """A value that stands at a path, so many levels deep, as a member of a record."""
        self._left -= 1
        if isinstance(value, Document):
            value = value.tree()
        if isinstance(value, list):
            return self._list(value, path, depth, of)
        if isinstance(value, Record) and of is not None and not is_below(value, of):
            return {"->": value._path() or "_root"}
        if isinstance(value, Record | dict) and (depth > DEEPEST or self._is_enough()):
            return {"...": type(value).__name__}
        if isinstance(value, Record):
            members = self._walk.members(value, path)
            return {_name(member): self._member(member, path, depth) for member in members}
        if isinstance(value, dict):
            return {
                name: self._tree(inner, join_path(path, str(name)), depth + 1)
                for name, inner in value.items()
            }
        if isinstance(value, str) and len(value) > SHOWN_CHARACTERS and not self._every:
            return {"first": value[:SHOWN_CHARACTERS], "...": len(value) - SHOWN_CHARACTERS}
        return _described(value)

    def _member(self, member: Member, path: str, depth: int) -> Any:
        if isinstance(member.value, FormatError):
            self.unreadable += 1
            return {"!": str(member.value)}
        if member.seen is not None:
            return {"->": member.seen}
        return self._tree(member.value, join_path(path, member.name), depth + 1, member)

    def _list(self, value: list[Any], path: str, depth: int, of: Member | None) -> Any:
        number = len(value) if self._every else 0 if self._is_enough() else SHOWN_ELEMENTS
        some = enumerate(value[:number])
        first = [self._tree(each, f"{path}[{i}]", depth + 1, of) for i, each in some]
        left = len(value) - len(first)
        return {"first": first, "...": left} if left else first

    def _is_enough(self) -> bool:
        return self._left < 0 and not self._every


def _name(member: Member) -> str:
    return f"@{member.name}" if member.lazy else member.name


def outline(tree: Any) -> str:
    """The data of `dump` or of an `Excerpt` as an indented text."""
    return "\n".join(_outline(tree, 0))


def _outline(tree: Any, depth: int) -> Iterator[str]:
    pad, left = "  " * depth, None
    if isinstance(tree, dict) and "..." in tree:
        tree, left = tree["first"], tree["..."]
    items = tree.items() if isinstance(tree, dict) else _numbered(tree)
    for name, value in items:
        if _is_short(value):
            yield f"{pad}{name}: {_flat(value)}"
        else:
            yield f"{pad}{name}:"
            yield from _outline(value, depth + 1)
    if left is not None:
        yield f"{pad}... {left} more"


def _numbered(elements: list[Any]) -> Iterator[tuple[str, Any]]:
    return ((f"[{i}]", element) for i, element in enumerate(elements))


def _is_short(value: Any) -> bool:
    """Whether a value stands on one line: what has nothing nested in it."""
    if isinstance(value, dict):
        return len(value) <= 5 and not any(
            isinstance(inner, dict)
            or (isinstance(inner, list) and any(isinstance(e, dict | list) for e in inner))
            for inner in value.values()
        )
    return not (
        isinstance(value, list) and any(isinstance(element, dict | list) for element in value)
    )


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        if "..." in value:
            if "first" not in value:
                return f"... {value['...']}"
            return f"{_flat(value['first']).removesuffix(']')} ... {value['...']} more"
        mark = next((mark for mark in ("->", "!") if mark in value), None)
        if mark is not None:
            return f"{mark} {_flat(value[mark])}"
        return ", ".join(f"{name}={_flat(inner)}" for name, inner in value.items()) or "{}"
    text = str(value)
    return text if text.isprintable() else repr(value)
