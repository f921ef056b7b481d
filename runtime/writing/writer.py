"""Positioned output."""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import BytesIO, RawIOBase, TextIOBase
from operator import index
from typing import TYPE_CHECKING, Any, Protocol

from quire.runtime.errors import FormatError, LimitError
from quire.runtime.values.scalars import SCALARS
from quire.runtime.values.units import find_unit
from quire.runtime.writing.file_draft import FileDraft
from quire.runtime.writing.pieces import Pieces
from quire.runtime.writing.stream_end import Cut, Ending

if TYPE_CHECKING:
    from quire.runtime.writing.spans import Spans


class Sink(Protocol):
    """What a writer needs of a file."""

    def write(self, data: bytes | memoryview, /) -> object:
        """Take some bytes."""


class Unbuffered:
    """A file without a buffer, which may take a part of what it is given, as a sink that takes all.

    Raises:
        BlockingIOError: it takes nothing for now, as it does not block.
    """

    def __init__(self, file: RawIOBase) -> None:
        self._file = file
        self.seekable, self.seek, self.tell = file.seekable, file.seek, file.tell

    @classmethod
    def of(cls, sink: Any) -> Any:
        """Any sink as one that takes all it is given.

        Raises:
            TypeError: it is no file, or one of text.
        """
        if isinstance(sink, TextIOBase) or not hasattr(sink, "write"):
            expected = "a file that was opened in binary mode"
            raise TypeError(f"expected {expected} to write to, found {type(sink).__name__}")
        return cls(sink) if isinstance(sink, RawIOBase) else sink

    def write(self, data: bytes | memoryview, /) -> None:
        """Write all of it."""
        left = memoryview(data).cast("B")
        while left:
            taken = self._file.write(left)
            if taken is None:
                raise BlockingIOError("the file takes nothing now, since it does not block")
            left = left[taken:]


def _put(name: str) -> Callable[[Writer, float, str], None]:
    scalar = SCALARS[name]
    pack = struct.Struct(scalar.format).pack

    def write(self: Writer, value: float, field: str) -> None:
        try:
            data = pack(value)
        except (struct.error, OverflowError):
            raise FormatError(field, scalar.range, value, offset=self._pos) from None
        self.put(data)

    return write


