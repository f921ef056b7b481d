"""The user's metadata: any bytes, in a frame of zstd; of grouped arrays, JSON with their names."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from reprlib import repr as short
from typing import Any

try:
    import zstandard
except ImportError as error:
    message = "quire.cdd needs zstandard: pip install 'quire[cpu]'"
    raise ImportError(message, name="zstandard") from error

from quire.kernels.codecs.zstd.library import check_frame
from quire.kernels.contract import StoredError
from quire.runtime import FormatError, LimitError
from quire.runtime.values.json_text import expect_shallow

MAX_BYTES = 64 << 20
"""More than this is refused: metadata are read whole."""

_STEP = 1 << 20

KEY = "groups"
"""The key of the names; all others are the user's."""

MAX_NAMES = 1000
"""A group has to find room in one index block."""

MAX_JSON_BYTES = 1 << 20
"""Parsed, it takes a multiple of its bytes."""

Names = tuple[str, ...]

# -- as they are stored --------------------------------------------------------------------


def unpack_metadata(frame: bytes, offset: int, name: str) -> bytes:
    """What a frame holds, `MAX_BYTES` at most; no frame at all holds nothing."""
    if not frame:
        return b""
    try:
        check_frame(memoryview(frame), zstandard.frame_content_size(frame))
        with zstandard.ZstdDecompressor().stream_reader(frame) as reader:
            content = bytearray()
            while len(content) <= MAX_BYTES and (part := reader.read(_STEP)):
                content += part
    except (zstandard.ZstdError, StoredError) as error:
        expected = "a frame of zstd"
        raise FormatError("user_metadata", expected, error, offset=offset, format=name) from error
    if len(content) > MAX_BYTES:
        expected = f"at most {MAX_BYTES} bytes"
        raise LimitError("user_metadata", expected, "more", offset=offset, format=name)
    return bytes(content)


def pack_metadata(data: bytes) -> bytes:
    """A frame that holds some bytes, and says how many; a ValueError if they are too many."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"user_metadata: expected at most {MAX_BYTES} bytes, found {len(data)}")
    return zstandard.ZstdCompressor(level=3).compress(data)


# -- of grouped arrays ---------------------------------------------------------------------


def pack_names(names: Names, user_metadata: Any) -> bytes:
    """Compact JSON in UTF-8, of the names and what else there is.

    Raises:
        ValueError: metadata are not what JSON can hold, or take too many bytes.
        quire.NestingError: lists and objects of the metadata nest too deep to be read again.
    """
    if not isinstance(user_metadata, Mapping) or not all(isinstance(k, str) for k in user_metadata):
        raise ValueError(f"user_metadata: expected a dict of JSON, found {short(user_metadata)}")
    if KEY in user_metadata:
        raise ValueError(f"user_metadata: the key {KEY!r} is taken for the names")
    content = {KEY: names, **user_metadata}
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        data = text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"user_metadata: expected what JSON can hold ({error})") from error
    if len(data) > MAX_JSON_BYTES:
        expected = f"at most {MAX_JSON_BYTES} bytes of JSON"
        raise ValueError(f"user_metadata: expected {expected}, found {len(data)}")
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
    if flaw := _flaw(names):
        raise FormatError(path, *flaw, format=layout)
    return tuple(names), content


def object_in(data: bytes) -> dict[str, Any]:
    """The JSON object that metadata are; {} if they are none."""
    try:
        return _unpacked(data, "")
    except FormatError:
        return {}


def _unpacked(data: bytes, layout: str) -> dict[str, Any]:
    if len(data) > MAX_JSON_BYTES:
        most = f"at most {MAX_JSON_BYTES} bytes of JSON"
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
    if flaw := _flaw(names):
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
