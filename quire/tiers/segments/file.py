"""A file of one segment as the command looks at it: its frames, and its damage."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from quire.generated.tqtc import Tqtc
from quire.tiers.segments.checks import noncanonical_parts
from quire.tiers.segments.scales import Floats

__all__ = ["SegmentFile", "open_file"]

BLOCK_BYTES = 16 << 20
"""Bytes of a block, at most, if a frame has no more."""


class SegmentFile:
    """An open file: its length is the number of frames.

    Args:
        path: The file; it is mapped.

    Raises:
        FormatError: it is damaged.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._record = Tqtc.from_file(path, mmap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._record.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """(num_frames, num_values)."""
        return self._record.frames.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32."""
        return self._record.frames.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def blocks(self) -> Iterator[Floats]:
        """The frames, some at a time."""
        frames = self._record.frames
        step = max(1, BLOCK_BYTES * len(self) // max(1, frames.nbytes))
        for start in range(0, len(self), step):
            yield frames.decode(rows=slice(start, start + step))

    def verify(self) -> list[str]:
        """Check everything; notes on what no encoder writes, but has a meaning.

        Raises:
            FormatError: something is damaged.
        """
        self._record.validate()
        return [str(odd) for odd in noncanonical_parts(self._record)]


open_file = SegmentFile
"""What the command calls."""
