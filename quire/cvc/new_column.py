"""A column that is to be stored: its place in the header, and its bytes, chunk by chunk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.cvc.arguments import CODECS, FITTED, Array, most_stored, stage
from quire.cvc.chunks import PLAIN
from quire.kernels.backends.arrays import given_numbers, refuse_overflow
from quire.kernels.engine.given import expect_one_of
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage, fit
from quire.runtime import EncodingError

COMPRESSIONS = (PLAIN, *(name for name in CODECS if name != "lossless"))
"""Of columns; the layout has no lossless ones."""


def given_column(name: str, values: npt.ArrayLike) -> Array:
    """The values of a column: (n,) or (n, dimension) of integers or floats, none of them masked."""
    array = given_numbers(values, name)
    if array.ndim not in (1, 2) or array.dtype.kind == "b":
        found = f"{array.dtype} in {array.ndim}"
        raise ValueError(f"{name}: expected numbers in 1 or 2 dimensions, found {found}")
    return array


class NewColumn:
    """An array with the name and the compression that it is to have.

    `compression` is one of `COMPRESSIONS`; None for fp16 where there are floats, else none.
    """

    def __init__(self, name: str, values: npt.ArrayLike, compression: str | None = None) -> None:
        given = given_column(name, values)
        array = given.reshape(-1, 1) if given.ndim == 1 else given
        if compression is None:
            compression = "fp16" if array.dtype.kind == "f" else PLAIN
        expect_one_of(compression, COMPRESSIONS, "compressions")
        self.name = name
        self._array = array
        self._compression = compression

    def __len__(self) -> int:
        return len(self._array)

    def info(self) -> dict[str, Any]:
        """What the header says of the column."""
        return {
            "name": self.name,
            "dimension": self._array.shape[1],
            "dtype": self._array.dtype.name,
            "compression": self._compression,
        }

    def part(self, start: int, stop: int) -> dict[str, Any]:
        """What the header says of some rows, their quantiser fitted; all but the offset."""
        found: dict[str, Any] = {"compression": self._compression}
        if self._compression in FITTED:
            values = self._values(start, stop)
            with self._advice():
                found["min"], found["scale"] = fit(CODECS[self._compression], values, "float32")
        return {**found, "size": self._size(stop - start)}

    def stored(self, part: dict[str, Any], start: int, stop: int) -> memoryview:
        """The bytes of some rows, as their entry in the header says."""
        values = self._values(start, stop)
        codec = (
            Stage("raw", shape=values.shape, dtype=values.dtype.name)
            if self._compression == PLAIN
            else stage(part, values.shape)
        )
        with self._advice():
            return Encoded((codec,), array=values).stored

    @contextmanager
    def _advice(self) -> Iterator[None]:
        """Say whose values have no place in a scheme, and what holds them."""
        try:
            yield
        except EncodingError as error:
            advice = f"compressions={{{self.name!r}: {PLAIN!r}}} keeps every value"
            raise EncodingError(f"{self.name}: {error}; {advice}") from error

    def _size(self, rows: int) -> int:
        dimension = self._array.shape[1]
        if self._compression == PLAIN:
            return rows * int(dimension) * int(self._array.itemsize)
        return most_stored(self._compression, rows, dimension)

    def _values(self, start: int, stop: int) -> Array:
        """Rows in the dtype that is encoded."""
        part = self._array[start:stop]
        if self._compression == PLAIN or part.dtype == np.float32:
            return part
        wide = part.dtype.itemsize > 4 and self._compression not in FITTED
        if not wide:
            with self._advice():
                refuse_overflow(part, "float32")
        return part.astype(np.float64 if wide else np.float32)
