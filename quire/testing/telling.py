"""Numbers that tell of other fields: filled in when what they tell of was made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quire.runtime import structure as s
from quire.testing import values
from quire.testing.expressions import Compiler, Frame, Function
from quire.testing.stream import Refused, Stream

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

    Attributes:
        at: Where it stands in its stream.
    """

    def __init__(
        self,
        frame: Frame,
        name: str,
        stored: s.Number | int,
        stream: Stream,
        choose: Callable[[], Any],
    ) -> None:
        stream.align()
        self._frame, self._name, self._stored = frame, name, stored
        self._stream, self.at = stream, stream.pos()
        self.choose = choose
        frame.holes[name] = self
        stream.write(bytes(stored if isinstance(stored, int) else stored.size))

    def fill(self, value: Any) -> Any:
        """Write the number where it stands; it is known now.

        Raises:
            Refused: it does not fit.
        """
        del self._frame.holes[self._name]
        self._frame[self._name] = value
        data = value if isinstance(self._stored, int) else values.packed(value, self._stored)
        self._stream.data[self.at : self.at + len(data)] = data
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

    def is_open(self, name: str, frame: Frame) -> bool:
        """Whether the number that tells how long a field is, is not known yet."""
        if name not in self._edges:
            return False
        targets = (self._target(edge, frame) for edge in self._of(name, s.Length))
        return any(field in there.holes for there, field in targets)

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
