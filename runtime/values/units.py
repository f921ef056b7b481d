"""Searching bytes in place: terminators, which may be characters of several bytes, and padding."""

from __future__ import annotations

FIRST, WINDOW = 1 << 8, 1 << 16
"""Bytes that are copied at a time, to be searched: first few, for most are found soon."""


def find_unit(
    value: bytes | memoryview, unit: bytes, start: int = 0, end: int | None = None
) -> int:
    """The first place of `unit` from `start` on, a multiple of its own length after it; or -1."""
    size, base, window = len(unit), start, FIRST
    end = len(value) if end is None else end
    while base + size <= end:
        part = bytes(value[base : min(base + window + size - 1, end)])
        at = part.find(unit)
        while at >= 0:
            if (base + at - start) % size == 0:
                return base + at
            at = part.find(unit, at + 1)
        base += window
        window = min(window * 4, WINDOW)
    return -1


def without_padding(value: bytes | memoryview, byte: int) -> int:
    """The length of bytes without those at their right that are `byte`."""
    end, padding = len(value), bytes([byte])
    while end:
        part = bytes(value[max(end - WINDOW, 0) : end])
        kept = part.rstrip(padding)
        end -= len(part) - len(kept)
        if kept:
            return end
    return 0
