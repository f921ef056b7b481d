"""Datasets as arrays and data frames of Dask: a task for each part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pyarrow as pa
from dask.base import tokenize

from quire.datasets.dataset import Dataset
from quire.datasets.part import Part, as_table


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
