"""`dictionary_planes` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.dictionary_planes.codec import (
    PLANES,
    DictionaryPlanes,
    Plane,
    bits_of,
    head,
    overrun,
    planes,
)


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[np.float32],
    codec: DictionaryPlanes,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """Byte k of every value is what its code in plane k means; exact.

    Args:
        stored: (n,) uint8, the whole payload.
        out: float32 of `codec.shape`.
        codec: Shape, and which of the values.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the payload is damaged; `out` is as it was.
    """
    count = codec.output().size
    found = [_bytes_of(plane, codec.first, count) for plane in planes(stored, codec)]
    out[...] = np.stack(found, -1).view("<f4").reshape(codec.shape)


def encode(array: npt.NDArray[np.floating[Any]], codec: DictionaryPlanes) -> bytes:
    """The planes of an array, each with its sorted distinct bytes.

    Args:
        array: float32 or float64 (rounded to float32) of `codec.shape`, any strides.
        codec: Shape.
    """
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        values = np.ascontiguousarray(array, "<f4").reshape(-1)
    columns = values.view(np.uint8).reshape(-1, PLANES)
    parts, widths = [], []
    for k in range(PLANES):
        dictionary, codes = np.unique(columns[:, k], return_inverse=True)
        bits = bits_of(dictionary.size)
        shifts = np.arange(bits - 1, -1, -1, dtype=np.uint8)
        digits = codes.astype(np.uint8)[:, None] >> shifts & 1
        parts += [len(dictionary).to_bytes(2, "little"), dictionary.tobytes()]
        parts += [np.packbits(digits.reshape(-1)).tobytes()]
        widths.append(bits)
    return b"".join([head(codec.output().size, widths), *parts])


def _bytes_of(plane: Plane, first: int, count: int) -> npt.NDArray[np.uint8]:
    """The bytes of some values in a plane."""
    start, stop = first * plane.bits, (first + count) * plane.bits
    every = np.unpackbits(plane.codes[start // 8 : -(-stop // 8)])
    digits = every[start % 8 : start % 8 + stop - start].reshape(count, plane.bits)
    codes: npt.NDArray[np.uint8] = np.zeros(count, np.uint8)
    for k in range(plane.bits):
        codes = (codes << 1 | digits[:, k]).astype(np.uint8)
    beyond = codes >= plane.dictionary.size
    if beyond.any():
        index = int(np.argmax(beyond))
        raise overrun(plane, int(codes[index]), first + index)
    return plane.dictionary[codes]
