"""Instances that ended where something in them ended, and no longer do: their lengths stay behind.

A segment has a length of its own, and the last section in it grows: what was added would not be
loaded, and nobody would know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quire.runtime.errors import FormatError, join_path
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

    def had_within(self, other: Put) -> bool:
        """Whether another one had some of its bytes, and no others."""
        (start, end), (first, last) = self.old, other.old
        return start <= first < last <= end and self.old != other.old


def ends_refused(there: Iterable[Put]) -> Iterator[tuple[Item, FormatError]]:
    """What ended where something in it ended, and has not grown with that, with what is wrong."""
    for outer, inner in outgrown(there):
        within = join_path(inner.item.record._path(), inner.item.name)
        expected = f"an end where {within} ends, as before: change both"
        left = inner.now[1] - outer.now[1]
        found = f"one {abs(left)} bytes {'before' if left > 0 else 'after'} it"
        yield outer.item, FormatError(outer.item.name, expected, found)


def outgrown(there: Iterable[Put]) -> Iterator[tuple[Put, Put]]:
    """Those that ended with something in them, and no longer do; with that, which has changed.

    What took no bytes was in what had others in it: behind any other one it simply began.
    """
    ends: dict[int, list[Put]] = {}
    every = [*there]
    for each in every:
        ends.setdefault(each.old[1], []).append(each)
    for together in ends.values():
        changed = [each for each in together if each.is_longer_or_shorter]
        if not changed:
            continue
        inner = max(changed, key=lambda each: each.old[0])
        for each in together:
            if each.old[0] >= inner.old[0] or each.now[1] == inner.now[1]:
                continue
            if inner.old[0] < inner.old[1] or any(map(each.had_within, every)):
                yield each, inner
