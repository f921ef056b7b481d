"""Numpy arrays as compiled kernels like them: flat, aligned, one type for all callers."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ITEM_SIZES
from quire.runtime.errors import BackendUnavailable, EncodingError

Scalar = TypeVar("Scalar", bound=np.generic)

BLOCK_BYTES = 256 * 1024
"""Size of a copied block: it stays in the second-level cache until the kernel has read it."""

ROUNDED_TO_INFINITY = {
    "float16": 65520.0,
    "bfloat16": float.fromhex("0x1.ffp127"),
    "float32": float.fromhex("0x1.ffffffp127"),
}
"""By dtype, the least magnitude that rounding makes infinite."""

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


def given_array(value: Any, argument: str) -> npt.NDArray[Any]:
    """What a caller gives as an array: of numpy, of a library that gives numpy its memory, a list.

    Args:
        value: The array; bytes are one of uint8.
        argument: Its name, for errors.

    Raises:
        ValueError: numpy makes no array of it.
        TypeError: some of its elements are masked: they have no value that could be stored; or
            it is a tensor that does not lie in this memory, or that gradients go through.
    """
    if isinstance(value, bytes | bytearray):
        return np.frombuffer(value, np.uint8)
    parts = value if isinstance(value, list | tuple) else (value,)
    if any(map(np.ma.is_masked, parts)):
        raise TypeError(f"{argument}: masked elements have no value; `.filled(…)` gives them one")
    try:
        return np.asarray(value)
    except ValueError as error:  # what numpy says of these is long, and names no argument
        if "inhomogeneous" in str(error):
            raise ValueError(
                f"{argument}: expected an array, found lists of different lengths"
            ) from None
        raise ValueError(f"{argument}: {error}") from error
    except (TypeError, RuntimeError) as error:
        raise TypeError(f"{argument}: {error}") from error


def given_numbers(value: Any, argument: str) -> npt.NDArray[Any]:
    """As `given_array`, of real numbers: integers, booleans, floats; bfloat16 becomes float32.

    Raises:
        ValueError: it has other elements.
    """
    found = given_array(value, argument)
    if found.dtype.name == "bfloat16":
        return found.astype(np.float32)
    if found.dtype.name not in ITEM_SIZES and found.dtype != bool:
        expected = "real numbers of at most 64 bits"
        raise ValueError(f"{argument}: expected {expected}, found {found.dtype}")
    return found


def refuse_overflow(array: npt.NDArray[Any], dtype: str) -> None:
    """Refuse finite values that would become infinite as a narrower dtype.

    Raises:
        EncodingError: there are some; the first is named.
    """
    limit = ROUNDED_TO_INFINITY.get(dtype)
    if limit is None or not array.size:
        return
    if array.dtype.char in "ef" and array.dtype.itemsize <= ITEM_SIZES[dtype]:  # halves, floats
        return
    with np.errstate(invalid="ignore"):  # bfloat16 warns of what is no number
        low, high = (extreme.reduce(array, axis=None) for extreme in (np.minimum, np.maximum))
        if -limit < low and high < limit:  # a NaN is neither
            return
        beyond = np.isfinite(array) & ((array >= limit) | (array <= -limit))
    if beyond.any():
        index = int(np.argmax(beyond))
        found = f"{array.reshape(-1)[index]} at flat index {index}"
        raise EncodingError(f"{dtype}: expected magnitudes below {limit:g}, found {found}")


def converted(array: npt.NDArray[Any], dtype: str) -> npt.NDArray[Any]:
    """An array as one of the dtype that is stored; not copied if it is one, in any byte order.

    Raises:
        EncodingError: it is of another kind: numbers with fractions are not stored as integers; or
            an integer is out of range, or a float has no digits for it; or a finite value would
            become infinite.
    """
    wanted = dtype_of(dtype)
    if array.dtype.newbyteorder("=") == wanted:
        return array
    if not is_of_a_kind(array.dtype, wanted):
        raise EncodingError(f"expected an array of {dtype}, found {array.dtype}")
    if wanted.kind in "iu" and array.dtype.kind in "iu":
        _check_range(array, np.iinfo(wanted))
        return array.astype(wanted)
    refuse_overflow(array, dtype)
    return exactly(array, dtype) if array.dtype.kind in "iu" else array.astype(wanted)


def is_of_a_kind(dtype: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Whether numbers of a dtype may be stored as another one, if they are in its range."""
    are_integers = wanted.kind in "iu" and dtype.kind in "iu"
    return are_integers or np.can_cast(dtype, wanted, "same_kind")


def exactly(array: npt.NDArray[Any], dtype: str) -> npt.NDArray[Any]:
    """Numbers as floats that are the same numbers; not copied if they are such floats.

    Raises:
        EncodingError: the dtype has no digits for one; the first is named.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        found = array.astype(dtype, copy=False)
        if array.dtype.kind not in "iu" and np.can_cast(array.dtype, found.dtype):
            return found
        changed = (found.astype(array.dtype) != array) & (array == array)  # noqa: PLR0124  # a NaN is not itself
    if array.dtype.kind in "iu":  # what rounding takes out of the range comes back anyhow
        changed |= found >= float(np.iinfo(array.dtype).max)
    if changed.any():
        index = int(np.argmax(changed))
        value = f"{array.reshape(-1)[index]} at flat index {index}"
        advice = f"`.astype(numpy.{dtype})` rounds them"
        raise EncodingError(f"expected values that {dtype} has, found {value}; {advice}")
    return found


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
    if not array.flags.writeable:
        return array
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
    """Which values of a flat array are better written past the cache: (first, end), or (0, 0).

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
    if fresh or max(whole.nbytes, getattr(whole.base, "nbytes", 0)) < CACHED_BYTES:
        return 0, 0
    start = values_before_line(out)
    if _address(out) % out.itemsize:
        return 0, 0
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
    flags = array.flags
    if flags.c_contiguous and flags.aligned and array.dtype.isnative:
        flat = array.reshape(-1)
        flat.flags.writeable = False
        yield 0, flat
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