class Writer:
    """Bytes in order into a file-like object.

    Args:
        sink: The file.
        start: The position that it begins with.
        within: The writer of the stream that this one is a part of.
    """

    def __init__(self, sink: Sink, start: int = 0, within: Writer | None = None) -> None:
        self._sink = sink
        self._pos = start
        self.pending: list[tuple[Any, str]] = [] if within is None else within.pending
        self.owed: list[tuple[Any, tuple[int, ...]]] = [] if within is None else within.owed
        """Records whose checksums are not known yet, and where the edges of their fields are."""
        self.placed: dict[tuple[int, str], tuple[int, int]] = (
            {} if within is None else within.placed
        )
        """Where instances stand, by the `id` of their record."""
        self.file: FileDraft = FileDraft() if within is None else within.file
        self.expected: int | None = None if within is None else within.expected
        """How many bytes there will be, as far as is known."""
        self.guessed: list[int] | None = None if within is None else within.guessed
        """Where somebody asked for the end of a stream that is written until it has it."""
        self.misfits: list[str] | None = None if within is None else within.misfits
        """Fields that do not fit the size of the stream in the last draft, if this is one more."""
        self._asked_at = -1  # where somebody asked for that size
        self.spans: Spans | None = None
        """Where records are that were written, if somebody asks."""
        self.copied: list[tuple[int, int, int]] | None = None
        """What was copied as nobody has looked at it: from where, how much, to where; likewise."""
        self.ending: Ending = Ending() if within is None else within.ending
        """How the stream comes to its end."""
        self._owed: tuple[int, bytes] = (-1, b"")  # a terminator that the next field begins with
        self._bits = self._bits_left = 0
        self._bits_le = False

    def pos(self) -> int:
        """Bytes written so far, one that is written in part too."""
        return self._pos + (self._bits_left > 0)

    @property
    def is_aligned(self) -> bool:
        """Whether no byte was written in part."""
        return not self._bits_left

    def ahead(self, count: int) -> Writer:
        """What expressions see as the stream when so many bytes more are written."""
        return Writer(BytesIO(), self.pos() + count, self)

    def place(self, record: Any, name: str) -> None:
        """Have an instance written at its position, once this stream has all of the fields."""
        self.pending.append((record, name))

    def owe(self, record: Any, marks: tuple[int, ...]) -> None:
        """Have the checksums of a record put in, once its stream is whole."""
        self.owed.append((record, marks))

    def size(self) -> int:
        """What `_io.size` is: what it was in the file that was read, or in the last draft.

        Raises:
            ValueError: there is neither yet.
        """
        if self.expected is None:
            message = "`_io.size` cannot be known before everything is written"
            raise ValueError(message)
        self._asked_at = self._pos
        return self.expected

    def await_size(self) -> None:
        """Have a draft go on if the next field does not fit: later ones may tell its size."""
        self._asked_at = self._pos

    def is_eof(self) -> bool:
        """What `_io.eof` is, by the same size; not yet, in a first draft."""
        if self.guessed is not None:
            self.guessed.append(self.pos())
            if self.expected is None:
                return False
        if self.expected is None:
            message = "`_io.eof` cannot be known before everything is written"
            raise ValueError(message)
        return self.pos() >= self.expected and not self._bits_left

    def measured(self, ahead: int, put: Callable[[Writer], None]) -> int:
        """How many bytes something takes that is written after `ahead` more of them."""
        start, known = self.pos() + ahead, self.file.gauged
        if (put, start) not in known:
            gauge = Gauge(start, self)
            put(gauge)
            gauge.align()
            known[put, start] = gauge.pos() - start
        return known[put, start]

    def put(self, data: bytes | memoryview | Pieces) -> None:
        """Write bytes, or anything that views as bytes; those that lie apart are joined."""
        if self._bits_left:
            self.align()
        if isinstance(data, Pieces):
            for piece in data:
                self.put(piece)
            return
        view = memoryview(data)
        self._sink.write(data if view.c_contiguous else view.tobytes())
        self._pos += view.nbytes

    def pass_over(self, count: int) -> None:
        """Go on behind bytes that the sink has got otherwise."""
        self._pos += count

    def bits_be(self, width: int, value: int, field: str) -> None:
        """Write bits, the most significant first; they go on where the last ones ended."""
        self._check_bits(width, value, field)
        total = self._bits_left + width
        bits = self._bits << width | index(value)
        self._bits_left = rest = total % 8
        self._bits, self._bits_le = bits & ((1 << rest) - 1), False
        self._emit((bits >> rest).to_bytes(total // 8, "big"))

    def bits_le(self, width: int, value: int, field: str) -> None:
        """Write bits, the least significant first."""
        self._check_bits(width, value, field)
        total = self._bits_left + width
        bits = index(value) << self._bits_left | self._bits
        whole = total - total % 8
        self._bits_left = total % 8
        self._bits, self._bits_le = bits >> whole, True
        self._emit((bits & ((1 << whole) - 1)).to_bytes(whole // 8, "little"))

    def align(self) -> None:
        """Fill the byte that was written in part with zeros."""
        if self._bits_left:
            value = self._bits if self._bits_le else self._bits << (8 - self._bits_left)
            self._bits = self._bits_left = 0
            self._emit(bytes([value]))

    def finish(self, rest: bytes | memoryview = b"") -> None:
        """End the stream with what is left of it, and with a terminator that nothing has."""
        self.align()
        place, terminator = self._owed
        if place == self._pos and not rest:
            self.put(terminator)
        self.put(rest)

    def _emit(self, data: bytes) -> None:
        self._sink.write(data)
        self._pos += len(data)

    def _check_bits(self, width: int, value: int, field: str) -> None:
        if not 0 <= value < 1 << width:
            expected = f"an integer from 0 to {(1 << width) - 1} (b{width})"
            raise FormatError(field, expected, value, offset=self._pos)

    def expect_within(self, size: int, field: str, limit: int | None) -> None:
        """Refuse so many bytes if a reader takes fewer (`-limit`)."""
        if limit is not None and size > limit:
            self._refuse(LimitError(field, f"at most {limit} bytes", size, offset=self._pos))

    def put_rest(self, data: bytes | memoryview | Pieces, field: str, limit: int) -> None:
        """Write bytes to the end of the stream, which are limited."""
        self.expect_within(len(data), field, limit)
        self.put(data)

    def put_sized(
        self, data: bytes | memoryview | Pieces, size: int, field: str, limit: int | None = None
    ) -> None:
        """Write bytes that must be exactly `size` long."""
        if not isinstance(data, bytes | Pieces) and (width := memoryview(data).itemsize) > 1:
            raise FormatError(field, "bytes", f"elements of {width} bytes", offset=self._pos)
        if len(data) != size:
            found = f"{len(data)} bytes"
            self._refuse(FormatError(field, f"{size} bytes", found, offset=self._pos))
        self.expect_within(size, field, limit)
        self.put(data)

    def put_filled(
        self,
        data: bytes | memoryview | Pieces,
        size: int,
        field: str,
        fill: int,
        limit: int | None = None,
        of: Any = None,
    ) -> None:
        """Write bytes, then the byte `fill` up to `size`.

        What was padding before, and stands where less of it is needed, is cut: so many of that
        byte, or what was read there of the field of the record `of`.
        """
        if not size and not data:
            self.align()
            return
        was_read = len(data) != size and self.file.pads_anew(of, field)
        if len(data) > size >= 0:
            whole = data.getvalue() if isinstance(data, Pieces) else data
            if was_read or bytes(whole[size:]).count(fill) == len(whole) - size:
                data = whole[:size]
        self._check_room(data, size, field)
        self.expect_within(size, field, limit)
        self._put_and_fill(data, b"", size - len(data), fill, field)

    def put_trimmed(
        self,
        data: bytes,
        size: int,
        field: str,
        pad: int | None,
        terminator: bytes | None,
        *,
        include: bool,
        limit: int | None = None,
    ) -> None:
        """Write what `trim` gives back: bytes, a terminator if there is room, then padding."""
        self._check_room(data, size, field)
        self.expect_within(size, field, limit)
        padded = pad is not None and bytes([pad]) != terminator
        ended = False
        if terminator is not None:
            needed = include and len(data) < size and not padded
            ended = self._check_end(data, terminator, field, include=include, needed=needed)
        full = terminator is None or (not ended if include else len(data) == size)
        if padded and full and data and data[-1] == pad:
            expected = f"bytes that do not end in 0x{pad:02x}"
            raise FormatError(field, expected, data, offset=self._pos)
        rest = size - len(data)
        end = terminator[:rest] if terminator is not None and not include else b""
        self._put_and_fill(data, end, rest - len(end), pad or 0, field)

    def put_to_end(
        self,
        data: bytes,
        field: str,
        pad: int | None,
        terminator: bytes | None,
        *,
        include: bool,
        limit: int | None = None,
    ) -> None:
        """Write what `trim` gives back of all that is left, as far as that is known."""
        if (was := self.ending.read()) is not None:
            size = max(was.rest, len(data))
        else:
            left = 0 if self.expected is None else self.expected - self.pos()
            size = max(left, len(data))
        self.ending.note_rest(size)
        self.put_trimmed(data, size, field, pad, terminator, include=include, limit=limit)

    def put_terminated(
        self,
        data: bytes,
        terminator: bytes,
        field: str,
        *,
        include: bool,
        consume: bool,
        eos_error: bool = True,
        limit: int | None = None,
    ) -> None:
        """Write bytes up to a terminator: one that they hold, follows, or begins the next field.

        Without `eos_error` there is none where the stream ends with the bytes.
        """
        self.expect_within(len(data), field, limit)
        ended = self._check_end(data, terminator, field, include=include, needed=eos_error)
        self.put(data if consume or not ended else data[: -len(terminator)])
        if not eos_error and self._put_end(terminator, include=include, consume=consume):
            return
        if not consume:
            self._owed = (self._pos, terminator)
        elif not include:
            self.put(terminator)

    def _put_end(self, terminator: bytes, *, include: bool, consume: bool) -> bool:
        """End a text that needs no terminator at the end; whether it is ended with this.

        It is ended as it was when it was read, or as there is room.
        """
        was = self.ending.read()
        if was is None:
            is_open = self.expected is not None and self.pos() >= self.expected
            if is_open:
                self.ending.note_open(self._pos)
            return is_open
        if was.is_open and consume and not include:
            self.put(terminator)
            self.ending.note_spare(self._pos, terminator)
        return was.is_open

    def end_fields(self, sink: Cut) -> None:
        """End the fields of a stream as they ended when it was read."""
        self._pos = self.ending.close(self._pos, sink, self.spans)

    def _check_room(self, data: bytes | memoryview | Pieces, size: int, field: str) -> None:
        if len(data) > size:
            found = f"{len(data)} bytes"
            self._refuse(FormatError(field, f"at most {size} bytes", found, offset=self._pos))

    def _refuse(self, error: FormatError) -> None:
        """Refuse what does not fit, unless its room depends on a draft's size, which follows."""
        if self.misfits is None or self._asked_at != self._pos:
            raise error
        self.misfits.append(error.path)

    def _check_end(
        self, data: bytes, terminator: bytes, field: str, *, include: bool, needed: bool
    ) -> bool:
        """Whether bytes end in a terminator: one that is included, and stands nowhere else."""
        at, last = find_unit(data, terminator), len(data) - len(terminator)
        if at != (last if include else -1) and (at >= 0 or needed):
            where = "at the end alone" if include else "nowhere"
            raise FormatError(field, f"{terminator!r} {where} in it", data, offset=self._pos)
        return at >= 0

    def _put_and_fill(
        self, data: bytes | memoryview | Pieces, end: bytes, count: int, value: int, field: str
    ) -> None:
        """Write bytes and padding: at once, as what others write of the field is as long then."""
        self.file.pad(count, field, self._pos)
        if len(data) + count < 1 << 16 and not isinstance(data, Pieces):
            self.put(b"".join((data, end, bytes([value]) * count)))
            return
        self.put(data)
        self.put(end)
        self.fill(count, value)

    def fill(self, count: int, value: int = 0) -> None:
        """Write one byte many times, a block at a time."""
        block = bytes([value]) * min(count, 1 << 16)
        for _ in range(count >> 16):
            self.put(block)
        self.put(block[: count & 0xFFFF])

    u1, s1 = _put("u1"), _put("s1")
    u2le, u2be, s2le, s2be = map(_put, ("u2le", "u2be", "s2le", "s2be"))
    u4le, u4be, s4le, s4be = map(_put, ("u4le", "u4be", "s4le", "s4be"))
    u8le, u8be, s8le, s8be = map(_put, ("u8le", "u8be", "s8le", "s8be"))
    f4le, f4be, f8le, f8be = map(_put, ("f4le", "f4be", "f8le", "f8be"))


class Gauge(Writer):
    """A writer that counts, and keeps nothing.

    Args:
        start: The position that it begins with.
        within: The writer that is asked how much something would take.
    """

    def __init__(self, start: int, within: Writer) -> None:
        super().__init__(_Nothing(), start, within)
        self.pending, self.owed = [], []  # nothing is placed by it, or added up
        self.file = within.file.measured()

    def skip(self, count: int) -> None:
        """Count bytes that nobody has to make."""
        self._pos += count


class _Nothing:
    """A file that keeps nothing."""

    def write(self, data: bytes | memoryview, /) -> None:
        """Forget it."""
