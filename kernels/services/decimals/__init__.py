"""Vectors as text: lines of a word and decimal numbers, parsed and formatted in bulk.

Of plain Python and compiled code the faster is taken. Both give the same; see `reference`.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from quire.kernels.services.decimals import reference
from quire.kernels.services.decimals.reference import TOKEN, line_at, number, word_length

__all__ = ["TOKEN", "format_rows", "line_at", "number", "parse_lines", "word_length"]

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]

LITTLE_TEXT = 2 << 20
"""Bytes for which numba is not loaded: Python parses them in 0.2 s."""

FEW_NUMBERS = 1 << 17
"""Numbers for which numba is not loaded: numpy formats them in 0.1 s."""


def parse_lines(
    data: Bytes, columns: int, out: Matrix, starts: Integers, lengths: Integers
) -> tuple[int, int]:
    """Parse lines, up to the first that is not as it should.

    A line is a word, which may be empty, and numbers, with ASCII white space before each and
    perhaps after the last. A number is what Python's `float` takes, without underscores, rounded
    to float64 and then to float32.

    Args:
        data: (n,) uint8: lines, of which the last need not end.
        columns: Numbers of a line.
        out: (lines, columns) float32, C-contiguous, to be filled; no more lines are parsed.
        starts: (lines,) int64, to be filled: where each word begins.
        lengths: (lines,) int64, to be filled: bytes of each word.

    Returns:
        Lines that were parsed, and where they end. That is the end of `data` or a line that is
        wrong, unless `out` is full.
    """
    if "numba" not in sys.modules and data.size < LITTLE_TEXT:
        return reference.parse_lines(data, columns, out, starts, lengths)
    from quire.kernels.services.decimals import numba as compiled

    rows = end = 0
    while rows < len(out) and end < data.size:
        more, size = compiled.parse_lines(
            data[end:], columns, out[rows:], starts[rows:], lengths[rows:]
        )
        starts[rows : rows + more] += end
        rows, end = rows + more, end + size
        one = slice(rows, rows + 1)
        more, size = reference.parse_lines(data[end:], columns, out[one], starts[one], lengths[one])
        if not more:
            break
        starts[one] += end
        rows, end = rows + more, end + size
    return rows, end


def format_rows(rows: Matrix) -> list[bytes]:
    """The numbers of each row, with blanks between: the fewest digits that give them back.

    Args:
        rows: (n, columns) float32.
    """
    if "numba" not in sys.modules and rows.size < FEW_NUMBERS:
        return reference.format_rows(rows)
    from quire.kernels.services.decimals import numba as compiled

    found = compiled.format_rows(rows)
    return [
        reference.format_rows(rows[i : i + 1])[0] if text is None else text
        for i, text in enumerate(found)
    ]
