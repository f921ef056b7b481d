"""Arrays that are views of a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quire.runtime.errors import FormatError
from quire.runtime.python_errors import mistyped
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import expect_all
from quire.runtime.values.dtypes import dtype_named, ordered
from quire.runtime.writing.writer import Writer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def view_array(
    stored: memoryview,
    dtype: str,
    shape: Sequence[int],
    field: str,
    io: Reader,
    *,
    order: str = "C",
) -> NDArray[Any]:
    """The bytes of a field that ends at the position of `io`, as a read-only array of `shape`."""
    import numpy as np  # not for those whose formats have no arrays

    offset = io.offset(len(stored))
    kind = dtype_named(dtype, field, offset)
    shape = completed(shape, len(stored) // kind.itemsize)
    wanted = kind.itemsize * math.prod(shape)
    if min(shape, default=0) < 0 or wanted != len(stored):
        expected = f"{wanted} bytes for shape {tuple(shape)} of {dtype}"
        raise FormatError(field, expected, f"{len(stored)} bytes", offset=offset)
    return np.frombuffer(stored, kind).reshape(tuple(shape), order=ordered(order, field, offset))


def put_array(
    io: Writer,
    value: Any,
    dtype: str,
    shape: Sequence[int],
    field: str,
    *,
    order: str = "C",
    size: int | None = None,
    limit: int | None = None,
) -> None:
    """Write an array that must have the dtype and the shape of the field, and its size in bytes."""
    import numpy as np  # the same

    kind = dtype_named(dtype, field)
    given = _numbers(value, field, kind)
    with np.errstate(invalid="ignore", over="ignore"):  # what is lost is told below
        array = given.astype(kind, copy=False)
    shape = completed(shape, array.size)
    if array.shape != shape or not _is_same(array, given):
        found = f"{given.dtype} {given.shape}"
        expected = f"{kind.name} {shape}, without loss"
        raise FormatError(field, expected, found, offset=io.pos())
    if size is not None and array.nbytes != size:
        expected = f"{size} bytes, as `size` says"
        found = f"{array.nbytes}, as {kind.name} {shape} takes"
        raise FormatError(field, expected, found, offset=io.pos())
    io.expect_within(array.nbytes, field, limit)
    expect_all(array)
    by_columns = ordered(order, field) == "F"
    stored = np.ascontiguousarray(array.T if by_columns else array, kind)
    io.put(stored.reshape(-1).view(np.uint8).data)


def array_size(value: Any, dtype: str, field: str) -> int:
    """The bytes that an array takes in the dtype of its field, whatever it has now."""
    kind = dtype_named(dtype, field)
    return _numbers(value, field, kind).size * kind.itemsize


def axis_of(value: Any, axis: int, rank: int, field: str) -> int:
    """The size of an array along an axis; it must have `rank` of them."""
    import numpy as np  # the same

    if isinstance(value, bytes | bytearray):  # an array of uint8
        shape: tuple[int, ...] = (len(value),)
    else:
        shape = value.shape if hasattr(value, "shape") else np.shape(value)
    if len(shape) != rank:
        raise FormatError(field, f"an array of {rank} axes", f"shape {list(shape)}")
    return int(shape[axis])


def _numbers(value: Any, field: str, kind: np.dtype[Any]) -> NDArray[Any]:
    """An array of real numbers, of any dtype, or of `kind`, of what is given for a field."""
    import numpy as np  # the same

    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise mistyped(field, "an array of numbers", "one with masked values")
    try:
        array = np.asarray(value)
    except ValueError as error:  # lists of several lengths
        raise mistyped(field, "an array of numbers", type(value).__name__) from error
    if array.dtype == kind:
        return array
    if (
        array.dtype.kind not in ("iufbc" if kind.kind == "c" else "iufb")
        and array.dtype.isbuiltin != 2
    ):  # such as bfloat16
        raise mistyped(field, "an array of numbers", f"{type(value).__name__} of {array.dtype}")
    return array


def _is_same(array: NDArray[Any], given: NDArray[Any]) -> bool:
    """Whether an array holds what was given, in another dtype perhaps."""
    import numpy as np  # the same

    return array is given or np.array_equal(array, given, equal_nan=given.dtype.kind == "f")


def completed(shape: Sequence[int], size: int) -> tuple[int, ...]:
    """The shape of an array of `size` elements, its -1 (if there is one) worked out."""
    known = math.prod(n for n in shape if n != -1)
    return tuple(size // known if n == -1 and known else n for n in shape)
