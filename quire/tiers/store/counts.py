"""What a store has done and holds, and what a tick of maintenance may do and did, in numbers."""

from __future__ import annotations

import dataclasses
import math
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from quire.runtime.errors import FormatError
from quire.tiers.store.config import Tier
from quire.tiers.store.meta import NEW, Key, TensorMeta

FLIP_TICKS = 60
"""How far back `StoreMetrics.recent_moves` looks."""

MOVES = ("promotions", "demotions", "evictions")
"""The counts of changes of a tier."""


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
    """What a store holds at one moment.

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
    """Counts and sums that each change of a store updates."""

    def __init__(self, metas: Iterable[TensorMeta]) -> None:
        self.counts = Counts()
        self.tensors = dict.fromkeys(Tier, 0)
        self.nbytes = dict.fromkeys(Tier, 0)
        self._values = 0
        self._moves: deque[int] = deque()
        for meta in metas:
            self.replaced(None, meta)

    def replaced(self, old: TensorMeta | None, new: TensorMeta | None) -> None:
        """Note that a tensor is another one now, or new, or gone (None)."""
        for meta, sign in ((old, -1), (new, 1)):
            if meta is not None:
                self.tensors[meta.tier] += sign
                self.nbytes[meta.tier] += sign * meta.nbytes
                self._values += sign * meta.size

    def changed(self, old: TensorMeta | None, new: TensorMeta, now: int) -> None:
        """Count a change that was committed."""
        if _count(self.counts, old, new) in MOVES:
            self._moves.append(now)
            self._forget(now)

    def metrics(self, now: int) -> StoreMetrics:
        """The numbers at this tick."""
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


@dataclass(slots=True)
class TickReport:
    """What a tick did.

    Attributes:
        candidates: Tensors that were due to be moved, dropped, or given 5 bits.
        promotions, demotions, evictions, downgrades: How many were, of each kind.
        ops: All of these together.
        nbytes: Quantised bytes that were read or dropped for them.
        bytes_freed: By how much the store became smaller.
        failed: Tensors that are damaged, and stay where they are; what is wrong with each.
    """

    candidates: int = 0
    promotions: int = 0
    demotions: int = 0
    evictions: int = 0
    downgrades: int = 0
    ops: int = 0
    nbytes: int = 0
    bytes_freed: int = 0
    failed: dict[Key, FormatError] = field(default_factory=dict)

    def changed(self, old: TensorMeta, new: TensorMeta) -> None:
        """Count a change that was committed."""
        _count(self, old, new)
        self.ops += 1
        self.nbytes += old.nbytes
        self.bytes_freed += old.nbytes - new.nbytes

    @contextmanager
    def trying(self, key: Key) -> Iterator[None]:
        """Change a tensor, or note that it is damaged."""
        try:
            yield
        except FormatError as error:
            self.failed[key] = error


def _count(counts: Counts | TickReport, old: TensorMeta | None, new: TensorMeta) -> str | None:
    """Count what a change is; return what that is called, or None if it does not count."""
    if old is None or new.epoch == NEW:
        kind = "puts"
    elif new.tier == old.tier:
        if new.bits == old.bits:
            return None
        kind = "downgrades" if new.bits < old.bits else "restored"
    elif new.tier == Tier.ABSENT:
        kind = "evictions"
    else:
        kind = "promotions" if old.tier == Tier.ABSENT or new.tier < old.tier else "demotions"
    setattr(counts, kind, getattr(counts, kind) + 1)
    return kind


@dataclass(slots=True)
class Budget:
    """What is left of what a tick may do: quantised bytes to read or drop, tensors to change."""

    nbytes: float = math.inf
    ops: float = math.inf

    def take(self, nbytes: int) -> bool:
        """Whether one more tensor of that size may be changed; if so, that is deducted."""
        if self.ops <= 0 or nbytes > self.nbytes:
            return False
        self.ops -= 1
        self.nbytes -= nbytes
        return True
