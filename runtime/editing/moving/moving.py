"""Elements of a list that move when others before them grow or shrink, and what leads to them.

An archive has thousands of members, of which an index says where they are. Where nothing else goes
by that, those far from changes stay the bytes that they were, but for the numbers of the index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.kept_views import become
from quire.runtime.editing.making.parts import Part
from quire.runtime.editing.moving.shift import Shift, Told
from quire.runtime.editing.pairing.entries import Entries, Lead
from quire.runtime.editing.pairing.pairs import below
from quire.runtime.editing.pairing.unseen_entries import UnseenEntries
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record

if TYPE_CHECKING:
    from quire.runtime.editing.moving.placed import Standing
    from quire.runtime.editing.moving.shifted import Shifted
    from quire.runtime.editing.moving.stored_positions import Stored


class Moving:
    """Those of a file.

    Args:
        of: The records of the file.
        some: The elements.
    """

    def __init__(self, of: Shifted, some: Entries) -> None:
        self._of, self._some = of, some

    @property
    def unseen(self) -> UnseenEntries | None:
        """The elements, if nobody has looked at most of them."""
        return self._some if isinstance(self._some, UnseenEntries) else None

    def has(self, part: Part) -> bool:
        """Whether a part is one of the elements, or was one."""
        record, some = part.record, self._some
        is_one = some.number_of(record) is not None or some.is_gone(record) or part.is_new
        return not part.name and is_one

    def lets_go(self, twin: Any, name: str) -> bool:
        """Whether an instance that was there is one of what was taken out, and led to an element.

        Nothing but the elements has its bytes then.
        """
        extent = twin._extent(name)
        if extent is None or extent.io is not self._io or not self._some.began_at(extent.start):
            return False
        while isinstance(twin, Record) and not self._some.is_gone(twin):
            twin = twin._holder
        return isinstance(twin, Record)

    def lead_on(self, shift: Shift, standing: Callable[[], Iterable[Standing]]) -> Told | None:
        """Have records tell where the elements are that they lead to.

        The elements are what is at these positions from then on.

        Args:
            shift: How far things have moved.
            standing: Gives the instances of records near changes.

        Returns:
            What is stored of those far from changes; None, if not all of them can tell.
        """
        far = self._far
        for record, twin, name, (start, _) in [*standing()]:
            to, is_here = self._some.number_at(start), twin._extent(name).io is self._io
            if to is None or not is_here:
                return None
            lead = Lead(record, twin, name, to)
            if not self._may_become(lead) or not self._leads_on(lead, shift):
                return None
        if not all(self._leads_in(each, shift) for each in self._new):
            return None
        return self._told(far, shift)

    @property
    def kinds(self) -> set[Any]:
        """The types of the records in what was put in."""
        return {type(each) for each in self._new}

    @cached_property
    def _new(self) -> list[Any]:
        """The records in what was put in."""
        found, pending = list[Any](), [each for _, each in self._some.new]
        while pending:
            found.append(each := pending.pop())
            pending += below(each)
        return found

    def leads(self, record: Any, name: str) -> bool:
        """Whether an instance of a record that was put in is one of the elements."""
        return self._begin_of(record._kept(name), Shift(())) is not None

    def _leads_in(self, record: Any, shift: Shift) -> bool:
        """Have a record that was put in tell where the elements are that it leads to."""
        for name in record._placed:
            start = self._begin_of(record._kept(name), shift)
            if start is None or not self._of.tells(record, name, start):
                return False
        return True

    def _begin_of(self, element: Any, shift: Shift) -> int | None:
        """Where an element begins in its stream; None, if it is none."""
        if not isinstance(element, Record):
            return None
        if (part := self._of.put_in(element)) is not None:
            return shift.begin(part)
        if (i := self._some.number_of(element)) is None or self._some.at(i) is not element:
            return None
        return shift.of(self._some.span(i)[0])

    @property
    def _io(self) -> Any:
        return self._some.part.twin._io

    @cached_property
    def _far(self) -> list[tuple[Lead, Stored]]:
        """The instances of elements that were far from changes when something grew.

        Each comes with what says its position. If more than its bytes tell, the element is paired.
        """
        from quire.runtime.editing.moving.stored_positions import (
            stored_position,  # it reads the plan
        )

        top: Any = type(self._some.part.record)  # mypy takes the hash of its objects for its own
        leads = [(each, stored_position(each.kind, each.name, top)) for each in self._some.leads()]
        others = {lead.within for lead, number in leads if not self._tells(number)}
        self._of.pair_some(self._some, sorted(others))
        return [(lead, number) for lead, number in leads if number and lead.within not in others]

    def _tells(self, number: Stored | None) -> bool:
        """Whether what is stored tells where something is, of those at which nobody has looked."""
        return number is not None and (number.is_alone or not self._some.is_unseen)

    def _may_become(self, lead: Lead) -> bool:
        """Whether an instance near changes can be the element, as nobody has edited it."""
        record, twin, name, to = lead[:4]
        if type(getattr(twin, name)) is not type(self._some.read[to]):
            return False
        value = record._kept(name)
        return value is NONE or value is self._element(to) or self._of.is_untouched(record, name)

    def _leads_on(self, lead: Lead, shift: Shift) -> bool:
        """Have an instance be the element, and its record tell where that is; whether it can."""
        record, name, element = lead.record, lead.name, self._element(lead.to)
        start, end = self._some.span(lead.to)
        if record._kept(name) is not element:
            if is_set(record, name):
                return False
            become(record, name, element)
            record._note_extent(name, (record, start, end))
        return self._of.tells(record, name, shift.of(start))

    def _told(self, far: list[tuple[Lead, Stored]], shift: Shift) -> Told | None:
        """The same of records far from changes; what is stored of them where it is another now."""
        if not self._lead_on_seen([lead for lead, _ in far], shift):
            return None
        told: dict[int, bytes] = {}
        for lead, number in far:
            record, (start, _) = lead.record, self._some.span(lead.to)
            if (now := shift.of(start)) != start and lead.within not in self._some.near:
                is_unseen = self._some.is_far(lead.within)
                try:
                    data = number.stored(now) if is_unseen else number.of(record)
                except OverflowError:
                    return None
                told[record._marks[0] + number.offset] = data
        return sorted(told.items())

    def _lead_on_seen(self, leads: list[Lead], shift: Shift) -> bool:
        """Have records that somebody sees lead to where elements are now; whether all can.

        What they lead to is seen then, too.
        """
        some = self._some
        while seen := [each for each in leads if not some.is_far(each.within)]:
            leads = [each for each in leads if some.is_far(each.within)]
            if not all(self._leads_on_now(each, shift) for each in seen):
                return False
        return True

    def _leads_on_now(self, lead: Lead, shift: Shift) -> bool:
        """Have a record lead to where an element is now; whether it can."""
        if self._some.is_unseen and lead.within not in self._some.near:
            self._of.pair_some(self._some, [lead.within])
        self._of.note_twin(lead.record, lead.twin)
        return self._leads_on(lead, shift)

    def _element(self, i: int) -> Any:
        """An element, which somebody gets to see."""
        if self._some.is_far(i):
            self._of.pair_some(self._some, [i])
        return self._some.at(i)
