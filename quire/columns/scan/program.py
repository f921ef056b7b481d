"""What a scan does, statement by statement: a template of the same name prints each.

Parts that are texts are Python already. A scan that cannot go on returns a negative number: `WRONG`
if the bytes are, `UNSURE` if it cannot tell, `FULL - n` if there is no more room for counter n.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

WRONG, UNSURE, FULL = "WRONG", "UNSURE", "FULL"


@dataclass(slots=True)
class Take:
    """Make sure that so many bytes are left; `otherwise` is what it is if not."""

    size: str
    end: str
    otherwise: str = WRONG


@dataclass(slots=True)
class Let:
    """Give a variable a value."""

    name: str
    value: str


@dataclass(slots=True)
class Move:
    """Go on by so many bytes."""

    size: str


@dataclass(slots=True)
class Put:
    """Store a number in an array."""

    cells: str
    row: str
    value: str
    bit: bool = False


@dataclass(slots=True)
class Store:
    """Store a number at the position, by a word for its size and order."""

    word: str
    value: str


@dataclass(slots=True)
class StoreBits:
    """Store bits from a bit of the byte at the position on; those behind them become 0."""

    endian: str
    size: int
    bit: int
    width: int
    value: str


@dataclass(slots=True)
class Give:
    """Store bytes of a column at a place, which are counted."""

    begin: str
    data: str
    used: str
    room: str
    length: str


@dataclass(slots=True)
class Fill:
    """Store one byte again and again, from a place to another."""

    begin: str
    end: str
    byte: int


@dataclass(slots=True)
class Copy:
    """Store bytes behind others, and where they end; `counter` counts them."""

    offsets: str
    row: str
    data: str
    used: str
    room: str
    begin: str
    length: str
    counter: int


@dataclass(slots=True)
class Expect:
    """Stop unless something holds; `otherwise` is why: `WRONG` or `UNSURE`."""

    condition: str
    otherwise: str


@dataclass(slots=True)
class When:
    """Do one thing or another."""

    condition: str
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class Repeat:
    """Do something while a condition holds; `until` is asked after each time."""

    condition: str
    body: list[Statement]
    until: str = ""


@dataclass(slots=True)
class Row:
    """Make sure that there is room for one more row of a counter, or that there is one more."""

    number: str
    room: str
    otherwise: str


@dataclass(slots=True)
class Go:
    """Scan a record of a type that holds itself, by the function of its name."""

    function: str
    start: str
    end: str
    up: str
    depth: str


Statement: TypeAlias = (
    Take | Let | Move | Put | Copy | Expect | When | Repeat | Row | Go
    | Store | StoreBits | Give | Fill
)  # fmt: skip  # those that read, and those that write


@dataclass(slots=True)
class Block:
    """Statements in the making: neighbouring fields of constant sizes are asked for together.

    Attributes:
        body: The statements.
        open: What asks for bytes, as long as it is known how far the position is behind it.
        moved: How far.
    """

    body: list[Statement] = field(default_factory=list)
    open: Take | None = None
    moved: int = 0

    def add(self, *statements: Statement) -> None:
        """Add statements that do not move on, or after which nothing is known."""
        self.body.extend(statements)

    def take(self, size: int, end: str, otherwise: str = WRONG) -> None:
        """Make sure that a constant number of bytes is left."""
        if self.open is None or self.open.end != end:
            self.open, self.moved = Take("0", end, otherwise), 0
            self.body.append(self.open)
        self.open.size = str(max(int(self.open.size), self.moved + size))

    def move(self, size: int) -> None:
        """Go on by a constant number of bytes."""
        self.body.append(Move(str(size)))
        self.moved += size

    def close(self) -> None:
        """What comes now stands at a place that is not known beforehand."""
        self.open = None
