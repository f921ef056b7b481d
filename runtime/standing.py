"""What a record knows of its place without keeping it: its stream, its holder, its name there.

Most records are never asked, and there are many. Each of these is an attribute of the class that
finds the value; one that was told is in the record's own dict, and hides it.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, repeat
from operator import is_not
from threading import RLock
from typing import TYPE_CHECKING, Any, Self, overload
from weakref import ref

from quire.runtime.members import own_members
from quire.runtime.places import index_of
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import GREW, GROWING, NONE
from quire.runtime.reading.peeking import FAR, outer_of, read_in, whole_number
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import MappedFile

if TYPE_CHECKING:
    from quire.runtime.record import Record


class StreamOf:
    """The stream of a record: its holder's, or one of its own, made when it is first asked for."""

    @overload
    def __get__(self, record: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(self, record: Record, owner: type[Any]) -> Reader: ...
    def __get__(self, record: Record | None, owner: type[Any]) -> Self | Reader:
        """Find it, or make it."""
        if record is None:
            return self
        if getattr(record, "_end", None) is not None:
            return self._own(record)
        holder = outer_of(record)
        steps = 0
        while holder is not None:  # records may be nested deeper than Python calls functions
            there = own_members(holder)
            if "_io" in there or getattr(holder, "_end", None) is not None:
                found: Reader = read_in(there["_io"]) if "_io" in there else self._own(holder)
                if steps > FAR and found is not None:  # what is deeper need not go all the way
                    own_members(record)["_io"] = found
                    type(record)._is_told = type(record)._is_apart = True
                return found
            holder = outer_of(holder)
            steps += 1
        io: Any = None
        none: Reader = io
        return none

    def _own(self, record: Record) -> Reader:
        """A record's own stream; of several threads that ask for it, one makes it."""
        there = own_members(record)
        if "_now_io" in there and getattr(record, "_stop", None) is None:
            now: Reader = there["_now_io"]  # the record is being read, by this thread
            return now
        with _making:
            known: Reader | None = there.get("_io")
            if known is not None:
                return known
            io: Reader = there.get("_now_io") or _made(record)
            stop = getattr(record, "_stop", None)
            if stop is None:
                there["_now_io"] = io
                return io
            io._pos = stop  # it was read to its end
            there["_io"] = io
            there.pop("_now_io", None)
            if record._holder is None:
                io.budget.is_read = True
            return io


def _made(record: Record) -> Reader:
    """The stream from a start to an end, or that of the bytes of a file."""
    start: Any = record._start
    end: Any = record._end
    if not hasattr(end, "__len__"):
        return _whole(outer_of(record)).within(start, whole_number(end))
    io = Reader(end, owner=end if isinstance(end, MappedFile) else None)
    io._source.path = start
    io._source.begun = ref(record)
    return io


def _whole(holder: Any) -> Reader:
    """The nearest stream that those of holders lie within: one of these may have been closed."""
    while isinstance(end := getattr(holder, "_end", None), int) or (
        end is None and "_io" not in own_members(holder)
    ):
        near: Reader | None = own_members(holder).get("_io")
        if near is not None and not near.is_closed:
            own: Reader = read_in(near)
            return own
        holder = outer_of(holder)
    whole: Reader = read_in(holder._io)
    return whole


def let_go(record: Record) -> bool:
    """Close the file of a record whose stream nobody has asked for yet; whether that is so."""
    end: Any = getattr(record, "_end", None)
    if not isinstance(end, bytes | MappedFile):
        return False
    with _making:
        there = own_members(record)
        if "_io" in there or "_now_io" in there:
            return False
        there["_io"] = Reader._closed_at(len(end), getattr(record, "_stop", 0))
        record._end = b""
    if isinstance(end, MappedFile):
        with suppress(BufferError):
            end.close()
    return True


_making = RLock()


class RootOf:
    """The root of a file without records in it: the record itself, unless it was told another.

    To refer to itself it would have to wait for the garbage collector, once nobody wants it.
    """

    def __get__(self, record: Record | None, owner: type[Any]) -> Any:
        """Find it."""
        return self if record is None else record


class HolderOf:
    """The record that has a field which a record is: most often its parent."""

    def __get__(self, record: Record | None, owner: type[Any]) -> Any:
        """Find it."""
        return self if record is None else record._parent


class NameOf:
    """The name of the field that holds a record, "" if none does."""

    def __get__(self, record: Record | None, owner: type[Any]) -> Any:
        """Find it."""
        if record is None:
            return self
        holder: Any = record._holder
        return "" if holder is None else name_in(holder, record)


def have_other_parents(records: Iterable[Any], parents: Iterable[Any]) -> bool:
    """Whether the parent of any record is not the one beside it: of many it is told at once."""
    return any(map(is_not, map(getattr, records, repeat("_parent"), repeat(None)), parents))


def place_in(holder: Record, record: Record) -> tuple[str, int | None]:
    """The field or instance of a holder that is a record, or a list with it, and where in the list.

    A record that is in none is still being read: it will be in the list that came last.
    """
    growing: tuple[str, int | None] = ("", None)
    for names, find in ((holder._fields, _field), (holder._instances, _instance)):
        for name in names:
            value = find(holder, name)
            if value is record:
                return name, None
            if isinstance(value, list):
                growing = name, index_of(record, value, holder)
                if growing[1] < len(value):
                    return growing
    return growing


def name_in(holder: Record, record: Record) -> str:
    """The field or instance that `place_in` tells: if there is one list, nobody looks into it."""
    lists: list[str] = []
    for names, find in ((holder._fields, _field), (holder._instances, _instance)):
        for name in names:
            value = find(holder, name)
            if value is record:
                return name if not lists else place_in(holder, record)[0]
            if isinstance(value, list):
                lists.append(name)
    return lists[0] if len(lists) == 1 else place_in(holder, record)[0]


def are_in(elements: list[Any], holder: Record, records: list[Any], *, are_told: bool) -> bool:
    """Whether a list is the field of a holder that each of some records of it was read in.

    Where no other field has records of their types, they are not looked for one by one.

    Args:
        elements: The list.
        holder: The holder.
        records: The records.
        are_told: Whether any of them may have been told more of its place than its parent.
    """
    none: set[Any] = {None}
    told = {own_members(each).get("_name") for each in records} if are_told else none
    names = told - none
    if None in told and not {*map(type, records)}.isdisjoint(_types_beside(elements, holder)):
        names = {each._name for each in records}
    return all(getattr(holder, name, None) is elements for name in names)


def _types_beside(elements: list[Any], holder: Record) -> set[type[Any]]:
    """The types of all that a record has in its fields but for a list; of all, if it has none."""
    there = [kept(holder, name) for name in (*holder._fields, *holder._instances)]
    others = [each for each in there if each is not elements]
    lists = [each for each in others if isinstance(each, list)]
    if len(others) == len(there):
        lists.append(elements)
    return {*map(type, others), *map(type, chain.from_iterable(lists))}


def step_to(record: Record, holder: Record) -> str:
    """The last part of a record's path, below its holder."""
    name = own_members(record).get("_name")
    if name is None:
        name, index = place_in(holder, record)
    else:
        attribute = f"{name}_" if keyword.iskeyword(name) else name
        # An instance that is being read must not be read again.
        elements = kept(holder, attribute)
        if isinstance(elements, Elements):
            index = elements.index_of(record)
        else:
            index = index_of(record, elements, holder) if isinstance(elements, list) else None
    return name if index is None else f"{name}[{index}]"


def kept(holder: Record, name: str) -> Any:
    """What a field or an instance is, if it is there: none is read for it."""
    return (_instance if name in holder._instances else _field)(holder, name)


def _field(holder: Record, name: str) -> Any:
    return getattr(holder, name, None)


def _instance(holder: Record, name: str) -> Any:
    """An instance that is there, or what of it was read already, or had been when it failed."""
    value = getattr(holder, f"{GREW}{name}", NONE)
    if value is NONE:
        value = getattr(holder, f"{GROWING}{name}", NONE)
    if value is NONE:
        value = holder._kept(name)
    return None if value is NONE else value
