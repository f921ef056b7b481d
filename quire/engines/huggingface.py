"""Datasets for Hugging Face's `datasets`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import datasets
import pyarrow as pa

from quire.datasets.dataset import Dataset
from quire.datasets.part import Part, as_table


def to_huggingface(dataset: Dataset) -> datasets.IterableDataset:
    """The rows as a stream, whose shards are the parts."""
    schema = pa.schema(as_table(dataset.schema))
    return datasets.IterableDataset.from_generator(
        _rows,
        features=datasets.Features.from_arrow_schema(schema),
        gen_kwargs={"parts": list(dataset.parts)},
    )


def _rows(parts: Sequence[Part]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield from pa.table(part.table()).to_pylist()
