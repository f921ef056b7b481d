"""Numbers that are filled in when they are known: holes in what was made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quire.testing.choices import Choices
from quire.testing.plan.expressions import Frame, Unknown
from quire.testing.stored.scalars import TOO_LARGE
from quire.testing.stored.stream import Refused, Stream

TRIES = 20
"""How many numbers are looked at for one that may be."""


class Late:
    """A number of the records of a type, or a hash, that is known after what stands behind it.

    Args:
        name: Its field.
        size: How many bytes it takes.
        pack: What it is in the file.
        choose: Decides what it is, if somebody needs to know before it is told.
        follow: What it is by other fields, if it follows from them; else as `choose`.
        fixed: As `pack`, where no byte order is chosen; it raises one of `TOO_LARGE`.
    """

    def __init__(
        self,
        name: str,
        size: int,
        pack: Callable[[Any, Frame], bytes],
        choose: Callable[[Choices, Frame], Any],
        follow: Callable[[Frame, Stream], Any] | None = None,
        fixed: Callable[[Any], bytes] | None = None,
    ) -> None:
        self.name, self.size, self.pack, self.fixed = name, size, pack, fixed
        self.choose, self.follow = choose, follow

    def leave_room(self, frame: Frame, stream: Stream) -> None:
        """Leave room for it at the end of a stream."""
        stream.write(bytes(self.size))
        frame.holes[self.name] = Hole(self, frame, stream, len(stream.data) - self.size)


class Hole:
    """Where a number of a record stands that is not known yet.

    Args:
        late: What it is of the records of its type.
        frame: The record.
        stream: Where it stands,
        at: and at which byte.

    Attributes:
        at: The same.
        never: What it is not, since somebody asked.
        is_asked: Whether something is being found out that may depend on the number.
    """

    never: frozenset[int] = frozenset()
    is_asked = False

    def __init__(self, late: Late, frame: Frame, stream: Stream, at: int) -> None:
        self._late, self._frame, self._stream, self.at = late, frame, stream, at

    def choose(self) -> Any:
        """What it is from now on: what follows from other fields; else some number."""
        if self._late.follow is None:
            return self._choose()
        try:
            with self.asked():
                return self._follow()
        except Unknown:
            pass
        value = self._frame[self._late.name] = self._choose()  # it may depend on what it is
        try:
            return self._follow()
        except Unknown:
            return value
        finally:
            del self._frame[self._late.name]
            self._stream.draw.forget()

    def _choose(self) -> Any:
        """Some number that it may be."""
        for _ in range(TRIES):
            if (value := self._late.choose(self._stream.draw, self._frame)) not in self.never:
                return value
        raise Refused("said to be elsewhere")

    def _follow(self) -> Any:
        follow = self._late.follow
        return self._choose() if follow is None else follow(self._frame, self._stream)

    def settled(self) -> Any:
        """What it is once its record is there.

        Raises:
            Unknown: fields that it depends on are not known yet, or it depends on itself.
        """
        draw, follow = self._stream.draw, self._late.follow
        if follow is None:
            return self._choose()
        draw.is_settling = True
        try:
            return follow(self._frame, self._stream)
        finally:
            draw.is_settling = False

    def asked(self) -> _Asked:
        """While something is found out that may depend on the number itself."""
        return _Asked(self)

    @property
    def is_waiting(self) -> bool:
        """Whether nobody may ask now: it is being decided, or another one is that can wait."""
        return self.is_asked or self._stream.draw.is_settling

    def fill(self, value: Any) -> Any:
        """Write the number where it stands; it is known now.

        Raises:
            Refused: it does not fit; or it was said that it is something else.
        """
        if self.never and value in self.never:
            raise Refused("said to be elsewhere")
        late, frame = self._late, self._frame
        try:
            data = late.pack(value, frame) if late.fixed is None else late.fixed(value)
        except TOO_LARGE as error:
            raise Refused("too large") from error
        stream, at = self._stream, self.at
        if stream.home is None:  # as `patch`, at once
            stream.data[at : at + late.size] = data  # where it does not fit, it stays open
        else:
            stream.patch(at, data)
        del frame.holes[late.name]
        frame[late.name] = value
        return value


class _Asked:  # a generator would take five times as long
    """While something is found out that may depend on a number."""

    __slots__ = ("_hole",)

    def __init__(self, hole: Hole) -> None:
        self._hole = hole

    def __enter__(self) -> None:
        self._hole.is_asked = True

    def __exit__(self, *_: object) -> None:
        self._hole.is_asked = False
