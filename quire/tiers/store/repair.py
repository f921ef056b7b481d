"""A store whose catalogue is damaged: what can still be read gets a catalogue again."""

from __future__ import annotations

import os
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.file.tensor_file import TensorFile
from quire.tiers.store import catalogue
from quire.tiers.store.catalogue import START_BYTES
from quire.tiers.store.config import BITS, SQUEEZED_BITS, Tier
from quire.tiers.store.files import files_of, owner_of, strays
from quire.tiers.store.log import CATALOGUE, Log
from quire.tiers.store.meta import Access, Key, TensorMeta
from quire.tiers.store.recipe_file import read_recipe

ASIDE = "damaged"
"""The folder, in that of the store, for what belongs to no tensor."""

_TIERS = {bits: tier for tier, bits in BITS.items()} | {SQUEEZED_BITS: Tier.WARM, 0: Tier.ABSENT}


@dataclass(slots=True)
class RepairReport:
    """What was done to a store.

    Attributes:
        damaged: Places in the catalogue, in bytes, from which on something could not be read.
        tensors: How many tensors there are now.
        recovered: Tensors that were missing in the catalogue, found again by their files.
        lost: Tensors of the catalogue whose files are gone, or belong to another tensor.
        aside: Files of no tensor: in the folder `damaged` now, as is the old catalogue.
    """

    damaged: list[int] = field(default_factory=list)
    tensors: int = 0
    recovered: list[Key] = field(default_factory=list)
    lost: list[Key] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)

    @property
    def is_changed(self) -> bool:
        """Whether there was something to repair."""
        return bool(self.damaged or self.recovered or self.lost)


def repair(path: str | os.PathLike[str]) -> RepairReport:
    """Give a store in a folder of quire's own a catalogue of all that can be read.

    Tensors that the old catalogue names, and whose files fit, stay as they were. Tensors that only
    a file tells of get an entry, in the tier that has codes of so many bits. A store without damage
    is not changed.

    Args:
        path: The folder.

    Raises:
        StoreLocked: a store writes to it.
        FormatError: there is no store.
        OSError: it cannot be read or written; it is as before.
    """
    folder = Folder(path)
    if not folder.exists(CATALOGUE) and not strays(folder, ()):
        raise FormatError(os.fspath(path), "the folder of a store", "no catalogue and no data")
    folder.lock()
    try:
        return _Repair(folder).run()
    finally:
        folder.unlock()


class _File(NamedTuple):
    """What a file tells: whose it is, and of data (`bits` is 0 for a recipe) how much."""

    key: Key
    epoch: int
    shape: tuple[int, ...]
    bits: int = 0
    nbytes: int = 0


class _Repair:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._report = RepairReport()
        self._stored = folder.read(CATALOGUE) if folder.exists(CATALOGUE) else b""
        self._next, self._tensors = 1, dict[Key, TensorMeta]()
        self._gone = set[Key]()
        self._files = dict[str, _File]()

    def run(self) -> RepairReport:
        """Read, sort out, write."""
        self._read_catalogue()
        self._read_files()
        self._check_entries()
        if self._report.damaged or self._report.lost:
            self._adopt()
        if self._report.is_changed:
            self._write()
        self._report.tensors = len(self._tensors)
        return self._report

    def _read_catalogue(self) -> None:
        try:
            self._next = catalogue.start_of(self._stored).next_number
        except FormatError:
            self._report.damaged.append(0)
        for place, part in catalogue.salvage(self._stored, START_BYTES):
            if part is None:
                self._report.damaged.append(place)
                continue
            self._next = max(self._next, part.next_number)
            catalogue.applied(self._tensors, part.changes)
            self._gone -= part.changes.keys()
            self._gone |= {key for key, meta in part.changes.items() if meta is None}

    def _read_files(self) -> None:
        for name in strays(self._folder, ()):
            self._next = max(self._next, _number(name) + 1)
            with suppress(FormatError, IsADirectoryError):  # whoever wants it is told
                if (found := _read_file(self._folder, name)) is not None:
                    self._files[name] = found

    def _check_entries(self) -> None:
        """Drop entries whose files are gone, or of another tensor."""
        times = Counter(name for meta in self._tensors.values() for name in files_of(meta))
        for key, meta in list(self._tensors.items()):
            names = files_of(meta)
            right = [self._is_of(name, key, meta, is_shared=times[name] > 1) for name in names]
            if not all(right[:1]):
                del self._tensors[key]
                self._report.lost.append(key)
            elif not all(right):
                self._tensors[key] = replace(meta, recipe=0)  # it has its data

    def _is_of(self, name: str, key: Key, meta: TensorMeta, *, is_shared: bool) -> bool:
        found = self._files.get(name)
        if found is None:  # a damaged tensor is still one
            return self._folder.exists(name) and not is_shared
        same = not found.bits or (found.bits, found.shape) == (meta.bits, meta.shape)
        return found.key == key and same

    def _adopt(self) -> None:
        """Find tensors again that only files tell of; of several the last. Data come first."""
        known = {name for meta in self._tensors.values() for name in files_of(meta)}
        order = sorted(self._files, key=lambda name: (name.endswith(".qtr"), name), reverse=True)
        for name in order:
            file, number = self._files[name], _number(name)
            if name in known or file.key in self._gone:
                continue
            old = self._tensors.get(file.key)
            if old is None or (file.bits and old.data < number):
                self._found(file, number, old)
            elif not file.bits and (0, file.epoch, file.shape) == (
                old.recipe,
                old.epoch,
                old.shape,
            ):
                self._tensors[file.key] = replace(old, recipe=number)

    def _found(self, file: _File, number: int, old: TensorMeta | None) -> None:
        now, key = int(time.time()), file.key
        data, recipe = (number, old.recipe if old else 0) if file.bits else (0, number)
        access, tier = old.access if old else Access(now, now), _TIERS[file.bits]
        self._tensors[key] = TensorMeta(
            file.shape, tier, file.bits, file.nbytes, access, now, data, recipe, file.epoch
        )
        self._report.recovered.append(key)
        if key in self._report.lost:
            self._report.lost.remove(key)

    def _write(self) -> None:
        """Write the new catalogue, when what it does not name is aside."""
        folder, log = self._folder, Log(self._folder)
        folder.make(ASIDE)
        folder.replace(f"{ASIDE}/{CATALOGUE}", self._stored)
        for name in strays(folder, self._tensors.values()):
            folder.move(name, aside := f"{ASIDE}/{Path(name).name}")
            self._report.aside.append(aside)
        log.next_number = self._next
        log.write(self._tensors)


def _number(name: str) -> int:
    return int(Path(name).stem, 16)


def _read_file(folder: Folder, name: str) -> _File | None:
    """What a file tells; None if it does not say whose it is."""
    if name.endswith(".recipe"):
        made = read_recipe(folder.read(name), None)
        return _File(made.key, made.epoch, made.shape)
    with TensorFile(folder.map(name)) as file:
        nbytes, owner = file.quantized.nbytes, owner_of(file.metadata)
        return _File(*owner, file.shape, file.bits, nbytes) if owner else None
