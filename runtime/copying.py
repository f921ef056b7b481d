"""Deep copies of records: with as much of the file around them as they go by."""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any

from quire.runtime.direct import new
from quire.runtime.members import own_members
from quire.runtime.record import UPWARD, Record

_START = object()
"""What the top of the first record that is copied is noted for."""


def copied(record: Any, memo: dict[int, Any]) -> Any:
    """A deep copy of a record, as `copy.deepcopy` makes it.

    One that is read alone gets holders of its own, which share what they have with its own ones:
    that takes as long as the record is large. With others their file is copied.

    Args:
        record: The record.
        memo: The copies of all that was copied before.
    """
    around: dict[int, Any] = {}
    if id(_START) not in memo:
        memo[id(_START)] = record._top()
        if record._is_read_alone():
            _hold(record._holder, around)
            for name in UPWARD:
                _hold(getattr(record, name, None), around)
            memo.update(around)
    made = memo[id(record)] = new(type(record))
    for name in UPWARD:
        _leave_file(getattr(record, name, None), memo)
    state = record.__getstate__()
    original = state.pop("_copy_of", None)  # which was read where its holders say
    made.__setstate__(deepcopy(state, memo))
    if around or original is not None:
        own_members(made)["_copy_of"] = record if around else original
    if around:
        for key in (*around, id(_START)):  # a holder may be copied next
            del memo[key]
    return made


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
        else:
            made._take(name, copy(value) if name == "_io" else value)
    return made


def _leave_file(record: Any, memo: dict[int, Any]) -> None:
    """Have a record that is of another file than the first one be itself in the copies.

    If some were put in that had been copied with their files, each copy would be twice the one
    before.
    """
    is_known = not isinstance(record, Record) or id(record) in memo
    if not is_known and record._top() is not memo[id(_START)]:
        memo[id(record)] = record
