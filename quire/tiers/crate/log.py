"""What the log and the journal of a directory of blocks say, for readers and for the writer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.crate.journal import Journal
from quire.tiers.crate.record import FORMAT, RECORD_BYTES, BlockRecord, Records

LOG = "meta.log"


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
        """Take in what was written since; return whether there was something.

        Raises:
            FormatError: the log is damaged, or gone.
        """
        journal = Journal.read(self._folder)  # before the log: what is done stands there
        log = self._stored(self.size - len(self._last))
        if self._goes_on(log, journal):
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
        changed = changed or journal != self.pending
        if journal and changed:
            self.records.put(journal.record)
        self.pending = journal
        return changed

    def append(self, record: BlockRecord) -> None:
        """Add a record.

        Raises:
            FormatError: a number does not fit its field.
            OSError: it cannot be written; `cut_off` takes back what was.
        """
        stored = record.to_bytes()
        self._folder.append(LOG, stored)
        self.size += RECORD_BYTES
        self._last = stored
        self.records.put(record)

    def decide(self, journal: Journal) -> None:
        """Write a journal: from now on its record counts.

        Raises:
            FormatError, OSError: as of `append`; there may be a journal then, which does not count.
        """
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

    def _goes_on(self, log: bytes, journal: Journal | None) -> bool:
        """Whether a writer that failed took nothing back: of its log, or what it had decided.

        Args:
            log: From the last record that is known on.
            journal: What is decided now.
        """
        before = self.pending
        if before is None or before == journal:
            return log.startswith(self._last)
        return log.startswith(self._last + before.record.to_bytes())


@contextmanager
def naming(name: str, expected: str) -> Iterator[None]:
    """Say which file is not there, or is none."""
    try:
        yield
    except FileNotFoundError:
        raise FormatError(name, expected, "no such file", format=FORMAT) from None
    except (IsADirectoryError, NotADirectoryError):
        raise FormatError(name, expected, "something else", format=FORMAT) from None
