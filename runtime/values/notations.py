"""Notations of values as text that files have: JSON, and literals of Python."""

from __future__ import annotations

import ast
import json
import re
import warnings
from struct import Struct
from typing import Any, Protocol

from quire.runtime.errors import FormatError, NestingError
from quire.runtime.values.groups import Groups
from quire.runtime.values.json_text import parse_json
from quire.runtime.values.nesting import MOST_NESTED


class Notation(Protocol):
    """How a value is written as text.

    Attributes:
        end: What stands behind the blanks that fill a text.
        number: Of eight bytes, what each value is; without it, a value tells what it is.
    """

    end: bytes
    number: Struct | None

    def parse(self, text: bytes, field: str, offset: int | None) -> Any:
        """The value: of dicts with names as keys, lists or tuples, text, numbers, None.

        Raises:
            FormatError: the text is no such value, nests too deep, or has a key twice.
        """

    def text(self, value: Any) -> str:
        """A value as a text."""

    def said(self, text: str, field: str) -> Any:
        """What is written as a text says; see `parse`."""

    def write(self, value: Any) -> bytes:
        """The text of a whole value as it is stored."""

    def filled(self, text: bytes, spare: int) -> bytes:
        """The same value in so many bytes more."""


class _Json:
    end = b""
    number: Struct | None = None

    def parse(self, text: bytes, field: str, offset: int | None) -> Any:
        return parse_json(text, field, offset)

    def text(self, value: Any) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def said(self, text: str, field: str) -> Any:
        return self.parse(text.encode(), field, None)

    def write(self, value: Any) -> bytes:
        return self.text(value).encode()

    def filled(self, text: bytes, spare: int) -> bytes:
        return text + b" " * spare


_LONG = re.compile(
    r"""('(?:\\.|[^'\\])*(?:'|\\?\Z)|"(?:\\.|[^"\\])*(?:"|\\?\Z))|(\d)L\b""", re.DOTALL
)
"""A text in quotes, closed or not, so that each byte is looked at once; or a long number."""


def _evaluated(text: str) -> Any:
    """What a literal says, also one by Python 2, whose long numbers end in L."""
    with warnings.catch_warnings(action="ignore"):  # of escapes, which are taken
        try:
            return ast.literal_eval(text)
        except SyntaxError:
            if (without := _LONG.sub(r"\1\2", text)) == text:
                raise
            return ast.literal_eval(without)


class _Literal:
    """Tuples, not lists, are written; a line ends behind the blanks."""

    end = b"\n"
    number: Struct | None = None

    def parse(self, text: bytes, field: str, offset: int | None) -> Any:
        try:
            value = _evaluated(text.decode().strip(" \t\r\n"))
        except UnicodeDecodeError as error:
            at = None if offset is None else offset + error.start
            raise FormatError(
                field, "UTF-8", f"byte 0x{text[error.start]:02x}", offset=at
            ) from None
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            found = str(error).partition(":")[0]
            raise FormatError(field, "a literal of Python", found, offset=offset) from None
        _expect_plain(value, field, offset)
        return value

    def text(self, value: Any) -> str:
        return repr(value)

    def said(self, text: str, field: str) -> Any:
        return _Said(repr(self.parse(text.encode(), field, None)))

    def write(self, value: Any) -> bytes:
        plain = _with_tuples(value)
        if not isinstance(plain, dict):
            return repr(plain).encode()
        inner = "".join(f"{key!r}: {each!r}, " for key, each in plain.items())
        return f"{{{inner}}}".encode()  # to the byte as numpy writes it

    def filled(self, text: bytes, spare: int) -> bytes:
        return text + b" " * spare


def _expect_plain(value: Any, field: str, offset: int | None, depth: int = 0) -> None:
    """Refuse what no JSON has but for tuples: sets, bytes, complex numbers, keys of numbers."""
    if depth > MOST_NESTED:
        expected = f"at most {MOST_NESTED} lists and dicts in each other"
        raise NestingError(field, expected, "more", offset=offset)
    inner: list[Any] = []
    match value:
        case None | bool() | int() | float() | str():
            return
        case dict() if all(isinstance(key, str) for key in value):
            inner = [*value.values()]
        case list() | tuple():
            inner = [*value]
        case _:
            kind = type(value).__name__
            expected = "texts, numbers, lists, tuples, dicts with names as keys"
            raise FormatError(field, expected, kind, offset=offset)
    for each in inner:
        _expect_plain(each, field, offset, depth + 1)


class _Said:
    """A value that is written as it was, with its lists."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _with_tuples(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_tuples(each) for key, each in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


NOTATIONS: dict[str, Notation] = {
    "json": _Json(),
    "literal": _Literal(),
    "vlq": Groups(is_reversed=True),
    "uleb128": Groups(),
    "sleb128": Groups(is_signed=True),
}
"""By the name of their routine."""
