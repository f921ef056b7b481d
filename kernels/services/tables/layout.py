"""What a record of a table is made of, and the program by which a scan walks over it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.services.tables.rules import TableRule
from quire.runtime.values.array import completed
from quire.runtime.values.scalars import SCALARS

NUMPY_KINDS = {"u": "u", "s": "i", "f": "f"}


class Step(IntEnum):
    """What a scan does at one place of a record: the first column of a program."""

    SKIP = 0
    """Go on by so many bytes."""
    LENGTH = 1
    """Keep an unsigned number of so many bytes (big-endian if the third column is 1)."""
    SIZED = 2
    """Note where a part begins that is as long as the number that was kept in that place."""
    ENDED = 3
    """Note where a part begins that ends before this byte."""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A part of every record: a number, bytes of one size, or bytes of sizes that differ.

    Attributes:
        name: Of the field.
        scalar: Of a number, its type (`u4le`).
        size: Bytes, if they are the same in all records.
        size_of: The number before it that says how many bytes there are.
        terminator: The byte that ends it.
        encoding: Of a text.
        dtype, shape: Of an array (bytes of one size).
        rules: What every number of the column keeps.
        order: `le` or `be`, of an unsigned integer that is `size` bytes.
    """

    name: str
    scalar: str = ""
    size: int | None = None
    size_of: str = ""
    terminator: int | None = None
    encoding: str = ""
    dtype: str = ""
    shape: tuple[int, ...] = ()
    rules: tuple[TableRule, ...] = ()
    order: str = ""

    @property
    def varies(self) -> bool:
        """Whether its size differs from record to record."""
        return not self.scalar and self.size is None

    @property
    def width(self) -> int:
        """Bytes that it takes in every record, without those that vary."""
        if self.scalar:
            return SCALARS[self.scalar].size
        if self.size is not None:
            return self.size
        return 0 if self.terminator is None else 1

    @property
    def kind(self) -> np.dtype[Any]:
        """The dtype of one element of its column."""
        if self.scalar:
            order = ">" if self.scalar.endswith("be") else "<"
            return np.dtype(f"{order}{NUMPY_KINDS[self.scalar[0]]}{self.width}")
        return np.dtype(self.dtype) if self.dtype else np.dtype(np.uint8)

    @property
    def byteorder(self) -> Literal["little", "big"]:
        """The order of the bytes of an integer, as Python names it."""
        return "little" if self.order == "le" else "big"

    @property
    def extent(self) -> tuple[int, ...]:
        """The shape of one value of a column that is an array."""
        if self.dtype:
            return completed(self.shape, self.width // self.kind.itemsize)
        return () if self.scalar else (self.width,)


class TableLayout:
    """The cells of a record, in order.

    Args:
        cells: What every record consists of.
    """

    def __init__(self, *cells: TableCell) -> None:
        self.cells = cells
        self.names = tuple(cell.name for cell in cells)
        self.varying = tuple(cell for cell in cells if cell.varies)
        self.least = sum(cell.width for cell in cells)
        """Bytes that a record takes at least."""

    def __getitem__(self, name: str) -> TableCell:
        return self.cells[self.names.index(name)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableLayout) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells)

    @cached_property
    def program(self) -> npt.NDArray[np.int64]:
        """(steps, 3) int64: what a scan does with every record."""
        lengths = {cell.size_of for cell in self.cells}
        places = {name: i for i, name in enumerate(self.names)}
        steps: list[tuple[int, int, int]] = []
        for cell in self.cells:
            if cell.name in lengths:
                order = int(cell.scalar.endswith("be"))
                steps.append((Step.LENGTH, cell.width, order))
            elif cell.size_of:
                steps.append((Step.SIZED, places[cell.size_of], 0))
            elif cell.terminator is not None:
                steps.append((Step.ENDED, cell.terminator, 0))
            else:
                steps.append((Step.SKIP, cell.width, 0))
        return np.array(steps, np.int64).reshape(-1, 3)

    def place(self, name: str) -> tuple[int, int]:
        """Where a cell of one size stands: (column that varies, bytes past the end of it).

        After column -1 means: from the start of the record.
        """
        behind, distance = -1, 0
        for cell in self.cells:
            if cell.name == name:
                break
            if cell.varies:
                behind, distance = behind + 1, 0
            distance += cell.width
        return behind, distance


@dataclass(frozen=True, slots=True)
class Found:
    """What a scan has found.

    Attributes:
        starts: (columns that vary, records) int64, from the start of the buffer.
        lengths: (columns that vary, records) int32, in bytes, terminators not counted.
        end: Where the last record ends.
        row: The record that does not fit, or -1.
        cell: Which of its cells that is.
        length: Bytes that this cell needs; negative if nobody knows.
    """

    starts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int32]
    end: int
    row: int = -1
    cell: int = -1
    length: int = 0


LONGEST = 2**31 - 1
"""Bytes that a part may have."""
