"""Running a scan: arrays that grow with what is found, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.columns.running.loading import Loaded
from quire.columns.scan.building import COUNTERS, REST
from quire.columns.scan.layout import Cells, Layout
from quire.runtime.lists.columnar import StoppedError

Array = npt.NDArray[Any]

FIRST = 4096
"""Elements that there is room for at first: with them one can tell how many there will be."""

OUTER = 256
"""Values of fields before the list that a scan can know."""

FASTER = 8
"""Times that arrays grow at most when they are full."""

DTYPES = {"u1": "u1", "u2": "u2", "u4": "u4", "s1": "i1", "s2": "i2", "s4": "i4", "s8": "i8"}


@dataclass(slots=True)
class Filled:
    """What a scan has found.

    Attributes:
        arrays: By their numbers; of what is not theirs alone they are views.
        counts: Of the counters.
        has_rest: Whether rows had bytes that no field describes.
    """

    arrays: list[Array]
    counts: list[int]
    has_rest: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """Where a scan begins, and what it knows of the fields before the list.

    Attributes:
        state: The position; where the bytes end; how many elements came before; how many there are,
            or -1; where the record that holds the list begins.
        outer: Values of those fields.
    """

    state: tuple[int, ...]
    outer: tuple[int, ...]

    def at(self, pos: int, element: int) -> Start:
        """The same list, from an element on."""
        return Start((pos, self.state[1], element, *self.state[3:]), self.outer)


def start_of(scan: Loaded, data: Any) -> Start:
    """Where a list begins.

    Raises:
        StoppedError: the bytes before it are wrong.
    """
    state, outer = [0, len(data), 0, 0, 0], [0] * OUTER
    if scan.find([data, state, [], [], outer]) < 0:
        raise StoppedError
    known = next((i for i in range(OUTER, 0, -1) if outer[i - 1]), 0) if any(outer) else 0
    return Start(tuple(map(int, state)), tuple(map(int, outer[:known])))


@dataclass(slots=True)
class Run:
    """A scan over some bytes.

    Args:
        scan: It.
        data: The bytes.
        batch: How many rows are given at a time; None for all.
        start: Where it begins; None for where the list does.
        reuses: Whether a batch is stored over the one before: its caller looks at it at once.
        skips: Elements, and the positions at which the list goes on before each of them; the last
            one may be that behind all.
    """

    scan: Loaded
    data: Any
    batch: int | None = None
    start: Start | None = None
    reuses: bool = False
    skips: list[tuple[int, int]] = field(default_factory=list)
    state: Any = field(init=False)
    room: Any = field(init=False)
    rows_room: int = field(init=False)
    arrays: list[Array] = field(init=False)
    fixed: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        layout = self.scan.layout
        numbers: Callable[[int], Any] = _zeros if self.scan.is_native else _list
        self.state, self.room = numbers(COUNTERS + layout.counters), numbers(layout.counters)
        outer, now = numbers(OUTER), numbers(layout.counters)
        self.fixed = [self.data, self.state, self.room, now, outer]
        start = self.start or start_of(self.scan, self.data)
        for mine, found in ((self.state, start.state), (outer, start.outer)):
            for i, value in enumerate(found):
                mine[i] = value
        for i in range(layout.counters):
            self.room[i] = FIRST
        if self.batch is not None:
            self.room[0] = min(self.batch, FIRST)
        self.rows_room = int(self.room[0])
        self.arrays = [self._array(each) for each in layout.cells]

    def batches(self) -> Iterator[Filled]:
        """What is found, in batches.

        Raises:
            StoppedError: it cannot go on.
        """
        return (self._taken() for _ in self.steps())

    def steps(self) -> Iterator[int]:
        """The rows of each batch, when it lies in the arrays.

        Raises:
            StoppedError: it cannot go on.
        """
        outs = self._outs()
        while True:
            self._bound()
            code = self.scan.scan(outs)
            if code in (-1, -2):
                raise StoppedError
            counter = -3 - int(code)
            if counter == 0 and self.room[0] < self.rows_room:
                if self._skip():
                    continue
                yield self._rows()
                return
            if code == 0:
                if self.skips:
                    raise StoppedError
                yield self._rows()
                return
            if counter == 0 and self.rows_room == self.batch and self._rows():
                yield self._rows()
                self._begin_again()
                if self.reuses:
                    continue
            else:
                self._grow(counter)
            outs = self._outs()

    def _bound(self) -> None:
        """Have the scan stop before the next element that stands elsewhere."""
        self.room[0] = self.rows_room
        if self.skips:
            rows = self._rows() + self.skips[0][0] - int(self.state[2])
            self.room[0] = min(self.rows_room, rows)

    def _skip(self) -> bool:
        """Go to where the list goes on; gives whether it does.

        Raises:
            StoppedError: the scan counts other rows than elements.
        """
        element, position = self.skips.pop(0)
        if self.state[2] != element:
            raise StoppedError
        self.state[0] = position
        return position < int(self.state[1])

    def _rows(self) -> int:
        return int(self.state[COUNTERS])

    def _outs(self) -> Any:
        """What the scan is given: its arrays, or their addresses."""
        if not self.scan.is_native:
            return [*self.fixed, *self.arrays]
        buffer = np.frombuffer(self.data or b"\0", np.uint8)
        arrays = [buffer, *self.fixed[1:], *self.arrays]
        return np.array([each.ctypes.data for each in arrays], np.int64)

    def _array(self, cells: Cells) -> Array:
        """An array with as much room as its counter has."""
        size = self.room[cells.counter] + cells.more
        if cells.word == "bit":
            return np.zeros(-(-size // 8), np.uint8)
        made = np.empty(size, DTYPES[cells.word])
        made[: cells.more] = 0
        return made

    def _taken(self) -> Filled:
        counts = [int(each) for each in self.state[COUNTERS:]]
        arrays = []
        for cells, array in zip(self.scan.layout.cells, self.arrays, strict=True):
            size = counts[cells.counter] + cells.more
            arrays.append(array[: -(-size // 8) if cells.word == "bit" else size])
        return Filled(arrays, counts, bool(self.state[REST]))

    def _begin_again(self) -> None:
        """Begin the next batch, in arrays of its own if the one before is kept."""
        for i in range(self.scan.layout.counters):
            self.state[COUNTERS + i] = 0
        if not self.reuses:
            self.arrays = [self._array(each) for each in self.scan.layout.cells]

    def _grow(self, counter: int) -> None:
        """Make room for what is to be expected, of the counter at least for more."""
        done, left = int(self.state[0]), int(self.state[1])
        start = int(self.state[4])
        self.room[0] = self.rows_room
        more = (left - start) / max(done - start, 1) * 1.02
        for i in range(self.scan.layout.counters):
            count, room = int(self.state[COUNTERS + i]), int(self.room[i])
            wanted = min(int(count * more) + 64, room * FASTER)
            self.room[i] = max(room, wanted, 2 * room if i == counter else 0)
        if self.batch is not None and self._rows() < self.batch:
            self.room[0] = min(self.room[0], self.batch)
        self.rows_room = int(self.room[0])
        for cells in self.scan.layout.cells:
            array = self._array(cells)
            if len(array) > len(old := self.arrays[cells.number]):
                array[: len(old)] = old
                self.arrays[cells.number] = array


def nothing(layout: Layout) -> Filled:
    """What a scan finds where there are no rows."""
    arrays = [np.zeros(int(each.more), DTYPES[each.stored]) for each in layout.cells]
    return Filled(arrays, [0] * layout.counters)


def _zeros(size: int) -> Any:
    return np.zeros(size, np.int64)


def _list(size: int) -> Any:
    return [0] * size
