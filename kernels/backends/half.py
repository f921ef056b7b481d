"""Bits of float16 to those of float32, and back: as numpy does it, for the loops of kernels.

Processors have an instruction for each way. It sets the quiet bit of signalling NaNs, and numpy
does not: where there are such NaNs, all NaNs are put together from integers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types

from quire.kernels.backends.numba import inline, kernel, load_u16, store_u16, wide_vectors
from quire.kernels.backends.vectors import F32, I16, I32, inlined

Halves = npt.NDArray[np.uint8 | np.uint16]
Floats = npt.NDArray[np.float32]

HALF = ir.HalfType()

TOGETHER = 1024
"""Values among which signalling NaNs are looked for: they stay in the first-level cache."""

SIGNALLING_HALF, SIGNALLING = np.uint16(0x1FF), np.uint32(0x3FFFFF)
"""How many signalling NaNs there are of each sign: their bits follow those of infinity."""


@kernel
def widen(halves: Halves, out: Floats) -> None:
    """Float32 (n,) from float16, as bits (n,) or as bytes (2 n,) at any address."""
    inline()
    wide_vectors()
    for start in range(0, out.size, TOGETHER):
        part = out[start : start + TOGETHER]
        least = SIGNALLING_HALF
        for i in range(part.size):
            half = load_u16(halves, start + i)
            part[i] = np.uint32(_extended(half)).view(np.float32)
            least = min(least, np.uint16((half & np.uint16(0x7FFF)) - np.uint16(0x7C01)))
        if least < SIGNALLING_HALF:
            for i in range(part.size):
                part[i] = np.uint32(widened(load_u16(halves, start + i))).view(np.float32)


@kernel
def narrow(bits: npt.NDArray[np.uint32], out: Halves) -> None:
    """The nearest float16, of two the even one, as bits (n,) or as bytes (2 n,) at any address.

    From the bits of float32 (n,).
    """
    inline()
    wide_vectors()
    for start in range(0, bits.size, TOGETHER):
        part = bits[start : start + TOGETHER]
        least = SIGNALLING
        for i in range(part.size):
            value = part[i]
            store_u16(out, start + i, _rounded(value))
            least = min(least, np.uint32((value & np.uint32(0x7FFFFFFF)) - np.uint32(0x7F800001)))
        if least < SIGNALLING:
            for i in range(part.size):
                store_u16(out, start + i, narrowed(part[i]))


@kernel
def widened(stored: np.uint16) -> np.uint32:
    """Bits of a float32, from those of a float16."""
    half = np.uint32(stored)
    magnitude = np.uint32(half & np.uint32(0x7FFF))
    sign = np.uint32((half & np.uint32(0x8000)) << np.uint32(16))
    nan = np.uint32(sign | np.uint32(0x7F800000) | (magnitude << np.uint32(13)))
    return nan if magnitude > np.uint32(0x7C00) else _extended(stored)


@kernel
def narrowed(bits: np.uint32) -> np.uint16:
    """Bits of the nearest float16, of two the even one, from those of a float32."""
    magnitude = np.uint32(bits & np.uint32(0x7FFFFFFF))
    sign = np.uint32((bits >> np.uint32(16)) & np.uint32(0x8000))
    payload = np.uint32((magnitude >> np.uint32(13)) & np.uint32(0x3FF))
    payload = np.uint32(1) if payload == np.uint32(0) else payload  # 0 would be infinity
    nan = np.uint16(sign | np.uint32(0x7C00) | payload)
    return nan if magnitude > np.uint32(0x7F800000) else _rounded(bits)


@inlined
def _extended(_typing: Any, _stored: Any) -> Any:
    """`widened`, of any bits but those of NaNs."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not has_instructions(context):
            return context.compile_internal(builder, extended, signature, arguments)
        half = builder.bitcast(arguments[0], HALF)
        return builder.bitcast(builder.fpext(half, F32), I32)

    return types.uint32(types.uint16), generate


@inlined
def _rounded(_typing: Any, _bits: Any) -> Any:
    """`narrowed`, of any bits but those of NaNs."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if not has_instructions(context):
            return context.compile_internal(builder, rounded, signature, arguments)
        single = builder.bitcast(arguments[0], F32)
        return builder.bitcast(builder.fptrunc(single, HALF), I16)

    return types.uint16(types.uint32), generate


def has_instructions(context: Any) -> bool:
    """Whether the processor that is compiled for converts halves; else LLVM calls a library."""
    triple, _, features = context.codegen().magic_tuple()
    return "+f16c" in features.split(",") or triple.startswith(("aarch64", "arm64"))


def extended(stored: np.uint16) -> np.uint32:
    """`widened` of what is no NaN, for processors without an instruction."""
    half = np.uint32(stored)
    magnitude = np.uint32((half & np.uint32(0x7FFF)) << np.uint32(13))
    normal = np.uint32(magnitude + np.uint32(112 << 23))  # the bias is 127 instead of 15
    infinite = np.uint32(normal + np.uint32(112 << 23))  # an exponent of ones
    # Below 2**-14 the integer counts units of 2**-24: exact.
    units = np.float32(np.int32(half & np.uint32(0x7FFF)))
    subnormal = np.float32(units * np.float32(2.0**-24)).view(np.uint32)
    bits = infinite if magnitude >= np.uint32(0x0F800000) else normal
    bits = subnormal if magnitude < np.uint32(0x00800000) else bits
    return np.uint32(bits | ((half & np.uint32(0x8000)) << np.uint32(16)))


def rounded(bits: np.uint32) -> np.uint16:
    """`narrowed` of what is no NaN, for processors without an instruction."""
    magnitude = np.uint32(bits & np.uint32(0x7FFFFFFF))
    odd = np.uint32((magnitude >> np.uint32(13)) & np.uint32(1))
    # Minus 112 << 23 for the bias, plus half a unit less one, plus one if odd: ties to even.
    normal = np.uint32(np.uint32(magnitude + np.uint32(0xC8000FFF) + odd) >> np.uint32(13))
    # One unit of 0.5 is the smallest half: the addition rounds the subnormals.
    lifted = np.float32(np.uint32(magnitude).view(np.float32) + np.float32(0.5))
    subnormal = np.uint32(np.float32(lifted).view(np.uint32) - np.uint32(0x3F000000))
    half = subnormal if magnitude < np.uint32(0x38800000) else normal  # below 2**-14
    half = np.uint32(0x7C00) if magnitude >= np.uint32(0x47800000) else half  # from 2**16
    return np.uint16(half | ((bits >> np.uint32(16)) & np.uint32(0x8000)))
