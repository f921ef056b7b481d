"""A store in a directory of the crate `ruvector-temporal-tensor` (`specs/tensor_store.ksy`)."""

from __future__ import annotations

import io
import itertools
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import Any, Literal, NamedTuple

import numpy.typing as npt

from quire.generated.tensor_store import TensorStore
from quire.kernels.services.bits.layout import packed_size
from quire.runtime.errors import EncodingError, FormatError, within
from quire.runtime.values.number_at import largest
from quire.storage.folder import Folder
from quire.tiers.blocks.numbers import Floats
from quire.tiers.crate.directory import BlockDirectory, recipe_name
from quire.tiers.crate.one_scale import OneScaleBlock, quantize_block
from quire.tiers.crate.record import BlockKey, BlockRecord, Policy
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.layout import Change, Changes, Layout
from quire.tiers.store.meta import MOST, NEW, Access, Key, TensorMeta, check_key
from quire.tiers.store.recipe_file import StoredRecipe, read_recipe, write_recipe
from quire.tiers.store.recipes import DeltaPolicy, Recipe

MOST_ACCESSES, OLDEST = (
    largest(TensorStore.BlockRecord, name) for name in ("access_count", "tier_age")
)
"""That a record has room for."""


class OneScale(NamedTuple):
    """A block of one scale, with the shape of its tensor."""

    block: OneScaleBlock
    shape: tuple[int, ...]

    @property
    def nbytes(self) -> int:
        """Bytes of the codes."""
        return self.block.nbytes

    def dequantize(self, out: Floats | None = None) -> Floats:
        """Decode."""
        if out is None:
            return self.block.dequantize().reshape(self.shape)
        self.block.dequantize(out.reshape(-1))
        return out


class _Known(NamedTuple):
    """What the layout has told of a block."""

    record: BlockRecord
    number: int
    has_recipe: bool


