"""Values that a writer would lose: read from where it cannot write, or of no field of the file."""

from __future__ import annotations

import inspect
import math
from typing import Any

from quire.runtime.errors import EXPLAINED, ContradictionError, FormatError
from quire.runtime.lists.rows import untouched
from quire.runtime.members import own_members
from quire.runtime.paths import attribute
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import (
    NONE,
    asked_anew,
    forget,
    has_value,
    is_set,
    is_what_was_passed,
)
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.showing.shown import same
from quire.runtime.writing.deriving import is_given


def refuse_lost(record: Record, names: tuple[str, ...], reason: str) -> None:
    """Refuse a record if what some of its instances hold is no longer what was read.

    Those that somebody has looked at are read again, and compared.

    Raises:
        FormatError: one was edited, which nothing would show.
    """
    io: Reader | None = record._io  # None if it was built
    for name in names:
        if not has_value(record, name):
            continue
        lost = FormatError(name, f"what was read, as it {reason}", "an edit")
        given, extent, stood = is_set(record, name), record._extent(name), _span(record, name)
        if io is None and given:
            raise record._locate(lost)
        if io is None:
            continue
        try:
            read = asked_anew(record, name)
        except EXPLAINED:
            if given:
                raise record._locate(lost) from None
            continue  # nobody knows any more what was there
        # What depends on where the stream was, as it was read, may be other bytes now.
        moved = stood not in (None, _span(record, name))
        record._note_extent(name, extent)  # those of the value that it has
        if not moved and not _same(record._kept(name), read):
            raise record._locate(lost)


def refuse_streamless(record: Any, name: str) -> None:
    """Refuse an instance whose stream is gone: the record that has it is there no longer.

    Raises:
        FormatError: it is.
    """
    there = getattr(record, f"_beside_{name}")()
    if there is None or _is_gone(there):
        expected = "the record in whose stream it stands: fields say that there is none"
        raise record._locate(FormatError(name, expected, "nothing"))


def _is_gone(record: Any) -> bool:
    """Whether a record was read as an instance that is not there by what fields say now."""
    holder, name = record._holder, record._name
    if not isinstance(holder, Record) or name not in holder._instances or is_set(holder, name):
        return False
    extent = holder._extent(name)
    try:
        return asked_anew(holder, name) is None
    except EXPLAINED:  # it stands elsewhere now
        return False
    finally:
        holder._note_extent(name, extent)


def refuse_loose(record: Any, twin: Any) -> None:
    """Refuse instances that have no position, but for those that take no bytes and were not edited.

    Such a one says something of fields in other words; it is what these make it, or made it when
    the record was read as `twin`, or when somebody looked at it.

    Raises:
        FormatError: one was edited, or nobody knows where its bytes are to stand.
    """
    for name in record._loose:
        if not has_value(record, name):
            continue
        if not _takes_nothing(record._kept(name)):
            expected = "an instance with `pos`: quire does not know where to write this one"
            raise record._locate(FormatError(name, expected, "a value"))
        if _is_as_read(record, name, record):
            continue
        is_untouched = not is_set(record, name) and is_what_was_passed(record._kept(name))
        if not (is_untouched or (twin is not None and _is_as_read(record, name, twin))):
            expected = "what other fields make it, as it takes no bytes: change these"
            raise record._locate(FormatError(name, expected, "an edit"))
        forget(record, name)  # it is to follow them


def _takes_nothing(value: Any) -> bool:
    return isinstance(value, Record) and getattr(type(value), "SIZE", None) == 0


def _is_as_read(record: Any, name: str, there: Any) -> bool:
    """Whether an instance is what is read of `there`."""
    try:
        return _same(record._kept(name), asked_anew(there, name))
    except EXPLAINED:
        return False


def refuse_computed(record: Record) -> None:
    """Refuse a record of which an instance was set to another value than its expression has.

    Raises:
        ContradictionError: one was.
    """
    # Types may have dozens of instances, of which a record keeps one or two.
    for name in [*filter(own_members(record).__contains__, record._computed)]:
        if not is_set(record, name):
            continue
        try:
            made = asked_anew(record, name)
        except EXPLAINED:
            made = NONE
        if made is NONE or not _same(record._kept(name), made):
            raise told_otherwise(record, name, made)


def told_otherwise(record: Record, name: str, made: Any) -> FormatError:
    """The error of an instance that somebody has set, and that others make what `made` is."""
    value = "" if made is NONE else f", which make it {show(made)}"
    expected = f"it is computed from {_sources(record, name)}{value}"
    return record._locate(ContradictionError(name, expected, show(record._kept(name))))


def _sources(record: Record, name: str) -> str:
    """The members that an instance is computed from, as its code names them."""
    known = (*record._fields, *record._instances, "_parent", "_root")
    method: Any = inspect.getattr_static(record, name)
    return ", ".join(each for each in method.fget.__code__.co_names if each in known) or "constants"


def refuse_left_out(record: Any, name: str, reason: str) -> None:
    """Refuse a value of a field that the file does not have.

    What was read as an instance is no loss; what followed from other fields goes with them.

    Raises:
        FormatError: the value is one that somebody gave.
    """
    if name in record._instances:
        value, is_lost = record._kept(name), is_set(record, name)
    else:
        value = getattr(record, name)
        is_lost = name not in record._derived or is_given(record, name, value)
        if not is_lost:
            delattr(record, name)
    is_empty = value is NONE or value is None or (isinstance(value, list) and not value)
    if is_lost and not is_empty:
        expected = f"no value, since {reason}{condition_of(record, name)} (`del` leaves it out)"
        raise FormatError(name, expected, show(value))


def condition_of(record: Any, name: str) -> str:
    """The `if` of a field, for an error; "" if it has none, or nobody can tell."""
    from quire.runtime.structure.lookup import type_and_spec  # the plan is read for it
    from quire.runtime.writing.told_elsewhere import with_values

    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return ""
    fields = (each for each in (*type_.fields, *type_.instances) if attribute(each.id) == name)
    expr = next((each.condition for each in fields), None)
    return "" if expr is None else f": `{with_values(expr, type_)}`"


def _span(record: Record, name: str) -> tuple[int, int] | None:
    """From where to where an instance was read, in its stream."""
    extent = record._extent(name)
    return None if extent is None else (extent.start, extent.end)


def _same(left: Any, right: Any) -> bool:
    """Whether two values have the same fields; not a number is the same as itself."""
    if isinstance(left, Record) and type(left) is type(right):
        names = (name for name in left._fields if not left._is_elsewhere(name))
        return all(_same(getattr(left, n, None), getattr(right, n, None)) for n in names)
    if isinstance(left, list) and isinstance(right, list):
        if (old := untouched(left)) is not None and (new := untouched(right)) is not None:
            return old.stored == new.stored
        return len(left) == len(right) and all(map(_same, left, right))
    numbers = isinstance(left, float) and isinstance(right, float)
    return same(left, right) or (numbers and math.isnan(left) and math.isnan(right))
