"""`unknown`: what there is to know of values whose coding nobody here knows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    MAX_BYTES,
    Rows,
    StoredError,
    VaryingCodec,
    row_bytes,
)


@dataclass(frozen=True, slots=True)
class Unknown(VaryingCodec):
    """Stored bytes that are kept and written as they are; looking at their values is the error.

    Attributes:
        scheme: What the file calls the coding.
    """

    scheme: str

    name = "unknown"
    rule = "any bytes, whose coding is not known: the rest of the file can be read"
    kernels: ClassVar = {"reference": (DECODE, ENCODE)}
    any_bytes = False

    def bounds(self) -> tuple[int, int]:
        """Any number of bytes."""
        return 0, MAX_BYTES

    def row_range(self, start: int, stop: int) -> Rows:
        """All bytes, as nobody knows which are those of the rows."""
        _, _, shape = row_bytes(self.shape, 1, start, stop)
        return Rows(0, MAX_BYTES, replace(self, shape=shape))

    def check(self, stored: npt.NDArray[np.uint8]) -> None:  # noqa: ARG002  # whatever they are
        """Refuse all bytes.

        Raises:
            StoredError: always.
        """
        raise unreadable(self)


def unreadable(codec: Unknown) -> StoredError:
    """The error for values that somebody asks for."""
    return StoredError(0, "values of a scheme that is known", repr(codec.scheme))
