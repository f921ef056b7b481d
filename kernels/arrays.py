"""Numpy arrays as compiled kernels like them: flat, aligned, one type for all callers."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import BackendUnavailable, EncodingError

Scalar = TypeVar("Scalar", bound=np.generic)

BLOCK_BYTES = 256 * 1024
"""Size of a copied block: it stays in the second-level cache until the kernel has read it."""

CACHE_LINE = 64
"""Bytes; also the widest store there is."""

CACHED_BYTES = 24 * 2**20
"""Size of an output from which on it is written past the cache, as memcpy does.

Below, decoding and then reading the result is faster by way of the cache (2.2 times a copy
against 4.1 at 16 MiB); above, it is slower (5.1 against 3.1 at 24 MiB).
"""

STREAM_BYTES = 1024
"""What is decoded before it is written past the cache: small, as it is written to the first-level
cache in between. With 16 KiB the whole takes a quarter longer.
"""


def dtype_of(name: str) -> np.dtype[Any]:
    """The dtype that a name of `contract.ITEM_SIZES` means.

    Raises:
        BackendUnavailable: it is bfloat16, which numpy has not by itself; says what to install.
    """
    if name != "bfloat16":
        return np.dtype(name)
    if importlib.util.find_spec("ml_dtypes") is None:
        raise BackendUnavailable("bfloat16: not installed: ml_dtypes (pip install ml-dtypes)")
    found: np.dtype[Any] = np.dtype(importlib.import_module("ml_dtypes").bfloat16)
    return found


def converted(array: npt.NDArray[Any], dtype: str) -> npt.NDArray[Any]:
    """An array as one of the dtype that is stored; not copied if it is one, in any byte order.

    Raises:
        EncodingError: it is of another kind: numbers with fractions are not stored as integers; or
            an integer is out of range.
    """
    wanted = dtype_of(dtype)
    if array.dtype.newbyteorder("=") == wanted:
        return array
    if wanted.kind in "iu" and array.dtype.kind in "iu":
        _check_range(array, np.iinfo(wanted))
        return array.astype(wanted)
    try:
        with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
            return array.astype(wanted, casting="same_kind")
    except TypeError as error:
        raise EncodingError(f"expected an array of {dtype}, found {array.dtype}") from error


def _check_range(array: npt.NDArray[Any], limits: np.iinfo[Any]) -> None:
    for found in (array.min(), array.max()) if array.size else ():
        if not limits.min <= int(found) <= limits.max:
            expected = f"integers from {limits.min} to {limits.max}"
            raise EncodingError(f"expected {expected}, found {found}")


def read_only(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """View of an array that cannot be written.

    To numba, arrays that can be written are another type: without this, kernels would be
    compiled twice.
    """
    view = array.view()
    view.flags.writeable = False
    return view


def values_before_line(out: npt.NDArray[Any]) -> int:
    """How many values of a flat array come before a line of the cache begins.

    Stores of 64 bytes that each touch two lines take up to 1.4 times as long, and numpy
    begins large arrays 16 bytes into a line: kernels write these values apart.
    """
    return min(out.size, -_address(out) % CACHE_LINE // out.itemsize)


def past_cache(
    out: npt.NDArray[Any], whole: npt.NDArray[Any], *, fresh: bool = False
) -> tuple[int, int]:
    """Which values of a flat array are better written past the cache: (first, end).

    An ordinary store first reads the line that it overwrites. Where that line comes from
    memory, decoding takes 2.1 times as long as a copy of the same bytes, and 0.95 times
    without; where it is in the cache, 1.5 and 2.8 times, and whoever reads the result next
    finds it there.

    Args:
        out: (n,) values to be written.
        whole: The same memory as the caller gave it. If it is a part of a larger array, that
            one's size counts: its parts, decoded one by one, do not fit in the cache either.
        fresh: Whether the memory was never touched. Then the system clears each page when it is
            first written to, and leaves it in the cache: loading a whole collection into new
            memory took 0.8 of the time with ordinary stores.
    """
    start = values_before_line(out)
    size = max(whole.nbytes, getattr(whole.base, "nbytes", 0))
    if fresh or size < CACHED_BYTES or _address(out) % out.itemsize:
        return start, start
    block = STREAM_BYTES // out.itemsize
    return start, start + (out.size - start) // block * block


def line_block(
    dtype: npt.DTypeLike, nbytes: int = STREAM_BYTES, before: int = 0
) -> npt.NDArray[Any]:
    """Array of `nbytes` on a line of the cache, for a kernel to fill again and again.

    `before` is how many values the array has before that line.
    """
    head = before * np.dtype(dtype).itemsize
    memory = np.empty(head + nbytes + CACHE_LINE, np.uint8)
    start = -(_address(memory) + head) % CACHE_LINE
    return memory[start : start + head + nbytes].view(dtype)


def _address(array: npt.NDArray[Any]) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def flat_blocks(
    array: npt.NDArray[np.floating[Any]],
) -> Iterator[tuple[int, npt.NDArray[np.floating[Any]]]]:
    """Cut an array of any strides into flat, contiguous, aligned, read-only pieces.

    An array that is all this already is one piece and not copied; others are copied some
    rows (first axis) at a time.

    Yields:
        (index of its first value in row-major order, values of shape (n,)).
    """
    if array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative:
        yield 0, read_only(array.reshape(-1))
        return
    if array.size == 0:
        return
    native = array.dtype.newbyteorder("=")
    array = np.atleast_1d(array)
    row = array.size // array.shape[0]
    step = max(1, BLOCK_BYTES // (row * array.itemsize))
    for start in range(0, array.shape[0], step):
        block = array[start : start + step].astype(native, order="C")
        yield start * row, read_only(block.reshape(-1))
