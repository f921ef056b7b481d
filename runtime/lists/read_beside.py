"""Lists of a file that was written and is read back: what is the same in them is not read again."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from quire.runtime.lists.form import Form
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.read_once import ReadOnce, read_all
from quire.runtime.lists.rows import Beside, Where
from quire.runtime.stream import Bytes
from quire.runtime.writing.pieces import Pieces


class Reading(NamedTuple):
    """A list that is read.

    Attributes:
        where: Where its records are looked for.
        buf: What they stand in.
        holder: The record that has the list.
        name: The attribute.
        form: How its records are read.
    """

    where: Where
    buf: Bytes
    holder: Any
    name: str
    form: Form

    def beside(self, elements: Lazy, file: Beside) -> tuple[Lazy, int] | None:
        """The list, and where it ends.

        Args:
            elements: What was written, of which the others are what they were.
            file: What it was written in; nothing goes by what was told over bytes of the others.

        Returns:
            None, if others have to be read again.
        """
        source, count = elements._source, len(elements)
        if self.form.size not in (None, source.form.size):
            return None  # all are other records in streams of another size
        pos, places, made, done = self.where[1], array("q"), dict[int, Any](), 0
        for i in (*sorted(elements._made), count):
            for run in (each for each in source.within(done, i) if each[0] < each[1]):
                there = source.places[run[0] + run[2] : run[1] + run[2] + 1]
                if not _are_written(source, there, pos, file):
                    return None
                places.extend(each - there[0] + pos for each in there[:-1])
                pos += there[-1] - there[0]
                if not self._ends_as_before(run, source, places[-1], pos, count, file):
                    return None
            places.append(pos)
            if i < count:
                made[i], pos = self._one(pos)
                if self._says_last(made[i], pos) is (i + 1 < count):
                    return None
            done = i + 1
        if not self._is_whole(count, pos):
            return None
        again = ReadOnce(self.where, self.buf, places, self.holder, self.form)
        again.is_apart = True  # else all would have been read
        again.written = source
        found = Lazy(again, count)
        found._made = made
        return found, pos

    def _one(self, pos: int) -> tuple[Any, int]:
        """A record, and where it ends."""
        records: list[Any] = []
        kind, _, end, _ = self.where
        form = self.form._replace(until=None)
        places = read_all(records, (kind, pos, end, 1), self.buf, self.holder, "", form)
        return records[0], places[-1]

    def _says_last(self, record: Any, stop: int) -> bool | None:
        """Whether a record ends the list; None, if records do not say so."""
        if self.form.until is None:
            return None
        setattr(self.holder, self.name, [record])  # it is asked of the last of that
        return bool(self.form.until(stop))

    def _ends_as_before(
        self,
        run: tuple[int, int, int],
        source: ReadOnce,
        start: int,
        stop: int,
        count: int,
        file: Beside,
    ) -> bool:
        """Whether the last one of a run is what it was, and the last of all only if it says so.

        The last of all may have gone on to the end of its stream.
        """
        number, is_last = run[1] + run[2], run[1] == count
        was_last = number == source.count
        if is_last == was_last and not (is_last and self.form.until):
            return True
        record, end = self._one(start)
        is_same = end == stop and (
            file.has_told(*source.places[number - 1 : number + 1])
            or record == ReadOnce.make(source, number - 1, number)[0]
        )
        return is_same and self._says_last(record, stop) is not (not is_last)

    def _is_whole(self, count: int, stop: int) -> bool:
        """Whether so many records, of which the last one ends somewhere, are all of the list."""
        if self.form.until is not None:
            return count > 0
        _, _, end, told = self.where
        return stop == end if told < 0 else count == told


def _are_written(source: ReadOnce, places: Sequence[int], pos: int, file: Beside) -> bool:
    """Whether records that stood at some places are in a file that was written, from one on."""
    for piece in _as_told(memoryview(source.whole), places[0], places[-1], file.told):
        if not file.made.has(piece, pos):
            return False
        pos += piece.nbytes
    return True


def _as_told(
    was: memoryview, start: int, stop: int, told: Sequence[tuple[int, bytes]]
) -> Iterable[memoryview]:
    """The bytes of a range, with what was told over them."""
    found = Pieces()
    first, last = (bisect_left(told, (each,)) for each in (start, stop))
    for at, data in told[first:last]:
        found.write(was[start:at])
        found.write(data)
        start = at + len(data)
    found.write(was[start:stop])
    return found
