"""`xor_delta` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted
from quire.kernels.codecs.xor_delta.codec import XorDelta

Words = npt.NDArray[np.unsignedinteger[Any]]

_UNDO = {"xor": np.bitwise_xor, "add": np.add}
_DIFFERENCE = {"xor": np.bitwise_xor, "add": np.subtract}


def decode(
    stored: npt.NDArray[np.uint8],
    out: npt.NDArray[Any],
    codec: XorDelta,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """Put words together from their bytes, undo the differences, and widen; NaN keeps its payload.

    Args:
        stored: uint8 of the stored size, at any address.
        out: Of `codec.shape` and `codec.dtype`.
        codec: Shape, dtypes and how the words were cut.
        fresh: Whether the memory of `out` was never touched.
    """
    if not out.size:
        return
    kind = np.dtype(codec.stored).newbyteorder("<")
    if codec.planes:
        stored = np.ascontiguousarray(stored.reshape(kind.itemsize, -1).T).reshape(-1)
    words = _cut(stored.view(_unsigned(kind)), codec)
    values = _UNDO[codec.operation].accumulate(words, axis=1, dtype=words.dtype)
    out[...] = values.view(kind).reshape(codec.shape)


def encode(array: npt.NDArray[Any], out: npt.NDArray[np.uint8], codec: XorDelta) -> None:
    """Round to float16 if that is stored, take differences, and take the words apart.

    Rounding is half to even, overflow to infinity; subnormals and NaN are kept.

    Args:
        array: Of `codec.shape`, any strides and byte order; of `codec.dtype`, or what
            numpy casts to it as of the same kind.
        out: uint8 of the stored size.
        codec: Shape, dtypes and how the words are cut.

    Raises:
        EncodingError: the array is of another kind.
    """
    values = converted(array, codec.dtype)
    if not values.size:
        return
    kind = np.dtype(codec.stored).newbyteorder("<")
    with np.errstate(all="ignore"):  # infinity is the answer here, not an accident
        words = _cut(values.astype(kind, order="C").view(_unsigned(kind)), codec)
    differences = words.copy()
    differences[:, 1:] = _DIFFERENCE[codec.operation](words[:, 1:], words[:, :-1])
    stored = differences.reshape(-1, 1).view(np.uint8)
    out[...] = (stored.T if codec.planes else stored).reshape(-1)


def _unsigned(kind: np.dtype[Any]) -> str:
    return f"<u{kind.itemsize}"


def _cut(words: Words, codec: XorDelta) -> Words:
    """The words as (segments, rows, words of a row)."""
    segments = 1 if codec.rows == 0 else words.size // (codec.rows * codec.width)
    return words.reshape(segments, -1, codec.width)
