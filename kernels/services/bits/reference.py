"""Packing in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.services.bits.layout import bias, check_packed, overflown, packed_size, unfit


def pack(codes: npt.NDArray[np.int8], bits: int, out: npt.NDArray[np.uint8]) -> None:
    """The codes plus their bias, in a stream whose lowest bits come first.

    Args:
        codes: (n,) int8.
        bits: Of a code, 1 to 8.
        out: (ceil(n * bits / 8),) uint8.

    Raises:
        EncodingError: a code needs more bits.
    """
    unsigned = codes.astype(np.int16) + bias(bits)
    if ((unsigned < 0) | (unsigned >= 1 << bits)).any():
        raise unfit(codes, bits)
    each = np.unpackbits(unsigned.astype(np.uint8)[:, np.newaxis], axis=1, bitorder="little")
    out[...] = np.packbits(each[:, :bits].reshape(-1), bitorder="little")


def unpack(stored: npt.NDArray[np.uint8], bits: int, out: npt.NDArray[np.int8]) -> None:
    """Undo `pack`.

    Args:
        stored: (at least ceil(n * bits / 8),) uint8. What comes after means nothing.
        bits: Of a code, 1 to 8.
        out: (n,) int8.

    Raises:
        StoredError: there are fewer bytes; or a code of 8 bits is 255, which int8 does not hold.
    """
    low, count = bias(bits), out.size
    check_packed(stored, bits, count)
    stream = np.unpackbits(stored[: packed_size(count, bits)], bitorder="little")
    each = np.zeros((count, 8), np.uint8)
    each[:, :bits] = stream[: count * bits].reshape(count, bits)
    unsigned = np.packbits(each, axis=1, bitorder="little")[:, 0]
    if bits == 8 and (unsigned == 255).any():
        raise overflown(stored[:count])
    out[...] = unsigned.astype(np.int16) - low
