"""Signed codes of 1 to 8 bits in a stream of bytes (ADR-019, section 3.6)."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import StoredError
from quire.kernels.engine.given import expect_a, given_bytes, whole_number
from quire.kernels.services.bits.layout import packed_size
from quire.runtime.errors import EncodingError
from quire.tiers.blocks.numbers import check_width
from quire.tiers.errors import CodecErr, InputTooSmall, OutputTooSmall

SMALL = 1 << 18
"""Values below which numba is not loaded for their sake."""


def pack_bits(
    codes: npt.ArrayLike, bits: int, out: npt.NDArray[np.uint8] | None = None
) -> npt.NDArray[np.uint8]:
    """Pack codes, the lowest bits first; each has 2^(bits - 1) - 1 added to it.

    Args:
        codes: (n,) integers. A code of b bits is at least 1 - 2^(b - 1) and at most 2^(b - 1), with
            8 bits at most 127.
        bits: Of a code, 1 to 8.
        out: At least ceil(n * bits / 8) uint8, contiguous, to fill; what is after stays as it is.

    Returns:
        The packed bytes: (ceil(n * bits / 8),) uint8, of `out` if there is one.

    Raises:
        InvalidBitWidth: codes are not that wide.
        OutputTooSmall: `out` cannot hold them.
        EncodingError: a code needs more bits, or codes are no integers.
    """
    check_width(bits, range(1, 9), "1 to 8")
    signed = _int8(np.asarray(codes))
    size = packed_size(signed.size, bits)
    target = _target(out, size, np.dtype(np.uint8))
    kernels_of("services.bits", signed.size).pack(signed, bits, target)
    return target


def unpack_bits(
    data: Any, bits: int, count: int, out: npt.NDArray[np.int8] | None = None
) -> npt.NDArray[np.int8]:
    """Undo `pack_bits`.

    Args:
        data: At least ceil(count * bits / 8) bytes: a buffer, or a uint8 array.
        bits: Of a code, 1 to 8.
        count: How many codes.
        out: At least `count` int8, contiguous, to fill; what is after stays as it is.

    Returns:
        The codes: (count,) int8, of `out` if there is one. 2^bits - 1, which no quantiser makes, is
        one more than the largest that one makes.

    Raises:
        InvalidBitWidth: codes are not that wide.
        InputTooSmall: there are fewer bytes; nothing was allocated.
        OutputTooSmall: `out` cannot hold the codes.
        CodecErr: a code of 8 bits is 255, which int8 does not hold.
        ValueError: `count` is negative.
        TypeError: it is no whole number.
    """
    check_width(bits, range(1, 9), "1 to 8")
    whole_number(count, "count", least=0)
    stored = np.frombuffer(given_bytes(data, "data"), np.uint8)
    if stored.size < packed_size(count, bits):
        raise InputTooSmall(packed_size(count, bits), stored.size)
    target = _target(out, count, np.dtype(np.int8))
    try:
        kernels_of("services.bits", count).unpack(stored, bits, target)
    except StoredError as error:
        raise CodecErr("data", error.expected, error.found, offset=error.index) from error
    return target


def _int8(codes: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """Codes as contiguous int8."""
    if codes.size and codes.dtype.kind not in "iu":
        raise EncodingError(f"expected integers, found {codes.dtype}")
    if codes.dtype != np.int8 and codes.size:
        for found in (codes.min(), codes.max()):
            if not -128 <= found <= 127:
                raise EncodingError(f"expected codes of at most 8 bits, found {found}")
    return np.ascontiguousarray(codes, np.int8).reshape(-1)


def _target(out: npt.NDArray[Any] | None, size: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """The first `size` elements of `out`, or a new array."""
    if out is None:
        return np.empty(size, dtype)
    expect_a(np.ndarray, out, "out")
    if out.dtype != dtype or out.ndim != 1 or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out: expected a contiguous array of {dtype} of one dimension")
    if out.size < size:
        raise OutputTooSmall(size, out.size)
    return out[:size]


def kernels_of(package: str, count: int) -> ModuleType:
    """The compiled kernels of a package of `quire.kernels`, unless there is too little to do."""
    loaded = "quire.kernels.backends.numba" in sys.modules
    name = "numba" if loaded or count >= SMALL else "reference"
    return importlib.import_module(f"quire.kernels.{package}.{name}")
