"""A store as the command looks at it: its rows, its damage, and all of its records."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Self

from quire.cdd.backends import FileBackend
from quire.cdd.blocks import IndexBlock
from quire.cdd.index import Index, read_chunk, read_index
from quire.cdd.reader import Array, DataReader
from quire.cdd.repair import repair
from quire.runtime import Reader, dismantled
from quire.runtime.dump import dump

__all__ = ["StoreFile", "Tree", "open_file", "repair"]


class StoreFile(DataReader):
    """A store as its rows: its length is theirs, and its blocks are the chunks."""

    def __len__(self) -> int:
        return self.shape[0]

    def blocks(self) -> Iterator[Array]:
        """The arrays of the chunks."""
        return iter(self)


class Tree(dict[str, Any]):
    """The header, the index blocks and the chunks of a store, as `quire.runtime.dump` has them.

    The generated class of the file reads the header alone: blocks and chunks lie anywhere.
    """

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Self:
        """The records of a file; digests are not verified.

        Raises:
            FormatError: a record is damaged, but for its digest and its payload.
        """
        with FileBackend(path) as storage:
            index = read_index(storage, verify_hashes=False)
            header = Reader(storage.read_at(0, index.header.size))
            return cls(
                header=_tree(index.layout.record.from_io(header)),
                index_blocks=[_block(storage, index, block) for block in index.blocks],
                chunks=[_chunk(storage, index, i) for i in range(len(index.offsets))],
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open: a tree has no arrays."""


def _tree(record: Any) -> Any:
    """A record that nobody needs any more, as `quire.runtime.dump` has it."""
    with dismantled(record):
        return dump(record)


def _block(storage: FileBackend, index: Index, block: IndexBlock) -> dict[str, Any]:
    data = block.copy or storage.read_at(block.offset, block.size)
    tree = _tree(index.layout.record.IndexBlock.from_io(Reader(data, block.offset)))
    return {"offset": block.offset, "used": block.used, "next": block.next, **tree}


def _chunk(storage: FileBackend, index: Index, number: int) -> dict[str, Any]:
    tree = _tree(read_chunk(storage, index, number))
    flags = {name: bit for name, bit in tree["flags"].items() if bit}
    return {"offset": index.offsets[number], **tree, "flags": flags}


def open_file(path: str | os.PathLike[str]) -> StoreFile:
    """Open a file of either layout; see `DataReader`."""
    return StoreFile(path)
