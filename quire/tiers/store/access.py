"""How often and how lately a tensor was used."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Self

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.number_at import largest

WINDOW = 64
"""Ticks that the window covers."""

MOST = largest(TierCatalogue.State, "access_count")
"""What ticks and counts stop at."""

_MASK = (1 << WINDOW) - 1


@dataclass(frozen=True, slots=True)
class Access:
    """The history of a tensor, in ticks.

    Attributes:
        created_at: When it was first put.
        last_access_at: When it was last put, read or touched.
        access_count: How often.
        ema_rate: Moving average of accesses per tick.
        window: A bit for each of the last 64 ticks before the last access, that one in the lowest.
    """

    created_at: int
    last_access_at: int
    access_count: int = 1
    ema_rate: float = 0.0
    window: int = 1

    @classmethod
    def of(cls, stored: Any) -> Self:
        """The history in a record that calls its numbers the same."""
        return cls(
            stored.created_at,
            stored.last_access_at,
            stored.access_count,
            stored.ema_rate,
            stored.window,
        )

    def touched(self, now: int, alpha: float) -> Access:
        """The history after an access; one in the same tick adds to the count alone."""
        elapsed = max(0, now - self.last_access_at)
        count = min(self.access_count + 1, MOST)
        if not elapsed:
            return dataclasses.replace(self, access_count=count)
        shifted = self.window << elapsed & _MASK if elapsed < WINDOW else 0
        return Access(
            self.created_at,
            now,
            count,
            alpha / elapsed + (1 - alpha) * self.ema_rate,
            shifted | 1,
        )
