"""Deltas of one block, one after the other (ADR-021)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import numpy.typing as npt

from quire.kernels.engine.given import expect_a, expect_list, whole_number
from quire.runtime.errors import FormatError
from quire.tiers.blocks.numbers import Floats, real_numbers
from quire.tiers.crate.deltas import (
    DeltaRecord,
    apply_delta,
    deltas_in,
    encode_delta,
    float32_of,
)
from quire.tiers.crate.record import FORMAT


class ChainFull(FormatError):
    """There are more deltas than a chain may have: `compact` it."""


class DeltaChain:
    """Deltas of one block, the oldest first; one more than there may be is a `ChainFull`.

    Args:
        deltas: What it begins with.
        max_length: How many there may be.

    Attributes:
        deltas, max_length: The same.
    """

    def __init__(self, deltas: Iterable[DeltaRecord] = (), max_length: int = 8) -> None:
        self.max_length = whole_number(max_length, "max_length")
        self.deltas: tuple[DeltaRecord, ...] = ()
        expect_list(deltas, "deltas", "DeltaRecord")
        for delta in deltas:
            self.append(delta)

    def append(self, delta: DeltaRecord) -> None:
        """Add a delta at the end."""
        expect_a(DeltaRecord, delta, "delta")
        if len(self.deltas) >= self.max_length:
            expected, found = f"at most {self.max_length}", len(self.deltas) + 1
            raise ChainFull("deltas", expected, found, format=FORMAT)
        self.deltas += (delta,)

    def reconstruct(self, base: npt.ArrayLike, out: Floats | None = None) -> Floats:
        """The block after all deltas; see `apply_delta`."""
        target = float32_of(real_numbers(base, "base"), out)
        for delta in self.deltas:
            apply_delta(target, delta, target)
        return target

    def compact(self, base: npt.ArrayLike) -> Floats:
        """The block after all deltas, which are gone then: it is the new base.

        Raises:
            FormatError: a place lies after the block; the deltas are still there.
        """
        found = self.reconstruct(base)
        self.deltas = ()
        return found

    @property
    def nbytes(self) -> int:
        """Bytes of the records."""
        return sum(delta.nbytes for delta in self.deltas)

    def to_bytes(self) -> bytes:
        """The records, without anything between them."""
        return b"".join(map(encode_delta, self.deltas))

    @classmethod
    def from_bytes(cls, blob: bytes | bytearray | memoryview, max_length: int = 8) -> Self:
        """Undo `to_bytes`.

        Raises:
            FormatError: a record is cut.
        """
        return cls(deltas_in(blob), max_length)

    def __len__(self) -> int:
        return len(self.deltas)
