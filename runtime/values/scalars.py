"""The scalar types of the language: what a `u4le` is to `struct`, and in words."""

from __future__ import annotations

import struct
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scalar:
    """A fixed-size number.

    Attributes:
        name: As in a spec, with the byte order (`u1`, `u4le`, `f8be`).
        code: Letter of the `struct` module.
        size: Bytes.
        minimum, maximum: Range of an integer; None for floats.
    """

    name: str
    code: str
    size: int
    minimum: int | None
    maximum: int | None

    @property
    def order(self) -> str:
        """`<` or `>`; single bytes count as little-endian."""
        return ">" if self.name.endswith("be") else "<"

    @property
    def format(self) -> str:
        """Format string of the `struct` module."""
        return self.order + self.code

    @property
    def range(self) -> str:
        """What the type holds, in words."""
        if self.code.endswith("s"):
            return f"{self.size} bytes"
        if self.minimum is None:
            return f"a number that fits {self.name}"
        return f"an integer from {self.minimum} to {self.maximum} ({self.name})"


def _scalars() -> dict[str, Scalar]:
    table = {}
    for code, kind in zip(
        "bBhHiIqQ", ["s1", "u1", "s2", "u2", "s4", "u4", "s8", "u8"], strict=True
    ):
        size = struct.calcsize("<" + code)
        bits = 8 * size
        low, high = (
            (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
        )
        for order in [""] if size == 1 else ["le", "be"]:
            table[kind + order] = Scalar(kind + order, code, size, low, high)
    for code, kind in zip("fd", ["f4", "f8"], strict=True):
        for order in ["le", "be"]:
            table[kind + order] = Scalar(
                kind + order, code, struct.calcsize("<" + code), None, None
            )
    return table


SCALARS = _scalars()
"""Every fixed-size number of the language, by its name with byte order."""


def fixed(kind: str) -> Scalar:
    """What always takes the same bytes: a number (`u4le`), or so many bytes (`16s`)."""
    if kind in SCALARS:
        return SCALARS[kind]
    return Scalar(kind, kind, int(kind.removesuffix("s")), None, None)


PACK = {name: struct.Struct(scalar.format).pack for name, scalar in SCALARS.items()}
"""How a number of each type becomes bytes."""

UNPACK = {name: struct.Struct(scalar.format).unpack_from for name, scalar in SCALARS.items()}
"""How it is read from bytes, at a position."""
