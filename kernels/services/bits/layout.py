"""How codes are packed, and how many bytes that takes (ADR-019, section 3.6)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ParameterError, StoredError
from quire.runtime.errors import EncodingError


def bias(bits: int) -> int:
    """What is added to a code to make it unsigned; also the largest that a quantiser makes.

    Raises:
        ParameterError: codes are not that wide.
    """
    if not 1 <= bits <= 8:
        raise ParameterError("bits", "1 to 8", bits)
    return (1 << (bits - 1)) - 1


def packed_size(count: int, bits: int) -> int:
    """Bytes that so many codes take; what is left of the last one are zeros."""
    return (count * bits + 7) // 8


def unfit(codes: npt.NDArray[np.int8], bits: int) -> EncodingError:
    """The error for codes of which at least one needs more bits."""
    low, high = -bias(bits), bias(bits) + (bits < 8)
    index = int(np.argmax((codes < low) | (codes > high)))
    expected = f"codes of {bits} bits, {low} to {high}"
    return EncodingError(f"expected {expected}, found {codes[index]} at index {index}")


def check_packed(stored: npt.NDArray[Any], bits: int, count: int) -> None:
    """Refuse bytes that are too few.

    Raises:
        StoredError: there are fewer than so many codes take.
    """
    needed = packed_size(count, bits)
    if stored.size < needed:
        raise StoredError(
            stored.size, f"{needed} bytes for {count} codes of {bits} bits", "the end"
        )


def overflown(stored: npt.NDArray[np.uint8]) -> StoredError:
    """The error for bytes with a code of 8 bits that int8 does not hold."""
    return StoredError(int(np.argmax(stored == 255)), "codes of 8 bits, 0 to 254", 255)
