"""Order books that look like those of an exchange, for benchmarks of CDD.

A snapshot has 50 levels of 3 float32: price, size, number of orders. 25 asks come first, then 25
bids, each side from the best price outwards.

- In each step, `CHANGES` of the levels change: the level gets another price, size and number of
  orders. The others stay.
- Prices are whole ticks of 0.1 around 30 000. Levels lie in slots of `SPACING` ticks; a change puts
  the level anywhere in its slot, so prices stay in order. In `MOVES` of the steps the whole book
  moves by a tick, up or down; with the changes, two prices of five are new in a step.
- Sizes are lognormal, with four decimals; an order is worth about one unit of size.

In chunks of 2000 snapshots with zstd 1, the order-book transform stores 0.26 of the bytes, and 0.13
through float16; zstd alone stores 0.24.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LEVELS, FEATURES = 50, 3
TICK, START = 0.1, 300_000
CHANGES = 0.3
"""Share of the levels that change in a step."""

MOVES = 0.25
"""Share of the steps in which the whole book moves."""

SPACING = 4
"""Ticks from slot to slot."""

BLOCK = 4096
"""Snapshots that are made at once: what is in between stays in the cache."""

POOL = 1 << 16
"""Levels that are drawn; all take theirs from them."""

Books = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint32]


def order_books(rows: int, seed: int = 0) -> Books:
    """Snapshots of one book, one after another: (rows, 50, 3); the same ones for a seed."""
    rng = np.random.default_rng(seed)
    slots, (shifts, sizes, counts) = _slots(), _pool(rng)
    books = np.empty((rows, LEVELS, FEATURES), np.float32)
    ticks, entries = START, rng.integers(POOL, size=LEVELS, dtype=np.uint32)
    for start in range(0, rows, BLOCK):
        block = books[start : start + BLOCK]
        best = ticks + np.cumsum(_moves(rng, len(block)))
        held = _held(rng, len(block), entries)
        block[..., 0] = (best[:, None] + slots + shifts[held]) * TICK
        block[..., 1] = sizes[held]
        block[..., 2] = counts[held]
        ticks, entries = best[-1], held[-1]
    return books


def _slots() -> npt.NDArray[np.int64]:
    """Ticks from the best bid's slot to that of each level: asks upwards, then bids downwards."""
    away = SPACING * np.arange(LEVELS // 2)
    return np.concatenate([away + SPACING, -away])


def _pool(rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], Books, Books]:
    """What levels may hold: a place in the slot, a size, and a number of orders to go with it."""
    shifts = rng.integers(SPACING, size=POOL, dtype=np.uint8)
    sizes = np.maximum(rng.lognormal(0.5, 2, POOL).round(4), 0.0001)
    return shifts, sizes.astype(np.float32), 1 + rng.poisson(sizes).astype(np.float32)


def _moves(rng: np.random.Generator, steps: int) -> npt.NDArray[np.int64]:
    """Ticks that the prices move in each step."""
    signs = rng.integers(0, 2, steps) * 2 - 1
    return np.where(rng.random(steps) < MOVES, signs, 0)


def _held(rng: np.random.Generator, steps: int, entries: Words) -> Words:
    """Which entry of the pool each level holds in each step, after `entries`.

    A change is its step and its entry in one word, so that the latest one is the largest.
    """
    drawn = rng.integers(1 << 32, size=(steps, LEVELS), dtype=np.uint32)
    changed = drawn >> 16 < int(CHANGES * 65536)
    step = np.arange(1, steps + 1, dtype=np.uint32)[:, None] << 16
    latest = np.where(changed, step | drawn & POOL - 1, np.uint32(0))
    latest[0] = np.maximum(latest[0], entries)
    return np.maximum.accumulate(latest, axis=0, out=latest) & np.uint32(POOL - 1)
