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

        Nothing is decoded, and no digest compared: whoever reads a chunk does that. So many chunks
        as make a group are committed `together`. Returns their numbers.
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
                self._tail.commit([bytes(chunk) for chunk in chunks])
            return range(first, self.num_chunks)


def join(paths: Sequence[str | os.PathLike[str]], target: str | os.PathLike[str]) -> None:
    """Make a store of the chunks of others, in order, and have it on the disk.

    They are of one layout and one kind; the first tells the names of groups. The target is a new
    file, which is not there whole before this returns.
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
            with open_backend(path) as storage:
                writer.append_stored(storage, together=together)
        writer.flush()
