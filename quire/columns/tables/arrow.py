"""Columns as Arrow has them, in the same memory: nanoarrow makes the structures of its C interface.

What is copied: flags, of which Arrow has eight in a byte, and numbers in another byte order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quire.runtime.errors import BackendUnavailable

Array: TypeAlias = npt.NDArray[Any]

_NUMBERS = {
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "f2": "float16", "f4": "float32", "f8": "float64",
}  # fmt: skip  # laid out as a table


def stream_of(array: Any) -> Any:
    """An array of records as a stream of one batch."""
    from nanoarrow.c_array_stream import CArrayStream

    return CArrayStream.from_c_arrays([array], array.schema)


def batches_of(schema: Any, tables: Iterable[Any]) -> Any:
    """Tables of one schema as a pyarrow.RecordBatchReader, each made when its turn comes.

    Raises:
        BackendUnavailable: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise BackendUnavailable("pyarrow is not installed: `pip install pyarrow`") from error
    batches = (pa.record_batch(table) for table in tables)
    return pa.RecordBatchReader.from_batches(pa.schema(schema), batches)


def library() -> Any:
    """nanoarrow, which is an extra.

    Raises:
        BackendUnavailable: it is not installed.
    """
    try:
        import nanoarrow
    except ImportError as error:
        raise BackendUnavailable(
            "nanoarrow is not installed: `pip install quire[arrow]`"
        ) from error
    return nanoarrow


def records(columns: dict[str, Any], rows: int, bits: Array | None) -> Any:
    """Records, of the arrays of their columns."""
    schema = library().struct({name: array.schema for name, array in columns.items()})
    return _made(schema, rows, [bits], [*columns.values()])


def pieces(offsets: Array, data: Array, bits: Array | None, *, is_text: bool) -> Any:
    """Texts or bytes."""
    na, wide = library(), offsets.dtype.itemsize == 8
    if is_text:
        schema = na.large_string() if wide else na.string()
    else:
        schema = na.large_binary() if wide else na.binary()
    return _made(schema, len(offsets) - 1, [bits, offsets, data], [])


def lists(offsets: Array, values: Any, bits: Array | None) -> Any:
    """Lists, of the array of all their elements."""
    kind = library().large_list if offsets.dtype.itemsize == 8 else library().list_
    return _made(kind(values.schema), len(offsets) - 1, [bits, offsets], [values])


def union(tags: Array, places: Array, cases: dict[str, Any], *, has_none: bool) -> Any:
    """A dense union; what is not there is a case of its own, which has one row for all."""
    na, arrays = library(), {**cases}
    if has_none:
        arrays[""] = na.c_array_from_buffers(na.null(), 1, [])
    schema = na.dense_union({name: array.schema for name, array in arrays.items()})
    return _made(schema, len(tags), [tags, places], [*arrays.values()])


def numbers(column: Array) -> Any:
    """Numbers, of which a masked array may lack some; lists of a fixed size of those.

    Raises:
        TypeError: Arrow has no such numbers.
    """
    na = library()
    if column.ndim > 1:
        values = numbers(np.ascontiguousarray(column).reshape(-1, *column.shape[2:]))
        schema = na.fixed_size_list(values.schema, column.shape[1])
        return _made(schema, len(column), [None], [values])
    bits = None
    if isinstance(column, np.ma.MaskedArray):
        bits = np.packbits(~np.ma.getmaskarray(column), bitorder="little")
        column = column.data
    column = column.astype(column.dtype.newbyteorder("="), copy=False)
    if column.dtype == bool:
        return _made(na.bool_(), len(column), [bits, np.packbits(column, bitorder="little")], [])
    if column.dtype.str[1:] not in _NUMBERS:
        raise TypeError(f"Arrow has no columns of {column.dtype}: read them as numpy arrays")
    schema = getattr(na, _NUMBERS[column.dtype.str[1:]])()
    return _made(schema, len(column), [bits, column], [])


def _made(schema: Any, rows: int, buffers: list[Any], children: list[Any]) -> Any:
    na = library()
    has_bits = buffers and buffers[0] is not None and schema.type != na.Type.DENSE_UNION
    nulls = -1 if has_bits else 0
    return na.c_array_from_buffers(schema, rows, buffers, null_count=nulls, children=children)
