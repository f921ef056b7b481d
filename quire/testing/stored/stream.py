"""The bytes of a file that is being made, or of a part of it that is a stream of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Protocol

from quire.testing.choices import Choices
from quire.testing.plan.expressions import Frame, Unknown
from quire.testing.stored.window import Window

State = tuple[int, int, int, int, int | None, int, int, str, dict[int, bytes]]

_NONE: dict[int, bytes] = {}


class Placed(Protocol):
    """Something that stands at a position."""

    def __call__(self) -> None:
        """Make it."""

    def last(self) -> None:
        """Make it after all that it leads to."""

    def place(self) -> int:
        """Where it is in the file that is followed."""

    def goes_to(self) -> int | None:
        """Where it has to be; None if it goes anywhere."""

    def waits(self) -> bool:
        """Whether the stream that it goes to is not there yet."""

    def move(self, stream: Stream) -> bool:
        """Go to a stream that was not there before, if it is the one that the position is of."""


class Refused(Exception):  # no error of a file: other choices may lead to one
    """Choices that lead to no file."""


class Stream:
    """Bytes that are appended to, and filled in where they were not known.

    Args:
        draw: What decides how many bytes there are, if somebody asks, and what they are.
        limit: How many there will be, if that is known.

    Attributes:
        draw: What decides.
        later: What is done once all fields in it are there: what stands at positions.
        ends: What is done after that: what is found from the end.
        last: What is done once all bytes are there: checksums.
        wanders: Whether something that is done later may belong to another stream.
        is_awaited: Whether something in it is known only when other streams are made.
        open: Records, each with the name of a number of it that may not be known yet.
        goes_on: Whether something has to come still.
        bits_left: Bits that are no whole byte yet.
        home: The stream that it was appended to, and where.
        like: The stream that it has to be like, if a file is followed.
        pins: Bytes that are known before they are made, since something looked ahead, by where
            they come.
    """

    # What few streams have: files have many streams, and to set each attribute takes time.
    goes_on = wanders = is_awaited = False
    like: Window | None = None
    home: tuple[Stream, int] | None = None
    _refitted: Callable[[bytes], bytes] | None = None
    _bits = bits_left = 0
    _order = "be"
    _in_order = 1

    def __init__(self, draw: Choices, limit: int | None = None) -> None:
        if limit is not None and not 0 <= limit <= draw.largest:
            raise Refused("size")
        self.draw = draw
        self.data = bytearray()
        self.limit, self._most = limit, draw.largest if limit is None else limit
        self.pins: dict[int, bytes] = {}
        self.later: list[Placed] = []
        self.ends: list[Placed] = []
        self.last: list[Callable[[], None]] = []
        self.open: list[tuple[Frame, str]] = []

    def bound(self, limit: int | None) -> None:
        """Say how many bytes there will be, or that nobody knows."""
        self.limit = limit
        self._most = self.draw.largest if limit is None else limit

    def write(self, data: bytes) -> None:
        """Append whole bytes, at the next one."""
        if self.bits_left:
            self.align()
        if self.pins and self.pinned(data) != data:
            raise Refused("bytes that were looked at before")
        there = self.data
        there += data
        if len(there) > self._most:
            raise Refused("full")

    def append(self, part: Stream) -> None:
        """Append what was made apart; what is not known in it is filled in here, too."""
        self.align()
        part.align()
        part.home = self, len(self.data)
        self.write(bytes(part.data))
        self.open += part.open
        self.last += part.last
        part.last = []  # they lead to it: else only a collection frees it

    def patch(self, at: int, data: bytes) -> None:
        """Fill in bytes."""
        self.data[at : at + len(data)] = data
        if self.home is not None:
            stream, begin = self.home
            if self._refitted is not None:
                at, data = 0, self._refitted(bytes(self.data))
            stream.patch(begin + at, data)

    def stands_in(self, outer: Stream, begin: int, refitted: Callable[[bytes], bytes]) -> None:
        """Have what becomes known made anew there: of all bytes, as many as before."""
        self.home, self._refitted = (outer, begin), refitted

    def outermost(self) -> Stream:
        """The stream that it was appended to, if it was."""
        return self if self.home is None else self.home[0].outermost()

    def pinned(self, data: bytes) -> bytes:
        """Bytes that come now, with those in them that are known already."""
        begin, made = len(self.data), bytearray(data)
        for pos, known in self.pins.items():
            low, high = max(pos, begin), min(pos + len(known), begin + len(made))
            if low < high:
                made[low - begin : high - begin] = known[low - pos : high - pos]
        return bytes(made)

    def known(self, at: int, size: int) -> bytes:
        """Bytes that are there, or known already; none if they are not."""
        if at + size <= len(self.data):
            return bytes(self.data[at : at + size])
        found = {pos + i: byte for pos, known in self.pins.items() for i, byte in enumerate(known)}
        here = range(at, at + size)
        return bytes(found[i] for i in here) if found.keys() >= set(here) else b""

    def pins_after(self, begin: int) -> dict[int, bytes]:
        """What is known of a stream that begins here."""
        return {pos - begin: known for pos, known in self.pins.items() if pos >= begin}

    def write_bits(self, value: int, width: int, order: str) -> None:
        """Append bits."""
        if self.bits_left and order != self._order:
            self.align()
        self._order = order
        if order == "be":
            self._bits = self._bits << width | value
        else:
            self._bits |= value << self.bits_left
        self.bits_left += width
        whole, rest = divmod(self.bits_left, 8)
        if not whole:
            return
        if order == "be":
            number, self._bits = self._bits >> rest, self._bits & ((1 << rest) - 1)
            data = number.to_bytes(whole, "big")
        else:
            number, self._bits = self._bits & ((1 << 8 * whole) - 1), self._bits >> 8 * whole
            data = number.to_bytes(whole, "little")
        self.bits_left = 0
        self.write(data)
        self.bits_left = rest

    def state(self) -> State:
        """What there is, to come back to."""
        return (
            len(self.data), len(self.later), len(self.last), len(self.open),
            self.limit, self._bits, self.bits_left, self._order,
            self.pins.copy() if self.pins else _NONE,
        )  # fmt: skip  # as they are taken back

    def restore(self, state: State) -> None:
        """Come back to what there was."""
        length, later, last, some, limit, self._bits, self.bits_left, self._order, pins = state
        self.bound(limit)
        self.pins = dict(pins)
        del self.data[length:], self.later[later:], self.last[last:], self.open[some:]

    def align(self) -> None:
        """Go to the next byte; bits that nobody takes are 0."""
        if rest := self.bits_left:
            byte = self._bits << (8 - rest) if self._order == "be" else self._bits
            self._bits = self.bits_left = 0
            self.write(bytes([byte]))

    def pos(self) -> int:
        """Where the next byte comes."""
        return len(self.data) + (self.bits_left > 0)

    def size(self) -> int:
        """How many bytes there will be; decided now, if somebody needs to know."""
        if self.limit is None:
            has_values = self.draw.has_values
            told = self.draw.count(lambda: self._like().size()) if has_values else None
            self.bound(self.pos() + self.draw.few(256) if told is None else told)
        return self._most

    def eof(self) -> bool:
        """Whether nothing more comes; decided now, if somebody needs to know."""
        if self.limit is None and self._goes_on():
            return False
        if self.limit is None:
            self.bound(self.pos())
        return self.pos() >= self._most

    def _goes_on(self) -> bool:
        if self.draw.has_values:
            told = self.draw.value(1, lambda: bytes([self.pos() < self._like().size()]))
            if told is not None:
                return told != b"\0"
        return self.goes_on or self.draw.byte() >= 0x80

    def until(self, pos: int) -> bytes:
        """What the file that is followed has until a position.

        Raises:
            Refused: something was made there.
        """
        if pos < self.pos():
            raise Refused(f"byte {pos} is before what was made last")
        return self._like().behind(self.pos())[: pos - self.pos()]

    def _like(self) -> Window:
        """The stream of the file that is followed."""
        if self.like is None:
            raise Refused("a stream that is not in the file")
        return self.like

    def left(self) -> int | None:
        """How many bytes there is room for, if that is known."""
        return None if self.limit is None else self.limit - self.pos()

    def finished(self, inner: Stream) -> bytes:
        """All bytes of a stream in this one, with what was to stand at positions there.

        Raises:
            Refused: the choices lead to none; what was to stand there waits for another one.
        """
        if not (self.wanders or inner.wanders):
            if inner.is_whole():
                return bytes(inner.data)
            made = inner.finish()
            self.open += inner.open if inner.is_awaited else []
            return made
        waiting = self.later
        moved = [each for each in waiting if each.move(inner)]
        self.later = [each for each in waiting if each not in moved]
        inner.later += moved
        led = [each for each in inner.later if each.waits()]
        inner.later = [each for each in inner.later if each not in led]
        inner.wanders = self.wanders = True
        inner.is_awaited = inner.is_awaited or bool(led)
        try:
            made = inner.finish()
        except Refused:
            self.later = waiting
            raise
        self.later += led
        self.open += inner.open if inner.is_awaited else []
        return made

    def finish(self) -> bytes:
        """All bytes, with what stands at positions after them."""
        self.align()
        while self.later:
            self.later.pop(self._next())()
            self.align()
        for end in self.ends:
            end.last()
        self.ends = []  # they lead to it
        self._decide_open()
        if self.draw.has_values:
            rest = self.draw.value(None, lambda: self._like().behind(len(self.data)))
            self.write(rest or b"")
        if self.pins:
            known_to = max(pos + len(known) for pos, known in self.pins.items())
            self.write(self.pinned(self.draw.take(max(known_to - self.pos(), 0))))
        if self.limit is not None and len(self.data) < self.limit:
            self.data += self.draw.take(self.limit - len(self.data))
        if self.last or self.open:
            self._fill()
        return bytes(self.data)

    def is_whole(self) -> bool:
        """Whether nothing is to be done still, as is so of most streams in others."""
        pending = self.later or self.ends or self.last or self.open or self.pins or self.bits_left
        return not pending and not self.draw.has_values and self.limit in (None, len(self.data))

    def _fill(self) -> None:
        """Fill in what is not known before all bytes are there."""
        for fill in self.last:
            fill()
        self.last = []  # they lead to it
        self._decide_open()
        for frame, name in () if self.is_awaited else self.open:
            _ = frame[name]  # decided now, if nobody has

    def decide(self, frame: Frame, names: Iterable[str]) -> None:
        """Fill in numbers that depend on others; later, if they are not known yet."""
        for name in names:
            if (hole := frame.holes.get(name)) is not None:
                try:
                    value = hole.settled()
                except Unknown:
                    self.open.append((frame, name))
                else:
                    hole.fill(value)

    def _decide_open(self) -> None:
        """Fill in the numbers that can be told by now, if nothing that they tell of is to come."""
        if self.is_awaited or not self.open:
            return
        pending: list[tuple[Frame, str]] = []
        while len(self.open) != len(pending):
            pending, self.open = self.open, []
            for frame, name in pending:
                self.decide(frame, (name,))

    def _next(self) -> int:
        """Which of those that stand at positions comes next: in a file, the first one."""
        if self.draw.has_values:
            told = self.draw.count(lambda: min(range(len(self.later)), key=self._place_of))
            if told is not None:
                return min(told, len(self.later) - 1)
        if len(self.later) > self._in_order:  # more have come
            self.later.sort(key=_begins_at)
        self._in_order = len(self.later) - 1
        return 0

    def _place_of(self, number: int) -> int:
        return self.later[number].place()


def _begins_at(placed: Placed) -> float:
    """Where something has to be; what goes anywhere comes behind that."""
    place = placed.goes_to()
    return math.inf if place is None else place