class CrateLayout(Layout):
    """Blocks of one scale each, as the crate keeps and finds them.

    The crate stores neither shapes nor recipes. A block that was put by another store has as many
    values as its codes can be, in one axis, until a reader tells its shape; a recipe is a file of
    quire's own, and what a record of another program tells of its reconstruction is none. The epoch
    of a tensor is its `created_at`: when it was put the last time, or a tick later.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Folder,
        config: TierConfig,
        mode: Literal["r", "a"],
        *,
        durable: bool,
    ) -> None:
        super().__init__(config, writable=mode == "a")
        folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._directory = BlockDirectory(folder, mode)
        self._known: dict[BlockKey, _Known] = {}
        self._told: dict[BlockKey, tuple[int, ...] | None] = {}
        self._numbers = itertools.count(1)
        self._using = Lock()

    def tensors(self) -> dict[Key, TensorMeta]:
        with self._using:
            return self._learn(self._directory.records)

    def encode(self, tensor: npt.NDArray[Any], bits: int) -> OneScale:
        return OneScale(quantize_block(tensor, bits), tensor.shape)

    def payload(self, key: Key, meta: TensorMeta) -> OneScale:
        block_key = _block_key(key)
        with self._using, self._current(block_key, meta.data):
            return OneScale(self._directory.read(block_key, meta.size), meta.shape)

    def may_have(self, key: Key, meta: TensorMeta, shape: tuple[int, ...]) -> bool:
        """See `Layout.may_have`; from then on it has this one, until it is another tensor."""
        fits = packed_size(math.prod(shape), meta.bits) == meta.nbytes
        if not fits or key not in self._told:
            return False
        self._told[_block_key(key)] = shape
        return True

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:
        block_key = _block_key(key)
        with self._using, self._current(block_key, meta.recipe):
            found = self._recipe(block_key)
        if found is None:
            raise FileNotFoundError(recipe_name(block_key))
        return found.recipe

    @contextmanager
    def _current(self, key: BlockKey, number: int) -> Iterator[None]:
        """Read something that has a number, from a directory that learns of others meanwhile."""
        failure: Exception | None = None
        try:
            yield
        except (KeyError, FormatError) as error:
            failure = error
        known = self._known.get(key)
        if not known or (known.number, known.record) != (number, self._directory.records.get(key)):
            raise FileNotFoundError(f"{key} has changed")
        if failure:
            raise failure

    @property
    def is_foreign(self) -> bool:
        return self._directory.is_foreign

    def commit(self, changes: Sequence[Change]) -> list[TensorMeta]:
        return [self._commit(change) for change in changes]

    def _commit(self, change: Change) -> TensorMeta:
        block_key, payload, recipe = _block_key(change.key), change.payload, change.recipe
        meta = _dated(change)
        with self._using:
            record = self._record(block_key, meta, payload, recipe)
            stored = b""
            if recipe is not None:
                stored = write_recipe(StoredRecipe(recipe, block_key, meta.epoch, meta.shape))
            self._directory.write(record, payload.block if payload else None, stored)
            known = _Known(record, next(self._numbers), bool(stored or meta.recipe))
            self._known[block_key] = known
            if not meta.data:  # not the same tensor in another tier
                self._told.pop(block_key, None)
        return replace(_meta(known, meta.shape), tier_since=meta.tier_since)

    def _record(
        self, key: BlockKey, meta: TensorMeta, payload: OneScale | None, recipe: Recipe | None
    ) -> BlockRecord:
        """What is to be known of a block; its codes are new ones, or those that it has."""
        known = self._known.get(key)
        record = (
            BlockRecord.of(key, payload.block, meta.tier) if payload else self._known[key].record
        )
        policy: Policy | int = Policy.none
        parent: int | None = None
        if recipe is not None:
            policy = Policy.delta if isinstance(recipe, DeltaPolicy) else Policy.factor
            parent = recipe.source[0] if isinstance(recipe.source, tuple) else None
        elif known and (meta.recipe if known.has_recipe else not payload or meta.data):
            # What another program tells goes with its data.
            policy, parent = known.record.reconstruct, known.record.lineage_parent
        return _counted(replace(record, reconstruct=policy, lineage_parent=parent), meta)

    def discard(self, key: Key, old: TensorMeta) -> None:  # noqa: ARG002  # nothing is discarded
        """The crate's log has no word for it."""
        raise io.UnsupportedOperation(f"{key!r}: the crate's blocks can be evicted, not forgotten")

    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        with self._using:
            for key, meta in changed.items():
                known = self._known[block_key := _block_key(key)]
                self._directory.append(record := _counted(known.record, meta))
                self._known[block_key] = known._replace(record=record)

    def refresh(self) -> Changes:
        with self._using:
            self._directory.refresh()
            records = self._directory.records
            gone = [key for key in self._known if key not in records]
            for key in gone:
                del self._known[key]
            return {**dict.fromkeys(gone), **self._learn(records)}

    def close(self) -> None:
        self._directory.close()

    def _learn(self, records: Mapping[BlockKey, BlockRecord]) -> dict[Key, TensorMeta]:
        """What has got another record, if it is the same again."""
        changed: dict[Key, TensorMeta] = {}
        for key in list(records):
            known = self._known.get(key)
            if known is None or known.record is not records[key]:
                with suppress(KeyError):  # taken back meanwhile, by a writer that failed
                    changed[key] = self._learn_one(key)
        return changed

    def _learn_one(self, key: BlockKey) -> TensorMeta:
        made, old = self._made_shape(key), self._known.get(key)
        record = self._directory.records[key]  # the one that the recipe goes with
        self._known[key] = known = _Known(record, next(self._numbers), made is not None)
        if not record.tier:
            self._told.pop(key, None)
            return _meta(known, made or (0,))
        if old is None or old.record.payload != record.payload:
            self._told[key] = None
        return _meta(known, self._told.get(key) or (record.block_bytes * 8 // record.bits,))

    def _made_shape(self, key: BlockKey) -> tuple[int, ...] | None:
        """The shape of what a recipe makes; None if there is none."""
        try:
            found = self._recipe(key)
        except (OSError, FormatError):  # whoever wants the tensor is told
            return (0,)
        return found.shape if found else None

    def _recipe(self, key: BlockKey) -> StoredRecipe | None:
        stored = self._directory.recipe(key)
        with within(recipe_name(key)):
            return None if stored is None else read_recipe(stored, self.config.max_delta_chain)


def _dated(change: Change) -> TensorMeta:
    """With the epoch of values that are new."""
    meta = change.meta
    if meta.epoch != NEW:
        return meta
    later = 0 if change.old is None else change.old.epoch + 1
    epoch = min(max(meta.access.last_access_at, later), MOST)
    return replace(meta, epoch=epoch, access=replace(meta.access, created_at=epoch))


def _meta(known: _Known, shape: tuple[int, ...]) -> TensorMeta:
    record = known.record
    return TensorMeta(
        shape=shape,
        tier=Tier(record.tier),
        bits=record.bits,
        nbytes=record.block_bytes,
        access=Access.of(record),
        tier_since=max(0, record.last_access_at - record.tier_age),
        data=known.number if record.tier else 0,
        recipe=known.number if known.has_recipe else 0,
        epoch=record.created_at,
    )


def _block_key(key: Key) -> BlockKey:
    if isinstance(key, str):
        raise EncodingError(f"expected a BlockKey, as the crate has them, found {key!r}")
    check_key(key)
    return BlockKey(*key)


def _counted(record: BlockRecord, meta: TensorMeta) -> BlockRecord:
    """The record of a tensor after it was used, or has come to a tier."""
    access = meta.access
    return replace(
        record,
        tier=meta.tier,
        bits=meta.bits,
        block_bytes=meta.nbytes,
        created_at=access.created_at,
        last_access_at=access.last_access_at,
        access_count=min(access.access_count, MOST_ACCESSES),
        ema_rate=access.ema_rate,
        window=access.window,
        tier_age=min(max(0, access.last_access_at - meta.tier_since), OLDEST),
    )
