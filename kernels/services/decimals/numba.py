"""Decimal numbers on the CPU, compiled. See `reference`.

Numbers are computed in float64 with powers of ten that it holds exactly. Where the result could
be on either side of the middle between two float32, and for whatever else is seldom met, the line
is left to the reference.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import read_only
from quire.kernels.backends.numba import kernel

Bytes = npt.NDArray[np.uint8]
Integers = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.float32]

POWERS = np.array([float(f"1e{n}") for n in range(64)])
EXACT_POWER = 22
"""The greatest power of ten that float64 holds exactly."""

FAR = 10_000
"""An exponent that nothing comes back from; what it is then does not matter."""

MOST_DIGITS = 19
"""Decimal digits that always fit 64 bits."""

LEAST_PLACED = float(np.float32(1e-4))
"""From here on numbers are written without an exponent."""

NUMBER_BYTES = 24
"""Bytes that a formatted number takes at most, with the blank after it."""

BLANK, POINT, MINUS, PLUS, ZERO, LINE = 32, 46, 45, 43, 48, 10


def parse_lines(
    data: Bytes, columns: int, out: Matrix, starts: Integers, lengths: Integers
) -> tuple[int, int]:
    """See `decimals.parse_lines`; stops at lines that the reference may know, too."""
    found: tuple[int, int] = _parse_lines(read_only(data), columns, out, starts, lengths)
    return found


def format_rows(rows: Matrix) -> list[bytes | None]:
    """See `decimals.format_rows`; None for rows that are left to the reference."""
    rows = read_only(np.ascontiguousarray(rows, np.float32))
    stored, ends = np.empty(rows.size * NUMBER_BYTES, np.uint8), np.empty(len(rows), np.int64)
    _format_rows(rows, stored, ends)
    text = stored[: max(0, ends.max(initial=0))].tobytes()
    found: list[bytes | None] = []
    start = 0
    for end in ends.tolist():
        found.append(text[start:end] if end >= 0 else None)
        start = max(start, end)
    return found


@kernel
def _parse_lines(
    data: Bytes, columns: int, out: Matrix, starts: Integers, lengths: Integers
) -> tuple[int, int]:
    at = 0
    for row in range(len(out)):
        start = at
        if at == data.size:
            return row, at
        while at < data.size and not _is_white(data[at]):
            at += 1
        starts[row], lengths[row] = start, at - start
        column = 0
        while True:
            while at < data.size and _is_white(data[at]) and data[at] != LINE:
                at += 1
            if at == data.size or data[at] == LINE:
                break
            if column == columns:
                return row, start
            out[row, column], at = _number(data, at)
            if at < 0:
                return row, start
            column += 1
        if column != columns:
            return row, start
        at = min(at + 1, data.size)
    return len(out), at


@kernel
def _is_white(byte: int) -> bool:
    return byte == BLANK or 9 <= byte <= 13


@kernel
def _number(data: Bytes, at: int) -> tuple[np.float32, int]:
    """A number and where it ends; -1 if it is none, or one for the reference."""
    negative = data[at] == MINUS
    if negative or data[at] == PLUS:
        at += 1
    mantissa, digits, exponent, at = _digits(data, at)
    if digits and at < data.size and data[at] | 32 == 101:  # e
        shift, at = _exponent(data, at + 1)
        exponent += shift
    if not digits or at < 0 or (at < data.size and not _is_white(data[at])):
        return np.float32(0), -1
    value, sure = _scaled(mantissa, exponent)
    return (-value if negative else value), (at if sure else -1)


@kernel
def _digits(data: Bytes, at: int) -> tuple[np.uint64, int, int, int]:
    """Digits with a point among them: the first as an integer, their number, exponent, end.

    Digits beyond the first that matter change the exponent alone: less than float64 would see.
    """
    mantissa, digits, exponent, point = np.uint64(0), 0, 0, 0
    kept = 0
    while at < data.size:
        digit = np.int64(data[at]) - ZERO
        if 0 <= digit <= 9:
            digits += 1
            if kept < MOST_DIGITS:
                mantissa = mantissa * np.uint64(10) + np.uint64(digit)
                kept += mantissa != 0
                exponent -= point
            else:
                exponent += 1 - point
        elif data[at] == POINT and not point:
            point = 1
        else:
            break
        at += 1
    return mantissa, digits, exponent, at


@kernel
def _exponent(data: Bytes, at: int) -> tuple[int, int]:
    """What stands after an `e`, and where it ends; -1 if it is no integer."""
    negative = at < data.size and data[at] == MINUS
    if negative or (at < data.size and data[at] == PLUS):
        at += 1
    first, shift = at, 0
    while at < data.size and 0 <= np.int64(data[at]) - ZERO <= 9:
        if shift < FAR:
            shift = shift * 10 + int(data[at]) - ZERO
        at += 1
    return (-shift if negative else shift), (at if at > first else -1)


@kernel
def _scaled(mantissa: np.uint64, exponent: int) -> tuple[np.float32, bool]:
    """An integer times a power of ten, and whether that is sure to be rounded as it should."""
    if mantissa == 0:
        return np.float32(0), True
    if abs(exponent) >= POWERS.size:
        return np.float32(0), False
    value = _times_power(np.float64(mantissa), exponent)
    if mantissa < np.uint64(1) << np.uint64(53) and abs(exponent) <= EXACT_POWER:
        return np.float32(value), True
    return np.float32(value), _is_sure(value)


@kernel
def _is_sure(value: float) -> bool:
    """Whether a number that is not exact is far enough from the middle between two float32."""
    return bool(np.float32(value * (1 - 2.0**-50)) == np.float32(value * (1 + 2.0**-50)))


@kernel
def _format_rows(rows: Matrix, stored: Bytes, ends: Integers) -> None:
    at = 0
    for row in range(len(rows)):
        start = at
        for column in range(rows.shape[1]):
            if column:
                stored[at] = BLANK
                at += 1
            at = _put(stored, at, rows[row, column])
            if at < 0:
                break
        ends[row] = at
        if at < 0:
            at = start


@kernel
def _put(stored: Bytes, at: int, number: np.float32) -> int:
    """Write a number; return where it ends, or -1 if it is one for the reference."""
    value = abs(np.float64(number))
    if value != 0 and not 1e-12 <= value < 1e16:
        return -1
    if np.signbit(number):
        stored[at] = MINUS
        at += 1
    if value == 0:
        return _put_placed(stored, at, 0, 1, 0)
    mantissa, digits, exponent = _shortest(value)
    if value >= LEAST_PLACED:
        return _put_placed(stored, at, mantissa, digits, exponent)
    return _put_scientific(stored, at, mantissa, digits, -exponent)


@kernel
def _shortest(value: float) -> tuple[int, int, int]:
    """The fewest digits that give a float32 back: as an integer, their number, the exponent."""
    exponent = math.floor(math.log10(value))
    if _times_power(value, -exponent) >= 10:  # the logarithm is rounded
        exponent += 1
    elif _times_power(value, -exponent) < 1:
        exponent -= 1
    best, digits = 0, 10
    while digits > 1:
        power = digits - 2 - exponent
        mantissa = round(_times_power(value, power))
        back = _times_power(np.float64(mantissa), -power)
        if np.float32(back) != value or (power > 0 and not _is_sure(back)):
            break
        best, digits = mantissa, digits - 1
    if best == POWERS[digits]:  # rounded up to one digit more
        best, exponent = best // 10, exponent + 1
    return best, digits, exponent


@kernel
def _times_power(value: float, power: int) -> float:
    return float(value * POWERS[power] if power >= 0 else value / POWERS[-power])


@kernel
def _put_placed(stored: Bytes, at: int, mantissa: int, digits: int, exponent: int) -> int:
    """`120.0`, `1.25`, `0.0125`: with at least one digit on either side of the point."""
    places = digits - 1 - exponent
    for _ in range(places, 1):
        mantissa, places = mantissa * 10, places + 1
    point = at + max(1, exponent + 1)
    for i in range(point + places, at - 1, -1):
        if i == point:
            stored[i] = POINT
        else:
            stored[i] = ZERO + mantissa % 10
            mantissa //= 10
    return point + places + 1


@kernel
def _put_scientific(stored: Bytes, at: int, mantissa: int, digits: int, below: int) -> int:
    """`1e-05`, `1.25e-10`."""
    for i in range(digits, 1, -1):
        stored[at + i] = ZERO + mantissa % 10
        mantissa //= 10
    stored[at] = ZERO + mantissa
    if digits > 1:
        stored[at + 1] = POINT
        at += digits
    stored[at + 1], stored[at + 2] = 101, MINUS  # e
    stored[at + 3], stored[at + 4] = ZERO + below // 10, ZERO + below % 10
    return at + 5
