"""One store of the chunks of several, which are copied as they are stored."""

from __future__ import annotations

import os
from collections.abc import Sequence

from quire.cdd.backends import open_backend
from quire.cdd.grouped import GroupedReader
from quire.cdd.reader import DataReader
from quire.cdd.storage import StorageBackend
from quire.cdd.writer import DataWriter
from quire.runtime import FormatError

COPIED = 16
"""Chunks that are copied at a time."""


class JoiningWriter(DataWriter):
    """A writer that takes chunks of other stores, too."""

    def append_stored(self, storage: StorageBackend, *, together: int = 1) -> range:
        """Append all chunks of another store of the same layout, as they are stored there.

        Nothing is decoded, and no digest compared: whoever reads a chunk does that.

        Args:
            storage: Of the other store.
            together: Chunks of a group, which are committed together.

        Returns:
            The numbers of the chunks.

        Raises:
            FormatError: its index is damaged, or it has another layout or a part of a group.
            ValueError, OSError: as for `append_chunk`.
        """
        reader = DataReader(storage)
        if reader.layout != self.layout:
            raise FormatError("layout", self.layout, reader.layout, format=self.layout)
        count = reader.num_chunks
        if count % together:
            raise FormatError("chunks", f"a multiple of {together}", count, format=self.layout)
        step = together if together > 1 else COPIED
        with self._turns.take():
            first = self.num_chunks
            for start in range(0, count, step):
                infos = reader.chunk_infos(range(start, min(start + step, count)))
                chunks = storage.read_many([(each.offset, each.size) for each in infos])
                self._tail.commit_group([bytes(chunk) for chunk in chunks])
            return range(first, self.num_chunks)


def join(paths: Sequence[str | os.PathLike[str]], target: str | os.PathLike[str]) -> None:
    """Make a store of the chunks of others, in order, and have it on the disk.

    Args:
        paths: The stores, of one layout and one kind; the first tells the names of groups.
        target: Where there is no file yet. It is not there whole before this returns.

    Raises:
        FormatError: a store is damaged, or is of another layout.
        OSError: they cannot be read, or it cannot be written.
    """
    with DataReader(paths[0]) as first:
        metadata, layout = first.user_metadata, first.layout
        together = len(GroupedReader(first).names) if metadata else 1
    with JoiningWriter(
        target,
        layout="cdd" if layout == "cdd" else "cryptodd",
        user_metadata=metadata,
        mixed=True,
        durability="none",
    ) as writer:
        for path in paths:
            storage = open_backend(path)
            try:
                writer.append_stored(storage, together=together)
            finally:
                storage.close()
        writer.flush()
