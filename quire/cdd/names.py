"""The names of grouped arrays, in the user's metadata: JSON, `{"groups": ["price", "size"], …}`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from reprlib import repr as short
from typing import Any

from quire.runtime import FormatError, LimitError
from quire.runtime.values.json_text import expect_shallow

KEY = "groups"
"""The key of the names; all others are the user's."""

MAX_NAMES = 1000
"""A group has to find room in one index block."""

MAX_BYTES = 1 << 20
"""Of the JSON: parsed, it takes a multiple of its bytes."""

Names = tuple[str, ...]


def pack_names(names: Sequence[str], user_metadata: Any) -> bytes:
    """Compact JSON in UTF-8, of the names and what else there is.

    Raises:
        ValueError: names or metadata are not what JSON can hold, or take too many bytes.
        quire.NestingError: lists and objects of the metadata nest too deep to be read again.
    """
    found = checked(names)
    if not isinstance(user_metadata, Mapping) or not all(isinstance(k, str) for k in user_metadata):
        raise ValueError(f"user_metadata: expected a dict of JSON, found {short(user_metadata)}")
    if KEY in user_metadata:
        raise ValueError(f"user_metadata: the key {KEY!r} is taken for the names")
    content = {KEY: list(found), **user_metadata}
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        data = text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"user_metadata: expected what JSON can hold ({error})") from error
    if len(data) > MAX_BYTES:
        message = f"user_metadata: expected at most {MAX_BYTES} bytes of JSON, found {len(data)}"
        raise ValueError(message)
    expect_shallow(text, "user_metadata")
    return data


def unpack_names(data: bytes, layout: str) -> tuple[Names, dict[str, Any]]:
    """The names that metadata tell, and what else they hold."""
    if not data:
        expected = "the names of grouped arrays; `DataReader` reads a store without"
        raise FormatError("user_metadata", expected, "none", format=layout)
    content, path = _unpacked(data, layout), f"user_metadata.{KEY}"
    if KEY not in content:
        expected = "the names of grouped arrays"
        raise FormatError(path, expected, short(list(content)), format=layout)
    names = content.pop(KEY)
    flaw = _flaw(names)
    if flaw is not None:
        raise FormatError(path, *flaw, format=layout)
    return tuple(names), content


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object that metadata are; {} if they are none."""
    try:
        return _unpacked(data, "")
    except FormatError:
        return {}


def _unpacked(data: bytes, layout: str) -> dict[str, Any]:
    """The JSON object that metadata are."""
    if len(data) > MAX_BYTES:
        most = f"at most {MAX_BYTES} bytes of JSON"
        raise LimitError("user_metadata", most, len(data), format=layout)
    try:
        content = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise FormatError("user_metadata", "JSON in UTF-8", error, format=layout) from error
    if not isinstance(content, dict):
        raise FormatError("user_metadata", "a JSON object", short(content), format=layout)
    return content


def checked(names: Sequence[str]) -> Names:
    """Names, as a tuple; a ValueError if they are none."""
    flaw = _flaw(names)
    if flaw is not None:
        raise ValueError(f"names: expected {flaw[0]}, found {flaw[1]}")
    return tuple(names)


def _flaw(names: Any) -> tuple[str, str] | None:
    """What is expected of names, and what was found, if they are none."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        return "a list of texts", short(names)
    if not 1 <= len(names) <= MAX_NAMES:
        return f"1 to {MAX_NAMES} texts", str(len(names))
    seen = set[str]()
    for name in names:
        if not isinstance(name, str):
            return "texts", short(name)
        if name in seen:
            return "distinct texts", f"{short(name)} twice"
        seen.add(name)
    return None
