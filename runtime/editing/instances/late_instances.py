"""Instances that were first looked at when what they depend on had been changed.

They show other bytes than those that stood there. To look is no edit: while the file is written,
they are as if nobody had looked; what was edited in them cannot be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from typing import Any

from quire.runtime.editing.comparing.columns import is_exact, own_fields
from quire.runtime.editing.comparing.same_values import is_same, which_differ
from quire.runtime.editing.instances.seen_in_writing import in_place, refilled
from quire.runtime.editing.pairing.pairs import may_have_records
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.lists.lazy import Lazy, are_of_one_type
from quire.runtime.lists.rows import Rows
from quire.runtime.lists.spliced import Splicing
from quire.runtime.members import ORDER, own_members
from quire.runtime.places import index_of
from quire.runtime.reading.instance import (
    NONE,
    Extent,
    asked_anew,
    forget,
    is_set,
    is_what_was_passed,
    keep,
)
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.writing.giving import kinds_of, record_types
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.writer import Writer


class Belated:
    """Those of a file, which are put aside while it is written."""

    def __init__(self) -> None:
        self._aside: dict[tuple[int, str], tuple[Any, dict[str, Any]]] = {}

    def put_aside(self, record: Any, again: Any, name: str) -> bool:
        """Put an instance aside that was looked at too late; whether it was.

        Args:
            record: The record that has it.
            again: What is read in its place.
            name: The instance, which has a value.

        Raises:
            FormatError: it was edited.
        """
        extent = record._extent(name)
        if extent is None or is_set(record, name):
            return False
        if _is_there(record, extent, again, name):
            if is_left := _is_left_over(record, extent, again, name):
                self.take(record, name)
            return is_left
        if not (_is_as_read(record, name, extent) or _is_as_written(record, name, extent)):
            raise _edited_late(record, name, extent)
        self.take(record, name)
        return True

    def take(self, record: Any, name: str) -> None:
        """Put an instance aside, as if nobody had looked at it."""
        members = own_members(record)
        slots = (name, f"_m_{name}", f"_raw__m_{name}", f"_at_{name}")
        there = {each: members.pop(each) for each in slots if each in members}
        self._aside.setdefault((id(record), name), (record, there))

    def has(self, record: Any, name: str) -> bool:
        """Whether an instance was put aside."""
        return (id(record), name) in self._aside

    def extent(self, record: Any, name: str) -> Extent | None:
        """Where an instance that was put aside stood."""
        now = getattr(record, f"_at_{name}", None)
        try:
            record._note_extent(name, self._aside[id(record), name][1].get(f"_at_{name}"))
            stood: Extent | None = record._extent(name)
            return stood
        finally:
            record._note_extent(name, now)

    def values(self) -> Iterator[tuple[Any, str, Any]]:
        """What was put aside: of which record, its name, and its value."""
        yield from (
            (record, name, there[name]) for (_, name), (record, there) in self._aside.items()
        )

    def show(self, record: Any, name: str, value: Any) -> None:
        """Have an instance that was put aside be another value once it is put back."""
        _, there = self._aside[id(record), name]
        there[name] = there[f"_m_{name}"] = in_place(there[name], value)

    def let_go(self, record: Any, name: str) -> None:
        """Have an instance not be put back that the file has not."""
        del self._aside[id(record), name]

    def read_anew(self) -> None:
        """Have records show what is read: their file is what it was, and so is where all is told.

        Those that were put aside are kept, as somebody may have them. What is in them is another.
        """
        for (_, name), (record, there) in self._aside.items():
            with suppress(*EXPLAINED):  # it is an error when it is asked for
                value, now = there[name], getattr(record, name)
                if type(value) is type(now) and isinstance(now, Record | list):
                    keep(record, name, refilled(value, now))
        self._aside.clear()

    def put_back(self) -> None:
        """Have records show what they showed."""
        for record, there in self._aside.values():
            own_members(record).update(there)
        self._aside.clear()


@contextmanager
def putting_aside() -> Iterator[Belated]:
    """Put aside what was looked at too late, until a file is written."""
    belated = Belated()
    try:
        yield belated
    finally:
        belated.put_back()


def forget_unedited(record: Any, name: str) -> None:
    """Forget an instance that was looked at too late.

    Raises:
        FormatError: it was edited.
    """
    if not is_as_read(record, name):
        raise _edited_late(record, name, record._extent(name))
    forget(record, name)


def _edited_late(record: Any, name: str, extent: Extent) -> FormatError:
    """The error of an instance that was looked at too late, and edited."""
    expected = (
        f"the fields that tell where and what it is to be set before {name} is read and edited: "
        f"read the file again and do it in that order, or `del` the edit"
    )
    found = f"an edit of bytes {extent.start} to {extent.end}, where it was before"
    error: FormatError = record._locate(FormatError(name, expected, found))
    return error


def is_of_a_field(value: Any, record: Any) -> bool:
    """Whether an instance of a record is the record of a field, as a writing has made it."""
    if not isinstance(value, Record) or (holder := value._holder) is record:
        return False
    kind: Any = type(holder)  # mypy takes the hash of its objects for that of a class
    of: Any = type(value)
    names = _fields_for(kind, of) if isinstance(holder, Record) else ()
    return any(_is_or_has(getattr(holder, name, None), value, holder) for name in names)


@cache
def _fields_for(kind: Any, of: Any) -> list[str]:
    """The fields of a type that may be, or have, a record of another one."""
    kinds = kinds_of(kind)
    return [name for name in own_fields(kind) if of in record_types(kinds.get(name))]


def _is_or_has(there: Any, value: Any, holder: Any) -> bool:
    """Whether a field of a holder is a record, or a list with it."""
    if isinstance(there, list):
        return index_of(value, there, holder) < len(there)
    return there is value


def leads_elsewhere(record: Any, name: str) -> bool:
    """Whether fields tell another place, or type, of an instance now than when it was read."""
    value, extent = record._kept(name), record._extent(name)
    try:
        now = asked_anew(record, name)
        return not are_of_one_type(now, value) or record._extent(name) != extent
    except EXPLAINED:
        return True
    finally:
        record._note_extent(name, extent)


def told_otherwise(some: list[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """The instances of which fields tell another place or value than they have, or none at all.

    What stands in the stream of another record comes and goes with that. One that was not there
    when somebody looked may be there now.

    Args:
        some: The instances, each as a record and a name; they are compared together.
    """
    found, there, pairs = [], [], []
    for each in some:
        if (now := _asked_there(*each)) is NONE:
            found.append(each)
        else:
            there.append(each)
            pairs.append((each[0]._kept(each[1]), now))
    return found + [there[i] for i in which_differ(pairs, placed=False)]


def _asked_there(record: Any, name: str) -> Any:
    """What an instance would be now; `NONE`, if it would not be where it is."""
    value, extent = record._kept(name), record._extent(name)
    beside = getattr(record, f"_beside_{name}", None)
    if name not in record._placed or (value is not None and extent is None):
        return value
    try:
        if value is not None and beside is not None and beside()._io is not extent.io:
            return value
        now = asked_anew(record, name)
        is_there = now is None if value is None else record._extent(name) == extent
    except EXPLAINED:
        return NONE
    else:
        return now if is_there else NONE
    finally:
        record._note_extent(name, extent)


def is_led_elsewhere(record: Any, again: Any, name: str) -> bool:
    """Whether an instance was read in another place than the one where it stood."""
    if (extent := record._extent(name)) is None:
        return True
    start, _ = _stood(extent, again, name)
    if start is None:  # it could not be read there
        with suppress(*EXPLAINED, AttributeError):
            start = getattr(again, f"_position_{name}")()
    return bool(start != extent.start)


def tells_elsewhere(record: Any, name: str, start: int) -> bool:
    """Whether the fields say that an instance is somewhere else than it was."""
    try:
        return bool(getattr(record, f"_position_{name}", lambda: start)() != start)
    except EXPLAINED:
        return False


def _is_there(record: Any, extent: Extent, again: Any, name: str) -> bool:
    """Whether an instance stands where it was read, and is still of that type.

    A plain value that is another one, and that nobody has set, was read elsewhere.
    """
    if _stood(extent, again, name) != extent[1:]:
        return False
    was, value = getattr(again, name), record._kept(name)
    if was is None:
        return True
    if not _are_one_stream(extent.io, again._extent(name).io):
        return False
    return bool(was == value) if is_exact(type(value)) else are_of_one_type(was, value)


def _are_one_stream(io: Any, other: Any) -> bool:
    """Whether two streams begin at the same byte of the file; of decoded ones nobody can tell."""
    begins = [getattr(each, "begin", None) for each in (io, other)]
    return None in begins or begins[0] == begins[1]


def _is_left_over(record: Any, extent: Extent, again: Any, name: str) -> bool:
    """Whether an instance that the file has not was looked at since fields tell of it, or told."""
    try:
        if getattr(again, name) is not None:
            return False
    except EXPLAINED:
        return False
    return _is_as_read(record, name, extent)


def _stood(extent: Extent, again: Any, name: str) -> tuple[int | None, int | None]:
    """From where to where an instance stood that was read now; None if it could not be read.

    One that the file did not have stood where its position was.
    """
    try:
        if getattr(again, name) is not None:
            stood = again._extent(name)
            return (None, None) if stood is None else stood[1:]
        start = getattr(again, f"_position_{name}")()
    except (*EXPLAINED, AttributeError):
        return None, None
    return start, start + extent.end - extent.start


def _is_as_written(record: Any, name: str, extent: Extent) -> bool:
    """Whether the same holds with what the writing before has made of what tells its place.

    It was read when some of that had been made: a count, say, and not yet the position.
    """
    remade = own_members(record._top()).get("_remade")
    if remade is None or remade.before is None:
        return False
    with closing(remade.before.as_made(record)) as states:
        return any(_is_as_read(record, name, extent) for _ in states)


def is_as_read(record: Any, name: str) -> bool:
    """Whether nobody has edited an instance, be it one that was first looked at after an edit."""
    if is_set(record, name):
        return False
    if (extent := record._extent(name)) is None:
        value = record._kept(name)
        return isinstance(value, Record) and is_what_was_passed(value)
    return _is_as_read(record, name, extent)


def _is_as_read(record: Any, name: str, extent: Extent) -> bool:
    """Whether nobody has edited what an instance holds, which is read once more to know."""
    value = record._kept(name)
    if is_exact(type(value)):
        return True
    if _has_other_elements(value):
        return False
    try:
        now = _asked(record, name)
        if not (now is None or now is NONE) and record._extent(name) == extent:
            return is_same(value, now)
        # Fields led there for a while.
        if may_have_records([value]):
            return is_same(value, _read_there(value, extent))
        there: memoryview = extent.io.whole()[extent.start : extent.end]
        return there == _written(record, name, extent)
    except EXPLAINED:
        return False
    finally:
        record._note_extent(name, extent)


def _has_other_elements(value: Any) -> bool:
    """Whether a list at which nobody has looked has more elements now, or fewer."""
    is_spliced = isinstance(value, Lazy) and isinstance(value._source, Splicing)
    return is_spliced and len(value) != value._source.count


def _asked(record: Any, name: str) -> Any:
    """What an instance would be if it were asked for now; `NONE`, if it cannot be read."""
    try:
        return asked_anew(record, name)
    except EXPLAINED:
        return NONE


def is_stored(record: Any, again: Any, name: str) -> bool:
    """Whether a file has an instance as the bytes that a record would write, where it is read."""
    try:
        getattr(again, name)
        if (extent := again._extent(name)) is None:
            return True
        there: memoryview = extent.io.whole()[extent.start : extent.end]
        return there == _written(record, name, extent)
    except EXPLAINED:
        return False


def _read_there(value: Any, extent: Extent) -> Any:
    """What a record, or records in a list, are read as once more where they were read."""
    if isinstance(value, Lazy) and type(rows := value._source) is Rows and rows.told is None:
        return Lazy(rows, rows.count)
    io: Any = extent.io
    there: Reader = io.part()
    there.seek(extent.start)
    if isinstance(value, Record):
        return _read_again(value, there)
    return [_read_again(each, there) for each in value if isinstance(each, Record)]


def _written(record: Any, name: str, extent: Extent) -> bytes:
    """What an instance is written as where it was read."""
    made = Pieces()
    writer = Writer(made, extent.start)
    getattr(record, f"_put_{name}")(writer)
    writer.finish()
    return made.getvalue()


def _read_again(record: Any, there: Reader) -> Any:
    """A record that is read as another one was: in its own stream, or in one that goes on."""
    own = record._io
    io = own.within(own._start, own._end) if record._has_stream() else there
    params = [getattr(record, name) for name in record._params]
    told = ("_parent", "_root", "_name", "_holder", ORDER)
    around = {each: getattr(record, each) for each in told if hasattr(record, each)}
    return type(record)(*params, io, **around)
