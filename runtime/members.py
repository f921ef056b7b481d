"""What `vars` and `dir` show of records, most of whose members have slots."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import chain, compress
from operator import not_
from types import MemberDescriptorType
from typing import Any, NoReturn
from weakref import WeakKeyDictionary

from kaitaistruct import KaitaiStruct

own_members = KaitaiStruct.__dict__["__dict__"].__get__
"""The dict of an object, with what has no slot."""


_drop_members = KaitaiStruct.__dict__["__dict__"].__delete__


ORDER = "_is_le"
"""The slot of records whose byte order is chosen: whether it is little-endian."""

TOGETHER = 1024
"""Records that are asked together: their dicts take the place of one another."""


def have_more(records: Sequence[Any]) -> bool:
    """Whether any of some records has members that have no slot.

    Dicts that are empty are dropped: Python has made them to be looked at, and a long list of
    records would keep as many.
    """
    for start in range(0, len(records), TOGETHER):
        some = records[start : start + TOGETHER]
        if any(map(own_members, some)):
            return True
        deque(map(_drop_members, some), maxlen=0)
    return False


def having_more(records: Sequence[Any]) -> list[int]:
    """The places of those records of which that holds."""
    found: list[int] = []
    for start in range(0, len(records), TOGETHER):
        some = records[start : start + TOGETHER]
        have = [*map(bool, map(own_members, some))]
        found += compress(range(start, start + len(some)), have)
        deque(map(_drop_members, compress(some, map(not_, have))), maxlen=0)
    return found


def names_of(records: Sequence[Any]) -> list[tuple[str, ...]]:
    """The names of the members that have no slot, of each of some records; see `have_more`."""
    found: list[tuple[str, ...]] = []
    for start in range(0, len(records), TOGETHER):
        found += map(tuple, members_of(records[start : start + TOGETHER]))
    return found


def members_of(records: Sequence[Any]) -> list[dict[str, Any]]:
    """The members that have no slot, of each of a few records; see `have_more`."""
    found = [*map(own_members, records)]
    if not all(found):
        deque(map(_drop_members, compress(records, map(not_, found))), maxlen=0)
    return found


class Members(dict[str, Any]):
    """The members of a record as they are now; it is no way to change them."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        message = "`vars` of a record is a copy: set the attribute of the record instead"
        raise TypeError(message)

    __setitem__ = __delitem__ = __ior__ = update = setdefault = _refuse
    pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


_slots: WeakKeyDictionary[type[Any], tuple[str, ...]] = WeakKeyDictionary()


def slots_of(kind: type[Any]) -> tuple[str, ...]:
    """The slots of a class, in the order of those that it derives from; looked for once."""
    found = _slots.get(kind)
    if found is None:
        members = chain.from_iterable(vars(each).items() for each in reversed(kind.__mro__))
        found = tuple(name for name, value in members if isinstance(value, MemberDescriptorType))
        _slots[kind] = found
    return found


def filled(record: Any) -> dict[str, Any]:
    """All members that a record has, by name: in slots, and in its dict."""
    there = {
        name: getattr(record, name) for name in slots_of(type(record)) if hasattr(record, name)
    }
    return {**there, **own_members(record)}
