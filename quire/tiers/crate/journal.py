"""The write of a block that is decided and perhaps not yet done: a file beside those of the store.

A store of the original program overwrites codes and appends to its log: killed in between, it has
lost the block. Here all stands in the journal before; whoever comes next can do it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from quire.generated.tensor_store import TensorStore
from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.crate.record import BlockRecord

JOURNAL = "redo.quire"


@dataclass(frozen=True, slots=True, eq=False)
class Journal:
    """A block that takes its place.

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

    def __eq__(self, other: object) -> bool:
        """Whether both are of the same bytes: a NaN in a record is equal to itself, too."""
        return isinstance(other, Journal) and self._stored() == other._stored()

    def __hash__(self) -> int:
        return hash(self._stored())

    def write(self, folder: Folder) -> None:
        """Decide it: from now on it counts."""
        folder.replace(JOURNAL, self._stored())

    def _stored(self) -> bytes:
        stored: bytes = TensorStore.Journal.build(
            log_size=self.log_size,
            record=self.record.entry(),
            codes=self.codes,
            recipe=self.recipe,
        ).to_bytes()
        return stored

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
