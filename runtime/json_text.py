"""JSON texts that may be hostile."""

from __future__ import annotations

import json
from typing import Any

from quire.runtime.errors import FormatError, NestingError
from quire.runtime.nesting import MOST_NESTED, is_too_deep


class _KeyTwiceError(Exception):
    """An object has a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise _KeyTwiceError(_first_again([name for name, _ in pairs]))
    return keys


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
"""`json.loads` makes one for each text, which takes longer than a short text."""


def parse_json(text: bytes, field: str, offset: int | None) -> Any:
    """Parse JSON that may be hostile: bad UTF-8, broken, nested without end, a key twice."""
    try:
        plain = text.decode()
        expect_shallow(plain, field, offset)
        return _DECODER.decode(plain)
    except _KeyTwiceError as error:
        raise FormatError(field, "every key once", f"`{error}` twice", offset=offset) from None
    except UnicodeDecodeError as error:
        at = None if offset is None else offset + error.start
        raise FormatError(field, "UTF-8", f"byte 0x{text[error.start]:02x}", offset=at) from None
    except json.JSONDecodeError as error:
        at = None if offset is None else offset + len(error.doc[: error.pos].encode())
        raise FormatError(
            field, "JSON", f"{error.msg.lower()} at character {error.pos}", offset=at
        ) from None
    except ValueError as error:  # an integer of more digits than Python converts
        raise FormatError(field, "JSON with usual numbers", error, offset=offset) from None


def expect_shallow(text: str, field: str, offset: int | None = None) -> None:
    """Refuse a text that nests deeper than its readers go."""
    if is_too_deep(text):
        expected = f"at most {MOST_NESTED} lists and objects in each other"
        raise NestingError(field, expected, "more", offset=offset)


def _first_again(names: list[str]) -> str | None:
    """The first name that stood there before."""
    seen = set[str]()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
