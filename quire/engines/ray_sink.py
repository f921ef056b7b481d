"""A sink of Ray Data: its tasks write files, and one commit makes them a collection or a store."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import chain
from typing import Any

from ray.data import Datasink
from ray.data.block import BlockAccessor

from quire.datasets.manifest import Written
from quire.datasets.part import VALUE
from quire.datasets.writing import PartWriter


class QuireDatasink(Datasink[list[Written]]):  # type: ignore[misc]  # Any to mypy
    """Files that Ray's tasks write, and that become visible at once: `ds.write_datasink(…)`.

    Args:
        path: As of `PartWriter`, and so are the others.
        format: As there.
        options: As there.
    """

    def __init__(self, path: str | os.PathLike[str], format: str = "cvc", **options: Any) -> None:
        self._writer = PartWriter.begin(path, format, **options)

    def write(self, blocks: Iterable[Any], ctx: Any) -> list[Written]:
        """Write the blocks of a task."""
        first = ctx.task_idx << 20  # a task has fewer blocks
        return [self._writer.write(first + i, _rows(block)) for i, block in enumerate(blocks)]

    def on_write_complete(self, write_result: Any) -> None:
        """Make all files visible."""
        self._writer.commit(chain.from_iterable(write_result.write_returns))

    def on_write_failed(self, error: Exception) -> None:
        """Remove them."""
        del error
        self._writer.abort()


def _rows(block: Any) -> Any:
    columns = BlockAccessor.for_block(block).to_numpy()
    return columns[VALUE] if list(columns) == [VALUE] else columns
