"""Records as plain data, for people and for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from quire.runtime.document import Document
from quire.runtime.struct import Struct

SHOWN_BYTES = 32
"""Bytes of a field that are shown; the rest is counted."""


def dump(value: Any) -> Any:
    """A record as dicts, lists, numbers and texts; payloads, arrays, tables are only described."""
    if isinstance(value, Struct):
        return {name: dump(found) for name, found in value.__rich_repr__()}
    if isinstance(value, Document):
        return value.tree()
    if isinstance(value, list):
        return [dump(element) for element in value]
    if isinstance(value, IntEnum):
        return {"name": value.name, "value": int(value)}
    if isinstance(value, bytes):
        shown = value[:SHOWN_BYTES].hex(" ")
        return {"bytes": len(value), "hex": shown + (" ..." if len(value) > SHOWN_BYTES else "")}
    if isinstance(value, np.ndarray):
        return {"dtype": str(value.dtype), "shape": list(value.shape)}
    if hasattr(value, "column"):
        return {"records": len(value), "columns": list(value.names)}
    if hasattr(value, "stored_size"):
        described = {"codec": value.codec, "dtype": str(value.dtype), "shape": list(value.shape)}
        return {**described, "stored": value.stored_size, "offset": value.offset}
    return value


def outline(tree: Any) -> str:
    """The data of `dump` as an indented text."""
    return "\n".join(_outline(tree, 0))


def _outline(tree: Any, depth: int) -> Iterator[str]:
    pad = "  " * depth
    items = (
        tree.items()
        if isinstance(tree, dict)
        else ((f"[{i}]", element) for i, element in enumerate(tree))
    )
    for name, value in items:
        if _is_short(value):
            yield f"{pad}{name}: {_flat(value)}"
        else:
            yield f"{pad}{name}:"
            yield from _outline(value, depth + 1)


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
        return ", ".join(f"{name}={_flat(inner)}" for name, inner in value.items()) or "{}"
    text = str(value)
    return text if text.isprintable() else repr(value)
