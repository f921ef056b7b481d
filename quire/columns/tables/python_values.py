"""Columns of the values of Python's lists."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from quire.columns.tables.table import Array, Lists, Pieces


def column_of_values(values: list[Any], place: str) -> Any:
    """A column of a list's values, of which those that are None are not there.

    Args:
        values: Numbers, texts, bytes, or lists of these; all of one kind.
        place: The column, for errors.

    Raises:
        TypeError: they are of several kinds, or of one that no field has.
        ValueError: a number takes more than 64 bits.
    """
    there = [value for value in values if value is not None]
    kinds = (bool, int, float, np.bool_, np.integer, np.floating)
    bits = None
    if len(there) < len(values):
        bits = np.packbits([value is not None for value in values], bitorder="little")
    if there and all(isinstance(value, str) for value in there):
        return _pieces([(value or "").encode() for value in values], bits, is_text=True)
    if there and all(isinstance(value, bytes | bytearray | memoryview) for value in there):
        return _pieces([bytes(value or b"") for value in values], bits, is_text=False)
    if there and all(isinstance(value, list | tuple | np.ndarray) for value in there):
        ends = np.zeros(len(values) + 1, np.int64)
        np.cumsum([0 if value is None else len(value) for value in values], out=ends[1:])
        return Lists(ends, column_of_values(list(chain.from_iterable(there)), place), bits)
    for i, value in enumerate(values):
        if value is not None and not isinstance(value, kinds):
            found = type(value).__name__
            message = f"{place}: row {i}: expected values of one kind, found {found}"
            raise TypeError(message)
    numbers = np.array([0 if value is None else value for value in values] or np.empty(0, np.uint8))
    if numbers.dtype == object:
        message = f"{place}: a number in it is beyond 64 bits"
        raise ValueError(message)
    return numbers if bits is None else np.ma.MaskedArray(numbers, [v is None for v in values])


def _pieces(stored: list[bytes], bits: Array | None, *, is_text: bool) -> Pieces:
    ends = np.zeros(len(stored) + 1, np.int64)
    np.cumsum([*map(len, stored)], out=ends[1:])
    return Pieces(ends, np.frombuffer(b"".join(stored), np.uint8), bits, is_text=is_text)
