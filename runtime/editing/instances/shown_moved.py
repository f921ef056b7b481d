"""Records that are made after a writing which has moved what they lead to: they show where it is.

They are read off the bytes that were read, as the next writing begins with these, and then show
what the file has that was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.editing.instances.looked_at_later import begin
from quire.runtime.editing.instances.shown_anew import Shown, different
from quire.runtime.editing.making.put import put
from quire.runtime.editing.making.remade import Remade
from quire.runtime.editing.pairing.pairs import all_beside, all_inside, paired
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.lists.lazy import Lazy, is_lazy
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, asked_anew, forget_computed


class ShownMoved:
    """Those of a file.

    Args:
        top: The record of the file.
        again: What is read in its place of the file that was written.
        lists: The lists that they are in, each with what is read in its place there.
        names: The instances that lead out of records, by the types of these.
    """

    def __init__(
        self,
        top: Any,
        again: Any,
        lists: list[tuple[Lazy, Lazy]],
        names: Mapping[Any, Sequence[str]],
    ) -> None:
        self._top, self._again, self._lists, self._names = top, again, lists, names
        self._is_reading = False
        self._met: list[Any] = []  # the records that may compute something of it meanwhile

    def lead(self, remade: Remade | None) -> None:
        """Have each of the records show it when it is made; None for no more."""
        for value, again in self._lists:
            if is_lazy(value):
                value._source.is_carried = remade is not None
                value._source.lead = None if remade is None else partial(self._element, again)

    def make_all(self) -> None:
        """Have all be made that shows it, as nobody could tell a copy."""
        for value, _ in self._lists:
            if is_lazy(value):
                Lazy._fill(value)
        for name in self._of(self._top):
            with suppress(*EXPLAINED):
                getattr(self._top, name)

    def shown(self, record: Any, name: str, value: Any) -> Any:
        """What an instance shows that was read just now, and that nobody has seen yet."""
        if record is not self._top or name not in self._of(record) or self._is_reading:
            return value
        now = getattr(self._again, name)
        with self._as_read():
            value = asked_anew(self._top, name)
            shown = [
                (self._top, name, value, now),
                *self._beside([*paired(value, now, in_order=True)]),
            ]
        return self._show(self._top, name, value, shown)

    def _element(self, again: Lazy, record: Any, number: int) -> None:
        """Have an element of a list show it."""
        if not any(type(each) in self._names for each in all_inside([record])):
            return
        now = Lazy.hand_out(again, number)
        with self._as_read():
            shown = [*self._beside([(record, now)])]
        shown += (
            (record, name, *(getattr(each, name, NONE) for each in (record, now)))
            for name in own_fields(type(record))
        )
        self._show(record, "", None, shown)

    def _of(self, record: Any) -> Sequence[str]:
        return self._names.get(type(record), ())

    @contextmanager
    def _as_read(self) -> Iterator[None]:
        """Have the record of the file compute what it did when it was read."""
        remade = own_members(self._top)["_remade"]
        streams, remade.streams, self._is_reading = remade.streams, None, True
        forget_computed(self._top)
        try:
            yield
        finally:
            remade.streams, self._is_reading = streams, False
            for each in (self._top, *self._met):
                forget_computed(each)
            self._met.clear()

    def _beside(self, pairs: list[tuple[Any, Any]]) -> Iterator[Shown]:
        """What records lead to, while their fields say where that was, and what is there now."""
        while pairs:
            for record, now in all_beside(*pairs.pop()):
                self._met.append(record)
                for name in self._of(record):
                    try:
                        both = getattr(record, name), getattr(now, name)
                    except FormatError as error:
                        own_members(self._top)["_remade"].as_written.refuse(record, name, error)
                        begin()
                        continue
                    yield record, name, *both
                    pairs += paired(*both, in_order=True)

    def _show(self, record: Any, name: str, value: Any, shown: list[Shown]) -> Any:
        """Show it; what an instance of the record shows."""
        remade = own_members(self._top)["_remade"]
        for each in shown:
            for of, field, was, now in different(*each):
                remade.note_later(record, of, field, was, now)
                if of is record and field == name:
                    value = now
                else:
                    put(of, field, now)
        return value
