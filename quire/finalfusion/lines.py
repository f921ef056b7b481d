"""Lines of text, each a word and the values of its vector."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.finalfusion.matrix import Matrix
from quire.finalfusion.unpacking import unpacked
from quire.finalfusion.words import Words
from quire.kernels.services.decimals import (
    TOKEN,
    line_at,
    number,
    parse_lines,
    word_length,
)
from quire.kernels.services.tables.parts import Parts, copied
from quire.opened import Closing
from quire.progress import Progress, Tell, telling
from quire.runtime import FormatError
from quire.sources import Source

BLOCK_BYTES = 4 << 20
"""Bytes of the vectors that are parsed at a time; of text it is two or three times as much."""

SHOWN = 40
"""Bytes of what is wrong that an error shows."""


class Lines(Closing):
    """The lines of a file that were not read yet; one that is compressed by gzip is unpacked.

    With `blanks` a word may have white space in it: then the last numbers of a line are its vector,
    and what stands before them its word.
    """

    def __init__(self, source: Source, format: str, *, blanks: bool = False) -> None:
        self._io, self._name = unpacked(source), source.name
        self._format = format
        self._blanks = blanks
        self._number = 0

    def close(self) -> None:
        """Let the file go."""
        self._io.close()

    def wrong(self, expected: object, found: object, offset: int | None = None) -> FormatError:
        """The error for the next line; without an offset, it is where the line begins."""
        offset = self._io.pos() if offset is None else offset
        path = f"lines[{self._number}]"
        return FormatError(path, expected, found, offset=offset, format=self._format)

    def left(self) -> int:
        """Bytes that were not read yet."""
        return self._io.left()

    def fields(self, most: int) -> list[bytes]:
        """The fields of the next line, as white space separates them: the first `most` of them."""
        line = line_at(self._data(), self._io.pos())
        return [match[0] for match in islice(TOKEN.finditer(line), most)]

    def header(self, numbers: int, names: str) -> tuple[list[int], list[bytes]]:
        """The fields of the next line, by these names: first so many integers, then others."""
        count = len(names.split())
        fields = self.fields(count + 1)
        first = fields[:numbers]
        if len(fields) != count or not all(each.isdigit() and len(each) < 19 for each in first):
            raise self.wrong(f"`{names}`", repr(b" ".join(fields)[:SHOWN]))
        return list(map(int, first)), fields[numbers:]

    def expect_room(self, rows: int, columns: int) -> None:
        """Refuse more vectors than the file has room for, whose values take two bytes at least."""
        if not columns:
            raise self.wrong("at least 1 column", columns)
        if rows * 2 * columns > self.left():
            raise self.wrong(f"vectors that {self.left()} bytes have room for", f"{rows} {columns}")

    def skip(self) -> None:
        """Leave out the next line."""
        self._advance(1, self._io.pos() + len(line_at(self._data(), self._io.pos())))

    def columns(self) -> int:
        """Numbers in the next line."""
        line = line_at(self._data(), self._io.pos())
        return sum(1 for _ in TOKEN.finditer(line, word_length(line)))

    def count(self) -> int:
        """Lines that were not read yet."""
        data = self._data()[self._io.pos() :]
        starts = range(0, data.size, BLOCK_BYTES)
        ends = sum(np.count_nonzero(data[i : i + BLOCK_BYTES] == ord("\n")) for i in starts)
        return int(ends) + bool(data.size and data[-1] != ord("\n"))

    def vectors(self, rows: int, columns: int, progress: Progress) -> tuple[Words, Matrix]:
        """Read all lines that are left: the word of each, and its numbers, (rows, columns) float32.

        The caller has made sure that the file has room for so many rows.
        """
        with telling(progress, f"reading {self._name}", rows) as tell:
            return self._vectors(rows, columns, tell)

    def _vectors(self, rows: int, columns: int, tell: Tell) -> tuple[Words, Matrix]:
        first, table = self._number, _Table(rows, columns)
        while table.filled < rows and self.left():
            start = self._io.pos()
            lines, size = table.fill(self._data()[start:], start)
            if not lines and self._blanks:
                lines, size = table.fill_line(line_at(self._data(), start), start)
            if not lines:
                raise self._wrong_line(columns)
            self._io.release(start, start + size)
            self._advance(lines, start + size)
            tell(lines)
        if table.filled < rows or self.left():
            raise self.wrong(f"{rows} lines of vectors", "more" if self.left() else table.filled)
        words = Words(table.words(), table.starts, self._format, "lines[{}]", first)
        return words, table.matrix

    def _wrong_line(self, columns: int) -> FormatError:
        start = self._io.pos()
        line = line_at(self._data(), start)
        count = 0
        for match in islice(TOKEN.finditer(line, word_length(line)), columns):
            try:
                number(match[0])
            except ValueError:
                return self.wrong("a number", repr(match[0][:SHOWN]), start + match.start())
            count += 1
        return self.wrong(f"{columns} numbers", "more" if count == columns else count)

    def _data(self) -> npt.NDArray[np.uint8]:
        data: npt.NDArray[Any] = np.asarray(self._io.whole())
        return data

    def _advance(self, lines: int, position: int) -> None:
        self._number += lines
        self._io.seek(position)


class _Table:
    """Rows that lines are read into."""

    def __init__(self, rows: int, columns: int) -> None:
        self.matrix = np.empty((rows, columns), np.float32)
        self.starts, self.lengths = np.empty(rows, np.int64), np.empty(rows, np.int64)
        self.filled = 0
        self._words = [np.empty(0, np.uint8)]
        self._step = max(1, BLOCK_BYTES // (4 * columns))

    def fill(self, data: npt.NDArray[np.uint8], offset: int) -> tuple[int, int]:
        """Read some lines, which stand at this offset of the file: (lines, bytes)."""
        some = slice(self.filled, self.filled + self._step)
        starts, lengths = self.starts[some], self.lengths[some]
        columns = self.matrix.shape[1]
        lines, size = parse_lines(data, columns, self.matrix[some], starts, lengths)
        self._words.append(copied(Parts(data, starts[:lines], lengths[:lines], "")).buffer)
        starts[:lines] += offset
        self.filled += lines
        return lines, size

    def fill_line(self, line: bytes, offset: int) -> tuple[int, int]:
        """Read one line, in whose word there may be white space: (1, bytes), or (0, 0)."""
        row, columns = self.filled, self.matrix.shape[1]
        tokens = list(TOKEN.finditer(line))
        if len(tokens) <= columns:
            return 0, 0
        try:
            values = [number(match[0]) for match in tokens[-columns:]]
        except ValueError:
            return 0, 0
        with np.errstate(over="ignore"):  # what is too large is infinite
            self.matrix[row] = values
        start, end = tokens[0].start(), tokens[-columns - 1].end()
        self._words.append(np.frombuffer(line[start:end], np.uint8))
        self.starts[row], self.lengths[row] = offset + start, end - start
        self.filled += 1
        return 1, len(line)

    def words(self) -> Parts:
        """The words of all lines."""
        starts = np.cumsum(self.lengths) - self.lengths
        return Parts(np.concatenate(self._words), starts, self.lengths, "")
