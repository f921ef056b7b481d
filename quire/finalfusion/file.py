"""A finalfusion file as the command looks at it: its rows, and what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Self, cast

import numpy as np
import numpy.typing as npt

from quire.finalfusion.container import PathLike, load_storage
from quire.finalfusion.embeddings import load
from quire.finalfusion.storage import Storage
from quire.generated.finalfusion import Finalfusion
from quire.runtime import FormatError


class EmbeddingsFile:
    """The rows of a mapped file, block by block.

    Args:
        path: The file; it may hold a single chunk.

    Raises:
        quire.FormatError: it is no finalfusion file.
    """

    def __init__(self, path: PathLike) -> None:
        self._path = path
        self._record = Finalfusion.from_file(path, mmap=True)
        self.dtype = np.dtype(np.float32)

    @cached_property
    def _storage(self) -> Storage:
        return load_storage(self._path, mmap=True)

    @property
    def shape(self) -> tuple[int, ...]:
        """(rows, columns), those of subwords too.

        Raises:
            quire.FormatError: there is no storage.
        """
        return self._storage.shape

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._record.close()

    def __len__(self) -> int:
        return self.shape[0]

    def blocks(self) -> Iterator[npt.NDArray[np.float32]]:
        """All rows in order, some at a time."""
        for _, block in self._storage.blocks(0, len(self)):
            yield block

    def verify(self) -> list[str]:
        """Check that the chunks go together, and what loading leaves for later: codes.

        Returns:
            Notes on what is odd but does no harm.

        Raises:
            quire.FormatError: a chunk is wrong, or out of place, or a code names no centroid.
        """
        self._record.validate()
        notes = list(_notes(self._record))
        if len(self._record.chunks) == 1:
            return [*notes, "a single chunk, no embeddings"]
        try:
            _ = load(self._path, mmap=True).metadata
        except FormatError as error:
            if error.expected != "TOML":
                raise
            notes.append(f"the metadata are not TOML: {error.found}")
        return notes


open_file = EmbeddingsFile
"""What the command calls."""


def _notes(record: Finalfusion) -> Iterator[str]:
    kinds = [int(chunk.kind) for chunk in record.chunks]
    listed = [int(kind) for kind in record.chunk_kinds]
    if kinds != listed:
        yield f"the header lists chunks {listed}, but there are {kinds}"
    for number, chunk in enumerate(record.chunks):
        if chunk.len_untold and chunk.len_data != _length(chunk):
            yield f"chunks[{number}].len_data leaves out the indices of the n-grams"


def _length(chunk: Finalfusion.Chunk) -> int:
    """Bytes of an explicit vocabulary."""
    data = cast("Finalfusion.ExplicitVocabulary", chunk.data)
    start: int = Finalfusion.ExplicitVocabulary.offset_of("words")
    return start + len(data.words.stored) + len(data.ngrams.stored)
