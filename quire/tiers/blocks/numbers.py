"""What callers give: numbers that can be quantised, rows, arrays to fill, and choices."""

from __future__ import annotations

import math
from collections.abc import Collection
from operator import index
from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.codec import WIDTHS
from quire.kernels.engine.given import as_array, to_fill
from quire.kernels.engine.halves import HALVES, widener
from quire.runtime.errors import EncodingError, FormatError
from quire.tiers.errors import InvalidBitWidth

_MOST_BYTES = 8

TwoLevel = bool | Literal["auto"]

Rows = SupportsIndex | slice

Floats = npt.NDArray[np.float32]


def real_numbers(array: Any, argument: str) -> npt.NDArray[np.floating[Any]]:
    """An array of a dtype that the codecs encode, float32 or float64; errors name the argument.

    Of numpy (bfloat16 of `ml_dtypes`, too), of torch, or what `numpy.asarray` takes. An
    EncodingError if these are no real numbers of at most 64 bits, a TypeError if some are masked.
    """
    found = as_array(array, argument)
    native = found.dtype.newbyteorder("=")
    if native.name in HALVES:
        widen = widener(native, np.dtype(np.float32), found.nbytes)
        return widen(found.reshape(-1)).reshape(found.shape)
    if found.dtype.kind not in "biuf" or found.dtype.itemsize > _MOST_BYTES:
        expected = "an array of real numbers of at most 64 bits"
        raise EncodingError(f"{argument}: expected {expected}, found {found.dtype}")
    if native in (np.float32, np.float64):
        return found
    fits = np.can_cast(found.dtype, np.float32)
    return found.astype(np.float32 if fits else np.float64)


def as_float32(array: Any, argument: str) -> npt.NDArray[np.float32]:
    """The same numbers rounded to float32, C-contiguous: no copy where they are so already."""
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        return np.ascontiguousarray(real_numbers(array, argument), np.float32)


def two_level_of(value: Any) -> TwoLevel:
    """Whether blocks have two scales, as a caller may put it."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, str) and value == "auto":
        return "auto"
    raise ValueError(f'two_level: expected True, False or "auto", found {value!r}')


def check_width(
    bits: Any, widths: Collection[int] = WIDTHS, expected: str = "8, 7, 5 or 3"
) -> None:
    """Refuse codes of another width than there are; blocks have these."""
    if isinstance(bits, bool) or not isinstance(bits, int | np.integer) or bits not in widths:
        raise InvalidBitWidth(bits, expected)


def check_number(name: str, value: Any, *, whole: bool = False, least: int = 0) -> None:
    """Refuse what is no number, or is too small; infinity is one unless it has to be whole."""
    expected = f"a {'whole ' if whole else ''}number, {least} or more"
    try:
        found = index(value) if whole else math.ldexp(value, 0)  # a text is no number
    except (TypeError, ValueError, OverflowError):
        raise FormatError(name, expected, repr(value)) from None
    if math.isnan(found) or found < least:
        raise FormatError(name, expected, value)


def fitting(out: Any, shape: tuple[int, ...]) -> Floats:
    """The memory of an array or tensor of float32 to fill, or new memory; see `to_fill`."""
    return to_fill(out, shape, np.dtype(np.float32))
