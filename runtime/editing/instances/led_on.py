"""Records that are made after a writing has moved what they lead to: their fields say where it is.

What they lead to is read while these say where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.editing.instances.looked_at_later import begin
from quire.runtime.editing.instances.unreadable import stream_of, unreadable
from quire.runtime.editing.pairing.led_later import Found
from quire.runtime.editing.pairing.pairs import below
from quire.runtime.errors import EXPLAINED
from quire.runtime.lists.lazy import Lazy
from quire.runtime.reading.instance import keep

if TYPE_CHECKING:
    from quire.runtime.editing.making.remade import Remade


class LedOn(NamedTuple):
    """Lists of such records, at which nobody has looked.

    Attributes:
        lists: They.
        place: Tells where something is that began at a position.
        element: Tells what an instance of a record leads to, if that is an element of a list.
    """

    lists: list[Lazy]
    place: Callable[[int], int]
    element: Callable[[Any, str], Found | None]

    def lead(self, remade: Remade | None) -> None:
        """Have each of their records say it when it is made, and note that; None for no more."""
        lead = None if remade is None else partial(self._lead_on, remade)
        for each in self.lists:
            if isinstance(each, Lazy):
                each._source.lead = lead

    def make_all(self) -> None:
        """Have all of their records be made, as nobody could lead those of a copy."""
        for each in self.lists:
            if isinstance(each, Lazy):
                Lazy._fill(each)

    def shown(self, record: Any, name: str, value: Any) -> Any:  # noqa: ARG002  # others may
        """What an instance shows that was read just now, and that nobody has seen yet."""
        return value

    def _lead_on(self, remade: Remade, record: Any, _: int) -> None:
        pending = [record]
        while pending:
            self._lead_one_on(each := pending.pop(), remade)
            pending += below(each)

    def _lead_one_on(self, record: Any, remade: Remade) -> None:
        """The same of one alone, and of none in it."""
        before = {name: getattr(record, name) for name in record._derived}
        for name in record._placed:
            if (found := self.element(record, name)) is not None:
                keep(record, name, found.element)
                record._note_extent(name, (record, found.start, found.end))
            else:
                _read_on(record, name, remade)  # while its position is that of what was read
            if (extent := record._extent(name)) is not None:
                getattr(record, f"_found_{name}")(self.place(extent.start))
        for name, was in before.items():
            if (now := getattr(record, name)) != was:
                remade.note(record, name, was, now)


def _read_on(record: Any, name: str, remade: Remade) -> None:
    """Read an instance; what cannot be read is an error from now on, and known by its place."""
    with suppress(*EXPLAINED):
        getattr(record, name)
        return
    if (found := unreadable(record, name)) is not None:
        record._note_extent(name, (stream_of(record, name), *found.place))
        remade.as_written.refuse(record, name, found.error)
        begin()
