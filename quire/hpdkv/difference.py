"""What residuals are for: weights from their reconstruction, and what is missing there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.pack import Array, stored_dtype
from quire.hpdkv.unpack import Blob, check_apart, check_indices, parsed, stored_values
from quire.kernels.backends.arrays import dtype_of
from quire.kernels.engine.given import as_array, dtype_name, framework_of, to_fill
from quire.kernels.engine.halves import rounder, widener
from quire.kernels.engine.staging import to_framework
from quire.runtime import EncodingError, dismantled

BLOCK = 1 << 16
"""Elements that are computed at a time: they stay in the cache."""


def residual(weights: Any, reconstruction: Any, *, dtype: Any = None, exact: bool = True) -> Any:
    """What has to be added to a reconstruction for the weights, each rounded to 16 bits.

    The difference is computed in float32. Where adding it, rounded, does not give the weight back,
    its neighbours are tried. None is needed where the reconstruction, of the dtype of the weights,
    is 0, or between half of the weight and twice of it (Sterbenz): so for the nearest of levels
    that include 0, none above three times the one before it, as those of NF4.

    Args:
        weights: float16 or bfloat16; others with `exact=False`.
        reconstruction: Of any floating-point dtype, of the same shape.
        dtype: Of the result: "float16" or "bfloat16", by any name; None for that of the weights.
        exact: Whether `restore` has to give the weights, as numbers (NaN for NaN, 0 for -0); if
            not, what is too large becomes infinite if `dtype` is given, and is refused otherwise.

    Returns:
        Of the library that the weights are of.

    Raises:
        EncodingError: exactly, that cannot be done; or a difference is too large. The first such
            weight is named.
        ValueError: the shapes differ, or weights of more than 16 bits are asked for exactly.
        TypeError: a tensor is of another dtype.
    """
    held, start = as_array(weights, "weights"), as_array(reconstruction, "reconstruction")
    _check("reconstruction", start, held.shape, " as of the weights")
    name = stored_dtype(held.dtype, dtype, "weights")
    if exact and held.dtype.newbyteorder("=").name != name:
        raise ValueError(f"exact: expected weights of {name}, found {held.dtype}")
    out = np.empty(held.shape, dtype_of(name))
    flat, wanted, begin = out.reshape(-1), held.reshape(-1), start.reshape(-1)
    rounding = _Rounding(wanted.dtype, begin.dtype, out)
    with np.errstate(all="ignore"):  # infinities and NaN are values here
        for block in _blocks(flat.size):
            wide = rounding.subtract(wanted[block], begin[block], flat[block])
            if dtype is None and not exact:
                _refuse_overflow(wide[0] - wide[1], flat[block], block.start)
            wrong = rounding.mend(*wide, flat[block]) if exact else flat[:0]
            if wrong.size:
                first = block.start + int(wrong[0])
                expected = "differences that 16 bits hold (or `exact=False`)"
                pair = f"weight {wanted[first]} and reconstruction {begin[first]}"
                raise EncodingError(f"expected {expected}, found {pair} at flat index {first}")
    return to_framework(out, framework_of(weights))


def _refuse_overflow(differences: Array, rounded: Array, first: int) -> None:
    """Refuse differences that became infinite, unless a dtype was asked for."""
    beyond = np.flatnonzero(np.isinf(rounded) & np.isfinite(differences))
    if beyond.size:
        place = int(beyond[0])
        expected = f"differences that {rounded.dtype} has (or `dtype`)"
        found = f"{differences[place]} at flat index {first + place}"
        raise EncodingError(f"expected {expected}, found {found}")


class _Rounding:
    """How blocks of weights and of their reconstruction become residuals, of the dtype of `out`."""

    def __init__(self, weights: np.dtype[Any], start: np.dtype[Any], out: Array) -> None:
        single = np.dtype(np.float32)
        self._widen_weights = widener(weights, single, out.nbytes)
        self._widen_start = widener(start, single, out.nbytes)
        self._widen = widener(out.dtype, single, out.nbytes)
        self._put = rounder(out.dtype, out.nbytes)

    def subtract(self, weights: Array, start: Array, out: Array) -> tuple[Array, Array]:
        """Fill a flat block with the nearest; returns the weights and the start in float32."""
        wide, begin = self._widen_weights(weights), self._widen_start(start)
        self._put(wide - begin, out)
        return wide, begin

    def mend(self, wide: Array, begin: Array, out: Array) -> Array:
        """Take neighbours that give the weights back; returns where none does."""
        wrong: Array = np.flatnonzero(~self._restores(wide, begin, out))
        words = out.view(np.uint16)
        for change in (1, -1, 0x8001):  # larger, smaller, and past zero
            if not wrong.size:
                break
            tried = (words[wrong].astype(np.int64) + change).astype(np.uint16)
            right = self._restores(wide[wrong], begin[wrong], tried.view(out.dtype))
            words[wrong[right]] = tried[right]
            wrong = wrong[~right]
        return wrong

    def _restores(self, weights: Array, start: Array, found: Array) -> Array:
        """Whether adding each residual gives the weight."""
        back = np.empty_like(found)
        self._put(start + self._widen(found), back)
        given = self._widen(back)
        same: Array = (given == weights) | (np.isnan(given) & np.isnan(weights))
        return same


def restore(reconstruction: Any, blob: Blob, *, dtype: Any = None, out: Any = None) -> Any:
    """A reconstruction with the residuals of a blob added: the weights, where they were kept.

    The sum is computed in float32, and rounded once, half to even.

    Args:
        reconstruction: Of any floating-point dtype, of the shape of the blob.
        blob: The bytes of one blob, to their end; dense or sparse.
        dtype: Of the result: a name of numpy or "bfloat16", or a dtype of numpy or torch; None for
            that of the blob.
        out: Tensor to fill, contiguous, of this shape, any floating-point dtype; it is returned. It
            may be the reconstruction, or overlap with it, and not with the blob. Gradients know
            nothing of it.

    Returns:
        Of the library that the reconstruction is of.

    Raises:
        FormatError: the blob is damaged.
        ValueError: the shapes differ, `out` cannot be filled, or `dtype` is another than its own.
        TypeError: a tensor is of another dtype.
    """
    with dismantled(parsed(blob)) as record:
        start = as_array(reconstruction, "reconstruction")
        _check("reconstruction", start, record.values.shape)
        flat = start.reshape(-1)
        if out is not None:
            target = _flat(out, record.values.shape)
            if dtype is not None and target.dtype != dtype_of(dtype_name(dtype)):
                raise ValueError(f"dtype: expected that of `out`, {target.dtype}, found {dtype!r}")
            check_apart(record, target)
            add_record(record, _apart(flat, target), target)
            return out
        made = np.empty(start.shape, _dtype_of_result(dtype, record))
        add_record(record, flat, made.reshape(-1))
        return to_framework(made, framework_of(reconstruction))


def add_residuals(target: Any, blob: Blob) -> Any:
    """Add the residuals of a blob to a tensor, in place: `target += unpack_residuals(blob)`.

    Of a sparse blob no dense tensor is made. Sums are rounded once, to the dtype of the target.

    Args:
        target: Of numpy or torch, on the CPU, contiguous, of the shape of the blob and any
            floating-point dtype.
        blob: The bytes of one blob, to their end.

    Returns:
        The target.

    Raises:
        FormatError: the blob is damaged; nothing was added.
        ValueError: the shapes differ, or the target cannot be written to in place.
        TypeError: the target is of another dtype.
    """
    return restore(target, blob, out=target)


def add_record(record: Hpdkv, start: Array, out: Array) -> None:
    """Write to `out` what `start` is with the residuals of a blob added; both flat."""
    check_indices(record)
    values = stored_values(record)  # fails before anything is written
    wide = np.result_type(np.float32, out.dtype) if out.dtype.kind == "f" else np.dtype("f4")
    widen_start = widener(start.dtype, wide, start.nbytes)
    widen_values = widener(values.dtype, wide, values.nbytes)
    put = rounder(out.dtype, out.nbytes)
    with np.errstate(all="ignore"):
        if record.has_indices:
            places = record.index_block.indices.astype(np.intp)  # as numpy would, each time
            sums = widen_start(start.take(places)) + widen_values(values)
            if start.dtype != out.dtype:
                for block in _blocks(out.size):
                    put(widen_start(start[block]), out[block])
            elif not np.may_share_memory(start, out):
                out[...] = start
            rounded = np.empty(sums.shape, out.dtype)
            put(sums, rounded)
            out[places] = rounded
            return
        for block in _blocks(out.size):
            put(widen_start(start[block]) + widen_values(values[block]), out[block])


def _apart(start: Array, out: Array) -> Array:
    """What is read while `out` is written: a copy, if they share memory at other places."""
    if not np.may_share_memory(start, out):
        return start
    same = start.ctypes.data == out.ctypes.data and start.dtype == out.dtype
    return start if same else start.copy()


def _dtype_of_result(asked: Any, record: Hpdkv) -> np.dtype[Any]:
    if asked is None:
        return record.values.dtype
    found = dtype_of(dtype_name(asked))
    if found.kind != "f" and found.name != "bfloat16":
        raise TypeError(f"dtype: expected one of floating point, found {found}")
    return found


def _blocks(size: int) -> Iterator[slice]:
    return (slice(at, at + BLOCK) for at in range(0, size, BLOCK))


def _check(name: str, array: Array, shape: tuple[int, ...], why: str = "") -> None:
    if array.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}{why}, found {array.shape}")
    if array.dtype.kind != "f" and array.dtype.name != "bfloat16":
        raise TypeError(f"{name}: expected a floating-point tensor, found {array.dtype}")


def _flat(out: Any, shape: tuple[int, ...]) -> Array:
    """A tensor to fill, of any floating-point dtype, as a flat array that shares its memory."""
    given = as_array(out, "out")
    target = to_fill(out, given.shape, given.dtype)
    _check("out", target, shape)
    return target.reshape(-1)
