"""The two dtypes of the format, and how tensors are rounded to them."""

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
from quire.kernels.engine.given import dtype_name

Array = npt.NDArray[Any]

_CODECS: dict[str, type[Fp16 | Bf16]] = {"float16": Fp16, "bfloat16": Bf16}

DTYPES = tuple(_CODECS)
"""Those that are stored, in the order of their numbers."""

VALUE_BYTES = np.dtype(np.float16).itemsize
"""Of a value of any of them."""

_CHOSEN = {"float16": "float16", "bfloat16": "bfloat16", "float32": "float16"}
"""As what a tensor is stored if nobody says; float32 as the original program does."""


def stored_dtype(found: np.dtype[Any], asked: Any, argument: str) -> str:
    """The dtype, of `DTYPES`, that a tensor of dtype `found` is stored as.

    Raises:
        ValueError: another one is asked for.
        TypeError: the tensor is of no floating-point dtype; or nothing is asked for, and it is none
            of float16, bfloat16 and float32.
    """
    if asked is not None:
        name = dtype_name(asked)
        if name not in DTYPES:
            raise ValueError(f"dtype: expected {' or '.join(DTYPES)}, found {asked!r}")
        if found.name != "bfloat16" and found.kind != "f":
            raise TypeError(f"{argument}: expected a floating-point tensor, found {found}")
        return name
    name = found.newbyteorder("=").name
    if name not in _CHOSEN:
        expected = "float16, bfloat16 or float32 (others if `dtype` says what to store)"
        raise TypeError(f"{argument}: expected a tensor of {expected}, found {found}")
    return _CHOSEN[name]


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
        codec = _CODECS[dtype]
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
    if name not in _CODECS:
        return lambda block: block.astype(wide, copy=False)
    codec = _CODECS[name]
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
    if name not in _CODECS or not wanted.isnative:
        return _assign
    codec = _CODECS[name]
    encode = select(codec, Operation.ENCODE, "cpu", "auto", 2 * nbytes)
    return lambda block, out: encode(block, out.view(np.uint8), codec(block.shape))


def _assign(block: Array, out: Array) -> None:
    out[...] = block
