"""Which arrays can be joined along the first axis: those of one dtype, and one shape of a row."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self

import numpy as np


class Shaped(Protocol):
    """An array, or what is known of one."""

    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102  # a protocol's stub

    @property
    def dtype(self) -> np.dtype[Any]: ...  # noqa: D102  # a protocol's stub


class Kind(NamedTuple):
    """What arrays have in common that can be joined along their first axis.

    Attributes:
        dtype: Of the elements, in the byte order of the machine.
        row: Shape of a row; None for an array without an axis, which has no rows.
    """

    dtype: np.dtype[Any]
    row: tuple[int, ...] | None

    @classmethod
    def of(cls, array: Shaped) -> Self:
        """The kind of an array, or of a chunk."""
        row = array.shape[1:] if array.shape else None
        return cls(array.dtype.newbyteorder("="), row)

    def takes(self, other: Kind) -> bool:
        """Whether an array of another kind can be joined to one of this."""
        return self.row is not None and self == other

    def __str__(self) -> str:
        return f"{self.dtype} {() if self.row is None else ('rows', *self.row)}"
