"""Instances that a writing has led elsewhere, as somebody has set where they are.

They show what is there. Who edits that means it as it is shown, in that place.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.editing.instances.seen_in_writing import Seen
from quire.runtime.editing.pairing.pairs import all_inside, records


class LedElsewhere:
    """All of them, of a file."""

    def __init__(self) -> None:
        self._noted: list[tuple[Any, str, Any]] = []
        self._shown: list[Seen] = []

    def note(self, record: Any, name: str, value: Any) -> None:
        """Note an instance, which comes to show what is there."""
        self._noted.append((record, name, value))

    def end(self) -> None:
        """Note what they are at the end of a writing."""
        self._shown = [Seen.now(*each) for each in self._noted]

    def edited(self) -> set[int]:
        """The records, by their `id`, that are in those which somebody has edited since."""
        edited = (e.value for e in self._shown if e.is_there and e.was.has_changed(is_as_read))
        return {id(each) for each in all_inside(chain.from_iterable(map(records, edited)))}
