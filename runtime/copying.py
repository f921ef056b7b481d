"""Copies of records; deep ones have as much of the file around them as they go by."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any, NamedTuple
from weakref import ReferenceType, ref

from quire.runtime.direct import new
from quire.runtime.members import own_members
from quire.runtime.reading.instance import is_set
from quire.runtime.record import COPIES, UPWARD, Record
from quire.runtime.standing import kept
from quire.runtime.writing.giving import share_iterators

_START = object()
"""What the top of the first record that is copied is noted for."""


class Copy(NamedTuple):
    """What is known of a copy.

    Attributes:
        made: It, as long as anybody has it.
        original: What it is a copy of.
        name: The field or the instance that this was; "", if it was in a list.
        is_replaced: Whether it was there first, and the other one, a copy of it, has come instead.
    """

    made: ReferenceType[Any]
    original: Any
    name: str
    is_replaced: bool = False


def copies_of(top: Any) -> dict[int, Copy]:
    """The copies of records of a file that anybody has, by their `id`.

    Args:
        top: The record of the file.
    """
    found: dict[int, Copy] = own_members(top).get(COPIES, {})
    return found


def all_since(original: Any) -> list[int]:
    """A record, and what has come in its place, one after the other: the `id` of each."""
    copies, found = copies_of(original._top()), [id(original)]
    each = copies.get(id(original))
    while each is not None and each.is_replaced and id(each.original) not in found:
        found.append(id(each.original))
        each = copies.get(id(each.original))
    return found


def note_copy(
    made: Any, original: Any, name: str | None = None, *, is_replaced: bool = False
) -> None:
    """Note of a file what was copied of it: the copy may be put in the place of the original.

    Args:
        made: The copy.
        original: What it is a copy of.
        name: Where that was; see `Copy`.
        is_replaced: The same.
    """
    if not isinstance(holder := original._holder, Record):
        return
    copies: dict[int, Copy] = own_members(original._top()).setdefault(COPIES, {})
    key = id(made)
    if name is None:
        names = (*holder._fields, *holder._instances)
        name = next((each for each in names if kept(holder, each) is original), "")
    copies[key] = Copy(ref(made, lambda _: copies.pop(key, None)), original, name, is_replaced)


def copied_alone(record: Any) -> Any:
    """A copy of a record that shares with it what it has, as `copy.copy` makes it."""
    made = new(type(record))
    share_iterators(record)
    made.__setstate__(record.__getstate__())
    if (known := own_members(made).get("_known")) is not None:
        own_members(made)["_known"] = {**known}  # of each, writings note their own
    if record._holder is not None:
        own_members(made).setdefault("_copy_of", record)  # which knows where it was read
        note_copy(made, record)
        if (remade := own_members(record._top()).get("_remade")) is not None:
            remade.note_copy(made, record)
    return made


def copied(record: Any, memo: dict[int, Any]) -> Any:
    """A deep copy of a record, as `copy.deepcopy` makes it.

    One that is read alone gets holders of its own, which share what they have with its own ones:
    that takes as long as the record is large. With others their file is copied.

    Args:
        record: The record.
        memo: The copies of all that was copied before.
    """
    around: dict[int, Any] = {}
    if is_first := id(_START) not in memo:
        memo[id(_START)] = record._top()
        if record._is_read_alone():
            _hold(record._holder, around)
            for name in UPWARD:
                _hold(getattr(record, name, None), around)
            if record._holder is None:  # its stream is closed with it, that of its copy is not
                around.pop(id(record._io), None)
            memo.update(around)
    made = memo[id(record)] = new(type(record))
    for name in UPWARD:
        _leave_file(getattr(record, name, None), memo)
    state = _state_of(record)
    original = state.pop("_copy_of", None)  # which was read where its holders say
    made.__setstate__(deepcopy(state, memo))
    if around or original is not None:
        own_members(made)["_copy_of"] = record if around else original
    if around:
        for key in (*around, id(_START)):  # a holder may be copied next
            del memo[key]
    if is_first:
        _note_copies(made, record, memo)
    return made


def _note_copies(made: Any, record: Any, memo: dict[int, Any]) -> None:
    """Note of a file what was copied of it, with all in it; a whole file knows that itself."""
    note_copy(made, record)
    remade = own_members(record._top()).get("_remade")
    if record._holder is not None and remade is not None:
        remade.note_copies(memo)


def _state_of(record: Any) -> dict[str, Any]:
    """What is copied of a record: other records that it computes are those around the copy."""
    state: dict[str, Any] = record.__getstate__()
    for name in record._forgettable:
        if isinstance(state.get(name), Record | list) and not is_set(record, name):
            del state[name]
            state.pop(f"_m_{name}", None)
    return state


def _hold(record: Any, around: dict[int, Any]) -> Any:
    """What holds a copy as a record held what is copied; its stream is what it is now.

    Args:
        record: The record; anything else is itself.
        around: Takes it, and what holds that, by the `id` of what they stand for.
    """
    if not isinstance(record, Record) or id(record) in around:
        return around.get(id(record), record)
    made = around[id(record)] = new(type(record))
    type(record)._is_told = type(record)._is_apart = True
    for name, value in record.__getstate__().items():
        if name in UPWARD:
            made._take(name, _hold(value, around))
        elif name == "_io" and value is not None:  # what stands in it is told by it
            made._take(name, around.setdefault(id(value), copy(value)))
        else:
            made._take(name, value)
    return made


def _leave_file(record: Any, memo: dict[int, Any]) -> None:
    """Have a record that is of another file than the first one be itself in the copies.

    If some were put in that had been copied with their files, each copy would be twice the one
    before.
    """
    is_known = not isinstance(record, Record) or id(record) in memo
    if not is_known and record._top() is not memo[id(_START)]:
        memo[id(record)] = record
