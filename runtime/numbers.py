"""Arithmetic that hostile values must not turn into a lack of memory."""

from __future__ import annotations

from quire.runtime.errors import FormatError

MAX_SHIFT = 4096
"""Bits; no integer of a file has as many."""


def quotient(value: int, divisor: int, field: str) -> int:
    """A length or a count of `field`, divided without remainder.

    Raises:
        FormatError: there is a remainder.
    """
    found, rest = divmod(value, divisor)
    if rest:
        raise FormatError(field, f"a multiple of {abs(divisor)} bytes or elements", value)
    return found


def shift_left(value: int, count: int) -> int:
    """`value << count`.

    Raises:
        ValueError: the count is negative, or the result would be huge.
    """
    if not 0 <= count <= MAX_SHIFT:
        message = f"shift count: expected 0 to {MAX_SHIFT}, found {count}"
        raise ValueError(message)
    return value << count
