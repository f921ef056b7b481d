"""Arrays of which the stored bytes are given, and not the numbers."""

from __future__ import annotations

from typing import NamedTuple


class StoredArray(NamedTuple):
    """An array as the bytes that a file has of it, which a payload keeps as they are.

    Attributes:
        stored: The bytes.
        shape: Of the array.
        dtype: Of the array, by name.
    """

    stored: bytes
    shape: tuple[int, ...]
    dtype: str

    @property
    def stored_size(self) -> int:
        """Number of stored bytes."""
        return len(self.stored)
