"""Records as plain data, for people and for JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from quire.runtime.record import Record
from quire.runtime.values.document import Document

SHOWN_BYTES = 32
"""Bytes of a field that are shown; the rest is counted."""


def dump(value: Any) -> Any:
    """A record as dicts, lists, numbers and texts; payloads, arrays, tables are only described."""
    if isinstance(value, Record):
        return {name: dump(found) for name, found in value.__rich_repr__()}
    if isinstance(value, Document):
        return value.tree()
    if isinstance(value, list):
        return [dump(element) for element in value]
    return described(value)


def described(value: Any) -> Any:
    """A value that is neither a record nor a list, as data."""
    if isinstance(value, IntEnum):
        return {"name": value.name, "value": int(value)}
    if value is None or isinstance(value, int | float | str):
        return value
    if isinstance(value, bytes):
        shown = value[:SHOWN_BYTES].hex(" ")
        return {"bytes": len(value), "hex": shown + (" ..." if len(value) > SHOWN_BYTES else "")}
    if is_array(value):
        return {"dtype": str(value.dtype), "shape": list(value.shape)}
    if hasattr(value, "column"):
        return {"records": len(value), "columns": list(value.names)}
    if hasattr(value, "stored_size"):
        described = {"codec": value.codec, "dtype": str(value.dtype), "shape": list(value.shape)}
        place = {} if value.offset is None else {"offset": value.offset}  # of several fields
        return {**described, "stored": value.stored_size, **place}
    return {"object": type(value).__name__}  # a stream, or of a type from elsewhere


def is_array(value: Any) -> bool:
    """Whether a value is an array of numpy, which is not loaded to find out."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def outline(tree: Any) -> str:
    """The data of `dump` as an indented text."""
    return "\n".join(_outline(tree, 0))


def _outline(tree: Any, depth: int) -> Iterator[str]:
    pad, left = "  " * depth, None
    if isinstance(tree, dict) and "..." in tree:
        tree, left = tree["first"], tree["..."]
    items = tree.items() if isinstance(tree, dict) else _numbered(tree)
    for name, value in items:
        if is_short(value):
            yield f"{pad}{name}: {flat(value)}"
        else:
            yield f"{pad}{name}:"
            yield from _outline(value, depth + 1)
    if left is not None:
        yield f"{pad}... {left} more"


def _numbered(elements: list[Any]) -> Iterator[tuple[str, Any]]:
    return ((f"[{i}]", element) for i, element in enumerate(elements))


def is_short(value: Any) -> bool:
    """Whether data stands on one line: what has nothing nested in it."""
    if isinstance(value, dict):
        return len(value) <= 5 and not any(
            isinstance(inner, dict)
            or (isinstance(inner, list) and any(isinstance(e, dict | list) for e in inner))
            for inner in value.values()
        )
    return not (
        isinstance(value, list) and any(isinstance(element, dict | list) for element in value)
    )


def flat(value: Any) -> str:
    """Data on one line."""
    if isinstance(value, dict):
        if "..." in value:
            if "first" not in value:
                return f"... {value['...']}"
            return f"{flat(value['first']).removesuffix(']')} ... {value['...']} more"
        mark = next((mark for mark in ("->", "!") if mark in value), None)
        if mark is not None:
            return f"{mark} {flat(value[mark])}"
        return ", ".join(f"{name}={flat(inner)}" for name, inner in value.items()) or "{}"
    text = str(value)
    return text if text.isprintable() else repr(value)
