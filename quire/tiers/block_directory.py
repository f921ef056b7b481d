"""Directories of blocks, as the store of the original program keeps them on disk.

`meta.log` has the records, `tierN/<tensor as 32 hexadecimal digits>_<block>.bin` the codes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, Self

import numpy as np

from quire.runtime.errors import ChecksumError, FormatError
from quire.tiers.block_record import FORMAT, RECORD_BYTES, BlockKey, BlockRecord, Records
from quire.tiers.durable import Folder
from quire.tiers.journal import JOURNAL, Journal
from quire.tiers.one_scale import OneScaleBlock

LOG = "meta.log"

TIERS = range(4)

ATTEMPTS = 100
"""How often a reader tries again because a writer was at work."""


class BlockDirectory:
    """A directory of blocks: read, or read and written.

    Readers need no lock, and never see a block that is half written. There is one writer at a time;
    it needs a POSIX system. Killed at any moment, it leaves every block as it was or as it was to
    be, for readers and for the next writer.

    Args:
        path: The directory; or a `Folder`, which decides about `durability`, too.
        mode: "r" to read; "a" to read and write, where it is made if it does not exist.
        durability: What survives a failure of the *system*; that of the process alone loses nothing
            in either case. "full": everything that returned. "none": what the system had written,
            and a block may be damaged.

    Attributes:
        records: The last record of each block.

    Raises:
        FormatError: it is no such directory, or its log is damaged.
        StoreLocked: another writer has it open.
        OSError: it cannot be read or written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Folder,
        mode: Literal["r", "a"] = "r",
        *,
        durability: Literal["none", "full"] = "full",
    ) -> None:
        if mode not in ("r", "a"):
            raise ValueError(f"mode: expected r or a, found {mode!r}")
        if durability not in ("none", "full"):
            raise ValueError(f"durability: expected none or full, found {durability!r}")
        durable = durability == "full"
        self._folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._records, self._log_size, self._tail = Records(), 0, 0
        self._pending: Journal | None = None
        self._unfit = "opened for reading only" if mode == "r" else ""
        if mode == "a":
            self._begin()
        else:
            self.refresh()

    @property
    def records(self) -> Mapping[BlockKey, BlockRecord]:
        """The last record of each block; made when somebody looks at it."""
        return self._records

    def read(self, key: tuple[int, int], count: int | None = None) -> OneScaleBlock:
        """The codes of a block.

        Args:
            key: A `BlockKey`.
            count: How many values it has, which nothing in the directory tells; None for the most
                that there can be.

        Raises:
            KeyError: there is no record of such a block.
            FormatError: the block is of tier 0, which has no codes; or its file is missing, has
                another size or another checksum than its record tells; or that many values take
                more or fewer bytes.
        """
        for _ in range(ATTEMPTS):
            try:
                return self._read(self._records[BlockKey(*key)], count)
            except FormatError:
                if not self.refresh():
                    raise
        return self._read(self._records[BlockKey(*key)], count)

    def write(self, record: BlockRecord, block: OneScaleBlock) -> None:
        """Give a block new codes and a new record, in one step.

        Args:
            record: Of tier 1, 2 or 3; `BlockRecord.of` makes one.
            block: What it describes.

        Raises:
            FormatError: it describes another one, or a number in it does not fit its field.
            ValueError: the directory is not open for writing, or a write failed before.
            OSError: it cannot be written; the block is then as it was, or as it was to be.
        """
        self._check_writable()
        found = BlockRecord.of(record.key, block, record.tier)
        if found.payload != record.payload:
            raise FormatError("record", f"one of {found.payload}", record.payload, format=FORMAT)
        with self._changing():
            journal = Journal(record, block.data.tobytes(), self._log_size)
            journal.write(self._folder)
            self._settle(journal)

    def append(self, record: BlockRecord) -> None:
        """Add a record to the log, for a block whose codes stay as they are, or are given up.

        Raises:
            FormatError: it describes other codes than the last one, and is not of tier 0; or a
                number in it does not fit its field.
            ValueError: the directory is not open for writing, or a write failed before.
            OSError: it cannot be written.
        """
        self._check_writable()
        last = self._records.get(record.key)
        if record.tier and (last is None or last.payload != record.payload):
            expected = f"one of {last.payload}" if last else "one of tier 0, or `write`"
            raise FormatError("record", expected, record.payload, format=FORMAT)
        with self._changing():
            self._log(record)

    def delete_payload(self, key: tuple[int, int]) -> None:
        """Remove the codes of a block whose last record is of tier 0.

        Raises:
            KeyError: there is no record of such a block.
            ValueError: its last record is of another tier: append one of tier 0 before, or a
                failure in between would look like damage; or the directory is not open for writing,
                or a write failed before.
            OSError: they cannot be removed.
        """
        self._check_writable()
        if tier := self._records[BlockKey(*key)].tier:
            raise ValueError(f"expected a block whose last record is of tier 0, found tier {tier}")
        with self._changing():
            self._remove_others(BlockKey(*key))

    def refresh(self) -> bool:
        """Take in what another process has written; return whether there was something.

        Raises:
            FormatError: the log is damaged, or gone.
        """
        journal = Journal.read(self._folder)  # before the log: what is done stands there
        try:
            added = self._folder.read(LOG, start=self._log_size)
        except FileNotFoundError:
            if not self._folder.path.is_dir():
                raise
            raise FormatError(LOG, "the log of a store", "no such file", format=FORMAT) from None
        taken = self._records.add(added, self._log_size)
        self._log_size += taken
        self._tail = len(added) - taken
        if journal is None or journal.log_size != self._log_size:
            journal = None
        else:
            self._records.put(journal.record)
        changed, self._pending = taken > 0 or journal != self._pending, journal
        return changed

    def verify(self) -> list[str]:
        """Read every block.

        Returns:
            What is odd, but does no harm.

        Raises:
            FormatError: the first damage that is found.
        """
        self.refresh()
        for key in list(self._records):
            if self._records[key].tier:
                self.read(key)
        odd = [f"{LOG}: {self._tail} bytes of a record that is not complete"] if self._tail else []
        odd += [f"{JOURNAL}: a write was interrupted"] if self._pending else []
        expected = {_name(record) for record in self._records.values() if record.tier}
        files = (
            f"tier{tier}/{name}" for tier in TIERS for name in self._folder.names(f"tier{tier}")
        )
        odd += [
            f"{name}: no record" for name in files if name.endswith(".bin") and name not in expected
        ]
        return odd

    def close(self) -> None:
        """Let other writers come."""
        self._unfit = self._unfit or "closed"
        self._folder.unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        """Lock the directory, and put in order what an interrupted writer has left."""
        self._folder.make()
        self._folder.lock()
        try:
            for tier in TIERS:
                self._folder.make(f"tier{tier}")
            if not self._folder.exists(LOG):
                self._folder.append(LOG, b"")
            self.refresh()
            if self._tail:
                self._folder.truncate(LOG, self._log_size)
                self._tail = 0
            if self._folder.exists(JOURNAL):
                self._settle(Journal.read(self._folder))
        except BaseException:
            self._folder.unlock()
            raise

    def _settle(self, journal: Journal | None) -> None:
        """Do what the journal says, as far as it is not done, and remove it."""
        if journal and journal.log_size == self._log_size:
            self._folder.replace(_name(journal.record), journal.codes)
            self._log(journal.record)
        if journal:
            self._remove_others(journal.record.key)
        self._folder.remove(JOURNAL)
        self._pending = None

    def _log(self, record: BlockRecord) -> None:
        self._folder.append(LOG, record.to_bytes())
        self._log_size += RECORD_BYTES
        self._records.put(record)

    def _remove_others(self, key: BlockKey) -> None:
        """Remove files of a block that its record does not speak of."""
        if (record := self._records.get(key)) is None:
            return
        for tier in TIERS:
            if tier != record.tier or not tier:
                self._folder.remove(_name(record, tier))

    def _read(self, record: BlockRecord, count: int | None) -> OneScaleBlock:
        name = _name(record)
        if not record.tier:
            raise FormatError(name, "a block with codes", "one of tier 0", format=FORMAT)
        stored = self._stored(record, name)
        if len(stored) != record.block_bytes:
            raise FormatError(name, f"{record.block_bytes} bytes", len(stored), format=FORMAT)
        most = len(stored) * 8 // record.bits
        data = np.frombuffer(stored, np.uint8)
        try:
            block = OneScaleBlock(data, record.scale, record.bits, most if count is None else count)
        except FormatError as error:
            raise error.locate(FORMAT, name) from None
        if block.checksum != record.checksum:
            expected, found = (f"CRC-32 {c:#010x}" for c in (record.checksum, block.checksum))
            raise ChecksumError(name, expected, found, format=FORMAT)
        return block

    def _stored(self, record: BlockRecord, name: str) -> bytes:
        """The codes; of a file that is too long a byte more than there should be."""
        if self._pending and self._pending.record.key == record.key:
            return self._pending.codes
        try:
            return self._folder.read(name, at_most=record.block_bytes + 1)
        except FileNotFoundError:
            expected = f"{record.block_bytes} bytes"
            raise FormatError(name, expected, "no such file", format=FORMAT) from None

    def _check_writable(self) -> None:
        if self._unfit:
            raise ValueError(f"{self._folder.path}: {self._unfit}")

    @contextmanager
    def _changing(self) -> Iterator[None]:
        try:
            yield
        except FormatError:
            raise  # a number that does not fit, before anything was written
        except BaseException:
            self._unfit = "a write failed: open it again"
            raise


def _name(record: BlockRecord, tier: int | None = None) -> str:
    tier = record.tier if tier is None else tier
    return f"tier{tier}/{record.tensor_id:032x}_{record.block_index}.bin"
