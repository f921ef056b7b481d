"""A store by its rows, its damage, and all of its records."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self, Unpack

import numpy as np

from quire.arrays import ArrayFile, Options, Selection
from quire.cdd.backends import FileBackend, backend_of
from quire.cdd.index import Index
from quire.cdd.layouts import IndexBlock
from quire.cdd.reader import DataReader
from quire.cdd.repair import repair
from quire.cdd.storage import Array
from quire.kernels.services.indexing import Rows, slice_of
from quire.opened import Opening
from quire.progress import Progress
from quire.runtime import Reader, dismantled
from quire.runtime.showing.dump import dump
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails

__all__ = ["StoreFile", "Tree", "load_cdd", "open_cdd", "repair"]


class StoreFile(ArrayFile):
    """The rows of a store, of all chunks together; see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped; of one behind a URL ranges are
            fetched.
        opening: `verify`: whether digests are compared; `storage_options` as of `quire.open`.

    Raises:
        FormatError: its header or an index block is damaged.

    Attributes:
        reader: The store as a sequence of chunks.
    """

    def __init__(self, source: Given | Source, **opening: Unpack[Opening]) -> None:
        super().__init__(source, **opening)
        self._storage = backend_of(self.source)
        with if_it_fails(self._storage.close):
            self.reader = DataReader(self._storage, self._verifies)

    def _close(self) -> None:
        self.reader.close()
        self._storage.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of all chunks together; a ValueError if they do not fit, or there is none."""
        return self.reader.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of all chunks; a ValueError if they differ, or there is none."""
        return self.reader.dtype

    def chunk_starts(self) -> Sequence[int]:
        return self.reader.rows.chunk_starts

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        return self.reader.rows.read(slice(start, stop), out=out, **options)

    def _new(self, count: int) -> Array:
        return self.reader.rows.room(count)

    def _take(self, rows: Rows) -> Array:
        self._expect_open()
        found: Array = self.reader.rows[slice_of(rows) if isinstance(rows, range) else rows]
        return found

    def blocks(self) -> Iterator[Array]:
        """The arrays of the chunks, one after another."""
        self._expect_open()
        return iter(self.reader)

    def verify(self, *, progress: Progress = None) -> list[str]:
        """Check every digest, offset and shape; see `DataReader.verify`."""
        return self.reader.verify(progress=progress)


class Tree(dict[str, Any]):
    """The header, index blocks and chunks of a store, as `quire.runtime.showing.dump` has them.

    The generated class of the file reads the header alone: blocks and chunks lie anywhere.
    """

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Self:
        """The records of a file; digests are not verified.

        Raises:
            FormatError: a record is damaged, but for its digest and its payload.
        """
        with FileBackend(path) as storage:
            index = Index(storage, verify=False)
            header = Reader(storage.read_at(0, index.header.size))
            return cls(
                header=_tree(index.layout.record.from_io(header)),
                index_blocks=[_block(index, block) for block in index.blocks],
                chunks=[_chunk(index, i) for i in range(len(index.offsets))],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open: a tree has no arrays."""


def _tree(record: Any) -> Any:
    """A record that nobody needs any more, as `quire.runtime.showing.dump` has it."""
    with dismantled(record):
        return dump(record)


def _block(index: Index, block: IndexBlock) -> dict[str, Any]:
    data = block.copy or index.storage.read_at(block.offset, block.size)
    tree = _tree(index.layout.record.IndexBlock.from_io(Reader(data, block.offset)))
    return {"offset": block.offset, "used": block.used, "next": block.next, **tree}


def _chunk(index: Index, number: int) -> dict[str, Any]:
    tree = _tree(index.chunk(number))
    flags = {name: bit for name, bit in tree["flags"].items() if bit}
    return {"offset": index.offsets[number], **tree, "flags": flags}


open_cdd = StoreFile
"""Opens a file of either layout by its rows."""


def load_cdd(
    source: Given | Source,
    rows: Selection | None = None,
    out: Any = None,
    *,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
    **options: Unpack[Options],
) -> Any:
    """The rows of all chunks of a file of either layout, or some; arguments as of `quire.load`.

    Raises:
        FormatError: the file is damaged, or its chunks are no rows of one array.
    """
    with open_cdd(source, verify=verify, storage_options=storage_options) as file:
        return file.read(rows, out, **options)
