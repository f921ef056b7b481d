"""What the tests of backends have in them, and call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CONTENT = bytes(range(256)) * 40
FAR = [(len(CONTENT), 1), (len(CONTENT) + 1, 8), (2**40, 2**32), (2**64 - 1, 2**64 - 1)]
"""Ranges of hostile numbers: nothing is there."""

CLOSED_CALLS: dict[str, Callable[[Any], object]] = {
    "size": lambda b: b.size(),
    "read_at": lambda b: b.read_at(0, 1),
    "read_into": lambda b: b.read_into(0, bytearray(1)),
    "read_many": lambda b: b.read_many([(0, 1)]),
    "write_at": lambda b: b.write_at(0, b"x"),
    "truncate": lambda b: b.truncate(0),
    "sync": lambda b: b.sync(),
    "refresh": lambda b: b.refresh(),
    "read": lambda b: b.read(1),
    "write": lambda b: b.write(b"x"),
    "seek": lambda b: b.seek(0),
    "tell": lambda b: b.tell(),
}
"""Each method of a backend."""
