"""What walks over a spec while a scan is made of it: names, arrays, counters, blocks of code."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from contextlib import contextmanager

from quire.columns.errors import NoColumnsError
from quire.columns.scan import program as p
from quire.columns.scan import words
from quire.columns.scan.expressions import Expressions, Found
from quire.columns.scan.layout import Cells
from quire.columns.scan.values import Scope
from quire.runtime import structure as s

REST = 5
"""Where the state of a scan says that rows had bytes which no field describes."""

COUNTERS = 6
"""Where counters begin in the state of a scan, behind where it stands."""

TAKEN = frozenset((
    *(name for name in vars(words) if not name.startswith("_")), "WRONG", "UNSURE", "FULL",
    "find", "scan", "outs", "buf", "state", "room", "now", "outer", "pos", "start", "end", "size",
    "i", "before", "row", "up", "depth",
))  # fmt: skip  # laid out as a table
"""Names that a scan has already."""


class Building:
    """A scan in the making.

    Args:
        spec: The plan.
        wide: Whether offsets are of 64 bits.

    Attributes:
        code: What is being written to.
        bit: How many bits were read of the byte at the position.
        order: Which of them come first.
        cells: The arrays.
        counters: How many counters there are.
        shared: Whether counters are in the state, since a type holds itself.
        place: The field, for errors.
    """

    def __init__(self, spec: s.Spec, *, wide: bool) -> None:
        self.spec, self.wide = spec, wide
        self.code = p.Block()
        self.bit, self.order = 0, ""
        self.cells: list[Cells] = []
        self.counters = 0
        self.shared = False
        self.place = spec.id
        self._names = set(TAKEN)

    # -- names and arrays ----------------------------------------------------------------------

    def fresh(self, name: str) -> str:
        """A name that no other variable has."""
        base = re.sub(r"\W", "_", name).strip("_") or "value"
        base = f"{base}_" if keyword.iskeyword(base) or base[-1].isdigit() else base
        found = next(
            each
            for each in (base, *(f"{base}_{i}" for i in range(2, len(self._names) + 3)))
            if each not in self._names
        )
        self._names.add(found)
        return found

    def counter(self) -> int:
        """A counter of its own for what comes."""
        self.counters += 1
        return self.counters - 1

    def array(self, name: str, word: str, counter: int, *, more: bool = False) -> Cells:
        """An array of its own."""
        made = Cells(self.fresh(f"{name}_out"), len(self.cells), word, counter, more)
        self.cells.append(made)
        return made

    def offsets(self, name: str, counter: int) -> Cells:
        """An array of offsets."""
        return self.array(f"{name}_ends", "s8" if self.wide else "s4", counter, more=True)

    def number_of(self, counter: int) -> str:
        """What a counter is called."""
        return f"now[{counter}]" if self.shared else f"n{counter}"

    def room_of(self, counter: int) -> str:
        """How much there is room for."""
        return f"room[{counter}]" if self.shared else f"room{counter}"

    # -- code ----------------------------------------------------------------------------------

    def expect(self, condition: str, otherwise: str = p.UNSURE) -> None:
        """Stop unless something holds."""
        self.code.add(p.Expect(condition, otherwise))

    @contextmanager
    def block(self) -> Iterator[list[p.Statement]]:
        """Code that is not always run, or more than once: it leaves bits as it finds them."""
        around, bit = self.code, self.bit
        around.close()
        self.code = p.Block()
        try:
            yield self.code.body
        finally:
            self.code = around
        if self.bit != bit:
            raise self.refused("bits that end within a byte, in a field with `if` or `repeat`")

    def align(self) -> None:
        """Go on to the next whole byte."""
        if self.bit:
            self.code.move(1)
            self.bit = 0

    def expect_whole(self) -> None:
        """Refuse rows that end within a byte, or begin there."""
        if self.bit:
            raise self.refused("bits that end within a byte, before or in the rows of a list")

    def row(self, counter: int) -> str:
        """Make room for a row, and count it; gives its number."""
        number = self.number_of(counter)
        name = self.fresh("row")
        self.code.close()
        self.code.add(
            p.Row(number, self.room_of(counter), self.no_row(counter)),
            p.Let(name, number),
            p.Let(number, f"{name} + 1"),
        )
        return name

    def no_row(self, counter: int) -> str:
        """What it is if there is no room for a row."""
        return f"{p.FULL} - {counter}"

    def note(self, cells: Cells, row: str, value: str, *, bit: bool = False) -> None:
        """Note what a row is: whether there is something, which case it is, where it ends."""
        self.code.add(p.Put(cells.name, row, value, bit=bit))

    def expressions(self, scope: Scope, element: Found | None = None) -> Expressions:
        """Expressions of a record."""
        return Expressions(scope, self.spec, self.expect, self.place, element)

    def refused(self, reason: str) -> NoColumnsError:
        """The error for what a scan cannot do."""
        return NoColumnsError(self.place, reason)
