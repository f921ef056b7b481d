"""Tables as Arrow has them, in the same memory: nanoarrow makes the structures of its C interface.

What is copied: flags, of which Arrow has eight in a byte, and numbers in another byte order.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

from quire.columns.table import Array, Lists, Pieces, Table, Union
from quire.runtime.errors import BackendUnavailable

_NUMBERS = {
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "f2": "float16", "f4": "float32", "f8": "float64",
}  # fmt: skip  # laid out as a table


def stream_of(table: Table) -> Any:
    """A table as a stream of one batch.

    Raises:
        BackendUnavailable: nanoarrow is not installed.
    """
    from nanoarrow.c_array_stream import CArrayStream

    array = array_of(table)
    return CArrayStream.from_c_arrays([array], array.schema)


def batches_of(schema: Table, tables: Iterable[Table]) -> Any:
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


def array_of(column: Any) -> Any:
    """A column, or a table, as an array of Arrow's.

    Raises:
        BackendUnavailable: nanoarrow is not installed.
        TypeError: Arrow has no such numbers.
    """
    na = library()
    if isinstance(column, Table):
        return _records(column, na)
    if isinstance(column, Pieces):
        return _pieces(column, na)
    if isinstance(column, Lists):
        values = array_of(column.values)
        kind = na.large_list if column.offsets.dtype.itemsize == 8 else na.list_
        buffers = [_bits(column), column.offsets]
        return _made(na, kind(values.schema), len(column), buffers, [values])
    if isinstance(column, Union):
        return _union(column, na)
    return _numbers(column, na)


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


def _made(na: Any, schema: Any, rows: int, buffers: list[Any], children: list[Any]) -> Any:
    has_bits = buffers and buffers[0] is not None and schema.type != na.Type.DENSE_UNION
    nulls = -1 if has_bits else 0
    return na.c_array_from_buffers(schema, rows, buffers, null_count=nulls, children=children)


def _bits(column: Any) -> Array | None:
    found: Array | None = column._bits  # noqa: SLF001  # as they are stored
    return found


def _records(table: Table, na: Any) -> Any:
    arrays = {name: array_of(table.column(name)) for name in table.names}
    schema = na.struct({name: array.schema for name, array in arrays.items()})
    return _made(na, schema, len(table), [_bits(table)], [*arrays.values()])


def _pieces(column: Pieces, na: Any) -> Any:
    wide = column.offsets.dtype.itemsize == 8
    if column.is_text:
        schema = na.large_string() if wide else na.string()
    else:
        schema = na.large_binary() if wide else na.binary()
    return _made(na, schema, len(column), [_bits(column), column.offsets, column.data], [])


def _union(column: Union, na: Any) -> Any:
    """A dense union; what is not there is a case of its own, which has one row for all."""
    arrays = {name: array_of(case) for name, case in column.cases.items()}
    if column.has_none:
        arrays[""] = na.c_array_from_buffers(na.null(), 1, [])
    schema = na.dense_union({name: array.schema for name, array in arrays.items()})
    return _made(na, schema, len(column), [column.tags, column.places], [*arrays.values()])


def _numbers(column: Array, na: Any) -> Any:
    if column.ndim > 1:
        values = array_of(np.ascontiguousarray(column).reshape(-1, *column.shape[2:]))
        schema = na.fixed_size_list(values.schema, column.shape[1])
        return _made(na, schema, len(column), [None], [values])
    bits = None
    if isinstance(column, np.ma.MaskedArray):
        bits = np.packbits(~np.ma.getmaskarray(column), bitorder="little")
        column = column.data
    column = column.astype(column.dtype.newbyteorder("="), copy=False)
    made = partial(_made, na, rows=len(column), children=[])
    if column.dtype == bool:
        return made(schema=na.bool_(), buffers=[bits, np.packbits(column, bitorder="little")])
    if column.dtype.str[1:] not in _NUMBERS:
        raise TypeError(f"Arrow has no columns of {column.dtype}: read them as numpy arrays")
    return made(schema=getattr(na, _NUMBERS[column.dtype.str[1:]])(), buffers=[bits, column])
