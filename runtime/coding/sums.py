"""Checksums of bytes of a stream: compared when a record is validated, made when it is written.

Reading keeps where the fields of a checksum stood; nothing is added up until somebody asks.
Writing adds up once the stream is whole: those first that others go over.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.coding.digests import NUMBERS, USUAL, Settings, digest
from quire.runtime.coding.payloads import PayloadBytes
from quire.runtime.coding.process import inflate_raw
from quire.runtime.errors import EXPLAINED, ChecksumError, ContradictionError, FormatError
from quire.runtime.reading.instance import asked_anew
from quire.runtime.reading.peeking import place_of
from quire.runtime.values.numbers import digits
from quire.runtime.values.scalars import SCALARS
from quire.runtime.writing.pieces import Pieces

if TYPE_CHECKING:
    from quire.runtime.writing.writer import Writer

Span = tuple[int, int]
"""From where to where bytes stand."""

NOWHERE: Span = (0, 0)
"""Where an instance is that is not there: a checksum of it is one of no bytes."""

Stream = bytes | bytearray | memoryview | Pieces
"""The bytes of a stream, of which slices are taken."""


class Sum(NamedTuple):
    """A checksum that a record has.

    Attributes:
        field: The field that holds it.
        at: Where that stands.
        algorithm: As `digests.start` names it.
        size: Bytes of a hash, or digits of a `base`; None for other numbers.
        scalar: How a number is stored.
        parts: What it is over: bytes, or where they stand.
        own: The byte that each byte of the field counts as.
        settings: What is not as usual of a number.
        mask: The bits of it that are kept.
        negated: Whether it is what makes the sum 0.
        inflated: Whether it is of what the bytes inflate to.
        is_verified: Whether it is compared when the record is validated.
        base: Of the digits that a number is written in, as text; 0 for others.
    """

    field: str
    at: int
    algorithm: str
    size: int | None
    scalar: str
    parts: tuple[bytes | Span | PayloadBytes, ...]
    own: int = 0
    settings: Settings = USUAL
    mask: int | None = None
    negated: bool = False
    inflated: bool = False
    is_verified: bool = True
    base: int = 0

    @property
    def place(self) -> slice:
        """Where the field stands."""
        width = SCALARS[self.scalar].size if self.size is None else self.size
        return slice(self.at, self.at + width)

    def of(self, data: Stream) -> int | bytes:
        """The digest of what it is over, of which the bytes of a stream are `data`."""
        place, pieces = self.place, list[bytes | memoryview]()
        for part in self.parts:
            pieces += self._pieces(part, data, place)
        if self.algorithm == "length" and not self.inflated:
            return self._kept(sum(map(len, pieces)))
        joined = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        if self.inflated:
            joined = inflate_raw(joined, self.field)
        found = digest(self.algorithm, joined, None if self.base else self.size, self.settings)
        return found if isinstance(found, bytes) else self._kept(found)

    def _kept(self, number: int) -> int:
        """What is stored of a number."""
        if self.negated:
            number = -number & ((1 << (NUMBERS[self.algorithm].bits or 64)) - 1)
        return number if self.mask is None else number & self.mask

    def _pieces(
        self, part: bytes | Span | PayloadBytes, data: Stream, place: slice
    ) -> Sequence[bytes | memoryview]:
        """The bytes of a part, in which the field, at `place`, counts as something else."""
        if isinstance(part, bytes):
            return [part]
        if isinstance(part, PayloadBytes):
            return [part.take()]
        view = data if isinstance(data, Pieces) else memoryview(data)
        start, end = part
        if place.stop <= start or end <= place.start:
            return [view[start:end]]
        own, stop = max(place.start, start), min(place.stop, end)
        return [view[start:own], bytes([self.own]) * (stop - own), view[stop:end]]

    def stored(self, value: int | bytes) -> bytes:
        """The bytes that a value is stored as.

        Raises:
            FormatError: it does not fit.
        """
        if isinstance(value, bytes):
            return value
        if self.base:
            return digits(value, self.base, self.size or 0, self.field).encode()
        scalar = SCALARS[self.scalar]
        if value >> (8 * scalar.size):
            raise FormatError(self.field, scalar.range, value)
        return value.to_bytes(scalar.size, "little" if scalar.order == "<" else "big")

    def is_in(self, stored: bytes, value: int | bytes) -> bool:
        """Whether some bytes say a value; digits may have blanks around them, or fewer zeros."""
        made = self.stored(value)
        return stored == made or (
            bool(self.base) and stored.strip(b" \0").lstrip(b"0").lower() == made.lstrip(b"0")
        )

    def loaded(self, stored: bytes | memoryview) -> Any:
        """The value that a field has that is stored as some bytes."""
        if self.base:
            return bytes(stored).decode("latin-1")
        if self.size is not None:
            return bytes(stored)
        scalar = SCALARS[self.scalar]
        order = "little" if scalar.order == "<" else "big"
        return int.from_bytes(stored, order, signed=scalar.minimum != 0)  # type: ignore[arg-type]  # one of two


@dataclass(frozen=True, slots=True)
class Marks:
    """Where a record stands: what its checksums are computed from.

    Attributes:
        marks: The edges of its fields, in the order of their numbers.
        start: Where its stream begins.
        end: Where that ends; what comes from a pipe is read to its end for it.
        instance: Where an instance stands.
    """

    marks: tuple[int, ...]
    start: int
    end: Callable[[], int]
    instance: Callable[[str], Span]

    def __getitem__(self, number: int) -> int:
        """Where an edge is."""
        return self.marks[number]

    def span(self, start: int | None, end: int | None) -> Span:
        """From one edge to another, or from the start or to the end of the stream."""
        return (
            self.start if start is None else self.marks[start],
            self.end() if end is None else self.marks[end],
        )


# -- what was read ----------------------------------------------------------------------------


def sums_of(record: Any) -> tuple[list[Sum], Any] | None:
    """The checksums of a record that was read, and the bytes that they stand in."""
    marks: tuple[int, ...] | None = getattr(record, "_marks", None)
    where = None if marks is None or record._io is None else marks_of(record, marks)
    if where is None:
        return None
    found = list(record._sums(where))
    whole = place_of(record)  # there may be more now
    return None if whole is None else (found, whole[0])


def marks_of(record: Any, marks: tuple[int, ...]) -> Marks | None:
    """Where a record stands that was read, of which the fields have some edges in its bytes."""
    if (place := place_of(record)) is None:
        return None
    data, start, end = place

    def instance(name: str) -> Span:
        if getattr(record, name) is None:  # it is read, if it was not
            return NOWHERE
        extent = record._extent(name)
        if extent is None or extent.io.data is not data:
            raise FormatError(
                name, "an instance in the stream of its own record", "one in another stream"
            )
        return extent.io._start + extent.start, extent.io._start + extent.end

    def all_of_it() -> int:
        io = record._io
        return end if io.is_whole else io._start + int(io.size())

    return Marks(marks, start, all_of_it, instance)


def verify(record: Any) -> None:
    """Compare the checksums of a record that was read with the bytes that they are over.

    Raises:
        ChecksumError: one differs.
    """
    found = sums_of(record)
    sums, data = ([], b"") if found is None else found
    for each in sums:
        if each.is_verified:
            try:
                _compare(record, each, data)
            except FormatError as error:
                raise record._locate(error) from None


def _compare(record: Any, each: Sum, data: Any) -> None:
    made, stored = each.of(data), bytes(data[each.place])
    if not each.is_in(stored, made) and not _is_zero(each, made, stored):
        raise _damaged(record, each, made, stored)


def _damaged(record: Any, each: Sum, made: int | bytes, stored: bytes) -> ChecksumError:
    width = 2 * len(stored)
    found = stored.hex()
    if each.base and isinstance(made, int):
        expected, written = each.stored(made).decode(), str(stored)[1:]
        offset = record._io.offset_at(each.at)
        return ChecksumError(each.field, f"{each.algorithm} {expected}", written, offset=offset)
    if isinstance(made, int):
        order = "little" if SCALARS[each.scalar].order == "<" else "big"
        found = f"0x{int.from_bytes(stored, order):0{width}x}"  # type: ignore[arg-type]  # one of two
    shown = made.hex() if isinstance(made, bytes) else f"0x{made:0{width}x}"
    offset = record._io.offset_at(each.at)
    return ChecksumError(each.field, f"{each.algorithm} {shown}", found, offset=offset)


def _is_zero(each: Sum, made: int | bytes, stored: bytes) -> bool:
    """Whether both are 0, of which ones' complement has two."""
    return each.algorithm == "internet" and made in (0, 0xFFFF) and stored in (b"\0\0", b"\xff\xff")


