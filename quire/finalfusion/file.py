"""A finalfusion file as the command looks at it: its rows, and what is odd about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.finalfusion.container import PathLike, load
from quire.finalfusion.storage import QuantizedArray
from quire.generated.finalfusion import Finalfusion
from quire.runtime import FormatError


class EmbeddingsFile:
    """The rows of a mapped file, block by block.

    Args:
        path: The file.

    Attributes:
        shape: (rows, columns), those of subwords too.
        dtype: float32.

    Raises:
        quire.FormatError: it is no finalfusion file with embeddings.
    """

    def __init__(self, path: PathLike) -> None:
        self._path = path
        self._embeddings = load(path, mmap=True)
        self.shape = self._embeddings.storage.shape
        self.dtype = np.dtype(np.float32)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Nothing is open but the map, which goes with its last view."""

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[npt.NDArray[np.float32]]:
        for _, block in self._embeddings.storage.blocks(0, len(self)):
            yield block

    def verify(self) -> list[str]:
        """Check what loading leaves for later: codes.

        Returns:
            Notes on what is odd but does no harm.

        Raises:
            quire.FormatError: a code names no centroid.
        """
        storage = self._embeddings.storage
        if isinstance(storage, QuantizedArray) and storage.payload is not None:
            storage.payload.verify()
        with Finalfusion.from_file(self._path) as record:
            return list(_notes(record, self._embeddings))


def open_file(path: str | os.PathLike[str]) -> EmbeddingsFile:
    """Open a file; see `EmbeddingsFile`."""
    return EmbeddingsFile(path)


def _notes(record: Finalfusion, embeddings: Any) -> Iterator[str]:
    kinds = [int(chunk.kind) for chunk in record.chunks]
    listed = [int(kind) for kind in record.chunk_kinds]
    if kinds != listed:
        yield f"the header lists chunks {listed}, but there are {kinds}"
    for number, chunk in enumerate(record.chunks):
        if isinstance(chunk.data, Finalfusion.ExplicitVocabulary) and _is_short(chunk):
            yield f"chunks[{number}].len_data leaves out the indices of the n-grams"
    try:
        _ = embeddings.metadata
    except FormatError as error:
        yield f"the metadata are not TOML: {error.found}"


def _is_short(chunk: Finalfusion.Chunk) -> bool:
    data = chunk.data
    stored = len(data.words.stored) + len(data.ngrams.stored)
    return chunk.len_data != 24 + stored
