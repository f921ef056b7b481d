"""`group_quant` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.group_quant.codec import GroupQuant, rounded
from quire.kernels.services.bits.layout import bias

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def decode(
    stored: Bytes,
    out: Floats,
    codec: GroupQuant,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """`float32(code) * scale` of its group, in float32.

    A code is stored with `2^(bits - 1) - 1` added, at 8 bits too. The codes of a frame are in one
    stream whose lowest bits come first, across groups; each frame begins with a byte. The code
    above the largest that encoding makes means one step more.

    Args:
        stored: (n,) uint8.
        out: float32 of `codec.shape`.
        codec: Shape, bits, scales and size of a group.
        fresh: Whether the memory of `out` was never touched.
    """
    frames, values = codec.shape
    if not out.size:
        return
    lines = stored.reshape(frames, codec.frame_bytes)
    each = np.unpackbits(lines, axis=1, count=values * codec.bits, bitorder="little")
    codes = np.packbits(each.reshape(out.size, codec.bits), axis=1, bitorder="little")
    signed = codes.reshape(frames, values).astype(np.int16) - bias(codec.bits)
    with np.errstate(all="ignore"):  # a file may ask for it
        out[...] = signed.astype(np.float32) * _spread(codec.scales.astype(np.float32), codec)


def encode(array: npt.NDArray[np.floating[Any]], out: Bytes, codec: GroupQuant) -> None:
    """`value * (1 / scale)` in float32, rounded, clamped to what encoding makes.

    "add_half" adds 0.5 to the magnitude, in float32, and truncates, as the program of ADR-017
    does; "half_away" rounds half away from zero, which differs for 0.49999997. Values that are not
    finite become 0; so do all where the scale is 0 or not finite. Where 1 / scale is infinite,
    what is not 0 becomes the largest code.

    Args:
        array: float32 or float64 of `codec.shape`, any strides; rounded to float32 first.
        out: uint8 of the stored size.
        codec: Shape, bits, scales and size of a group, and how to round.

    Raises:
        EncodingError: codes have one bit.
    """
    most = codec.largest_code()
    if not array.size:
        return
    values = rounded(array).reshape(codec.shape)
    with np.errstate(all="ignore"):  # a scale may be anything
        scales = codec.scales.astype(np.float32)
        factors = np.where(scales == 0, np.float32(0), np.float32(1) / scales)
        steps = values * _spread(factors, codec)
    steps[~np.isfinite(values) | np.isnan(steps)] = 0
    sizes = np.minimum(np.abs(steps), np.float32(most))
    if codec.rounding == "add_half":
        whole = np.floor(sizes + np.float32(0.5))
    else:
        whole = np.floor(sizes)
        whole += sizes - whole >= 0.5
    codes = (np.copysign(whole, steps) + most).astype(np.uint8)
    lines = out.reshape(codec.shape[0], codec.frame_bytes)
    for frame, line in zip(codes, lines, strict=True):
        each = np.unpackbits(frame[:, np.newaxis], axis=1, bitorder="little")
        line[...] = np.packbits(each[:, : codec.bits].reshape(-1), bitorder="little")


def group_maxima(values: Floats, group_size: int) -> Floats:
    """The largest magnitude of each group; what is not finite counts as 0.

    Args:
        values: (n,) float32.
        group_size: Values of a group; the last one may be shorter.
    """
    sizes = np.where(np.isfinite(values), np.abs(values), np.float32(0))
    starts = np.arange(0, values.size, group_size)
    return np.maximum.reduceat(sizes, starts) if values.size else sizes


def _spread(of_groups: Floats, codec: GroupQuant) -> Floats:
    """What belongs to each value of a frame."""
    values = codec.shape[1]
    return np.repeat(of_groups, min(codec.group_size, values))[:values]
