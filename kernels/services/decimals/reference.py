"""Decimal numbers in plain Python: the definition, and the choice for little text."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]

TOKEN = re.compile(rb"\S+")
"""What stands between ASCII white space."""


def parse_lines(
    data: Bytes, columns: int, out: Matrix, starts: Integers, lengths: Integers
) -> tuple[int, int]:
    """See `quire.kernels.services.decimals.parse_lines`."""
    at = 0
    for row in range(len(out)):
        if at == data.size:
            return row, at
        line = line_at(data, at)
        tokens = (match[0] for match in TOKEN.finditer(line, word_length(line)))
        try:
            values = np.fromiter(map(number, islice(tokens, columns + 1)), np.float64)
        except ValueError:
            return row, at
        if len(values) != columns:
            return row, at
        with np.errstate(over="ignore"):  # what is too large is infinite
            out[row] = values
        starts[row], lengths[row] = at, word_length(line)
        at += len(line)
    return len(out), at


def line_at(data: Bytes, start: int) -> bytes:
    """The line that begins there, with its line break if it has one."""
    end, step = start, 1024
    while end < data.size:
        part = data[end : end + step].tobytes()
        if (found := part.find(b"\n")) >= 0:
            end += found + 1
            break
        end, step = end + len(part), 4 * step
    return data[start:end].tobytes()


def word_length(line: bytes) -> int:
    """Bytes before the first white space."""
    first = TOKEN.match(line)
    return first.end() if first else 0


def number(token: bytes) -> float:
    """The value of a decimal number.

    Raises:
        ValueError: it is none.
    """
    if b"_" in token:  # Python's own
        raise ValueError(f"expected a number, found {token!r}")
    return float(token)


def format_rows(rows: Matrix) -> list[bytes]:
    """See `quire.kernels.services.decimals.format_rows`."""
    return [" ".join(map(number_text, row)).encode() for row in rows]


def number_text(value: np.float32) -> str:
    """The shortest text that gives a number back, as Python has it for its own."""
    if value == 0 or 1e-4 <= abs(value) < 1e16:
        return np.format_float_positional(value, trim="0")
    return np.format_float_scientific(value, trim="-", exp_digits=2)
