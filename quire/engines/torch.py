"""Datasets for torch's loaders: by row, and as a stream that workers and ranks share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
import torch.distributed
import torch.utils.data

from quire.datasets.dataset import Dataset
from quire.kernels.engine.staging import to_framework


class RowDataset(torch.utils.data.Dataset[Any]):  # type: ignore[misc]  # Any to mypy
    """The rows of an array, by their numbers: for loaders that shuffle.

    A part is decoded as a whole, and the last one is kept: give `__getitems__` neighbours together,
    or plan small parts.
    """

    def __init__(self, dataset: Dataset) -> None:
        dataset.dtype  # noqa: B018  # columns are refused
        self._dataset, self._parts = dataset, dataset.parts
        self._firsts = np.cumsum([0, *map(len, self._parts)])
        self._kept: tuple[int, Any] = (-1, None)

    def __len__(self) -> int:
        return len(self._dataset)

    def __getitem__(self, index: int) -> torch.Tensor:
        number = range(len(self))[index]
        part = int(np.searchsorted(self._firsts, number, "right")) - 1
        kept, rows = self._kept
        if kept != part:
            rows = to_framework(np.ascontiguousarray(self._parts[part].read()), "torch")
            self._kept = part, rows
        found: torch.Tensor = rows[number - int(self._firsts[part])]
        return found


class PartStream(torch.utils.data.IterableDataset[Any]):  # type: ignore[misc]  # Any to mypy
    """The parts as tensors, in order: each worker of a loader, and each rank, has some of them.

    Give it to a `DataLoader` with `batch_size=None`: a batch is a part. Of columns, a part is a
    dict of tensors, and of what is no number as lists.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    def __iter__(self) -> Iterator[Any]:
        worker = torch.utils.data.get_worker_info()
        number, workers = (0, 1) if worker is None else (worker.id, worker.num_workers)
        rank, ranks = _rank()
        for part in self._dataset.parts[rank * workers + number :: ranks * workers]:
            yield _tensors(part.read())


def _rank() -> tuple[int, int]:
    """Which of how many processes this is."""
    together = torch.distributed
    if together.is_available() and together.is_initialized():
        return together.get_rank(), together.get_world_size()
    return 0, 1


def _tensors(rows: Any) -> Any:
    if isinstance(rows, np.ndarray):
        return _column(rows)
    return {name: _column(rows[name]) for name in rows.names}


def _column(column: Any) -> Any:
    is_plain = isinstance(column, np.ndarray) and not isinstance(column, np.ma.MaskedArray)
    if is_plain and (column.dtype.kind in "biufc" or column.dtype.name == "bfloat16"):
        return to_framework(np.ascontiguousarray(column), "torch")
    return column.tolist()
