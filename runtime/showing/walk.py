"""Going through a record and all below it: what is read for the way is let go again after it."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from quire.runtime.coding.sums import verify
from quire.runtime.errors import FormatError, NestingError
from quire.runtime.lists.rows import untouched
from quire.runtime.members import own_members
from quire.runtime.reading.budget import most_decoded, too_much
from quire.runtime.reading.instance import NONE, Extent, forget
from quire.runtime.record import MOST_NESTED, Record
from quire.runtime.writing.lost_values import refuse_computed


class Member(NamedTuple):
    """What a record has.

    Attributes:
        record: Whose it is.
        name: Of the field or the instance.
        value: Its value; the error, if an instance cannot be read.
        lazy: Whether it is an instance.
        seen: Where the same bytes were come by before, as the same thing; else None.
    """

    record: Record
    name: str
    value: Any
    lazy: bool = False
    seen: str | None = None


class Walk:
    """A way through a record and all below it, that comes to everything once.

    Instances are read when it is their turn. Those that nobody has looked at before are forgotten
    again when the way leads on, so that no more is in memory than what leads to one place.

    Args:
        top: Where it begins.

    Attributes:
        reach: The end of what instances take of the stream of `top`.
    """

    def __init__(self, top: Record) -> None:
        self.top = top
        self.reach = 0
        self._seen: dict[tuple[Any, ...], str] = {}
        self._streams: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
        self._numbers = count()
        io: Any = getattr(top, "_io", None)  # none in what was built, or is data of another kind
        self._left = most_decoded(0 if io is None else io.size())

    def check(self) -> None:
        """Go all the way: what can be read is right as far as it can be known.

        Raises:
            FormatError: something is not.
        """
        way = [self._unchecked(self.top)]
        while way:
            value = next(way[-1], None)
            if value is None:
                way.pop()
            elif not isinstance(value, Record):
                value.verify()
            elif len(way) < MOST_NESTED:
                way.append(self._unchecked(value))
            else:
                raise value._locate(NestingError("", "less nesting", "records in records"))

    def _unchecked(self, record: Record) -> Iterator[Any]:
        """The records and payloads in a record."""
        refuse_computed(record)
        for gaps in own_members(record).get("_gaps", {}).values():
            raise gaps[0].error.alone()
        if getattr(record, "_has_sums", False):
            verify(record)
        for member in self.members(record):
            if isinstance(member.value, FormatError):
                raise member.value
            if member.seen is not None or is_plain(member.value):
                continue
            for value in member.value if isinstance(member.value, list) else (member.value,):
                if isinstance(value, Record):
                    if is_below(value, member):
                        yield value
                elif hasattr(value, "verify"):
                    yield value

    def members(self, record: Record, path: str = "") -> Iterator[Member]:
        """Fields, then instances. Each is looked at before the next is asked for.

        Args:
            record: Whose they are.
            path: Where it is, for those who come by the same again.
        """
        built = getattr(record, "_io", None) is None  # what has no stream cannot be read
        kept = [name for name in record._instances if record._kept(name) is not NONE]
        try:
            for name, value in record.__rich_repr__():
                yield Member(record, name, value)
            for name in kept if built else record._instances:
                value = self._value(record, name, known=name in kept)
                if value is not None:
                    seen = self._seen_before(record, name, value, path)
                    yield Member(record, name, value, lazy=True, seen=seen)
                if name not in kept and not isinstance(value, int | float | str):
                    _forget(record, name)
        finally:  # numbers too, which others may depend on, and what others have looked at again
            for name in record._instances:
                if name not in kept:
                    _forget(record, name)

    def _value(self, record: Record, name: str, *, known: bool) -> Any:
        """The value of an instance, or the error; all that are read may take so many bytes."""
        try:
            value = getattr(record, name)
        except FormatError as error:
            return error
        except RecursionError:
            return record._locate(NestingError(name, "less nesting", "instances in instances"))
        except AttributeError as error:  # of a record that was read in part, a field is not there
            if isinstance(found := record._meaning(error, None, name), FormatError):
                return found
            raise
        if (extent := record._extent(name)) is not None and not known:
            self._left -= extent.end - extent.start
            if self._left < 0:  # the same bytes again and again, from everywhere
                most = most_decoded(self.top._io.size())
                return record._locate(too_much(most, "more in instances", name, extent.start))
        return value

    def _seen_before(self, record: Record, name: str, value: Any, path: str) -> str | None:
        """Where an instance of the same bytes was; None, and it is noted, if this is the first."""
        extent = record._extent(name)
        if extent is None:
            return None
        if extent.io is self.top._io:
            self.reach = max(self.reach, extent.end)
        first = value[0] if isinstance(value, list) and value else value
        if not isinstance(first, Record):
            return None
        length = len(value) if isinstance(value, list) else None
        given = [_as_key(getattr(first, param, None)) for param in first._params]
        place = (type(record), name, type(first), length, *self._place(extent), *given)
        if place in self._seen:
            return self._seen[place]
        self._seen[place] = f"{path}.{name}" if path else name
        return None

    def _place(self, extent: Extent) -> tuple[Any, ...]:
        """Where an instance stands: the same for the same bytes, though the stream is another."""
        io: Any = extent.io
        if (base := getattr(io, "begin", None)) is not None:
            return base, io.size(), extent.start
        if io not in self._streams:
            self._streams[io] = next(self._numbers)
        return None, self._streams[io], extent.start


def is_plain(value: Any) -> bool:
    """Whether nothing is in a value: it is no record, no payload, and no list of any."""
    if (rows := untouched(value)) is not None:
        return not rows.kind._instances
    return isinstance(value, int | float | str | bytes)


def is_below(value: Record, member: Member) -> bool:
    """Whether a record is in another one, as this member of it; not one from elsewhere."""
    if not member.lazy:
        return True
    if value._holder is member.record:
        return value._name == member.name or keyword.iskeyword(value._name)  # that has another one
    return value._holder is None and value._io is None


def _forget(record: Record, name: str) -> None:
    """Let go of an instance; it is read again when somebody looks at it."""
    forget(record, name)
    if record._extent(name) is not None:
        record._note_extent(name, None)


def _as_key(value: Any) -> Any:
    return value if isinstance(value, int | float | str | bytes) else type(value)


def names_of(record: Record) -> tuple[str, ...]:
    """The names of its fields, then those of its instances, there or not."""
    return (*record._fields, *record._instances)


def value_at(record: Record, path: str) -> Any:
    """What stands at a path such as `chunks[0].payload`; instances may have `@` before the name.

    Raises:
        ValueError: nothing does.
        TypeError: the path is no text.
    """
    if not isinstance(path, str):
        message = f"path: expected a text, such as `chunks[0].payload`, found {path!r}"
        raise TypeError(message)
    value: Any = record
    for step in re.findall(r"[^.\[]+|\[[^.\[]*", path):
        name, index = step.removeprefix("@"), step[1:-1] if step[0] == "[" else ""
        if isinstance(value, Record) and name in names_of(value):
            value = getattr(value, name, None)
        elif isinstance(value, list) and index.isdecimal() and int(index) < len(value):
            value = value[int(index)]
        else:
            value = None
        if value is None:
            message = f"there is no `{path}`: nothing is at `{step}`"
            raise ValueError(message)
    return value
