"""What a store has done and holds, in numbers."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from quire.tiers.store.config import Tier
from quire.tiers.store.meta import TensorMeta

FLIP_TICKS = 60
"""How far back `StoreMetrics.recent_moves` looks."""


@dataclass(slots=True)
class Counts:
    """What a store has done since it was opened.

    Attributes:
        puts, gets: Tensors that were written and read.
        promotions, demotions: Moves to a hotter, to a colder tier.
        downgrades, restored: Warm tensors that went from 7 to 5 bits, and back.
        evictions: Tensors whose data was dropped.
        reconstructions: Absent tensors that a recipe made.
    """

    puts: int = 0
    gets: int = 0
    promotions: int = 0
    demotions: int = 0
    downgrades: int = 0
    restored: int = 0
    evictions: int = 0
    reconstructions: int = 0


@dataclass(frozen=True, slots=True)
class StoreMetrics:
    """A store at a moment.

    Attributes:
        tensors: How many are in each tier.
        nbytes: Of their quantised blocks, likewise.
        float32_bytes: What all of them would take as float32, absent ones included.
        recent_moves: Moves between tiers in the last 60 ticks.
        counts: What was done since the store was opened.
    """

    tensors: dict[Tier, int]
    nbytes: dict[Tier, int]
    float32_bytes: int
    recent_moves: int
    counts: Counts

    @property
    def compression_ratio(self) -> float:
        """Bytes as float32 over bytes that are kept; infinite if there are none."""
        kept = sum(self.nbytes.values())
        return self.float32_bytes / kept if kept else float("inf")


class Ledger:
    """Counts, and the sums that a store keeps up to date with each change."""

    def __init__(self) -> None:
        self.counts = Counts()
        self.tensors = dict.fromkeys(Tier, 0)
        self.nbytes = dict.fromkeys(Tier, 0)
        self._values = 0
        self._moves: deque[int] = deque()

    def replaced(self, old: TensorMeta | None, new: TensorMeta | None) -> None:
        """Note that a tensor is another one now, or new, or gone."""
        for meta, sign in ((old, -1), (new, 1)):
            if meta is not None:
                self.tensors[meta.tier] += sign
                self.nbytes[meta.tier] += sign * meta.nbytes
                self._values += sign * meta.size

    def moved(self, old: Tier, new: Tier, now: int) -> None:
        """Note a move between tiers."""
        if new == Tier.ABSENT:
            self.counts.evictions += 1
        elif old == Tier.ABSENT or new < old:
            self.counts.promotions += 1
        else:
            self.counts.demotions += 1
        self._moves.append(now)
        self._forget(now)

    def metrics(self, now: int) -> StoreMetrics:
        """The numbers at a moment."""
        self._forget(now)
        return StoreMetrics(
            dict(self.tensors),
            dict(self.nbytes),
            4 * self._values,
            len(self._moves),
            dataclasses.replace(self.counts),
        )

    def _forget(self, now: int) -> None:
        while self._moves and now - self._moves[0] > FLIP_TICKS:
            self._moves.popleft()


def ledger_of(metas: Iterable[TensorMeta]) -> Ledger:
    """The sums over some tensors."""
    ledger = Ledger()
    for meta in metas:
        ledger.replaced(None, meta)
    return ledger
