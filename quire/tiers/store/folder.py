"""A store in a folder, in quire's own form: `specs/tier_catalogue.ksy` and `specs/tiers.ksy`."""

from __future__ import annotations

import itertools
import os
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import Any, Literal

import numpy.typing as npt

from quire.runtime.errors import FormatError, join_path
from quire.tiers.array import QuantizedArray
from quire.tiers.durable import Folder
from quire.tiers.saving import pack_tensor
from quire.tiers.store import catalogue
from quire.tiers.store.config import TierConfig
from quire.tiers.store.layout import Changes, Layout, dropped, quantized
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipe_file import read_recipe, write_recipe
from quire.tiers.store.recipes import Recipe
from quire.tiers.tensor_file import TensorFile

CATALOGUE = "catalogue"

OUTDATED = 4096
"""Frames below which the catalogue is not written anew, however few of them count."""

MAPPED = 512
"""Payloads that stay mapped."""


class FolderLayout(Layout[QuantizedArray]):
    """A folder that this process alone may write to; others may read it meanwhile.

    Each change is one frame at the end of the catalogue, written when what it names is on the disk.
    Files are never written twice: a reader has a tensor as it was or as it is.

    Args:
        path: The folder, which a writer makes; or a `Folder`, which decides what is durable.
        config: How values are quantised.
        mode: "r" to read, "a" to write as well.
        durable: Whether what was committed survives a failure of the system, not of the process
            alone.

    Raises:
        StoreLocked: another process writes to it.
        FormatError: the catalogue is damaged.
        OSError: the folder cannot be opened so.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Folder,
        config: TierConfig,
        mode: Literal["r", "a"] = "a",
        *,
        durable: bool = True,
    ) -> None:
        self.writable = mode == "a"
        self._config = config
        self._folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._mapped: OrderedDict[int, QuantizedArray] = OrderedDict()
        self._mapping = Lock()
        self._tensors: dict[Key, TensorMeta] = {}
        self._generation, self._frames, self._end = -1, 0, 0
        if self.writable:
            self._start()
        else:
            self.refresh()
        self._numbers = itertools.count(1 + max(self._used(), default=0))

    def _start(self) -> None:
        self._folder.make()
        self._folder.lock()
        try:
            self._folder.make("data")
            if not self._folder.exists(CATALOGUE):
                self._folder.replace(CATALOGUE, catalogue.start(0))
            self.refresh()
            self._cut_off()
            self._remove_orphans()
        except BaseException:
            self._folder.unlock()
            raise

    def close(self) -> None:
        """See `Layout.close`."""
        with self._mapping:
            self._mapped.clear()
        self._folder.unlock()

    def tensors(self) -> dict[Key, TensorMeta]:
        """See `Layout.tensors`."""
        return dict(self._tensors)

    def encode(self, tensor: npt.NDArray[Any], bits: int) -> QuantizedArray:
        """See `Layout.encode`."""
        return quantized(self._config, tensor, bits)

    def payload(self, key: Key, meta: TensorMeta) -> QuantizedArray:
        """See `Layout.payload`."""
        with self._mapping:
            if meta.data in self._mapped:
                self._mapped.move_to_end(meta.data)
                return self._mapped[meta.data]
        found = self._opened(key, meta)
        with self._mapping:
            self._mapped[meta.data] = found
            if len(self._mapped) > MAPPED:
                self._mapped.popitem(last=False)
        return found

    def _opened(self, key: Key, meta: TensorMeta) -> QuantizedArray:
        name = _data_name(meta.data)
        with _inside(name):
            file = TensorFile(self._folder.map(name))
            if (file.bits, file.shape) != (meta.bits, meta.shape):
                expected = f"{meta.bits} bits, shape {meta.shape}, for {key!r}"
                raise FormatError("shape", expected, f"{file.bits} bits, shape {file.shape}")
            return file.quantized

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:  # noqa: ARG002  # its file has a number
        """See `Layout.recipe`."""
        name = _recipe_name(meta.recipe)
        with _inside(name):
            return read_recipe(self._folder.read(name)).recipe

    def commit(
        self,
        key: Key,
        meta: TensorMeta,
        payload: QuantizedArray | None = None,
        recipe: Recipe | None = None,
    ) -> TensorMeta:
        """See `Layout.commit`."""
        if payload is not None:
            meta = replace(meta, data=next(self._numbers))
            self._folder.replace(_data_name(meta.data), pack_tensor(payload))
        if recipe is not None:
            meta = replace(meta, recipe=next(self._numbers))
            self._folder.replace(_recipe_name(meta.recipe), write_recipe(recipe, meta.shape))
        self._append({key: meta})
        return meta

    def discard(self, key: Key) -> None:
        """See `Layout.discard`."""
        self._append({key: None})

    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        """See `Layout.note`."""
        if changed:
            self._append(changed)

    def refresh(self) -> Changes:
        """See `Layout.refresh`."""
        generation = self._written()
        if generation != self._generation:
            return self._reload(generation)
        stored = self._folder.read(CATALOGUE, start=self._end)
        try:
            part = catalogue.read(stored, self._end)
        except FormatError:  # a writer took back what it could not make durable
            return self._reload(generation)
        self._frames, self._end = self._frames + part.frames, part.end
        self._apply(part.changes)
        return part.changes

    def _reload(self, generation: int) -> Changes:
        start = catalogue.START_BYTES
        part = catalogue.read(self._folder.read(CATALOGUE, start=start), start)
        self._generation, self._frames, self._end = generation, part.frames, part.end
        gone = dict.fromkeys(self._tensors.keys() - part.changes.keys())
        self._tensors = {key: meta for key, meta in part.changes.items() if meta is not None}
        return {**gone, **part.changes}

    def _append(self, changes: Changes) -> None:
        """Commit changes, behind the last whole frame whatever a failure has left there."""
        frames = b"".join(catalogue.frame(key, meta) for key, meta in changes.items())
        self._cut_off()
        self._folder.append(CATALOGUE, frames)
        self._frames, self._end = self._frames + len(changes), self._end + len(frames)
        before = {key: self._tensors.get(key) for key in changes}
        self._apply(changes)
        with suppress(OSError):  # what counts is written; the rest can be cleared up another time
            for key, old in before.items():
                self._remove(dropped(old, changes[key]))
            self._compact()

    def _apply(self, changes: Changes) -> None:
        for key, meta in changes.items():
            if meta is None:
                self._tensors.pop(key, None)
            else:
                self._tensors[key] = meta

    def _cut_off(self) -> None:
        """Take away what is behind the last whole frame."""
        if (self._folder.path / CATALOGUE).stat().st_size > self._end:
            self._folder.truncate(CATALOGUE, self._end)

    def _compact(self) -> None:
        """Write the catalogue anew when most of it is outdated."""
        if self._frames < OUTDATED + 4 * len(self._tensors):
            return
        frames = b"".join(catalogue.frame(key, meta) for key, meta in self._tensors.items())
        with suppress(OSError):  # also of what is done, when that cannot be made durable
            self._folder.replace(CATALOGUE, catalogue.start(self._generation + 1), frames)
        if (generation := self._written()) != self._generation:
            self._generation, self._frames = generation, len(self._tensors)
            self._end = catalogue.START_BYTES + len(frames)

    def _written(self) -> int:
        """Which generation of the catalogue is there."""
        return catalogue.generation(self._folder.read(CATALOGUE, catalogue.START_BYTES))

    def _used(self) -> set[int]:
        return {
            number
            for meta in self._tensors.values()
            for number in (meta.data, meta.recipe)
            if number
        }

    def _remove(self, numbers: set[int]) -> None:
        with self._mapping:
            for number in numbers:
                self._mapped.pop(number, None)
        for number in numbers:
            self._folder.remove(_data_name(number))
            self._folder.remove(_recipe_name(number))

    def _remove_orphans(self) -> None:
        """Remove what a writer that died had not committed yet, or not removed any more."""
        metas = self._tensors.values()
        known = {_data_name(meta.data) for meta in metas if meta.data}
        known |= {_recipe_name(meta.recipe) for meta in metas if meta.recipe}
        for name in self._folder.names("data"):
            if f"data/{name}" not in known and name.endswith((".qtr", ".recipe")):
                self._folder.remove(f"data/{name}")


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Say in which file an error is."""
    try:
        yield
    except FormatError as error:
        error.path = join_path(name, error.path)
        raise


def _data_name(number: int) -> str:
    return f"data/{number:016x}.qtr"


def _recipe_name(number: int) -> str:
    return f"data/{number:016x}.recipe"
