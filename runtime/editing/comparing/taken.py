"""What stands in the stream of a record is taken along when another record replaces that one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.comparing.same_values import is_same
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import NONE, forget, has_value, is_set

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


def take_along(record: Any, name: str, there: Any, revision: Revision) -> bool:
    """Give an instance that nobody has set to a record that replaced the one where it stood.

    Args:
        record: The record that has the instance.
        name: The instance.
        there: The record in whose stream it is to stand.
        revision: What was changed.

    Returns:
        Whether it has bytes of its own there, as far as that is known.

    Raises:
        FormatError: the stream of a record that was read elsewhere has another value there.
    """
    twin = revision.twin_of(record)
    if twin is None or is_set(record, name) or not twin._has(name):
        return True
    stood = getattr(twin, f"_beside_{name}")()
    if revision.twin_of(there) is stood:
        _note_stream(record, name, there._io)
        return True
    was, kept = getattr(twin, name), record._kept(name) if has_value(record, name) else NONE
    brought, is_own = (NONE, False) if is_built(there) else _brought(record, name, there)
    is_as_it_was = kept is not NONE and is_same(kept, was)
    if not (kept is NONE or is_as_it_was or is_same(kept, brought)):
        return True  # it was edited
    if brought is None:  # its `if` does not hold any more
        return True
    if _is_view(twin._extent(name), stood):
        forget(record, name)  # the bytes that fields have there now have come with the record
        return False
    if is_own and not is_same(brought, was):
        revision.rollback.ask(record, name)
        whose = f"{there._path()} comes from elsewhere: there it is {show(brought)}"
        expected = f"a value that you set, as {whose}, here it was {show(was)}"
        raise record._locate(FormatError(name, expected, "none"))
    setattr(record, name, kept if is_as_it_was else was)
    return True


def _note_stream(record: Any, name: str, io: Any) -> None:
    """Note that an instance stands in a stream with the bytes of that in which it was read."""
    extent = record._extent(name)
    if extent is not None and extent.io is not io:
        record._note_extent(name, (io, extent.start, extent.end))


def _is_view(extent: Any, stood: Any) -> bool:
    """Whether an instance is over bytes that fields have."""
    return extent is not None and bool(extent.start < stood._io.pos())


def _brought(record: Any, name: str, there: Any) -> tuple[Any, bool]:
    """What is read in a record that was read elsewhere, where an instance stood.

    Returns:
        It, `NONE` if nothing can be; and whether it has bytes of its own there.
    """
    members, extent = own_members(record), record._extent(name)
    slots = (name, f"_m_{name}", f"_raw__m_{name}")
    before = {each: members[each] for each in slots if each in members}
    forget(record, name)
    try:
        now = getattr(record, name)
        return now, not _is_view(record._extent(name), there)
    except EXPLAINED:
        return NONE, False
    finally:
        forget(record, name)
        members.update(before)
        if extent is not None:
            record._note_extent(name, extent)
