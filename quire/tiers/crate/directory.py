"""Directories of blocks, as the store of the original program keeps them on disk.

`meta.log` has the records, `tierN/<tensor as 32 hexadecimal digits>_<block>.bin` the codes. Recipes
in `tier0/….recipe` are quire's own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Literal

import numpy as np

from quire.kernels.engine.given import expect_a, expect_one_of, given_bytes
from quire.opened import Closing
from quire.runtime.errors import ChecksumError, FormatError
from quire.storage.failing import if_it_fails
from quire.storage.folder import Folder
from quire.tiers.crate.log import JOURNAL, LOG, BlockLog, Journal, naming
from quire.tiers.crate.one_scale import OneScaleBlock
from quire.tiers.crate.record import FORMAT, BlockKey, BlockRecord, Policy

TIERS = range(4)

ATTEMPTS = 100
"""How often a reader tries again because a writer was at work."""


class BlockDirectory(Closing):
    """A directory of blocks: read, or read and written.

    Readers need no lock, and never see a block that is half written. There is one writer at a time;
    it needs a POSIX system. Killed at any moment, it leaves every block as it was or as it was to
    be, for readers and for the next writer. After a write that failed it can go on.

    A method that reads a block, or its recipe, raises a `KeyError` if there is no record of such a
    block; one that changes something a `ValueError` if the directory is not open for writing, and
    an `OSError` if it cannot be written.

    Args:
        path: The directory; or a `Folder`, which decides about `durability`, too.
        mode: "r" to read; "a" to read and write, where it is made if it does not exist.
        durability: What survives a failure of the *system*; that of the process alone loses nothing
            in either case. "full": everything that returned. "none": what the system had written,
            and a block may be damaged.

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
        expect_one_of(mode, ("r", "a"), "mode")
        expect_one_of(durability, ("none", "full"), "durability")
        durable = durability == "full"
        self._folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._log = BlockLog(self._folder)
        self._unsettled = False
        self._unfit = "opened for reading only" if mode == "r" else ""
        if mode == "a":
            self._begin()
        else:
            self._folder.path.stat()  # not there is another error than to be no such directory
            self._log.refresh()

    @property
    def records(self) -> Mapping[BlockKey, BlockRecord]:
        """The last record of each block; made when somebody looks at it."""
        return self._log.records

    def read(self, key: tuple[int, int], count: int | None = None) -> OneScaleBlock:
        """The codes of a block.

        Args:
            key: A `BlockKey`.
            count: How many values it has, which nothing in the directory tells; None for the most
                that there can be.

        Raises:
            FormatError: the block is of tier 0, which has no codes; or its file is missing, has
                another size or another checksum than its record tells; or that many values take
                more or fewer bytes.
        """
        key = BlockKey.given(key)
        for _ in range(ATTEMPTS):
            try:
                return self._read(self.records[key], count)
            except FormatError:
                if not self.refresh():
                    raise
        return self._read(self.records[key], count)

    def recipe(self, key: tuple[int, int]) -> bytes | None:
        """The recipe that was written with a block; its record is in `records`.

        Returns:
            None if nothing was, or `reconstruct` of the last record is none.

        Raises:
            FormatError: it cannot be read.
        """
        key = BlockKey.given(key)
        for _ in range(ATTEMPTS):
            record = self.records[key]
            if record.reconstruct == Policy.none:
                return None
            found = self._recipe(record)
            if not self.refresh() or self.records[key] is record:
                return found
        expected, changed = "a recipe that can be read", f"another one {ATTEMPTS} times"
        raise FormatError(recipe_name(key), expected, changed, format=FORMAT)

    def write(
        self, record: BlockRecord, block: OneScaleBlock | None = None, recipe: bytes = b""
    ) -> None:
        """Give a block a new record, and new codes or none, in one step.

        Args:
            record: `BlockRecord.of` makes one.
            block: What it describes; None if it is of tier 0.
            recipe: What `recipe` returns from now on; empty to keep the old one. A record whose
                `reconstruct` is none removes it.

        Raises:
            FormatError: the record describes another block, or a number in it does not fit its
                field.
            OSError: it cannot be written; the block is as it was here. Other processes may see the
                new one until something else is written, or for good if nothing is.
        """
        expect_a(BlockRecord, record, "record")
        told = bytes(given_bytes(recipe, "recipe"))
        _check_described(record, block)
        with self._changing():
            codes = block.data.tobytes() if block else b""
            journal = Journal(record, codes, told, self._log.size)
            self._log.decide(journal)
            with suppress(OSError):  # it counts; the rest can be done before the next one
                self._settle(journal)

    def append(self, record: BlockRecord) -> None:
        """Add a record to the log, for a block whose codes stay as they are, or are given up.

        Raises:
            FormatError: it describes other codes than the last one, and is not of tier 0; or a
                number in it does not fit its field.
        """
        expect_a(BlockRecord, record, "record")
        last = self.records.get(record.key)
        if record.tier and (last is None or last.payload != record.payload):
            expected = f"one of {last.of_codes}" if last else "one of tier 0, or `write`"
            raise FormatError("record", expected, f"one of {record.of_codes}", format=FORMAT)
        with self._changing():
            self._log.append(record)

    def delete_payload(self, key: tuple[int, int]) -> None:
        """Remove the codes of a block whose last record is of tier 0.

        Raises:
            ValueError: its last record is of another tier: append one of tier 0 before, or a
                failure in between would look like damage.
        """
        key = BlockKey.given(key)
        if tier := self.records[key].tier:
            raise ValueError(f"expected a block whose last record is of tier 0, found tier {tier}")
        with self._changing():
            self._clear(key)

    def refresh(self) -> bool:
        """Take in what another process has written; return whether there was something.

        Raises:
            FormatError: the log is damaged, or gone.
        """
        return bool(self._unfit) and self._log.refresh()  # whoever writes knows

    def verify(self) -> list[str]:
        """Read every block.

        Returns:
            What is odd, but does no harm.

        Raises:
            FormatError: the first damage that is found.
        """
        self.refresh()
        for key in list(self.records):
            if self.records[key].tier:
                self.read(key)
        tail = self._log.tail
        odd = [f"{LOG}: {tail} bytes of a record that is not complete"] if tail else []
        odd += [f"{JOURNAL}: a write was interrupted"] if self._log.pending else []
        kept = {_name(record) for record in self.records.values() if record.tier}
        for tier in TIERS:
            files = {f"tier{tier}/{name}" for name in self._folder.names(f"tier{tier}")}
            strays = sorted(name for name in files - kept if name.endswith(".bin"))
            odd += [f"{name}: no record" for name in strays]
        return odd

    @property
    def is_foreign(self) -> bool:
        """Whether this process was forked from the one that writes."""
        return self._folder.is_foreign

    def close(self) -> None:
        """Let other writers come."""
        if not self._unfit:
            with suppress(OSError):  # whoever opens it the next time does it
                if not self.is_foreign:
                    self._recover()
            self._unfit = "closed"
        self._folder.unlock()

    def _begin(self) -> None:
        """Lock the directory, and put in order what an interrupted writer has left."""
        self._folder.make()
        self._folder.lock()
        with if_it_fails(self._folder.unlock):
            for tier in TIERS:
                self._folder.make(f"tier{tier}")
            self._log.create()
            self._log.refresh()
            self._log.pending = Journal.read(self._folder)  # also one that has only to be removed
            self._unsettled = self._log.tail > 0 or self._folder.exists(JOURNAL)
            self._recover()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change something; what has failed is taken back now, or before the next change."""
        if self._unfit:
            raise ValueError(f"{self._folder.path}: {self._unfit}")
        self._recover()
        self._unsettled = True
        try:
            yield
        except BaseException:  # rolled back, and raised again
            with suppress(OSError):  # the next write tries again
                self._recover()
            raise
        self._unsettled = self._log.pending is not None

    def _recover(self) -> None:
        """After a failure, do what is decided and take back what is not."""
        if not self._unsettled:
            return
        self._log.cut_off()
        if self._log.pending:
            self._settle(self._log.pending)
        else:
            self._folder.remove(JOURNAL)
        self._unsettled = False

    def _settle(self, journal: Journal) -> None:
        """Do what the journal says, as far as it is not done, and remove it."""
        if journal.log_size == self._log.size:
            if journal.record.tier:
                self._folder.replace(_name(journal.record), journal.codes)
            if journal.recipe:
                self._folder.replace(recipe_name(journal.record.key), journal.recipe)
            self._log.append(journal.record)
        self._clear(journal.record.key)
        self._folder.remove(JOURNAL)
        self._log.pending = None

    def _clear(self, key: BlockKey) -> None:
        """Remove files of a block that its record does not speak of."""
        if (record := self.records.get(key)) is None:
            return
        for tier in TIERS:
            if tier != record.tier or not tier:
                self._folder.remove(_name(record, tier))
        if record.reconstruct == Policy.none:
            self._folder.remove(recipe_name(key))

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
        pending = self._log.pending
        if pending and pending.record.key == record.key:
            return pending.codes
        with naming(name, f"{record.block_bytes} bytes"):
            return self._folder.read(name, at_most=record.block_bytes + 1)

    def _recipe(self, record: BlockRecord) -> bytes | None:
        pending = self._log.pending
        if pending and pending.record.key == record.key and pending.recipe:
            return pending.recipe
        name = recipe_name(record.key)
        with naming(name, "a recipe"), suppress(FileNotFoundError):
            return self._folder.read(name)
        return None


def recipe_name(key: BlockKey) -> str:
    """The file of the recipe of a block."""
    return f"tier0/{key.tensor_id:032x}_{key.block_index}.recipe"


def _name(record: BlockRecord, tier: int | None = None) -> str:
    tier = record.tier if tier is None else tier
    return f"tier{tier}/{record.tensor_id:032x}_{record.block_index}.bin"


def _check_described(record: BlockRecord, block: OneScaleBlock | None) -> None:
    """Whether a record is that of a block, or of none."""
    if block is None:
        if record.tier:
            expected = "one of tier 0, or the codes of its block"
            raise FormatError("record", expected, f"one of {record.of_codes}", format=FORMAT)
        return
    made = BlockRecord.of(record.key, block, record.tier)
    if made.payload != record.payload:
        expected, found = (f"one of {each.of_codes}" for each in (made, record))
        raise FormatError("record", expected, found, format=FORMAT)
