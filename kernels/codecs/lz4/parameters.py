"""Parameters of `lz4`; how many bytes there are is in none of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lz4Parameters:
    """What a reader has to know.

    Attributes:
        padded: Whether zeros may follow the frame. An encoder adds none.
    """

    padded: bool = False
