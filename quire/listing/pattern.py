"""What values are looked for."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

MOST = 1 << 14
"""Numbers of which it is known whether they are what is looked for."""


class Pattern:
    """What is looked for in the values of a file.

    A text holds it anywhere; so do bytes, in which it is UTF-8. A number or the name of an enum's
    member is it as a whole.

    Args:
        text: A regular expression.
        fixed: Whether it is a plain text instead.
        ignore_case: Whether letters are the same in both cases.
        hexadecimal: Whether it is hexadecimal digits of bytes, which stand in bytes alone.

    Raises:
        ValueError: it is none of these.
    """

    def __init__(
        self,
        text: str,
        *,
        fixed: bool = False,
        ignore_case: bool = False,
        hexadecimal: bool = False,
    ) -> None:
        flags = re.IGNORECASE if ignore_case else re.NOFLAG
        self._text: re.Pattern[str] | None = None
        self._numbers: dict[tuple[type[Any], Any], bool] = {}
        self._number = None if hexadecimal else _number(text)
        if hexadecimal:
            self._bytes = re.compile(re.escape(_digits(text)))
            return
        try:
            self._text = re.compile(re.escape(text) if fixed else text, flags)
            escaped = re.escape(text.encode()) if fixed else text.encode()
            self._bytes = re.compile(escaped, flags | re.DOTALL)
        except (re.error, RecursionError, OverflowError) as error:
            message = f"{text!r} is not a regular expression: {error}; -F takes it as it is"
            raise ValueError(message) from None

    def find(self, value: Any) -> int | None:
        """Where in a text or in bytes it is, else 0; None if it is not there."""
        if isinstance(value, bytes):
            found: re.Match[Any] | None = self._bytes.search(value)
        elif self._text is None or not isinstance(value, str | int | float):
            return None
        elif isinstance(value, str):
            found = self._text.search(value)
        else:
            return 0 if self._is_number(value) else None
        return None if found is None else found.start()

    def _is_number(self, value: Any) -> bool:
        """Whether it is a number, or the member of an enum; many numbers come again and again."""
        key = type(value), value
        if key not in self._numbers:
            if len(self._numbers) > MOST:
                self._numbers.clear()
            self._numbers[key] = self._fits(value)
        return self._numbers[key]

    def _fits(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | float):
            is_it, names = False, [str(value)]
        else:
            is_it = value == self._number
            names = [value.name, str(int(value))] if isinstance(value, IntEnum) else [str(value)]
        return is_it or any(self._text is not None and self._text.fullmatch(each) for each in names)


def _digits(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        message = f"{text!r} are not bytes in hexadecimal digits, such as `de ad be ef`"
        raise ValueError(message) from None


def _number(text: str) -> float | None:
    """The number that a text is: also `0x1f`, `1e3`; None, if it is none."""
    for read in (lambda: int(text, 0), lambda: float(text)):
        try:
            return read()
        except ValueError:
            continue
    return None
