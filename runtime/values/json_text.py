"""JSON texts that may be hostile."""

from __future__ import annotations

import json
from typing import Any

from quire.runtime.errors import FormatError, NestingError
from quire.runtime.values.nesting import MOST_NESTED, is_too_deep, marks


class _KeyTwiceError(Exception):
    """An object has a key twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = dict(pairs)
    if len(keys) < len(pairs):
        raise _KeyTwiceError(_first_again([name for name, _ in pairs]))
    return keys


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
"""`json.loads` makes one for each text, which takes longer than a short text."""

LONG = 2048
"""Characters of a text whose keys are counted, which is faster than a look at each object."""


def parse_json(text: bytes, field: str, offset: int | None) -> Any:
    """Parse JSON that may be hostile: bad UTF-8, broken, nested without end, a key twice."""
    try:
        plain = text.decode()
        bare = marks(text)
        _expect_shallow(bare, field, offset)
        made = _of_single_keys(plain, bare.count(b":")) if len(plain) > LONG else None
        return _DECODER.decode(plain) if made is None else made
    except _KeyTwiceError as error:
        raise FormatError(field, "each key once", f"`{error}` twice", offset=offset) from None
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


def _of_single_keys(plain: str, colons: int) -> Any:
    """What a text says; None if it is broken, or has a key twice: fewer keys than colons."""
    keys = 0

    def counted(found: dict[str, Any]) -> dict[str, Any]:
        nonlocal keys
        keys += len(found)
        return found

    try:
        made = json.loads(plain, object_hook=counted)
    except ValueError:
        return None
    return made if keys == colons else None


def expect_shallow(text: str, field: str) -> None:
    """Refuse a text that nests deeper than its readers go."""
    _expect_shallow(marks(text.encode()), field, None)


def _expect_shallow(bare: bytes, field: str, offset: int | None) -> None:
    if is_too_deep(bare):
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
