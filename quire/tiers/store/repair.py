"""A store whose catalogue is damaged: what can still be read gets a catalogue again."""

from __future__ import annotations

import os
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.file.tensor_file import TensorFile
from quire.tiers.store import catalogue
from quire.tiers.store.catalogue import START_BYTES
from quire.tiers.store.config import BITS, SQUEEZED_BITS, Tier
from quire.tiers.store.files import Owner, data_name, named_by, numbered, owner_of, recipe_name
from quire.tiers.store.log import CATALOGUE
from quire.tiers.store.meta import Access, Key, TensorMeta
from quire.tiers.store.recipe_file import StoredRecipe, read_recipe

ASIDE = "damaged"
"""The folder, in that of the store, for what belongs to no tensor."""

_TIERS = {bits: tier for tier, bits in BITS.items()} | {SQUEEZED_BITS: Tier.WARM}


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
    if not folder.exists(CATALOGUE) and not any(numbered(folder)):
        raise FormatError(os.fspath(path), "the folder of a store", "no catalogue and no data")
    folder.lock()
    try:
        return _Repair(folder).run()
    finally:
        folder.unlock()


@dataclass(frozen=True, slots=True)
class _File:
    """A tensor's file, as far as it can be read."""

    owner: Owner | None
    bits: int
    shape: tuple[int, ...]
    nbytes: int


class _Repair:
    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._report = RepairReport()
        self._stored = folder.read(CATALOGUE) if folder.exists(CATALOGUE) else b""
        self._next, self._tensors = 1, dict[Key, TensorMeta]()
        self._gone = set[Key]()
        self._files, self._recipes = dict[int, _File](), dict[int, StoredRecipe]()

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
            for key, meta in part.changes.items():
                self._tensors.pop(key, None)
                self._gone.discard(key)
                if meta is None:
                    self._gone.add(key)
                else:
                    self._tensors[key] = meta

    def _read_files(self) -> None:
        for name in numbered(self._folder):
            number = int(Path(name).stem, 16)
            self._next = max(self._next, number + 1)
            try:
                if name.endswith(".qtr"):
                    self._files[number] = _read_file(self._folder, name)
                else:
                    self._recipes[number] = read_recipe(self._folder.read(name), None)
            except (FormatError, IsADirectoryError):
                continue  # whoever wants it is told

    def _check_entries(self) -> None:
        """Drop entries whose files are gone, or of another tensor."""
        numbers = Counter(meta.data for meta in self._tensors.values())
        recipes = Counter(meta.recipe for meta in self._tensors.values())
        for key, meta in list(self._tensors.items()):
            if meta.data:
                is_kept = self._is_data_of(key, meta, is_shared=numbers[meta.data] > 1)
            else:
                is_kept = self._is_recipe_of(key, meta, is_shared=recipes[meta.recipe] > 1)
            if not is_kept:
                del self._tensors[key]
                self._report.lost.append(key)
            elif meta.recipe and not self._is_recipe_of(
                key, meta, is_shared=recipes[meta.recipe] > 1
            ):
                self._tensors[key] = replace(meta, recipe=0)  # it has its data

    def _is_data_of(self, key: Key, meta: TensorMeta, *, is_shared: bool) -> bool:
        if not self._folder.exists(data_name(meta.data)):
            return False
        found = self._files.get(meta.data)
        if found is None or found.owner is None:
            return not is_shared  # a damaged tensor is still one
        return found.owner.key == key and (found.bits, found.shape) == (meta.bits, meta.shape)

    def _is_recipe_of(self, key: Key, meta: TensorMeta, *, is_shared: bool) -> bool:
        if not meta.recipe:
            return True
        if not self._folder.exists(recipe_name(meta.recipe)):
            return False
        found = self._recipes.get(meta.recipe)
        return not is_shared if found is None else found.key == key

    def _adopt(self) -> None:
        """Find tensors again that only files tell of; of several the last."""
        taken = {meta.data for meta in self._tensors.values()}
        for number, file in sorted(self._files.items(), reverse=True):
            owner = file.owner
            if number not in taken and owner and owner.key not in self._gone:
                old = self._tensors.get(owner.key)
                if old is None or old.data < number:
                    self._found(owner.key, _meta_of(old, number, file, owner))
        taken = {meta.recipe for meta in self._tensors.values()}
        for number, made in sorted(self._recipes.items(), reverse=True):
            if number in taken or made.key in self._gone:
                continue
            old = self._tensors.get(made.key)
            if old is None:
                self._found(made.key, _absent(number, made))
            elif not old.recipe and (old.epoch, old.shape) == (made.epoch, made.shape):
                self._tensors[made.key] = replace(old, recipe=number)

    def _found(self, key: Key, meta: TensorMeta) -> None:
        self._tensors[key] = meta
        self._report.recovered.append(key)
        if key in self._report.lost:
            self._report.lost.remove(key)

    def _write(self) -> None:
        """Write the new catalogue, when what it does not name is aside."""
        folder = self._folder
        folder.make(ASIDE)
        folder.replace(f"{ASIDE}/{CATALOGUE}", self._stored)
        known = named_by(self._tensors.values())
        for name in numbered(folder):
            if name not in known:
                folder.move(name, f"{ASIDE}/{Path(name).name}")
                self._report.aside.append(f"{ASIDE}/{Path(name).name}")
        generation = int.from_bytes(os.urandom(7))
        frames = (catalogue.frame(key, meta) for key, meta in self._tensors.items())
        folder.replace(CATALOGUE, catalogue.start(generation, self._next), b"".join(frames))


def _read_file(folder: Folder, name: str) -> _File:
    with TensorFile(folder.map(name)) as file:
        nbytes = file.quantized.nbytes
        return _File(owner_of(file.metadata), file.bits, file.shape, nbytes)


def _meta_of(old: TensorMeta | None, number: int, file: _File, owner: Owner) -> TensorMeta:
    now = int(time.time())
    access = old.access if old else Access(now, now)
    recipe = old.recipe if old else 0
    tier = _TIERS[file.bits]
    return TensorMeta(
        file.shape, tier, file.bits, file.nbytes, access, now, number, recipe, owner.epoch
    )


def _absent(number: int, made: StoredRecipe) -> TensorMeta:
    now = int(time.time())
    return TensorMeta(made.shape, Tier.ABSENT, 0, 0, Access(now, now), now, 0, number, made.epoch)
