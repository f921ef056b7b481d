"""Nearest neighbours over a collection of CVC files, on Dask: `python neighbours_dask.py --gb 10`.

Blocks of vectors are made and written where they are computed, and one commit makes them a
collection. Each task then decodes a part and keeps its best rows; the best of those are the answer.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np

import quire
from quire.datasets import Part
from quire.engines.dask import from_dask

WIDTH = 256
"""Values of a vector."""

BLOCK = 8192
"""Vectors of a file."""


def made(rows: int) -> da.Array:
    """Vectors, by Dask: nothing of them is there yet."""
    random = da.random.default_rng(1)
    return random.standard_normal((rows, WIDTH), chunks=(BLOCK, WIDTH), dtype=np.float32)


def best_of(part: Part, first: int, queries: Any, count: int) -> tuple[Any, Any]:
    """The rows of a part that are nearest to each query: scores, and the numbers of the rows."""
    scores = queries @ part.read().T
    best = np.argsort(-scores, axis=1)[:, :count]
    return np.take_along_axis(scores, best, 1), best + first


def nearest(folder: Path, queries: Any, count: int) -> tuple[Any, Any]:
    """The rows of all files that are nearest to each query."""
    parts = quire.parts(folder).parts
    firsts = np.cumsum([0, *map(len, parts)])
    tasks = [
        dask.delayed(best_of)(part, int(first), queries, count)
        for part, first in zip(parts, firsts, strict=False)
    ]
    found = zip(*dask.compute(*tasks), strict=True)
    scores, rows = (np.concatenate(each, axis=1) for each in found)
    best = np.argsort(-scores, axis=1)[:, :count]
    return np.take_along_axis(scores, best, 1), np.take_along_axis(rows, best, 1)


def main() -> None:
    """Make a collection, and look for neighbours of some of its own vectors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gb", type=float, default=0.03, help="decoded (default: 0.03)")
    parser.add_argument("--folder", type=Path, help="where the collection is made, and stays")
    options = parser.parse_args()
    rows = max(BLOCK, int(options.gb * 1e9) // (4 * WIDTH))
    with tempfile.TemporaryDirectory() as scratch:
        folder = (options.folder or Path(scratch)) / "vectors"
        if not folder.exists():
            from_dask(made(rows), folder, compression="int8", scheduler="threads")
        dataset = quire.parts(folder)
        size = sum(file.size for file in dataset.files) / 1e6
        print(f"{len(dataset):,} vectors of {WIDTH} in {len(dataset.files)} files, {size:,.0f} MB")
        wanted = [3, len(dataset) // 2, len(dataset) - 1]
        queries = np.concatenate([rows_at(dataset, row) for row in wanted])
        scores, found = nearest(folder, queries, 5)
        for row, near, score in zip(wanted, found.tolist(), scores.tolist(), strict=True):
            shown = ", ".join(f"{a} ({b:.0f})" for a, b in zip(near, score, strict=True))
            print(f"nearest to {row}: {shown}")
        if [near[0] for near in found.tolist()] != wanted:
            raise SystemExit("a vector is nearest to itself")


def rows_at(dataset: Any, row: int) -> Any:
    """One row of a dataset."""
    firsts = np.cumsum([0, *map(len, dataset.parts)])
    part = int(np.searchsorted(firsts, row, "right")) - 1
    return dataset.parts[part].read()[row - firsts[part]][None]


if __name__ == "__main__":
    main()
