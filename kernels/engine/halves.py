"""Numbers of 16 bits, float16 and bfloat16: rounded to, and widened from, by their kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select

Array = npt.NDArray[Any]

HALVES: dict[str, type[Fp16 | Bf16]] = {"float16": Fp16, "bfloat16": Bf16}
"""By name: what codes them."""


def rounded(array: Array, dtype: str) -> Array:
    """The values, each rounded once, half to even; contiguous, and not copied if they are so.

    What is too large becomes infinite; NaN stays NaN.
    """
    wanted = dtype_of(dtype)
    native = array.dtype.newbyteorder("=")
    if native == wanted:
        return np.asarray(array, wanted, order="C")
    if native in (np.float32, np.float64):
        out = np.empty(array.shape, wanted)
        codec = HALVES[dtype]
        encode = select(codec, Operation.ENCODE, "cpu", "auto", 2 * out.nbytes)
        encode(array, out.reshape(-1).view(np.uint8), codec(array.shape))
        return out
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        return array.astype(wanted, order="C")


def widener(found: np.dtype[Any], wide: np.dtype[Any], nbytes: int) -> Callable[[Array], Array]:
    """What turns flat blocks of dtype `found` into ones of float32 or float64, `wide`.

    Args:
        found: Any floating-point dtype.
        wide: float32 or float64.
        nbytes: How many bytes there will be of all blocks.
    """
    name = found.newbyteorder("=").name
    if name not in HALVES:
        return lambda block: block.astype(wide, copy=False)
    codec = HALVES[name]
    decode = select(codec, Operation.DECODE, "cpu", "auto", 2 * nbytes)

    def widen(block: Array) -> Array:
        out = np.empty(block.size, np.float32)
        words = np.ascontiguousarray(block, dtype_of(name)).view(np.uint8)
        decode(words, out, codec(block.shape))
        return out.astype(wide, copy=False)

    return widen


def rounder(wanted: np.dtype[Any], nbytes: int) -> Callable[[Array, Array], None]:
    """What rounds a flat block, of float32 or float64, into one of dtype `wanted`, half to even.

    Args:
        wanted: Any floating-point dtype.
        nbytes: How many bytes there will be of all blocks.
    """
    name = wanted.newbyteorder("=").name
    if name not in HALVES or not wanted.isnative:
        return _assign
    codec = HALVES[name]
    encode = select(codec, Operation.ENCODE, "cpu", "auto", 2 * nbytes)
    return lambda block, out: encode(block, out.view(np.uint8), codec(block.shape))


def _assign(block: Array, out: Array) -> None:
    out[...] = block
