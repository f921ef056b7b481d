"""Searching in units of several bytes: the characters of UTF-16 and UTF-32."""

from __future__ import annotations


def find_unit(value: bytes, unit: bytes) -> int:
    """The first place of `unit` at a multiple of its own length, or -1."""
    at = value.find(unit)
    while at >= 0 and at % len(unit):
        at = value.find(unit, at + 1)
    return at