# -- what is written --------------------------------------------------------------------------


class Owed(NamedTuple):
    """A checksum that is written when its stream is whole."""

    record: Any
    sum: Sum


def settle(buffer: Pieces, io: Writer) -> list[FormatError]:
    """Put the checksums of all records of a stream into its bytes, and into the records.

    Returns:
        What was given for some of them, and is something else: errors, if nothing moves any more.

    Raises:
        ChecksumError: something was changed in what did not match its checksum as it was read.
        FormatError: two are over each other.
    """
    if not io.owed:
        return []
    end = buffer.size
    wrong: list[FormatError] = []
    owed: list[Owed] = []
    for record, marks in io.owed:
        with suppress(_Unreadable):
            sums = record._sums(Marks(marks, 0, lambda: end, _placed(record, io)))
            owed += (Owed(record, each) for each in sums)
    for record, each in _in_order(owed):
        try:
            wrong += _put(record, each, buffer, _source_of(record, io))
        except EXPLAINED as error:
            record._tell(error, None)
    return wrong


class _Unreadable(Exception):  # no error: what cannot be read has the checksum that it had
    """What a checksum is over cannot be read."""


def _placed(record: Any, io: Writer) -> Callable[[str], Span]:
    revision = io.file.revision

    def instance(name: str) -> Span:
        if revision is not None and (id(record), name) in revision.led:
            raise _Unreadable
        found = io.placed.get((id(record), name))
        if found is None and not _is_left_out(record, name):
            raise _unplaced(record, name, revision)
        return found or NOWHERE

    return instance


