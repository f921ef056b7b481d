"""Features of order books in a CDD store, with xarray: `python order_books_xarray.py`.

`xarray.open_dataset` finds the arrays of the store by its path; with `chunks` they are Dask's, so
that books which do not fit in memory are gone over in pieces.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import xarray

from quire.cdd import GroupedWriter

LEVELS = 20
"""Of each side, the best first: price and amount."""


def written(path: Path, rows: int) -> None:
    """A random walk of books: asks and bids, and when they were."""
    random = np.random.default_rng(1)
    middle = 1000 + np.cumsum(random.choice([-0.5, 0, 0.5], rows))
    steps = np.arange(1, LEVELS + 1) * 0.5
    with GroupedWriter(path, ["time", "ask", "bid"], layout="cdd") as writer:
        for start in range(0, rows, 4096):
            stop = min(start + 4096, rows)
            amounts = random.integers(1, 100, (2, stop - start, LEVELS)) / 4
            prices = (middle[start:stop, None] + steps, middle[start:stop, None] - steps)
            ask, bid = (
                np.stack([price, amount], axis=2).astype(np.float32)
                for price, amount in zip(prices, amounts, strict=True)
            )
            time = np.arange(start, stop, dtype=np.int64) * 100
            writer.append({"time": time, "ask": ask, "bid": bid})


def features(books: Any) -> Any:
    """Middle, spread and imbalance of each book, and the volatility of 100 of them."""
    ask, bid = books["ask"], books["bid"]
    best_ask, best_bid = ask[:, 0, 0], bid[:, 0, 0]
    amounts = [side[:, :5, 1].sum(side.dims[1]) for side in (bid, ask)]
    middle = (best_ask + best_bid) / 2
    return xarray.Dataset({
        "middle": middle,
        "spread": best_ask - best_bid,
        "imbalance": (amounts[0] - amounts[1]) / (amounts[0] + amounts[1]),
        "volatility": middle.rolling(row=100).std(),
    })  # fmt: skip  # laid out as a table


def main() -> None:
    """Write books, open them, and print what their features are like."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000, help="books (default: 20,000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "books.cdd"
        written(path, options.rows)
        print(f"{options.rows:,} books of {LEVELS} levels, {path.stat().st_size / 1e6:,.1f} MB")
        with xarray.open_dataset(path, chunks={"row": 8192}) as books:
            found = features(books).compute(scheduler="threads")
        for name, values in found.items():
            low, mean, high = (float(getattr(values, how)()) for how in ("min", "mean", "max"))
            print(f"{name:10} {low:9.3f} to {high:9.3f}, {mean:9.3f} on average")
        if found["spread"].values.tolist() != [1.0] * options.rows:
            raise SystemExit("the spread of the walk is always 1")


if __name__ == "__main__":
    main()
