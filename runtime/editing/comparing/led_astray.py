"""Plain values that somebody looked at while the fields that they go by were others.

The fields may be what they were by now. Nobody has edited such a value, and yet it is not what the
file has there: it shows that again once it is written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import getattr_static
from itertools import compress, repeat
from operator import itemgetter, sub
from typing import Any

from quire.runtime.editing.comparing.columns import column, instances, is_exact
from quire.runtime.editing.instances.instance_use import names_in
from quire.runtime.errors import EXPLAINED
from quire.runtime.members import own_members, slots_of
from quire.runtime.reading.instance import NONE, forget

_START = itemgetter(1)


class Astray:
    """Those of the records of a file, which are found while these are compared with it."""

    def __init__(self) -> None:
        self._read: list[tuple[Any, str]] = []
        self._computed: list[tuple[list[Any], str]] = []

    def note(self, records: list[Any], again: list[Any], name: str) -> None:
        """Note which of records of one type have another value than what is read in their places.

        What is computed is not compared: to compute it again takes as long when somebody asks.
        """
        if name in records[0]._computed:
            if name in records[0]._forgettable:
                are_plain = [*map(is_exact, map(type, instances(records, name)))]
                some = records if all(are_plain) else [*compress(records, are_plain)]
                self._computed.append((some, name))
        elif _may_be_elsewhere(records, name):
            for record, twin in zip(records, again, strict=True):
                with suppress(*EXPLAINED):
                    if getattr(twin, name) != own_members(record)[name]:
                        self._read.append((record, name))

    def show(self) -> None:
        """Have all be what the file has."""
        for each in self._read:
            forget(*each)
        for some in self._computed:
            _forget_computed(*some)
        for each in self._read:
            getattr(*each)  # as long as the file is open


def _forget_computed(records: list[Any], name: str) -> None:
    """Let go of what was computed of records of one type, which may be many."""
    found = f"_m_{name}"
    if records and found in slots_of(type(records[0])):
        for each in records:
            forget(each, name)
        return
    members = [*map(own_members, records)]
    for key in (name, found):
        deque(map(dict.pop, members, repeat(key), repeat(None)), maxlen=0)


def _may_be_elsewhere(records: list[Any], name: str) -> bool:
    """Whether an instance of any of some records may have been read elsewhere than it stands.

    To read it again would take as long as it took at first. Where its position alone tells what it
    is, it is enough that all were read as far from one byte as they stand from there.
    """
    kind = type(records[0])
    if not (used := _used(getattr_static(kind, name).made_by)):
        return False
    told = getattr(kind, f"_position_{name}", None)
    places = column(records, f"_at_{name}")
    if told is None or not used <= _used(told) or not {None, NONE}.isdisjoint(places):
        return True
    try:
        begins = {*map(sub, map(_START, places), map(told, records))}
        return len(begins) > 1 or records[0]._extent(name).start != told(records[0])
    except EXPLAINED:
        return True


@cache
def _used(method: Callable[..., Any]) -> frozenset[str]:
    """The names of what a method of a record goes by: those of the runtime are its globals."""
    names = {name for name in names_in(method.__code__) if name[0] != "_"}
    return frozenset(names - method.__globals__.keys())
