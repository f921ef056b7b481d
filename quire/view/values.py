"""Values and types in a few words, for a line of the tree."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any

import numpy as np

from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.runtime.structure.words import last_name, stored_words
from quire.view.tree import Item, is_list

CHARACTERS = 400
"""Of a text that is shown; the rest is counted."""

SHOWN = 16
"""Of a field that are shown."""


def kind_of(item: Item) -> str:
    """What sort of value it is: the page has a colour for each."""
    value = item.value
    if item.link:
        return "link"
    if item.held is not None or isinstance(value, Record | dict | tuple):
        return "record"
    if is_list(value):
        return "list"
    if is_array(value):
        return "array"
    for kind, name in _KINDS:
        if isinstance(value, kind):
            return name
    return "none" if value is None else "object"


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "number"),
    (IntEnum, "enum"),
    (int, "number"),
    (float, "number"),
    (str, "text"),
    (bytes, "bytes"),
)


def is_array(value: Any) -> bool:
    """Whether a value is an array, or a payload that becomes one."""
    return isinstance(value, np.ndarray) or hasattr(value, "stored_size")


def text_of(item: Item) -> str:
    """A value in a line."""
    value = item.value
    if item.link:
        return f"→ {item.link}"
    if value is None:
        return ""
    if is_list(value):
        return f"{len(value):,} elements" if len(value) != 1 else "1 element"
    if is_array(value):
        shape = " × ".join(map(str, value.shape)) or "no dimensions"  # noqa: RUF001  # as people write it
        codec = f", {value.codec}" if hasattr(value, "codec") else ""
        return f"{value.dtype} {shape}{codec}"
    if item.held is not None or isinstance(value, Record):
        return _of_record(item)
    if isinstance(value, dict | tuple):
        return ""
    return _of_plain(value)


def _of_plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, IntEnum):
        return f"{value.name} ({int(value)})"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        more = len(value) - CHARACTERS
        shown = json.dumps(value[:CHARACTERS], ensure_ascii=False)
        return f"{shown} … {more:,} characters more" if more > 0 else shown
    if isinstance(value, bytes):
        shown = value[:SHOWN].hex(" ") or "no bytes"
        return f"{shown} … {len(value):,} bytes" if len(value) > SHOWN else shown
    return type(value).__name__


def _of_record(item: Item) -> str:
    """The text that the spec has for a record, if it has one."""
    if item.held is None or item.held.type.to_string is None:
        return ""
    try:
        return _of_plain(str(item.value))
    except FormatError:
        return ""


def type_of(item: Item) -> str:
    """The type of a value, in the words of a spec."""
    field, value = item.field, item.value
    if item.held is not None:
        return last_name(item.held.type.path)
    if field is None or is_array(value):
        return ""
    if field.stored is None:
        return field.type
    named = stored_words(field.stored) or _by_value(value)
    return f"{named}[]" if is_list(value) else named


def _by_value(value: Any) -> str:
    kinds = (("bytes", bytes), ("str", str), ("int", int), ("float", float))
    return next((name for name, kind in kinds if isinstance(value, kind)), "")
