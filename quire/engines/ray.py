"""Datasets as a source of Ray Data: some parts for each of its tasks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pyarrow as pa
import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource import Datasource, ReadTask

from quire.columns.tables.table import Table
from quire.datasets.dataset import Dataset
from quire.datasets.part import Part, as_table


def to_ray(dataset: Dataset, **options: Any) -> ray.data.Dataset:
    """The rows as a dataset of Ray, whose tasks read the parts.

    Args:
        dataset: The rows.
        options: As of `ray.data.read_datasource`.
    """
    return ray.data.read_datasource(QuireDatasource(dataset), **options)


class QuireDatasource(Datasource):  # type: ignore[misc]  # Any to mypy
    """What Ray asks for the tasks that read a dataset."""

    def __init__(self, dataset: Dataset) -> None:
        super().__init__()
        self._dataset = dataset
        self._projection_map: dict[str, str] | None = None  # as Ray's base keeps it

    def estimate_inmemory_data_size(self) -> int | None:
        """Bytes of all rows, decoded, where that is known before."""
        return _size(self._dataset, len(self._dataset))

    def supports_projection_pushdown(self) -> bool:
        """Columns that are not wanted are not made."""
        return not self._dataset.is_array

    def get_read_tasks(
        self,
        parallelism: int,
        per_task_row_limit: int | None = None,
        data_context: Any = None,
    ) -> list[ReadTask]:
        """As many tasks, or one for each part if there are fewer."""
        del data_context
        wanted = self._get_data_columns()
        dataset = self._dataset if not wanted else self._dataset.select(wanted)
        parts = dataset.parts
        count = max(1, min(parallelism, len(parts)))
        bounds = [len(parts) * i // count for i in range(count + 1)]
        schema = _block(as_table(dataset.schema)).schema
        tasks = []
        for first, stop in pairwise(bounds):
            some = parts[first:stop]
            rows = sum(map(len, some))
            about = BlockMetadata(rows, _size(dataset, rows), None, None)
            read = partial(_blocks, some)
            tasks.append(ReadTask(read, about, schema, per_task_row_limit=per_task_row_limit))
        return tasks


def _blocks(parts: Sequence[Part]) -> Iterator[pa.Table]:
    return (_block(part.table()) for part in parts)


def _block(rows: Table) -> pa.Table:
    """Rows as Ray has them: columns of vectors are tensors, which batches have as one array."""
    block = pa.table(rows)
    for i, name in enumerate(block.column_names):
        block = block.set_column(i, name, _tensors(block[i].combine_chunks()))
    return block


def _tensors(column: Any) -> Any:
    """Lists of as many numbers each, within each other or not, as tensors."""
    shape, values = [], column
    while pa.types.is_fixed_size_list(values.type):
        shape.append(values.type.list_size)
        values = values.flatten()
    size = math.prod(shape)
    is_number = pa.types.is_integer(values.type) or pa.types.is_floating(values.type)
    if not shape or not size or not is_number:
        return column
    lists = pa.FixedSizeListArray.from_arrays(values, size)
    return pa.ExtensionArray.from_storage(pa.fixed_shape_tensor(values.type, shape), lists)


def _size(dataset: Dataset, rows: int) -> int | None:
    if not dataset.is_array:
        return None
    return rows * math.prod(dataset.shape[1:]) * dataset.dtype.itemsize
