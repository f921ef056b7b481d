"""Packing a tensor to a blob: as which of the two dtypes, and how large that becomes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from numbers import Real
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from quire.generated.hpdkv import Hpdkv
from quire.kernels.backends.arrays import refuse_overflow
from quire.kernels.codecs.sparse_scatter.largest import Order, largest
from quire.kernels.codecs.zlib.codec import zlib_bound
from quire.kernels.engine.given import as_array, dtype_name, expect_one_of, whole_number
from quire.kernels.engine.halves import HALVES, rounded
from quire.runtime import dismantled
from quire.runtime.values.number_at import largest as field_largest

LARGEST_SIZE = field_largest(Hpdkv, "shape")
"""Of a dimension."""

INDEX_BYTES = np.dtype(np.uint32).itemsize

MOST_INDEXED = 1 << 8 * INDEX_BYTES
"""Elements that indices reach."""

Array = npt.NDArray[Any]

DTYPES = tuple(HALVES)
"""Those that are stored, in the order of their numbers."""

VALUE_BYTES = np.dtype(np.float16).itemsize
"""Of a value of any of them."""

_CHOSEN = {"float16": "float16", "bfloat16": "bfloat16", "float32": "float16"}
"""As what a tensor is stored if nobody says; float32 as the original program does."""


def pack_residuals(
    x: Any,
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: Any = None,
    order: Order = "magnitude",
) -> bytes:
    """Pack a tensor to a blob.

    Args:
        x: float16, bfloat16 or float32; of numpy (bfloat16 of `ml_dtypes`) or torch, any strides,
            with a gradient or not.
        store_topk: Keep the largest magnitudes only: `ceil(store_topk * n)` of n values, and zeros
            elsewhere. NaN counts as the largest, equal ones by index. None or 1 keeps all, dense.
        compress: Compress the values, but not their indices, with zlib.
        dtype: "float16" or "bfloat16" to store, or a dtype of numpy or torch; left out, bfloat16
            stays and all others become float16. The original program reads float16 alone. Rounding
            is half to even. What is too large becomes infinite if `dtype` is given, and is refused
            if it is not.
        order: In which order sparse values stand: "magnitude", falling, as the original program
            does; or "index", which is unpacked faster.

    Raises:
        ValueError: `store_topk` is not above 0 and at most 1, or there is nothing to keep any of;
            a dimension is 2^32 or more; sparse, there are more than 2^32 elements.
        EncodingError: a number is too large for float16, and `dtype` is not given.
        TypeError: the tensor is of another dtype, or values are masked; or the share is no number.
    """
    record = record_of(x, store_topk=store_topk, compress=compress, dtype=dtype, order=order)
    with dismantled(record):
        size = estimate_hpdkv_size(record.shape, store_topk=store_topk, compress=compress)
        blob = BytesIO(bytes(size))  # all of the room at once: what grows is copied again and again
        record.write_to(blob)
        blob.truncate()
        return blob.getvalue()


def record_of(
    x: Any,
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: Any = None,
    order: Order = "magnitude",
) -> Hpdkv:
    """The record that `pack_residuals` writes."""
    expect_one_of(order, get_args(Order), "order")
    array = as_array(x, "tensor")
    name = stored_dtype(array.dtype, dtype, "tensor")
    count = _number_stored(array.shape, store_topk)
    if dtype is None:
        refuse_overflow(array, name)
    values = rounded(array, name)
    fields: dict[str, Any] = {}
    if count is not None:
        fields["index_block"] = {"indices": largest(values, count, order)}
    return Hpdkv.build(
        dtype=Hpdkv.ValueType(DTYPES.index(name)),
        shape=list(values.shape),
        is_compressed=bool(compress),
        values=values,
        **fields,
    )


def estimate_hpdkv_size(
    x_or_shape: Any, *, store_topk: float | None = None, compress: bool = False
) -> int:
    """Bytes of the blob of a tensor: exact if it is not compressed, else the most there can be.

    Args:
        x_or_shape: A tensor, or its shape: a sequence, or a number for one dimension.
        store_topk: As for `pack_residuals`.
        compress: As there.

    Raises:
        ValueError: as for `pack_residuals`.
        TypeError: a dimension is no whole number.
    """
    shape = _shape_of(x_or_shape)
    count = _number_stored(shape, store_topk)
    before = _values_at(len(shape))
    if count is None:
        count = math.prod(shape)
    else:
        before += Hpdkv.IndexBlock.offset_of("indices") + INDEX_BYTES * count
    size = VALUE_BYTES * count
    return before + (zlib_bound(size) if compress else size)


@cache
def _values_at(rank: int) -> int:
    """Where the values of a dense tensor begin; other ones have their indices before them."""
    empty = np.empty([0] * rank, np.float16)
    dtype = Hpdkv.ValueType.float16
    return Hpdkv.build(dtype=dtype, shape=list(empty.shape), values=empty).offset_of("values")


def _shape_of(x_or_shape: Any) -> tuple[int, ...]:
    found = getattr(x_or_shape, "shape", x_or_shape)
    sizes: Sequence[Any] = found if hasattr(found, "__len__") else (found,)
    return tuple(whole_number(size, "shape") for size in sizes)


def _number_stored(shape: tuple[int, ...], share: float | None) -> int | None:
    """How many values are stored with indices; None for all, without.

    As the original program counts, in float64: 0.07 of 100 values are 8.
    """
    for size in shape:
        if not 0 <= size <= LARGEST_SIZE:
            raise ValueError(f"shape: expected dimensions from 0 to {LARGEST_SIZE}, found {size}")
    if share is None:
        return None
    if not isinstance(share, Real):
        raise TypeError(f"store_topk: expected a share above 0, at most 1, found {share!r}")
    if not 0 < share <= 1:
        raise ValueError(f"store_topk: expected a share above 0, at most 1, found {share}")
    if share == 1:
        return None
    size = math.prod(shape)
    if size == 0:
        raise ValueError("store_topk: expected a tensor with elements, found none")
    if size > MOST_INDEXED:
        expected = f"at most {MOST_INDEXED} elements (`save_bundle` cuts larger tensors)"
        raise ValueError(f"store_topk: expected {expected}, found {size}")
    return min(size, math.ceil(share * size))


def stored_dtype(found: np.dtype[Any], asked: Any, argument: str) -> str:
    """The dtype, of `DTYPES`, that a tensor of dtype `found` is stored as.

    A ValueError if another one is asked for; a TypeError if the tensor has none of floating point,
    or none of float16, bfloat16 and float32 where nothing is asked for.
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
