"""Datasets as lazy frames of polars, which reads the parts and columns that a query needs."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from polars.io.plugins import register_io_source

from quire.datasets.dataset import Dataset
from quire.datasets.part import as_table


def to_polars(dataset: Dataset) -> pl.LazyFrame:
    """The rows as a lazy frame; a query with a limit reads no part more than it needs."""
    schema = pl.DataFrame(as_table(dataset.schema)).schema

    def read(
        columns: list[str] | None,
        predicate: pl.Expr | None,
        limit: int | None,
        size: int | None,
    ) -> Iterator[pl.DataFrame]:
        del size  # a hint: parts are what they are
        left = limit
        for part in _with(dataset, columns, predicate).parts:
            frame = pl.DataFrame(part.table())
            if left is not None:
                frame = frame.head(left)
                left -= len(frame)
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame if columns is None else frame.select(columns)
            if left == 0:
                return

    return register_io_source(read, schema=schema, is_pure=True)


def _with(dataset: Dataset, columns: list[str] | None, predicate: pl.Expr | None) -> Dataset:
    """The dataset with the columns that are wanted, or looked at, alone."""
    if not columns:
        return dataset
    looked_at = [] if predicate is None else predicate.meta.root_names()
    return dataset.select(list(dict.fromkeys((*columns, *looked_at))))
