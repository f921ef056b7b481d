"""What columns a list of records has, and the arrays in which a scan stores them.

Arrays are as Arrow has them: numbers one after the other, offsets and data, one bit a row for what
is there. Each belongs to a counter: of rows, of the elements of a list, or of bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from quire.runtime import structure as s


@dataclass(frozen=True, slots=True)
class Cells:
    """An array that a scan fills.

    Attributes:
        name: What it is called in the scan.
        number: Its place among the arrays.
        word: What an element is stored as: `u1`, `s4`, …; `bit` for one bit a row.
        counter: What counts its elements.
        more: Whether it has one element more, as offsets have.
    """

    name: str
    number: int
    word: str
    counter: int
    more: bool = False

    @property
    def stored(self) -> str:
        """The word of its elements, or of the bytes that hold its bits."""
        return "u1" if self.word == "bit" else self.word


@dataclass(frozen=True, slots=True)
class Numbers:
    """A column of numbers.

    Attributes:
        cells: Where they are stored.
        dtype: What they are, as numpy has it; `bool` for flags.
        enum: The path of the enum that they are members of, or "".
        valid: Where it is noted which rows have one, if not all do.
    """

    cells: Cells
    dtype: str
    enum: str = ""
    valid: Cells | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """A column of bytes, or of texts in an encoding: from one offset to the next in the data."""

    offsets: Cells
    data: Cells
    encoding: str = ""
    valid: Cells | None = None


@dataclass(frozen=True, slots=True)
class Struct:
    """A column of records: columns again, with as many rows.

    Attributes:
        fields: The columns, by their names.
        counter: What counts the rows.
        type: What the records are.
        up: Where the row is noted that holds each, of records that hold such records.
    """

    fields: tuple[tuple[str, Column], ...]
    counter: int
    type: s.Type
    up: Cells | None = None
    valid: Cells | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """A column of lists: from one offset to the next in another column."""

    offsets: Cells
    element: Column
    valid: Cells | None = None


@dataclass(frozen=True, slots=True)
class Union:
    """A column of values of several types: for each row, which case it is, and which row of it.

    A case without a column (None) stands for what is not there.
    """

    tags: Cells
    places: Cells
    cases: tuple[tuple[str, Case], ...]
    valid: None = None


@dataclass(frozen=True, slots=True)
class Case:
    """A case of a union: a column, and what counts its rows."""

    column: Column | None
    counter: int


@dataclass(frozen=True, slots=True)
class Below:
    """Records of the very type whose table this is: rows of that, which say who holds them."""

    valid: None = None


Column: TypeAlias = Numbers | Pieces | Struct | Lists | Union | Below


@dataclass(frozen=True, slots=True)
class Layout:
    """A table, and all arrays that a scan fills for it.

    Attributes:
        place: Of the list, in the spec (`w4.chunks`).
        top: The columns.
        cells: The arrays.
        counters: How many counters there are; the first counts the rows.
    """

    place: str
    top: Column
    cells: tuple[Cells, ...]
    counters: int
