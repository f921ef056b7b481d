"""Numbers that tell of other fields: filled in when what they tell of was made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from quire.runtime import structure as s
from quire.testing import values
from quire.testing.expressions import Compiler, Frame, Function, Unknown
from quire.testing.stream import Refused, Stream

TRIES = 20
"""How many numbers are looked at for one that may be."""

Told = s.Length | s.Position

Tell = Callable[[int, Frame], None]


class Hole:
    """Where a number stands that is not known yet.

    Args:
        frame: The record of the number.
        name: Its field.
        stored: How it is stored; or how many bytes it takes, if it is a hash.
        stream: Where it stands, at the end of what there is.
        choose: Decides what it is, if somebody needs to know before it is told.
        follow: What it is by other fields, if it follows from them; else as `choose`.

    Attributes:
        at: Where it stands in its stream.
        never: What it is not, since somebody asked.
    """

    def __init__(
        self,
        frame: Frame,
        name: str,
        stored: s.Number | int,
        stream: Stream,
        choose: Callable[[], Any],
        follow: Callable[[], Any] | None = None,
    ) -> None:
        stream.align()
        self._frame, self._name, self._stored = frame, name, stored
        self._stream, self.at = stream, stream.pos()
        self._chosen, self._follow = choose, follow
        self.never: set[int] = set()
        self._is_asked = False
        frame.holes[name] = self
        stream.write(bytes(stored if isinstance(stored, int) else stored.size))

    def choose(self) -> Any:
        """What it is from now on: what follows from other fields; else some number."""
        if self._follow is None:
            return self._choose()
        with suppress(Unknown), self.asked():
            return self._follow()
        value = self._frame[self._name] = self._choose()  # it may go by what it is
        try:
            return self._follow()
        except Unknown:
            return value
        finally:
            del self._frame[self._name]

    def _choose(self) -> Any:
        """Some number that it may be."""
        for _ in range(TRIES):
            if (value := self._chosen()) not in self.never:
                return value
        raise Refused("said to be elsewhere")

    def settled(self) -> Any:
        """What it is once its record is there.

        Raises:
            Unknown: fields that it goes by are not known yet, or it goes by itself.
        """
        if self._follow is None:
            return self._choose()
        draw = self._stream.draw
        draw.is_settling = True
        try:
            return self._follow()
        finally:
            draw.is_settling = False

    @contextmanager
    def asked(self) -> Iterator[None]:
        """While something is found out that may go by the number itself."""
        self._is_asked = True
        try:
            yield
        finally:
            self._is_asked = False

    @property
    def is_waiting(self) -> bool:
        """Whether nobody may ask now: it is being decided, or another one is that can wait."""
        return self._is_asked or self._stream.draw.is_settling

    def fill(self, value: Any) -> Any:
        """Write the number where it stands; it is known now.

        Raises:
            Refused: it does not fit; or it was said that it is something else.
        """
        if self.never and value in self.never:
            raise Refused("said to be elsewhere")
        del self._frame.holes[self._name]
        self._frame[self._name] = value
        data = value if isinstance(self._stored, int) else values.packed(value, self._stored)
        self._stream.patch(self.at, data)
        return value


class Telling:
    """What the fields of a type tell of the sizes and the places of others.

    Args:
        type_: The type.
        compiler: Makes functions of its expressions.
    """

    def __init__(self, type_: s.Type, compiler: Compiler) -> None:
        self._function = compiler.function
        self._edges: dict[str, list[Told]] = {}
        for edge in type_.edges:
            if isinstance(edge, Told):
                self._edges.setdefault(edge.of, []).append(edge)

    def opener(self, name: str) -> Callable[[Frame], bool] | None:
        """What tells whether the number that tells how long a field is, is not known yet.

        None if no number tells that.
        """
        edges = self._of(name, s.Length)

        def is_open(frame: Frame) -> bool:
            targets = (self._target(edge, frame) for edge in edges)
            return any(field in there.holes for there, field in targets)

        return is_open if edges else None

    def teller(self, name: str, kind: type[Told]) -> Tell | None:
        """What fills in the numbers that tell the length (in bytes), or the position, of a field.

        None if no number tells that. It raises:
            Refused: the numbers cannot tell it.
        """
        edges = [
            (None if edge.condition is None else self._function(edge.condition), edge)
            for edge in self._of(name, kind)
        ]

        def tell(number: int, frame: Frame) -> None:
            for holds, edge in edges:
                if holds is not None and not holds(frame):
                    continue
                there, field = self._target(edge, frame)
                if field in there.holes:
                    there.holes[field].fill(self._told(number, edge, frame))

        return tell if edges else None

    def gap(self, name: str, begin: int, frame: Frame) -> int:
        """How many bytes come before a field that could begin at `begin`.

        Its position may be told in units: sectors, pages.
        """
        for edge in self._of(name, s.Position):
            number, sign = begin, 1
            for step, operand in edge.steps:
                value = self._function(operand)(frame)
                if step in ("add", "subtract"):
                    number += value if step == "add" else -value
                elif step == "from":
                    number, sign = value - number, -sign
                else:
                    return -number * sign % value if value else 0
        return 0

    def _of(self, name: str, kind: type[Told]) -> list[Told]:
        return [edge for edge in self._edges.get(name, ()) if isinstance(edge, kind)]

    def _target(self, edge: Told, frame: Frame) -> tuple[Frame, str]:
        """The record whose field tells, and its name."""
        if isinstance(edge.field, tuple):
            return self._function(edge.field[1])(frame), str(edge.field[2])
        return frame, str(edge.field)

    def _told(self, number: int, edge: Told, frame: Frame) -> int:
        """The number of the field, of the one that it tells."""
        for step, operand in edge.steps:
            of: Function = self._function(operand)
            value = of(frame)
            if step == "add":
                number += value
            elif step == "subtract":
                number -= value
            elif step == "from":
                number = value - number
            elif value and number % value == 0:
                number //= value
            else:
                raise Refused("a remainder")
        return number