def _unplaced(record: Any, name: str, revision: Any) -> FormatError:
    """The error of an instance that nobody places, and that a checksum covers."""
    if revision is None or revision.twin_of(record) is None:
        error = FormatError(name, "a value: a checksum covers it", "none")
    elif revision.wrong_sum is not None:
        return revision.wrong_sum  # type: ignore[no-any-return]  # of the file with nothing moved
    else:
        expected = (
            "to stay where it was, as a checksum covers it and its stream is laid out anew: "
            "write that, read the file again, and lead to another place then"
        )
        error = FormatError(name, expected, "fields that tell another place")
    located: FormatError = record._locate(error)
    return located


def _is_left_out(record: Any, name: str) -> bool:
    """Whether the fields of a record say that it does not have an instance."""
    with suppress(*EXPLAINED):
        return asked_anew(record, name) is None
    return False


def _source_of(record: Any, io: Writer) -> Any:
    """A record as it was read; None, if it was not."""
    revision = io.file.revision
    return record if revision is None else revision.twin_of(record)


def _is_kept(record: Any, each: Sum, source: Any) -> bool:
    """Whether a checksum is over arrays that nobody has changed, or that are not there.

    What these are stored as need not be unpacked, then.
    """
    if not all(isinstance(part, PayloadBytes) for part in each.parts):
        return False
    values = [part.value for part in each.parts if isinstance(part, PayloadBytes)]
    if all(value is None for value in values):
        return True
    was = _before(source, each)
    if was is None or was.sum.loaded(was.stored) != getattr(record, each.field, None):
        return False
    before = [part.value for part in was.sum.parts if isinstance(part, PayloadBytes)]
    return before == values


