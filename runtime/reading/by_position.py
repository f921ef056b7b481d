"""Reading by position: what the classes that quire generates call while they read."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar

from quire.runtime.direct import find_at, name_of
from quire.runtime.errors import FormatError, TruncatedError
from quire.runtime.lists.form import Elsewhere, Form
from quire.runtime.lists.read_once import read_once
from quire.runtime.lists.rows import FEW, made_at, rows_at
from quire.runtime.lists.stride import Stride
from quire.runtime.lists.synced import Synced
from quire.runtime.members import own_members
from quire.runtime.reading.budget import FEW_ELEMENTS
from quire.runtime.reading.copies import copied
from quire.runtime.reading.finding import has_at
from quire.runtime.reading.instance import GROWING, Extent, instance
from quire.runtime.reading.peeking import (
    OutOfTurn,
    is_aside,
    is_in_file,
    left_alone,
    outer_of,
    place_of,
    start_of,
)
from quire.runtime.reading.reader import Reader
from quire.runtime.stream import Bytes

if TYPE_CHECKING:
    # It has no types: as a base it would let a type checker take any name for an attribute.
    KaitaiStruct = object
else:
    from kaitaistruct import KaitaiStruct

R = TypeVar("R", bound="ByPosition")


class ByPosition(KaitaiStruct):
    """A record that is read by position in the bytes of its stream."""

    if TYPE_CHECKING:
        _instances: ClassVar[tuple[str, ...]]
        _io: Reader
        _root: Any
        _holder: Any
        _parent: Any
        _start: int | str | None
        _end: Any
        _stop: int

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

    def _read(self) -> None:
        """Read the fields from the record's stream, which is after them then."""
        io = self._io
        io._pos = self._read_at(io.data, io._pos, io._end)

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:  # noqa: ARG002  # others need them
        """Read the fields from where they stand in the bytes of a stream.

        Generated classes have this method or `_read`, of which each does what the other says.

        Args:
            buf: The bytes.
            pos: Where the record begins.
            end: Where its stream ends.

        Returns:
            Where the record ends.
        """
        io = self._io_at(pos)
        self._read()
        return io._pos

    def _read_apart(self, holder: Any, buf: Bytes, pos: int, end: int) -> None:
        """Read the fields of a record that has a part of its holder's stream as its own.

        Classes whose records may stand so have copies of this method: Python notes in code where
        the slots of an object are, for one class at a time, and sets them in a third of the time.
        """
        self._parent, self._root = holder, holder._root
        self._start, self._end = pos, end
        self._stop = self._read_at(buf, pos, end)

    def _io_at(self, pos: int) -> Reader:
        """The stream, at a position in its bytes."""
        if is_aside():
            raise OutOfTurn
        io = self._io
        io._pos = pos
        return io

    def _look_at(self, pos: int) -> Reader:
        """The stream, at a position, of what is read aside a copy: to see whether bytes are there.

        Most often they are not, and need not be looked for in turn.
        """
        if not is_aside():
            return self._io_at(pos)
        io = self._io
        if type(io) is not Reader or not io.is_whole:
            raise OutOfTurn
        there = io.within(io._start, io._end)
        there._pos = pos
        return there

    def _reach(self, size: int, field: str, pos: int) -> tuple[Bytes, int]:
        """Make sure that there are so many bytes; those of a pipe may still have to be fetched.

        Returns:
            The bytes of the stream, and where it ends.

        Raises:
            FormatError: there are not.
        """
        place = place_of(self)
        if is_in_file(self, place) and place is not None and size > 0:
            left = max(place[2] - pos, 0)
            if size > left:
                raise TruncatedError(field, size, left, offset=pos)
        io = self._look_at(pos)
        io.take(size, field)
        return io.data, io._end

    def _reach_rest(self, buf: Bytes, pos: int, end: int) -> tuple[Bytes, int]:
        """Make sure that all bytes are there that are left; see `_reach`."""
        if not self._goes_on(buf, max(pos, end)):
            return buf, end
        io = self._io_at(pos)
        io.more(io.left())
        return io.data, io._end

    def _find(
        self, terminator: bytes, field: str, pos: int, *, eos_error: bool = True
    ) -> tuple[Bytes, int, int]:
        """The byte that ends a field, which may still have to be fetched, or else the end.

        Returns:
            The bytes of the stream, where it ends, and where the byte stands.

        Raises:
            NoTerminatorFoundError: there is none, and there has to be.
        """
        io = self._look_at(pos)
        io.until_view(terminator, field, include=False, consume=False, eos_error=eos_error)
        return io.data, io._end, io._pos

    def _stands(self, pos: int, field: str) -> NoReturn:
        """Refuse a repeat to the end of the stream that does not come nearer to it."""
        offset = self._io.offset_at(pos)
        raise FormatError(field, "elements that take bytes", "a repeat without end", offset=offset)

    def _pos_at(self, pos: int) -> int:
        """Where the stream stands, counted from its start, at a position in its bytes."""
        start = start_of(self)
        return self._io_at(pos).pos() if start is None else pos - start

    def _stood(self, name: str, pos: int) -> int:
        """What an instance is that says where the stream stands, asked for at a position."""
        kind = vars(type(self)).get(name)
        if not isinstance(kind, instance) or (start := start_of(self)) is None:
            self._io_at(pos)
            stood: int = getattr(self, name)
            return stood
        found: int = kind.found(self, pos - start)
        return found

    def _has_at(self, buf: Bytes, pos: int, end: int, wanted: bytes) -> bool:
        """Whether some bytes stand at a position; those of a pipe may still have to be fetched."""
        if type(buf) is bytes:
            stop = pos + len(wanted)
            return stop <= end and buf[pos:stop] == wanted
        io = self._io_at(pos)
        return has_at(io, io.pos(), wanted)

    def _keep_found(self, name: str, value: Any, pos: int) -> None:
        """Keep what an instance is that says what stands at a position."""
        kind = vars(type(self)).get(name)
        if isinstance(kind, instance):
            kind.found(self, value)
        else:  # a class of a user's own has one, which may look there
            self._io_at(pos)

    def _claim(self, pos: int, field: str) -> None:
        """Refuse an element that takes no bytes, if there are too many for the whole file."""
        self._io_at(pos)._claim(1, field)

    def _pay(self, start: int, pos: int, count: int, field: str) -> None:
        """Pay for a list of elements that need not take bytes, and took those from a start."""
        io = self._io_at(pos)
        if count <= FEW_ELEMENTS:  # else they were paid for before
            io._claim(count - (pos - start), field)

    def _goes_on(self, buf: Bytes, pos: int) -> bool:
        """Whether the stream goes on at a position which is not before the end of its bytes."""
        if type(buf) is not bytearray:
            return False
        record = self
        while getattr(record, "_end", None) is None:
            if (io := own_members(record).get("_io")) is not None:
                return io.is_whole is False and self._io_at(pos).more(1)
            record = outer_of(record)
        return False

    def _read_synced(
        self,
        field: str,
        lists: tuple[str, ...],
        literal: bytes,
        limit: int | None,
        buf: Bytes,
        pos: int,
        end: int,
    ) -> int:
        """Read a list that goes on after what is wrong; see `Synced`. All of it has to be there."""
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        return Synced(self, field, lists, literal, limit).read(buf, pos, end)

    def _list_of(self, kind: type[R], io: Reader, count: int, name: str) -> list[R]:
        """A list of records in a stream; see `_rows_at`."""
        if io is not self._io or not io.is_whole:
            return kind._read_each(io, count, self, name)
        rows, io._pos = self._rows_at(kind, io.data, io._pos, io._end, count, name)
        return rows

    def _rows_at(
        self, kind: type[R], buf: Bytes, pos: int, end: int, count: int, name: str
    ) -> tuple[list[R], int]:
        """A list of records that are found in one go, and where it ends.

        Many are made when somebody looks at them. A negative count stands for as many as there are
        up to the end of the stream.
        """
        size = kind._STRIDE.each
        if size and type(buf) is bytes:  # a few, of which none can be wrong
            number = (end - pos) // size if count < 0 else count
            stop = pos + number * size
            if stop - pos < FEW and (stop == end if count < 0 else stop <= end):
                return kind._make_rows(buf, pos, number, self)
        rows = None
        if count >= 0 or not self._goes_on(buf, end):  # else nobody knows where they end
            rows = rows_at(kind, buf, pos, end, count, self)
        if rows is None:  # some are wrong, which they say themselves
            io = self._io_at(pos)
            rows = kind._read_each(io, count, self, name), io._pos
        return rows

    def _once_at(
        self,
        kind: type[R],
        buf: Bytes,
        pos: int,
        end: int,
        count: int,
        name: str,
        *,
        is_apart: bool = False,
        by_ways: bool = False,
        size: int | None = None,
        until: Callable[[int], bool] | None = None,
    ) -> tuple[list[R], int]:
        """A list of records that are read one by one, and where it ends.

        Of many it is known which of them somebody has looked at; those that are `apart` are the
        same bytes, whatever is around them, and those that go `by_ways` as long as what they look
        up there is the same. A negative count stands for as many as there are up to
        the end of the stream, or `until` one is the last. Each may be in a stream of some `size`.
        """
        where = kind, pos, end, count
        form = Form(is_apart, by_ways, size, until)
        return read_once(where, buf, self, name, form)

    def _once_in(
        self,
        there: ByPosition,
        kind: type[R],
        buf: Bytes,
        pos: int,
        end: int,
        count: int,
        name: str,
        records: list[R],
    ) -> tuple[list[R], int]:
        """The same of an instance in the stream of another record, by ways; it takes `records`."""
        form = Form(by_ways=True, elsewhere=Elsewhere(there, name))
        return read_once((kind, pos, end, count), buf, self, name, form, records)

    def _rows_in(
        self,
        there: ByPosition,
        kind: type[R],
        buf: Bytes,
        pos: int,
        end: int,
        count: int,
        name: str,
    ) -> tuple[list[R], int]:
        """The same in the stream of another record, of which its records know unless it is ours."""
        mine = place_of(self)
        if mine is not None and mine[0] is buf and mine == place_of(there):
            return self._rows_at(kind, buf, pos, end, count, name)
        found = made_at(kind, buf, pos, end, count, self) if type(buf) is bytes else None
        if found is None:
            io = there._io_at(pos)
            return kind._read_each(io, count, self, name), io._pos
        for each in found[0]:
            each._outer = there
        return found

    _STRIDE: ClassVar[Stride]
    """How to get from one record to the next, of types that `_make_rows` makes."""

    @classmethod
    def _make_rows(cls, buf: bytes, pos: int, count: int, holder: Any) -> tuple[list[Self], int]:
        """Make records that stand one after another, and tell where they end.

        Raises:
            struct.error: they do not fit.
            UnicodeDecodeError, LookupError: a text is wrong, or its encoding.
        """
        raise NotImplementedError  # generated for types that have a stride

    @classmethod
    def _read_each(cls, io: Reader, count: int, holder: Any, name: str) -> list[Self]:
        """Read the records of a list one by one: some are wrong, and say what is.

        A negative count stands for as many as there are up to the end of the stream.
        """
        records: list[Self] = []
        setattr(holder, f"{GROWING}{name}" if name in holder._instances else name, records)
        turns = range(count) if count >= 0 else io.turns(name, to_end=True)
        # Each is in the list before the next is read, which may ask for it.
        records.extend(cls(io, holder, holder._root, name) for _ in turns)
        return records

    def _peek(self, record: ByPosition, name: str, position: int, size: int) -> bytes:
        """The bytes of an instance in this stream, of which no position moves.

        Args:
            record: Whose instance it is; where it stands is noted there.
            name: What it is called.
            position: From the start of the stream.
            size: How many bytes there are.

        Raises:
            InvalidArgumentError: the position is negative.
            FormatError: there are not so many bytes.
        """
        if (place := place_of(self)) is not None:
            buf, start, end = place
            pos = start + position
            stop = pos + size
            if start <= pos <= stop <= end:
                setattr(record, _PLACES[name], (self, pos, stop))
                return buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        return self._fetched(record, name, position, lambda io: io.take(size, name_of(name)))

    def _peek_until(
        self,
        record: ByPosition,
        name: str,
        position: int,
        terminator: bytes,
        *,
        eos_error: bool = True,
    ) -> bytes:
        """The bytes of an instance that end at one byte, which is passed over; see `_peek`."""
        if (place := place_of(self)) is not None:
            buf, start, end = place
            pos = start + position
            stop = find_at(buf, terminator, pos, end) if start <= pos else -1
            behind = stop + 1
            if not (behind or eos_error or type(buf) is bytearray) and start <= pos <= end:
                stop = behind = end  # more may still have to arrive in what is a bytearray
            if behind:
                setattr(record, _PLACES[name], (self, pos, behind))
                return buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        options = {"include": False, "consume": True, "eos_error": eos_error}
        return self._fetched(
            record, name, position, lambda io: io.until_view(terminator, name_of(name), **options)
        )

    def _peek_rest(self, record: ByPosition, name: str, position: int) -> bytes:
        """The bytes of an instance that goes to the end of the stream; see `_peek`."""
        return self._fetched(record, name, position, lambda io: io.rest(name_of(name)))

    def _fetched(
        self, record: ByPosition, name: str, position: int, read: Callable[[Reader], memoryview]
    ) -> bytes:
        """The bytes of an instance that still have to arrive, or are not there."""
        io = self._io

        def fetch() -> bytes:
            io.seek(position)
            found = copied(read(io))
            record._note_extent(name, (io, position, io.pos()))
            return found

        with io.budget.turn:
            return left_alone(io, fetch)

    def _at(self, position: int) -> tuple[Bytes, int, int]:
        """Begin to read an instance by position.

        Returns:
            The bytes of the stream, where the instance begins in them, and where the stream ends.

        Raises:
            InvalidArgumentError: the position is negative.
        """
        if position < 0 or (place := place_of(self)) is None:
            if is_aside():
                raise OutOfTurn
            io = self._io
            io.seek(position)
            return io.data, io._pos, io._end
        buf, start, end = place
        return buf, start + position, end

    def _moved(self, name: str, io: Any, position: int) -> _Moved:
        """Read an instance at its position in a stream, and note where it stands."""
        return _Moved(self, name, io, position)

    def _note_extent(self, name: str, extent: tuple[Any, int, int] | None) -> None:
        setattr(self, _PLACES[name], extent)

    def _extent(self, name: str) -> Extent | None:
        """Where an instance stands, if it was read."""
        of, start, end = getattr(self, f"_at_{name}", None) or (None, 0, 0)
        if of is None:
            return None
        if isinstance(of, ByPosition):  # which stands so in the bytes that it shares with others
            io = of._io
            return Extent(io, start - io._start, end - io._start)
        return Extent(of, start, end)


class _Places(dict[str, str]):
    """Where it is noted where instances stand, by their names."""

    def __missing__(self, name: str) -> str:
        found = self[name] = sys.intern(f"_at_{name}")
        return found


_PLACES = _Places()


class _Moved:
    """The `with` of `Record._moved`: a class, as a generator takes as long as to read a number."""

    __slots__ = ("_here", "_io", "_name", "_owed", "_position", "_record")

    def __init__(self, record: ByPosition, name: str, io: Any, position: int) -> None:
        self._record, self._name, self._io, self._position = record, name, io, position

    def __enter__(self) -> None:
        io = self._io
        self._here = io.pos()
        io.seek(self._position)
        self._owed = io.budget.owed if isinstance(io, Reader) else 0

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        record, io = self._record, self._io
        if kind is None:
            record._note_extent(self._name, (io, self._position, io.pos()))
        io.seek(self._here)
        if isinstance(io, Reader):  # bytes that are read again and again pay for nothing else
            io.budget.owed = max(io.budget.owed, self._owed)
