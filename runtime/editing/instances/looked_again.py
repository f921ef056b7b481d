"""Instances that each writing looks at anew, and what it makes of what it reads in their places.

What was there is put aside meanwhile, and shows the same afterwards. Somebody may edit it then: so
what a writing has made of it is known, as of anything else, and the next one begins without that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.pairing.pairs import all_beside, paired

if TYPE_CHECKING:
    from quire.runtime.editing.instances.late_instances import Belated
    from quire.runtime.editing.making.remade import Remade


class LookedAgain:
    """All of them, of a file.

    Args:
        remade: What the writing has made of what it has read.
        belated: What was put aside.
    """

    def __init__(self, remade: Remade, belated: Belated) -> None:
        self._remade, self._belated = remade, belated
        self._names = {(id(each.record), each.name) for each in remade.seen}
        self._read: dict[int, Any] = {}

    def is_one(self, record: Any, name: str) -> bool:
        """Whether an instance is looked at anew each time."""
        return (id(record), name) in self._names

    def take_over(self, record: Any, name: str, value: Any) -> bool:
        """Know of an instance what was made of what was read, if that stands in its very place.

        Args:
            record: The record that has it.
            name: Its name.
            value: It, which was put aside.

        Returns:
            Whether it does.
        """
        there = self._read.get(id(record), record)
        if there._extent(name) != self._belated.extent(record, name):
            return False
        pairs = [*_all_beside(value, there._kept(name))]
        self._read.update((id(each), now) for each, now in pairs)
        self._remade.take_over(pairs, self._remade)
        return True


def _all_beside(value: Any, now: Any) -> Iterator[tuple[Any, Any]]:
    """The records in a value, and in all that it leads to, each beside what was read."""
    pending, seen = [*paired(value, now, in_order=True)], set[int]()
    while pending:
        for each, other in all_beside(*pending.pop()):
            if id(each) in seen:
                continue
            seen.add(id(each))
            yield each, other
            for name in each._placed:
                pending += paired(each._kept(name), other._kept(name), in_order=True)
