"""Norms that the vectors of words had before they were normalised."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.chunk import Chunk
from quire.finalfusion.matrix import expect_float32
from quire.generated.finalfusion import Finalfusion


class Norms(np.ndarray[Any, np.dtype[np.float32]], Chunk):
    """A float32 array of numpy, (words,).

    Raises:
        TypeError: it is no such array.
    """

    def __new__(cls, array: npt.NDArray[np.float32]) -> Self:  # noqa: D102  # told by the class
        return expect_float32(array, 1).view(cls)

    def __getitem__(self, index: Any) -> Any:
        found = self.view(np.ndarray)[index]
        return found.view(Norms) if isinstance(index, slice) else found

    def record(self) -> Any:
        """See `Chunk.record`."""
        return Finalfusion.Norms.build(num_norms=len(self), norms=self.view(np.ndarray))
