"""A file with one blob as the command looks at it: its rows, and its damage."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.tensors import Array
from quire.hpdkv.unpack import check_indices, stored_values, unpacked

__all__ = ["ResidualFile", "open_file"]

BLOCK_BYTES = 16 << 20
"""Bytes of the blocks that iterating gives, at most, if a row has no more."""


class ResidualFile:
    """An open file: its length is that of the first axis, and iterating gives rows block by block.

    Args:
        path: The file; it is mapped.

    Raises:
        FormatError: it is damaged, but for its payload.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._record = Hpdkv.from_file(path, mmap=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._record.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the tensor."""
        return self._record.values.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Its dtype."""
        return self._record.values.dtype

    def __len__(self) -> int:
        return self.shape[0] if self.shape else 1

    def blocks(self) -> Iterator[Array]:
        """The rows, some at a time; a single element is one.

        Raises:
            FormatError: the payload is damaged.
            LimitError: the tensor is larger than what is stored is worth.
        """
        if self._record.storage == Hpdkv.Storage.dense:
            tensor = stored_values(self._record).reshape(self.shape)
        else:
            tensor = unpacked(self._record)
        rows = np.atleast_1d(tensor)
        step = max(1, BLOCK_BYTES * len(self) // max(1, rows.nbytes))
        for start in range(0, len(self), step):
            yield rows[start : start + step]

    def verify(self) -> list[str]:
        """Check everything; notes on what is odd but does no harm.

        Raises:
            FormatError: something is damaged.
        """
        self._record.validate()
        check_indices(self._record)
        if any(self._record.padding):
            return ["the padding before the payload is not all zeros"]
        return []


def open_file(path: str | os.PathLike[str]) -> ResidualFile:
    """Open a file with one blob."""
    return ResidualFile(path)
