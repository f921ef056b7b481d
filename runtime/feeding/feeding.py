"""Parsers that are fed: bytes come in pieces, and records go out as soon as they are whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from quire.runtime.errors import EndOfStreamError, FormatError
from quire.runtime.feeding.fed import Beginning, Counted, Fed, Starved, lists_of, stream_at
from quire.runtime.feeding.feedable import expect_feedable
from quire.runtime.feeding.pending import Pending
from quire.runtime.feeding.stepping import FileSteps, PartSteps, Step, Steps, empty
from quire.runtime.lists.synced import FREE, WORTH, Gap, looked_at
from quire.runtime.reading.budget import Budget
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record

LARGE = 1 << 17
"""Bytes that are not copied to find out whether they are all: one more tells it, too."""


class Parser:
    """What reads a file that comes in pieces; `Cls.feed()` makes it.

    Its records are the elements of the lists of records that the file consists of, one after
    another. Of a type without such a list, they are whole files, as many as come. They are the same
    as those that are read at once.

    Args:
        kind: The type of the file.
        params: The values of its parameters.

    Attributes:
        gaps: What lists were read past that go on after an element that is wrong (`-sync`), without
            its bytes; whoever has seen them may take them out.

    Raises:
        TypeError: the type cannot be fed; what is in the way is said.
    """

    def __init__(self, kind: type[Record], params: tuple[Any, ...] = ()) -> None:
        told = expect_feedable(kind, params)
        self._looks_ahead = told.looks_ahead
        if lists_of(kind):
            self._steps: Steps = PartSteps(empty(kind, params), tells=told.looks_back)
        else:
            self._steps = FileSteps(kind, params)
        self._pending = Pending()
        self._budget = Budget(0)
        self._io: Reader | None = None
        self._ready: deque[Any] = deque()
        self._is_over = False
        self._error: FormatError | None = None
        self._gap: Gap | None = None
        self._literal: bytes | None = None  # that is looked for
        self._in_vain = 0
        self.gaps: list[Gap] = []

    @property
    def root(self) -> Any:
        """The record of the file, with the fields that were read so far.

        The lists whose elements are handed out are absent. None where records are whole files.
        """
        return self._steps.root

    @property
    def position(self) -> int:
        """Bytes of the file that were read: where the next record begins."""
        return self._pending.start + self._pending.at

    @property
    def is_done(self) -> bool:
        """Whether all of the file was read that its spec describes; the rest is dropped."""
        return self._steps.is_done

    def feed(self, data: bytes | bytearray | memoryview) -> Iterator[Any]:
        """Take the next bytes of the file, and go through the records that are whole with them.

        They are read while one goes through them; what nobody has gone through comes the next time.
        A record of many small parts that come one by one may wait for a few bytes more; after an
        empty piece it does not.

        Args:
            data: Any number of bytes, which are not looked at later.

        Raises:
            FormatError: while one goes through the records: the next one is wrong. From then on
                nothing else comes.
            ValueError: the parser was closed.
            TypeError: these are no bytes.
        """
        if self._is_over:
            message = "the parser was closed"
            raise ValueError(message)
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"data: expected bytes, found {type(data).__name__}")
        self._budget.size += len(data)
        if not self.is_done:
            self._pending.add(data)
        return self._records()

    def close(self) -> Iterator[Any]:
        """Take the end of the file, and go through the records that are left.

        Raises:
            FormatError: the file is cut off, or wrong. Whoever closes it once more gets the records
                before that, and then the error again.
        """
        if not self._is_over:
            self._is_over = True
            self._pending.end()
            self._io = None
            left: list[Any] = []
            try:
                left.extend(self._records())
            finally:
                self._ready.extend(left)
        return self._records()

    def _records(self) -> Iterator[Any]:
        while True:
            if self._ready:
                yield self._ready.popleft()
            elif not self._step():
                return

    def _step(self) -> bool:
        """Read one step further; whether that can be, or more has to come first, if anything."""
        pending, steps = self._pending, self._steps
        while pending.window or self._is_over:
            if self._error is not None:
                raise self._error
            if steps.is_done:
                pending.drop()
                return False
            self._budget.is_read = False
            try:
                if self._literal is not None:
                    self._seek(self._literal)
                step = self._read()
            except Starved as starved:
                self._io = None
                if not pending.wait(starved.upto):
                    return False
                continue
            except FormatError as error:
                if self._skip(error):
                    continue
                size = pending.start + len(pending.window)
                self._error = steps.refused(error, size) if self._is_over else error
                raise self._error from None
            finally:
                self._budget.is_read = True
            is_end = (step.pos, step.place, step.records) == (pending.at, steps.place, ())
            if step.records or step.place.part > steps.place.part:
                self._close()
            pending.at, steps.place = step.pos, step.place
            self._ready.extend(step.records)
            return not is_end
        return False

    # -- what is wrong and left out ------------------------------------------------------------

    def _skip(self, error: FormatError) -> bool:
        """Go on after an element that is wrong, if its list does; whether it does."""
        pending, literal = self._pending, self._steps.damaged
        left = len(pending.window) - pending.at
        if literal is None:
            return False
        self._in_vain += looked_at(error, self.position, left)
        if self._in_vain > WORTH * self._budget.size + FREE:
            self._error = self._steps.too_much(self.position)
            raise self._error
        if not left:  # of a list that has no end but that of the file
            return self._leave()
        if self._gap is None:
            self._gap = Gap(self._steps.place.given, self.position, 0, error.alone())
        self._pass(1)
        self._literal = literal
        return True

    def _pass(self, size: int) -> None:
        self._pending.at += size
        if self._gap is not None:
            self._gap = self._gap._replace(size=self._gap.size + size)

    def _close(self) -> None:
        if self._gap is not None:
            self.gaps.append(self._gap)
            self._gap = None

    def _leave(self) -> bool:
        """Go on behind a list of which all is wrong up to the end of the file, if it is."""
        if self._gap is None:
            return False
        self._close()
        self._steps.leave()
        return True

    def _seek(self, literal: bytes) -> None:
        """Go to where the next element may begin, or past all that is there.

        Raises:
            Starved: it is not there yet.
        """
        pending = self._pending
        window, at = pending.window, pending.at
        found = window.find(literal, at)
        rest = 0 if self._is_over else len(literal) - 1  # which may be the beginning of one
        stop = found if found >= 0 else max(len(window) - rest, at)
        self._pass(stop - at)
        if found < 0 and not self._is_over:
            raise Starved(pending.start + len(window) + 1)
        self._literal = None

    def _read(self) -> Step:
        """Read a step in what is there; where that may not be all of it, as if more might come."""
        pending, steps = self._pending, self._steps
        window, pos, end = pending.window, pending.at, len(pending.window)
        if self._io is None:
            kind = Reader if self._is_over else Beginning
            self._io = stream_at(kind, window, pending.start, self._budget)
        if self._is_over:
            return steps.step(self._io, pos, end, is_over=True)
        if steps.counts:
            return self._read_on(pos)
        try:
            step = steps.step(self._io, pos, end, is_over=False)
        except FormatError as error:
            if (upto := _missing(error, pending.start + end)) is not None:
                raise Starved(upto) from None
        else:
            if step.pos < end or not self._looks_ahead:
                return step
            del step  # which may be large
            if end - pos > LARGE:
                raise Starved(pending.start + end + 1)
        return self._read_on(pos)

    def _read_on(self, pos: int) -> Step:
        """Read a step in what is there, and find out what depends on what is not."""
        pending, steps = self._pending, self._steps
        left = bytearray(memoryview(pending.window)[pos:])
        kind = Counted if steps.counts else Fed
        io = stream_at(kind, left, pending.start + pos, self._budget)
        step = steps.step(io, 0, len(left), is_over=False)
        io.__class__ = Reader  # nobody who looks at the record later waits for more
        return step._replace(pos=pos + step.pos)


def _missing(error: FormatError, end: int) -> int | None:
    """Up to where bytes are missing, if nothing else is wrong, and all there are were asked for.

    A stream of a record that happens to end there is asked again when more of the file is there.
    """
    if not isinstance(error, EndOfStreamError) or error.offset is None:
        return None
    if error.offset + error.bytes_available != end:
        return None
    return max(error.offset + error.bytes_needed, end + 1)