def make_anew(record: Any, each: Sum, data: Stream, source: Any) -> bytes | None:
    """Have a record have a checksum of the bytes of a stream.

    Args:
        record: The record.
        each: The checksum.
        data: The bytes.
        source: The record as it was read; None, if it was not.

    Returns:
        What is stored; None, if it stays as it is.

    Raises:
        ChecksumError: what it is over did not match it as it was read, and was changed.
        ContradictionError: it was given, and is something else.
    """
    if _is_kept(record, each, source):
        return None
    made, now = each.of(data), getattr(record, each.field, None)
    stored = each.stored(made)
    if each.loaded(stored) != now and (was := _before(source, each)) is not None:
        stored = _kept(record, each, was, made, now)
    told = f"the {each.algorithm} of the bytes that it covers"
    record._fill_in(each.field, each.loaded(stored), told, None)
    return stored


def _put(record: Any, each: Sum, buffer: Pieces, source: Any) -> list[FormatError]:
    try:
        stored = make_anew(record, each, buffer, source)
    except ContradictionError as error:
        return [error]
    if stored is not None:
        buffer.overwrite(each.at, stored)
    return []


class _Was(NamedTuple):
    """A checksum as it was read: what is stored, in which bytes."""

    sum: Sum
    data: Any

    @property
    def stored(self) -> bytes:
        return bytes(self.data[self.sum.place])


def _before(source: Any, each: Sum) -> _Was | None:
    """A checksum as it was read; None of a record that was built."""
    try:
        found = None if source is None else sums_of(source)
    except EXPLAINED:  # what it is over cannot be read
        return None
    sums, data = ([], b"") if found is None else found
    return next((_Was(was, data) for was in sums if was.field == each.field), None)


def _kept(record: Any, each: Sum, was: _Was, made: int | bytes, now: Any) -> bytes:
    """What is stored: what was, where nothing has changed of what it is over."""
    stored, there = each.stored(made), was.stored
    if was.sum.stored(made) == there or was.sum.loaded(there) != now:
        return stored
    before = was.sum.of(was.data)
    if before == made:
        return there if was.sum.scalar == each.scalar else there[::-1]  # of the other byte order
    if was.sum.is_verified and not was.sum.is_in(there, before):
        raise _damaged(record, was.sum, before, there)  # a new one would only hide that
    return stored


def _in_order(owed: list[Owed]) -> list[Owed]:
    """Checksums, each after those that it is over."""
    places = sorted((each.sum.at, i) for i, each in enumerate(owed))
    starts = [at for at, _ in places]
    found: list[Owed] = []
    state = [0] * len(owed)  # 1: what it is over is looked at; 2: it is in order
    for first in range(len(owed)):
        pending = [first]
        while pending:
            i = pending[-1]
            if state[i] == 2:
                pending.pop()
                continue
            left = [] if state[i] else [j for j in _within(owed[i], starts, places) if j != i]
            if state[i]:
                state[i] = 2
                found.append(owed[pending.pop()])
                continue
            state[i] = 1
            for j in left:
                if state[j] == 1:
                    record, each = owed[i]
                    expected = "checksums that do not cover each other"
                    raise record._locate(FormatError(each.field, expected, owed[j].sum.field))
                if state[j] == 0:
                    pending.append(j)
    return found


def _within(each: Owed, starts: list[int], places: list[tuple[int, int]]) -> list[int]:
    """The checksums that stand among the bytes that one is over."""
    if each.sum.algorithm == "length":  # whatever the bytes are
        return []
    return [
        i
        for part in each.sum.parts
        if isinstance(part, tuple)
        for _, i in places[bisect_left(starts, part[0]) : bisect_right(starts, part[1] - 1)]
    ]
