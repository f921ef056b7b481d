"""Arithmetic that hostile values must not turn into a lack of memory."""

from __future__ import annotations

MAX_SHIFT = 4096
"""Bits; no integer of a file has as many."""


def shift_left(value: int, count: int) -> int:
    """`value << count`.

    Raises:
        ValueError: the count is negative, or the result would be huge.
    """
    if not 0 <= count <= MAX_SHIFT:
        message = f"shift count: expected 0 to {MAX_SHIFT}, found {count}"
        raise ValueError(message)
    return value << count
