"""The write of a block that is decided and perhaps not yet done: a file beside those of the store.

A store of the original program overwrites codes and appends to its log: killed in between, it has
lost the block. Here both stand in the journal before; whoever comes next can do them again.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Self

from quire.generated.tensor_store import TensorStore
from quire.runtime.errors import FormatError
from quire.tiers.block_record import BlockRecord
from quire.tiers.durable import Folder

JOURNAL = "redo.quire"

_CHECKED_FROM = 8


@dataclass(frozen=True, slots=True)
class Journal:
    """A block that takes its place.

    Attributes:
        record: Its record.
        codes: What belongs into its file.
        log_size: Where its record belongs in the log: if something is there, all has been done.
    """

    record: BlockRecord
    codes: bytes
    log_size: int

    def write(self, folder: Folder) -> None:
        """Decide it: from now on it counts."""
        rest = self.log_size.to_bytes(8, "little") + self.record.to_bytes()
        checksum = zlib.crc32(self.codes, zlib.crc32(rest))
        folder.replace(JOURNAL, b"QTRJ" + checksum.to_bytes(4, "little") + rest, self.codes)

    @classmethod
    def read(cls, folder: Folder) -> Self | None:
        """What is decided; None if nothing is, or the file was written in part or is damaged."""
        try:
            stored = folder.read(JOURNAL)
            found = TensorStore.Journal.from_bytes(stored)
            if found.checksum != zlib.crc32(stored[_CHECKED_FROM:]):
                return None
            return cls(BlockRecord.of_row(found.record), found.codes, found.log_size)
        except (FileNotFoundError, FormatError):
            return None
