"""What records have before they are written: a write that fails leaves them as they were.

A draft derives fields, makes records of dicts, tells records who holds them, and looks at what it
has to move. Of a file that is refused, nothing of that may stay: the next look, or the next write,
would depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias

from quire.runtime.collecting import not_collecting
from quire.runtime.editing.comparing.columns import column, is_exact
from quire.runtime.lists.lazy import Lazy, Made, as_now
from quire.runtime.members import have_more, having_more, own_members, slots_of
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import NONE, forget, is_set
from quire.runtime.record import UPWARD, Record
from quire.runtime.writing.giving import settle

_STREAMS = frozenset(("_io", "_now_io"))
"""Members that stay once they are there: what was read meanwhile is read in these streams."""

_PLACES = frozenset(("_start", "_end", "_stop"))
"""Slots that say where a stream of a record is: a copy is told the stream itself."""

_KEPT = _STREAMS.union(_PLACES, UPWARD)
"""Slots that nobody edits."""


IsAsRead: TypeAlias = Callable[[Any, str], bool]
"""Tells whether an instance of a record is what was read."""


class Group(NamedTuple):
    """Records of one type, and what they have.

    Attributes:
        records: They.
        slots: What they have in each slot; `NONE`, where nothing is.
        members: What those have that have something without a slot, by their number.
    """

    records: list[Any]
    slots: dict[str, list[Any]]
    members: dict[int, dict[str, Any]]

    @classmethod
    def of(cls, records: list[Any]) -> Group:
        """What some records have now."""
        slots = {name: column(records, name) for name in slots_of(type(records[0]))}
        members = {}
        for i in having_more(records):
            members[i] = {**own_members(records[i])}
            if (known := members[i].get("_known")) is not None:
                members[i]["_known"] = {**known}
        return cls(records, slots, members)

    def below(self) -> Iterator[list[Any]]:
        """What may lead to records below these: a slot of all, and what has none."""
        yield from (values for name, values in self.slots.items() if name not in UPWARD)
        items = chain.from_iterable(map(dict.items, self.members.values()))
        yield [value for name, value in items if name not in UPWARD]

    def with_dicts(self, lists: set[int]) -> Iterator[Any]:
        """The records that have a dict, or one of some lists, in a field or as an instance.

        Args:
            lists: The lists, by their `id`.
        """

        def is_one(value: Any) -> bool:
            return isinstance(value, dict) or id(value) in lists

        for name, values in self.slots.items():
            if name not in UPWARD and (lists or _has_dicts(values)):
                both = zip(self.records, values, strict=True)
                yield from (record for record, value in both if is_one(value))
        inside = chain.from_iterable(map(dict.values, self.members.values()))
        for i, there in self.members.items() if lists or _has_dicts(inside) else ():
            if any(is_one(value) for name, value in there.items() if name[0] != "_"):
                yield self.records[i]

    def restore(self) -> None:
        """Have the records have that again, and nothing else."""
        for name, values in self.slots.items():
            for record, was in zip(self.records, values, strict=True):
                if getattr(record, name, NONE) is was or _is_used_up(was):
                    continue
                if was is NONE:
                    delattr(record, name)
                else:
                    setattr(record, name, was)
        may_have = self.members or have_more(self.records)
        for i, record in enumerate(self.records) if may_have else ():
            _restore(own_members(record), self.members.get(i, {}))

    def has_changed(self, is_as_read: IsAsRead) -> bool:
        """Whether somebody has set anything of the records, or of what they have come to have."""
        for name, values in self.slots.items():
            if name not in _KEPT:
                now = map(getattr, self.records, repeat(name), repeat(NONE))
                if not all(map(_is_still, now, values)):
                    return True
        may_have = self.members or have_more(self.records)
        return any(
            _has_changed(record, self.members.get(i, {}), is_as_read)
            for i, record in enumerate(self.records if may_have else ())
        )


def _is_still(value: Any, before: Any) -> bool:
    """Whether a value is the one that it was; a number or a text is another object in a pickle."""
    if value is before:
        return True
    return type(value) is type(before) and is_exact(type(value)) and bool(value == before)


def _has_changed(record: Any, before: dict[str, Any], is_as_read: IsAsRead) -> bool:
    """The same of what a record has without a slot; what is computed follows from its fields."""
    for name, value in [*own_members(record).items()]:
        if name in record._instances and is_set(record, name):
            return True
        if name[0] != "_" and name not in record._computed:
            is_new = name not in before and not is_exact(type(value))
            if not _is_still(value, before.get(name, value)):
                return True
            if is_new and not is_as_read(record, name):
                return True
    return False


def _restore(members: dict[str, Any], before: dict[str, Any]) -> None:
    for name in members.keys() - before.keys() - _STREAMS:
        del members[name]
    members.update({name: was for name, was in before.items() if not _is_used_up(was)})


def _is_used_up(value: Any) -> bool:
    """Whether a value may be an iterator whose elements are in a list now, and nowhere else."""
    return isinstance(value, Iterator | Elements)


class Filled(NamedTuple):
    """A list, and what it has.

    Attributes:
        elements: It.
        before: What of it was made.
        refill: Has a lazy one have that again, and nothing else.
    """

    elements: list[Any]
    before: list[Any]
    refill: Callable[[], None] | None = None

    @classmethod
    def of(cls, elements: list[Any]) -> Filled:
        """What a list has now."""
        if isinstance(elements, Lazy):
            return cls(elements, _made(elements), as_now(elements))
        return cls(elements, elements[:])

    def restore(self) -> None:
        """Have it have that again, and nothing else."""
        if self.refill is not None:
            self.refill()
        else:
            self.elements[:] = self.before

    def has_changed(self) -> bool:
        """Whether it has others now, or more of it was made."""
        now = _made(self.elements)
        return len(now) != len(self.before) or not all(map(_is_still, now, self.before))


def _has_dicts(values: Iterable[Any]) -> bool:
    return any(issubclass(kind, dict) for kind in {*map(type, values)})


def _made(elements: list[Any]) -> list[Any]:
    return [*elements._made.values()] if isinstance(elements, Lazy) else elements


class Rollback:
    """What a record has, or records in a list, and all that is below.

    Args:
        top: The record.
    """

    def __init__(self, top: Any) -> None:
        self._asked: list[tuple[Any, str]] = []
        with not_collecting():
            self._groups, self._lists = _there(top)

    @cached_property
    def _members(self) -> dict[int, dict[str, Any]]:
        """What records had that has no slot, by their `id`."""
        return {
            id(each.records[i]): there for each in self._groups for i, there in each.members.items()
        }

    def had(self, record: Any, name: str) -> bool:
        """Whether a record had an instance before, which had a value."""
        return self._members.get(id(record), {}).get(name) is not None

    def has_changed(self, is_as_read: IsAsRead) -> bool:
        """Whether somebody has edited anything of it since, or made more of a list.

        Args:
            is_as_read: Tells whether an instance that was looked at since was not edited.
        """
        of_lists = any(each.has_changed() for each in self._lists)
        return of_lists or any(each.has_changed(is_as_read) for each in self._groups)

    def settle(self) -> bool:
        """Have dicts that were given for records become these; whether there were any.

        Expressions go by their fields, also before the record that has a dict is written.
        """
        lists = {id(each.elements) for each in self._lists if _has_dicts(each.before)}
        some = [record for group in self._groups for record in group.with_dicts(lists)]
        for record in some:
            settle(record, streams=True)
        return bool(some)

    def ask(self, record: Any, name: str) -> None:
        """Have somebody set an instance, be it to what it is: that shows if it has no value."""
        self._asked.append((record, name))

    def let_go(self) -> None:
        """Forget what there was: the collector would go through all of it."""
        self._groups, self._lists = [], []

    def restore(self) -> None:
        """Have all be as it was."""
        for group in self._groups:
            group.restore()
        for elements in self._lists:
            elements.restore()
        for each in self._asked:
            forget(*each)


@contextmanager
def rolled_back(top: Any) -> Iterator[Rollback]:
    """Have a record, and all that is below it, be what it was if something fails."""
    rollback = Rollback(top)
    try:
        yield rollback
    except BaseException:  # it goes on, once all is as it was
        rollback.restore()
        raise
    rollback.let_go()


def _there(top: Any) -> tuple[list[Group], list[Filled]]:
    """All records from one downward, in groups, and the lists that they have."""
    groups: list[Group] = []
    lists: list[Filled] = []
    seen: set[int] = set()
    columns: Iterable[list[Any]] = [[top]]
    while columns:
        found: dict[Any, list[Any]] = {}
        for kind, records in chain.from_iterable(_records(each, lists) for each in columns):
            found.setdefault(kind, []).extend(_new(records, seen))
        new = [Group.of(records) for records in found.values() if records]
        groups += new
        columns = [*chain.from_iterable(each.below() for each in new)]
    return groups, lists


def _new(records: list[Any], seen: set[int]) -> Iterable[Any]:
    """Those of some records that were not there before, and each of them once."""
    there = dict(zip(map(id, records), records, strict=True))
    if not seen.isdisjoint(there):
        there = {i: each for i, each in there.items() if i not in seen}
    seen.update(there)
    return there.values()


def _records(values: list[Any], lists: list[Filled]) -> Iterator[tuple[Any, list[Any]]]:
    """The records in some values, as far as they were made, by type; lists of them are noted."""
    kinds: set[Any] = {*map(type, values)}
    for kind in kinds:
        if not issubclass(kind, Record | list):
            continue
        some = values if len(kinds) == 1 else [each for each in values if type(each) is kind]
        if issubclass(kind, Record):
            yield kind, some
        elif kind is list or issubclass(kind, Made):
            lists += map(Filled.of, some)
            yield from _records([*chain.from_iterable(map(_made, some))], lists)
