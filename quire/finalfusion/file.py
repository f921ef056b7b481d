"""A finalfusion file as an array of its rows, and what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Unpack

from quire.arrays import PayloadFile
from quire.finalfusion.container import stored_rows
from quire.finalfusion.embeddings import load
from quire.generated.finalfusion import Finalfusion
from quire.kernels.engine.payload import Encoded
from quire.opened import Opening
from quire.runtime import FormatError
from quire.sources import Given, Source


class EmbeddingsFile(PayloadFile):
    """The rows of a file, those of subwords too; see `ArrayFile`.

    The array is (rows, columns), float32 or whatever type a matrix has. If the file has no storage,
    asking for shape or dtype is a FormatError.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read. It may hold a single
            chunk.
        opening: As of `quire.open`; the format has no checksums, so `verify` changes nothing.

    Raises:
        quire.FormatError: it is no finalfusion file.
    """

    def __init__(self, source: Given | Source, **opening: Unpack[Opening]) -> None:
        super().__init__(source, **opening)
        self._record: Finalfusion = self.source.read(Finalfusion)

    @cached_property
    def _payload(self) -> Encoded:
        return stored_rows(self._record)

    def _checked(self) -> list[str]:
        """Check that the chunks go together, and what loading leaves for later: codes."""
        self._record.validate()
        notes = list(_notes(self._record))
        if len(self._record.chunks) == 1:
            return [*notes, "a single chunk, no embeddings"]
        try:
            _ = load(self.source, mmap=True).metadata
        except FormatError as error:
            if error.expected != "TOML":
                raise
            notes.append(f"the metadata are not TOML: {error.found}")
        return notes


open_finalfusion = EmbeddingsFile
"""Opens a file by its rows."""


def _notes(record: Finalfusion) -> Iterator[str]:
    kinds = [int(chunk.kind) for chunk in record.chunks]
    listed = [int(kind) for kind in record.chunk_kinds]
    if kinds != listed:
        yield f"the header lists chunks {listed}, but there are {kinds}"
    for number, chunk in enumerate(record.chunks):
        start, stop = chunk.span_of("data")
        if chunk.len_untold and chunk.len_data != stop - start:
            yield f"chunks[{number}].len_data leaves out the indices of the n-grams"
