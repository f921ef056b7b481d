"""Datasets as arrays and data frames of Dask, a task for each part; and their blocks as files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pyarrow as pa
from dask.base import tokenize

from quire.datasets.dataset import Dataset
from quire.datasets.part import Part, as_table
from quire.datasets.writing import PartWriter


def to_dask_array(dataset: Dataset) -> da.Array:
    """The rows of an array, in chunks that are the parts.

    Raises:
        TypeError: the dataset has columns.
    """
    shape, dtype = dataset.shape, dataset.dtype
    parts = dataset.parts
    name = f"quire-{tokenize(dataset.files, dataset.reader, len(parts))}"
    zeros = (0,) * (len(shape) - 1)
    graph = {(name, i, *zeros): (Part.read, part) for i, part in enumerate(parts)}
    chunks = (tuple(map(len, parts)), *((size,) for size in shape[1:]))
    meta = np.empty((0,) * len(shape), dtype)
    return da.Array(graph, name, chunks, dtype=dtype, meta=meta)


def to_dask_dataframe(dataset: Dataset) -> dd.DataFrame:
    """The rows as a data frame, a partition for each part; only columns that are used are made."""
    meta = _frame(as_table(dataset.schema))
    parts = list(dataset.parts)
    found: dd.DataFrame = dd.from_map(
        _read_frame, parts, meta=meta, label="quire", enforce_metadata=False
    )
    return found


def _read_frame(part: Part, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """A part as a frame, of some columns if Dask needs no others."""
    table = part.table()
    return _frame(table if columns is None else table.select(columns))


def _frame(table: Any) -> pd.DataFrame:
    """A table as pandas has it: numbers stay what they are, all else is Arrow's."""
    found: pd.DataFrame = pa.table(table).to_pandas(types_mapper=_mapped)
    return found


def _mapped(kind: pa.DataType) -> Any:
    return None if pa.types.is_primitive(kind) else pd.ArrowDtype(kind)


def from_dask(
    data: da.Array | dd.DataFrame,
    path: str | os.PathLike[str],
    format: str = "cvc",
    *,
    scheduler: Any = None,
    **options: Any,
) -> None:
    """Write each block as a file where it is computed; then all become visible at once, or none.

    Args:
        data: An array, whose blocks are made to have whole rows, or a frame.
        path: The folder of a collection, which it is added to; of "cdd", a store to be made.
        format: "cvc" or "cdd".
        scheduler: Dask's, as `dask.compute` takes it.
        options: How files are written, as `PartWriter` takes them.

    Raises:
        EncodingError, ValueError, OSError: as of `PartWriter`; or what a task has raised.
    """
    if isinstance(data, da.Array):
        data = data.rechunk(dict.fromkeys(range(1, data.ndim), -1))
        blocks = data.to_delayed().ravel().tolist()
    else:
        blocks = data.to_delayed()
    writer = PartWriter.begin(path, format, **options)
    tasks = [dask.delayed(_write)(writer, number, block) for number, block in enumerate(blocks)]
    try:
        writer.commit(dask.compute(*tasks, scheduler=scheduler))
    finally:
        writer.abort()  # what was not committed


def _write(writer: PartWriter, number: int, block: Any) -> Any:
    if isinstance(block, pd.DataFrame):
        block = {str(name): block[name].to_numpy() for name in block.columns}
    return writer.write(number, block)
