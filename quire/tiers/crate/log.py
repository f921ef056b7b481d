"""What the log and the journal of a directory of blocks say, for readers and for the writer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from quire.generated.tensor_store import TensorStore
from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.crate.record import FORMAT, RECORD_BYTES, BlockRecord, Records

LOG = "meta.log"

JOURNAL = "redo.quire"


@dataclass(frozen=True, slots=True, eq=False)
class Journal:
    """The write of a block that is decided and perhaps not yet done, in a file beside the others.

    A store of the original program overwrites codes and appends to its log: killed in between, it
    has lost the block. Here all stands in the journal before; whoever comes next can do it again.

    Attributes:
        record: Its record.
        codes: What belongs into its file; nothing in tier 0.
        recipe: What belongs into the file of its recipe; nothing if that stays as it is.
        log_size: Where its record belongs in the log: if something is there, all has been done.
    """

    record: BlockRecord
    codes: bytes
    recipe: bytes
    log_size: int

    def write(self, folder: Folder) -> None:
        """Decide it: from now on it counts."""
        folder.replace(JOURNAL, self.to_bytes())

    def to_bytes(self) -> bytes:
        """The bytes of the file; equal ones say the same, where a record with NaN equals none."""
        return TensorStore.Journal.build(
            log_size=self.log_size,
            record=self.record.entry(),
            codes=self.codes,
            recipe=self.recipe,
        ).to_bytes()

    @classmethod
    def read(cls, folder: Folder) -> Self | None:
        """What is decided; None if nothing is, or the file was written in part or is damaged."""
        try:
            found = TensorStore.Journal.from_bytes(folder.read(JOURNAL))
            found.validate()
            record = BlockRecord.of_row(found.record)
            return cls(record, found.codes, found.recipe, found.log_size)
        except (FileNotFoundError, IsADirectoryError, FormatError):
            return None


class BlockLog:
    """The records of a directory, and the write that is decided.

    Attributes:
        records: The last one of each block, where a decided one counts already.
        size: Bytes of the log that are whole records.
        tail: Bytes after them.
        pending: What is decided, and perhaps not yet done.
    """

    def __init__(self, folder: Folder) -> None:
        self.records = Records()
        self.size = self.tail = 0
        self.pending: Journal | None = None
        self._folder = folder
        self._last = b""

    def create(self) -> None:
        """Make the log unless it is there."""
        if not self._folder.exists(LOG):
            with naming(LOG, "the log of a store"):
                self._folder.append(LOG, b"")

    def refresh(self) -> bool:
        """Take in what was written since; return whether there was something."""
        journal = Journal.read(self._folder)  # before the log: what is done stands there
        before, known = self.pending, self._last
        is_new = (before and before.to_bytes()) != (journal and journal.to_bytes())
        if before and is_new:
            known += before.record.to_bytes()
        log = self._stored(self.size - len(self._last))
        if log.startswith(known):  # else a writer that failed took back what it had written
            records, start, added = self.records, self.size, log[len(self._last) :]
        else:
            records, start, added = Records(), 0, self._stored(0)
        taken = records.add(added, start)
        changed = taken > 0 or records is not self.records
        if changed:
            self._last = added[:taken][-RECORD_BYTES:]
        self.records, self.size, self.tail = records, start + taken, len(added) - taken
        if journal and journal.log_size != self.size:
            journal = None
            is_new = before is not None
        changed = changed or is_new
        if journal and changed:
            self.records.put(journal.record)
        self.pending = journal
        return changed

    def append(self, record: BlockRecord) -> None:
        """Add a record; if it cannot be written, `cut_off` takes back what was."""
        stored = record.to_bytes()
        self._folder.append(LOG, stored)
        self.size += RECORD_BYTES
        self._last = stored
        self.records.put(record)

    def decide(self, journal: Journal) -> None:
        """Write a journal: from now on its record counts."""
        journal.write(self._folder)
        self.pending = journal
        self.records.put(journal.record)

    def cut_off(self) -> None:
        """Take away what is after the last whole record, and wait for those on the disk."""
        self._folder.truncate(LOG, self.size)
        self.tail = 0

    def _stored(self, start: int) -> bytes:
        with naming(LOG, "the log of a store"):
            return self._folder.read(LOG, start=start)


@contextmanager
def naming(name: str, expected: str) -> Iterator[None]:
    """Say which file is not there, or is none."""
    try:
        yield
    except FileNotFoundError:
        raise FormatError(name, expected, "no such file", format=FORMAT) from None
    except (IsADirectoryError, NotADirectoryError):
        raise FormatError(name, expected, "something else", format=FORMAT) from None
