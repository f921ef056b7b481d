"""Where a file has other bytes than it had, as long as before."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from quire.runtime.reading.source import same_bytes

_TOGETHER = 1 << 20
"""Bytes that are compared at a time."""


class Differing:
    """The places of the bytes that differ, found when somebody asks.

    Args:
        was: The file.
        now: What it has become.
    """

    def __init__(self, was: memoryview, now: bytes) -> None:
        self._was, self._now = was, now

    @cached_property
    def _places(self) -> Any:
        import numpy as np  # most files have nothing of the kind

        found, now_all = [], memoryview(self._now)
        for start in range(0, len(self._now), _TOGETHER):
            now, was = now_all[start : start + _TOGETHER], self._was[start : start + _TOGETHER]
            if not same_bytes(now, was):
                mine, theirs = (np.frombuffer(each, np.uint8) for each in (now, was))
                found.append((mine != theirs).nonzero()[0] + start)
        return np.concatenate(found) if found else np.zeros(0, np.int64)

    def is_in(self, start: int, end: int) -> bool:
        """Whether one of some bytes differs."""
        i = self._places.searchsorted(start)
        return bool(i < len(self._places) and self._places[i] < end)

    def are_in(self, starts: list[int], ends: list[int]) -> list[bool]:
        """Whether that is so of many bytes, from each start to an end."""
        first, last = map(self._places.searchsorted, (starts, ends))
        found: list[bool] = (first < last).tolist()
        return found
