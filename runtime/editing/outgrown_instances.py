"""Instances that ended where something in them ended, and no longer do: their lengths stay behind.

A segment has a length of its own, and the last section in it grows: what was added would not be
loaded, and nobody would know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quire.runtime.writing.placing import Item, Place


class Put(NamedTuple):
    """An instance that stood in the stream that was read.

    Attributes:
        item: The instance.
        old: Where it was.
        now: Where it is.
    """

    item: Item
    old: Place
    now: Place

    @property
    def is_longer_or_shorter(self) -> bool:
        """Whether it has another size than it had."""
        return self.old[1] - self.old[0] != self.now[1] - self.now[0]


def outgrown(there: Iterable[Put]) -> Iterator[tuple[Put, Put]]:
    """Those that ended with something in them, and no longer do; with that, which has changed."""
    ends: dict[int, list[Put]] = {}
    for each in there:
        ends.setdefault(each.old[1], []).append(each)
    for together in ends.values():
        changed = [each for each in together if each.is_longer_or_shorter]
        if not changed:
            continue
        inner = max(changed, key=lambda each: each.old[0])
        for each in together:
            if each.old[0] < inner.old[0] and each.now[1] != inner.now[1]:
                yield each, inner
