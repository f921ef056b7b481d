"""`block_quant` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes, num_outliers
from quire.kernels.services.bits import reference as bits_reference
from quire.kernels.services.bits.layout import bias, packed_size

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def decode(
    stored: Bytes,
    out: Floats,
    codec: BlockQuant,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """`float32(code) * scale`, by the second scale where there is one and the flag is set.

    A block is its scale (f4), then its codes: int8 if they have 8 bits, otherwise as `bits` packs
    them. With two scales: both of them, a flag for each value, the codes. Each part begins with a
    byte. The code above the largest that encoding makes means one step more.

    Args:
        stored: (n,) uint8.
        out: float32 of `codec.shape`.
        codec: Shape, bits, size of a block, and which blocks have two scales.
        fresh: Whether the memory of `out` was never touched.
    """
    values = out.reshape(-1)
    with np.errstate(all="ignore"):  # a file may ask for it
        alike = _alike(codec)
        if alike:
            lines = stored[: alike * block_bytes(codec.block_size, codec.bits)].reshape(alike, -1)
            steps = np.ascontiguousarray(lines[:, :4]).view("<f4").astype(np.float32)
            together = values[: alike * codec.block_size].reshape(alike, -1)
            codes = _codes(lines[:, 4:].reshape(-1), codec.bits, together.size)
            np.multiply(codes.reshape(together.shape), steps, out=together)
        for first, at, count, two in _blocks(codec, alike):
            scales = stored[at : at + 4 + 4 * two].view("<f4").astype(np.float32)
            flags, begin = at + 8, at + 4
            step = scales[0]
            if two:
                begin = flags + (count + 7) // 8
                step = np.where(_flags(stored[flags:begin], count), scales[1], scales[0])
            part = _codes(stored[begin:], codec.bits, count).astype(np.float32)
            np.multiply(part, step, out=values[first : first + count])


def encode(
    array: npt.NDArray[np.floating[Any]],
    out: Bytes,
    codec: BlockQuant,
) -> None:
    """`value / scale` in float32, rounded half away from zero (ADR-019, sections 3.1 to 3.4).

    The scale is the largest magnitude of the block, divided by the largest code. With two of them
    that is the second, and the first is made likewise of the largest magnitude but for 5 %, rounded
    up; the second is for the values above that. Where a scale is 0, codes are 0. Values that are
    not finite do not count, and become 0.

    Args:
        array: float32 or float64 of `codec.shape`, any strides; rounded to float32 first.
        out: uint8 of the stored size.
        codec: Shape, bits, size of a block, and which blocks have two scales.
    """
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        values = array.astype(np.float32).reshape(-1)
    values = np.where(np.isfinite(values), values, np.float32(0))
    alike = _alike(codec)
    if alike:
        lines = values[: alike * codec.block_size].reshape(alike, -1)
        together = out[: alike * block_bytes(codec.block_size, codec.bits)].reshape(alike, -1)
        most = np.float32(bias(codec.bits))
        scales = np.abs(lines).max(axis=1, keepdims=True) / most
        codes = _quantised(lines, scales, most).reshape(-1)
        together[:, :4] = scales.astype("<f4").view(np.uint8)
        together[:, 4:] = _packed(codes, codec.bits).reshape(alike, -1)
    for first, at, count, two in _blocks(codec, alike):
        block = values[first : first + count]
        end = at + block_bytes(count, codec.bits, two_level=two)
        out[at:end] = _encoded(block, codec.bits, two_level=two)


def max_abs(values: Floats) -> np.float32:
    """The largest magnitude; 0 if there is none. What is not finite does not count.

    Args:
        values: (n,) float32.
    """
    finite = np.where(np.isfinite(values), np.abs(values), np.float32(0))
    return np.float32(finite.max(initial=0))


def heavy_tailed(values: npt.NDArray[np.floating[Any]], block_size: int, threshold: float) -> Bytes:
    """Which blocks have a largest magnitude above `threshold` times their median (section 3.4).

    The median of an even number of values is the mean of the two in the middle, in float64 as the
    ratio. Values that are not finite count as 0; a block of zeros is not heavy-tailed.

    Args:
        values: (n,) float32 or float64; rounded to float32 first.
        block_size: Values of a block; the last may be shorter.
        threshold: That is not reached.

    Returns:
        (ceil(blocks / 8),) uint8: one bit a block, the lowest of each byte first.
    """
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        sizes = np.abs(values.astype(np.float32)).astype(np.float64)
    sizes[~np.isfinite(sizes)] = 0
    whole = values.size // block_size * block_size
    parts = [sizes[:whole].reshape(-1, block_size), sizes[np.newaxis, whole:]]
    with np.errstate(invalid="ignore", divide="ignore"):  # medians of 0
        found = [
            part.max(axis=1) / np.median(part, axis=1) > threshold for part in parts if part.size
        ]
    return np.packbits(np.concatenate([np.empty(0, np.bool_), *found]), bitorder="little")


def _alike(codec: BlockQuant) -> int:
    """How many blocks, from the first on, have as many values, one scale and codes of whole bytes.

    In numpy, all of them together take the time of one.
    """
    if codec.two_level or codec.two_level_blocks or codec.block_size * codec.bits % 8:
        return 0
    return codec.output().size // codec.block_size


def _blocks(codec: BlockQuant, begin: int = 0) -> Iterator[tuple[int, int, int, bool]]:
    """Each block: (its first value, its first byte, its values, whether it has two scales).

    Args:
        codec: Of all of them.
        begin: The first of them; those before it have one scale.
    """
    size, at = codec.output().size, begin * block_bytes(codec.block_size, codec.bits)
    for block in range(begin, codec.num_blocks):
        first = block * codec.block_size
        count, two = min(codec.block_size, size - first), codec.is_two_level(block)
        yield first, at, count, two
        at += block_bytes(count, codec.bits, two_level=two)


def _flags(stored: Bytes, count: int) -> npt.NDArray[np.bool_]:
    return np.unpackbits(stored, count=count, bitorder="little").astype(np.bool_)


def _codes(stored: Bytes, bits: int, count: int) -> npt.NDArray[np.int8]:
    codes = np.empty(count, np.int8)
    if bits == 8:
        codes[...] = stored[:count].view(np.int8)
    else:
        bits_reference.unpack(stored, bits, codes)
    return codes


def _encoded(block: Floats, bits: int, *, two_level: bool) -> Bytes:
    """The bytes of a block of finite values."""
    magnitudes, most = np.abs(block), np.float32(bias(bits))
    scales = [magnitudes.max() / most]
    flags = np.zeros(block.size, np.bool_)
    if two_level:
        bulk = np.sort(magnitudes)[::-1][min(num_outliers(block.size), block.size - 1)]
        scales.insert(0, bulk / most)
        flags = magnitudes > bulk
    codes = _quantised(block, np.where(flags, scales[-1], scales[0]), most)
    parts = [np.array(scales, "<f4").view(np.uint8)]
    parts += [np.packbits(flags, bitorder="little")] if two_level else []
    return np.concatenate([*parts, _packed(codes, bits)])


def _quantised(block: Floats, scale: Floats, most: np.float32) -> npt.NDArray[np.int8]:
    with np.errstate(over="ignore"):  # beyond the largest code is clamped
        steps = np.abs(block) / np.where(scale == 0, np.float32(np.inf), scale)
    whole = np.floor(np.minimum(steps, most))
    whole += np.minimum(steps, most) - whole >= 0.5
    codes: npt.NDArray[np.int8] = np.copysign(whole, block).astype(np.int8)
    return codes


def _packed(codes: npt.NDArray[np.int8], bits: int) -> Bytes:
    if bits == 8:
        return codes.view(np.uint8)
    packed = np.empty(packed_size(codes.size, bits), np.uint8)
    bits_reference.pack(codes, bits, packed)
    return packed
