"""`ggml_blocks` in numpy: the definition that the fast kernels are held to, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.affine_u8.reference import refuse
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.runtime.errors import EncodingError

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Codes = npt.NDArray[np.integer[Any]]

AT_A_TIME = 4096
"""Blocks that are looked at together."""


def decode(
    stored: Bytes,
    out: Floats,
    codec: GgmlBlocks,
    *,
    fresh: bool = False,  # noqa: ARG001  # where values go does not change them
) -> None:
    """In float32: `scale * code`, `scale * code + minimum`, or `scale * code - minimum` (K).

    Scales are float16; of kinds with 256 values, they are multiplied by smaller integers first.

    Args:
        stored: (n,) uint8 of the stored size.
        out: float32 of `codec.shape`.
        codec: Shape and kind.
        fresh: Whether the memory of `out` was never touched.
    """
    values, size = KINDS[codec.kind]
    blocks, target = stored.reshape(-1, size), out.reshape(-1, values)
    for start in range(0, len(blocks), AT_A_TIME):
        part = blocks[start : start + AT_A_TIME]
        with np.errstate(all="ignore"):  # a file may have any scale
            target[start : start + AT_A_TIME] = _DECODERS[codec.kind](part)


def encode(array: npt.NDArray[np.floating[Any]], out: Bytes, codec: GgmlBlocks) -> None:
    """As ggml's own reference quantises, of values that are rounded to float32 first.

    `q4_0` and `q5_0`: the value farthest from 0 becomes the lowest code; `q4_1` and `q5_1`: codes
    from the least value to the largest; `q8_0`: to 127 of the farthest, rounded half away from 0.

    Args:
        array: float32 or float64 of `codec.shape`, any strides.
        out: uint8 of the stored size.
        codec: Shape and kind.

    Raises:
        EncodingError: the kind has 256 values a block, which are decoded alone; or a value is not
            finite, or so large that its scale is none that float16 has.
    """
    if codec.kind not in _ENCODERS:
        message = (
            f"expected one of {', '.join(_ENCODERS)}, found {codec.kind}, which can only be decoded"
        )
        raise EncodingError(message)
    values, size = KINDS[codec.kind]
    with np.errstate(over="ignore"):  # what becomes infinite is refused
        plain = np.ascontiguousarray(array, np.float32).reshape(-1, values)
    refuse(~np.isfinite(plain).reshape(array.shape), array, "a finite float32", "ggml_blocks")
    target = out.reshape(-1, size)
    for start in range(0, len(plain), AT_A_TIME):
        with np.errstate(all="ignore"):  # the scale of zeros
            made = _ENCODERS[codec.kind](plain[start : start + AT_A_TIME])
        _expect_scales(made, codec)
        target[start : start + AT_A_TIME] = made


def halves(blocks: Bytes, at: int) -> Floats:
    """A float16 of each block, as (n, 1) float32."""
    return np.ascontiguousarray(blocks[:, at : at + 2]).view("<f2").astype(np.float32)


def _expect_scales(made: Bytes, codec: GgmlBlocks) -> None:
    for at in (0, 2) if codec.kind.endswith("1") else (0,):
        if not np.isfinite(halves(made, at)).all():
            raise EncodingError(
                "expected blocks whose scales fit float16, found one with larger values"
            )


# -- decoding ------------------------------------------------------------------------------


def _nibbles(codes: Bytes, width: int) -> Codes:
    """Codes of four bits: of each `width` bytes the lower halves, then the upper ones."""
    shifts = np.array([0, 4], np.uint8).reshape(1, 1, 2, 1)
    return (codes.reshape(len(codes), -1, 1, width) >> shifts & 15).reshape(len(codes), -1)


def _fives(blocks: Bytes, at: int) -> Codes:
    """Codes of five bits, the highest ones of all before the others."""
    high = np.unpackbits(blocks[:, at : at + 4], axis=1, bitorder="little")
    return _nibbles(blocks[:, at + 4 :], 16) | high << 4


def _signed(codes: Codes, bias: int) -> Floats:
    return (codes.astype(np.int16) - bias).astype(np.float32)


def _q4_0(blocks: Bytes) -> Floats:
    return halves(blocks, 0) * _signed(_nibbles(blocks[:, 2:], 16), 8)


def _q4_1(blocks: Bytes) -> Floats:
    return halves(blocks, 0) * _signed(_nibbles(blocks[:, 4:], 16), 0) + halves(blocks, 2)


def _q5_0(blocks: Bytes) -> Floats:
    return halves(blocks, 0) * _signed(_fives(blocks, 2), 16)


def _q5_1(blocks: Bytes) -> Floats:
    return halves(blocks, 0) * _signed(_fives(blocks, 4), 0) + halves(blocks, 2)


def _q8_0(blocks: Bytes) -> Floats:
    return halves(blocks, 0) * blocks[:, 2:].view(np.int8).astype(np.float32)


def _sixes(packed: Bytes) -> tuple[Floats, Floats]:
    """Eight scales and eight minima of six bits, of twelve bytes."""
    low, mid, high = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    scales = np.concatenate([low & 63, high & 15 | low >> 2 & 48], axis=1)
    minima = np.concatenate([mid & 63, high >> 4 | mid >> 2 & 48], axis=1)
    return scales.astype(np.float32), minima.astype(np.float32)


def _with_minima(blocks: Bytes, codes: Codes) -> Floats:
    """Eight groups of 32 values, each with a scale and a minimum of six bits."""
    scales, minima = _sixes(blocks[:, 4:16])
    steps = (halves(blocks, 0) * scales)[..., np.newaxis]
    lows = (halves(blocks, 2) * minima)[..., np.newaxis]
    return (steps * _signed(codes.reshape(-1, 8, 32), 0) - lows).reshape(-1, 256)


def _q4_k(blocks: Bytes) -> Floats:
    return _with_minima(blocks, _nibbles(blocks[:, 16:], 32))


def _q5_k(blocks: Bytes) -> Floats:
    bits = np.unpackbits(blocks[:, 16:48, np.newaxis], axis=2, bitorder="little")
    high = bits.transpose(0, 2, 1).reshape(-1, 256)
    return _with_minima(blocks, _nibbles(blocks[:, 48:], 32) | high << 4)


def _q6_k(blocks: Bytes) -> Floats:
    shifts = np.array([0, 2, 4, 6], np.uint8).reshape(1, 1, 4, 1)
    high = (blocks[:, 128:192].reshape(-1, 2, 1, 32) >> shifts & 3).reshape(-1, 256)
    codes = _signed(_nibbles(blocks[:, :128], 64) | high << 4, 32)
    steps = halves(blocks, 208) * blocks[:, 192:208].view(np.int8).astype(np.float32)
    return (steps[..., np.newaxis] * codes.reshape(-1, 16, 16)).reshape(-1, 256)


_DECODERS = {
    "q4_0": _q4_0, "q4_1": _q4_1, "q5_0": _q5_0, "q5_1": _q5_1, "q8_0": _q8_0,
    "q4_k": _q4_k, "q5_k": _q5_k, "q6_k": _q6_k,
}  # fmt: skip  # laid out as a table


# -- encoding ------------------------------------------------------------------------------


def _stored_half(values: Floats) -> Bytes:
    return values.astype("<f2").view(np.uint8)


def _inverse(scales: Floats) -> Floats:
    return np.where(scales == 0, np.float32(0), np.float32(1) / scales)


def _paired(codes: Bytes) -> Codes:
    """32 codes of four bits in 16 bytes."""
    return codes[:, :16] & 15 | codes[:, 16:] << 4


def _from_lowest(values: Floats, bits: int) -> tuple[Floats, Bytes]:
    """Scales, and codes: the value farthest from 0 is the lowest of them."""
    lowest = -(1 << bits - 1)
    places = np.abs(values).argmax(axis=1)[:, np.newaxis]
    scales = np.take_along_axis(values, places, axis=1) / np.float32(lowest)
    steps = np.trunc(values * _inverse(scales) + np.float32(0.5 - lowest))
    return scales, steps.clip(0, (1 << bits) - 1).astype(np.uint8)


def _from_least(values: Floats, bits: int) -> tuple[Floats, Floats, Bytes]:
    """Scales, minima, and codes from the least value of a block to the largest."""
    least, most = values.min(axis=1, keepdims=True), values.max(axis=1, keepdims=True)
    scales = (most - least) / np.float32((1 << bits) - 1)
    steps = np.trunc((values - least) * _inverse(scales) + np.float32(0.5))
    return scales, least, steps.clip(0, (1 << bits) - 1).astype(np.uint8)


def _make_q4_0(values: Floats) -> Bytes:
    scales, codes = _from_lowest(values, 4)
    return np.concatenate([_stored_half(scales), _paired(codes)], axis=1)


def _make_q4_1(values: Floats) -> Bytes:
    scales, least, codes = _from_least(values, 4)
    return np.concatenate([_stored_half(scales), _stored_half(least), _paired(codes)], axis=1)


def _make_q5_0(values: Floats) -> Bytes:
    scales, codes = _from_lowest(values, 5)
    high = np.packbits(codes >> 4, axis=1, bitorder="little")
    return np.concatenate([_stored_half(scales), high, _paired(codes)], axis=1)


def _make_q5_1(values: Floats) -> Bytes:
    scales, least, codes = _from_least(values, 5)
    high = np.packbits(codes >> 4, axis=1, bitorder="little")
    parts = [_stored_half(scales), _stored_half(least), high, _paired(codes)]
    return np.concatenate(parts, axis=1)


def _make_q8_0(values: Floats) -> Bytes:
    scales = np.abs(values).max(axis=1, keepdims=True) / np.float32(127)
    sizes = np.abs(values * _inverse(scales))
    whole = np.floor(sizes)
    whole += np.floor(2 * (sizes - whole))
    codes = np.copysign(whole, values).clip(-127, 127).astype(np.int8)
    return np.concatenate([_stored_half(scales), codes.view(np.uint8)], axis=1)


_ENCODERS = {
    "q4_0": _make_q4_0, "q4_1": _make_q4_1, "q5_0": _make_q5_0, "q5_1": _make_q5_1,
    "q8_0": _make_q8_0,
}  # fmt: skip  # laid out as a table
