"""A column of a file as an array."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from quire.arrays import ArrayFile
from quire.progress import Progress

if TYPE_CHECKING:
    from quire.cvc.columns import ColumnsReader

Array = npt.NDArray[Any]


class ColumnFile(ArrayFile):
    """A column, (rows, dimension), or (rows,) where the dimension is 1; see `ArrayFile`.

    It is open as long as the reader that it is of.

    Args:
        reader: The file.
        name: Of the column.

    Raises:
        KeyError: there is no such column.
    """

    def __init__(self, reader: ColumnsReader, name: str) -> None:
        if name not in reader.columns:
            raise KeyError(f"expected one of {', '.join(reader.columns)}, found {name!r}")
        super().__init__(reader.source)
        self._reader = reader
        self.name = name

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, dimension), or (rows,)."""
        dimension = self._reader.columns[self.name].dimension
        return (self._reader.num_vectors, *([] if dimension == 1 else [dimension]))

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 where values were compressed, else that of the column.

        Raises:
            FormatError: the file names a dtype or a scheme that is not known.
        """
        return self._reader.dtype_of(self.name)

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        found = self._reader.read([self.name], [(start, stop)], **options)[self.name]
        if out is None:
            return found
        out[...] = found
        return out

    def _close(self) -> None:
        """Nothing is open: the reader has the file."""

    def verify(self, *, progress: Progress = None) -> list[str]:
        """Verify the checksums of the file; see `ColumnsReader.verify`."""
        return self._reader.verify(progress=progress)

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        return partial(type(self), name=self.name), (self._reader,)
