"""A store in a folder, in quire's own form: `specs/tier_catalogue.ksy` and `specs/tiers.ksy`."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Literal

from quire.runtime.errors import FormatError, within
from quire.storage.failing import if_it_fails
from quire.storage.folder import Folder
from quire.tiers.blocks.array import QuantizedArray
from quire.tiers.file.saving import pack_tensor
from quire.tiers.file.tensor_file import TensorFile
from quire.tiers.store.config import TierConfig
from quire.tiers.store.files import DATA, Owner, data_name, files_of, owner_of, recipe_name, strays
from quire.tiers.store.layout import Change, Changes, Layout
from quire.tiers.store.log import CATALOGUE, Log
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipe_file import StoredRecipe, read_recipe, write_recipe
from quire.tiers.store.recipes import Recipe

OPENED = 64
"""Payloads that stay mapped, or in memory; a map holds a descriptor."""

SMALL_BYTES = 1 << 16
"""Of blocks that are read, not mapped."""


class FolderLayout(Layout):
    """A folder that this process alone may write to; others may read it meanwhile.

    Each change is one frame at the end of the catalogue, written when what it names is on the disk.
    Files are never written twice: a reader has a tensor as it was or as it is.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Folder,
        config: TierConfig,
        mode: Literal["r", "a"] = "a",
        *,
        durable: bool = True,
    ) -> None:
        super().__init__(config, writable=mode == "a")
        self._folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._log = Log(self._folder)
        self._opened: OrderedDict[str, QuantizedArray] = OrderedDict()
        self._opening = Lock()
        self._littered = False
        self._dropped = list[str]()
        if self.writable:
            self._begin()
        else:
            self._log.refresh()

    def _begin(self) -> None:
        self._folder.make()
        self._folder.lock()
        with if_it_fails(self._folder.unlock):
            self._folder.make(DATA)
            if not self._folder.exists(CATALOGUE):
                if strays(self._folder, ()):
                    expected = "the catalogue of the files in data (`quire.tiers.repair` makes one)"
                    raise FormatError(CATALOGUE, expected, "no such file")
                self._log.write({})
            self._log.refresh()
            self._log.cut_off()
            self._remove_orphans()

    @property
    def is_foreign(self) -> bool:
        return self._folder.is_foreign

    def close(self) -> None:
        self._opened.clear()
        with suppress(OSError):  # whose write failed was told then
            if not self.is_foreign:
                self._log.settle()
        self._folder.unlock()

    def tensors(self) -> dict[Key, TensorMeta]:
        return dict(self._log.tensors)

    def payload(self, key: Key, meta: TensorMeta) -> QuantizedArray:
        name = data_name(meta.data)
        with self._opening:
            if name in self._opened:
                self._opened.move_to_end(name)
                return self._opened[name]
        found = self._read(name, key, meta)
        with self._opening:
            self._opened[name] = found
            if len(self._opened) > OPENED:
                self._opened.popitem(last=False)
        return found

    def _read(self, name: str, key: Key, meta: TensorMeta) -> QuantizedArray:
        with _inside(name):
            is_small = meta.nbytes <= SMALL_BYTES
            file = TensorFile((self._folder.read if is_small else self._folder.map)(name))
            if (file.bits, file.shape) != (meta.bits, meta.shape):
                expected = f"{meta.bits} bits, shape {meta.shape}, for {key!r}"
                raise FormatError("shape", expected, f"{file.bits} bits, shape {file.shape}")
            if (owner := owner_of(file.metadata)) and owner.key != key:
                raise FormatError("metadata.store", f"a tensor of {key!r}", f"one of {owner.key!r}")
            return file.quantized

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:
        name = recipe_name(meta.recipe)
        with _inside(name):
            found = read_recipe(self._folder.read(name), self.config.max_delta_chain)
            if found.key != key:
                raise FormatError("recipe.key", f"a recipe for {key!r}", f"one for {found.key!r}")
            return found.recipe

    def verify(self, key: Key, meta: TensorMeta) -> None:
        with self._opening:
            self._opened.pop(data_name(meta.data), None)
        super().verify(key, meta)

    def commit(self, changes: Sequence[Change]) -> list[TensorMeta]:
        littered, self._littered = self._littered, True  # until they have a frame
        files = dict[str, bytes]()
        metas = [self._planned(change, files) for change in changes]
        self._folder.create(files)
        self._folder.sync(DATA)
        self._append({change.key: meta for change, meta in zip(changes, metas, strict=True)})
        self._littered = littered
        return metas

    def _planned(self, change: Change, files: dict[str, bytes]) -> TensorMeta:
        """What will be known of a tensor once its files are written; adds them to `files`."""
        meta = change.numbered(self._next_number)
        if change.payload is not None:
            owner = Owner(change.key, meta.epoch).to_metadata()
            files[data_name(meta.data)] = pack_tensor(change.payload, metadata=owner)
        if change.recipe is not None:
            made = StoredRecipe(change.recipe, change.key, meta.epoch, meta.shape)
            files[recipe_name(meta.recipe)] = write_recipe(made)
        return meta

    def discard(self, key: Key, old: TensorMeta) -> None:  # noqa: ARG002  # the log knows it
        self._append({key: None})

    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        self._append(changed)

    def refresh(self) -> Changes:
        return self._log.refresh()

    def _append(self, changes: Changes) -> None:
        before = {key: files_of(self._log.tensors.get(key)) for key in changes}
        self._log.append(changes)
        for key, new in changes.items():
            after = files_of(new)
            self._dropped += [name for name in before[key] if name not in after]

    def clear(self) -> None:
        dropped, self._dropped = self._dropped, []
        with suppress(OSError):  # what counts is written; the rest can be cleared up another time
            for name in dropped:
                with self._opening:
                    self._opened.pop(name, None)
                self._folder.drop(name)
            if self._littered:
                self._remove_orphans()
                self._littered = False
            self._log.compact()

    def _next_number(self) -> int:
        number = self._log.next_number
        self._log.next_number += 1
        return number

    def _remove_orphans(self) -> None:
        """Remove what a writer that died had not committed yet, or not removed any more."""
        for name in strays(self._folder, self._log.tensors.values()):
            self._folder.drop(name)


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Say in which file an error is."""
    try:
        with within(name):
            yield
    except (IsADirectoryError, NotADirectoryError) as error:
        raise FormatError(name, "a file", "something else") from error
