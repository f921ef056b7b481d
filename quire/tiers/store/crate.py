"""A store in a directory of the crate `ruvector-temporal-tensor` (`specs/tensor_store.ksy`)."""

from __future__ import annotations

import errno
import io
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import Any, Literal

import numpy.typing as npt

from quire.kernels.bits.layout import packed_size
from quire.runtime.errors import EncodingError, FormatError, join_path
from quire.tiers.block_directory import BlockDirectory
from quire.tiers.block_record import BlockKey, BlockRecord, Policy
from quire.tiers.durable import Folder
from quire.tiers.one_scale import OneScaleBlock, quantize_block
from quire.tiers.store.access import Access
from quire.tiers.store.config import Tier
from quire.tiers.store.layout import Changes, Floats, Layout
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipe_file import StoredRecipe, read_recipe, write_recipe
from quire.tiers.store.recipes import DeltaPolicy, Recipe


class OneScale:
    """A block of one scale, with the shape of its tensor."""

    def __init__(self, block: OneScaleBlock, shape: tuple[int, ...]) -> None:
        self.block = block
        self._shape = shape

    @property
    def nbytes(self) -> int:
        """Bytes of the codes."""
        return self.block.nbytes

    def dequantize(self, out: Floats | None = None) -> Floats:
        """Decode."""
        if out is None:
            return self.block.dequantize().reshape(self._shape)
        self.block.dequantize(out.reshape(-1))
        return out


class CrateLayout(Layout[OneScale]):
    """Blocks of one scale each, as the crate keeps and finds them.

    The crate stores neither shapes nor recipes. A block that was put by another store has as many
    values as its codes can be, in one axis, until a reader tells its shape; a recipe is a file of
    quire's own, `tier0/<block>.recipe`.

    Args:
        path: The directory; or a `Folder`, which decides what is durable.
        mode: "r" to read, "a" to write as well.
        durable: Whether what was committed survives a failure of the system.

    Raises:
        StoreLocked, FormatError, OSError: as of `BlockDirectory`.
    """

    def __init__(
        self, path: str | os.PathLike[str] | Folder, mode: Literal["r", "a"], *, durable: bool
    ) -> None:
        self.writable = mode == "a"
        self._folder = path if isinstance(path, Folder) else Folder(path, durable=durable)
        self._directory = BlockDirectory(self._folder, mode)
        self._known: dict[BlockKey, BlockRecord] = {}
        self._shapeless: set[Key] = set()
        self._using = Lock()

    def tensors(self) -> dict[Key, TensorMeta]:
        """See `Layout.tensors`."""
        self._known = dict(self._directory.records)
        self._shapeless = {key for key, record in self._known.items() if record.tier}
        return {key: self._meta(record) for key, record in self._known.items()}

    def encode(self, tensor: npt.NDArray[Any], bits: int) -> OneScale:
        """See `Layout.encode`."""
        return OneScale(quantize_block(tensor, bits), tensor.shape)

    def payload(self, key: Key, meta: TensorMeta) -> OneScale:
        """See `Layout.payload`."""
        block_key = _block_key(key)
        with self._using:
            try:
                found = self._directory.read(block_key, meta.size)
            except FormatError:
                self._check_current(block_key)
                raise
            self._check_current(block_key)
        return OneScale(found, meta.shape)

    def _check_current(self, key: BlockKey) -> None:
        """Whether the directory has learned, as it read, that a block is another one now."""
        if self._directory.records[key].payload != self._known[key].payload:
            raise FileNotFoundError(f"{key} has changed")

    def may_have(self, key: Key, meta: TensorMeta, shape: tuple[int, ...]) -> bool:
        """See `Layout.may_have`."""
        fits = packed_size(math.prod(shape), meta.bits) == meta.nbytes
        return key in self._shapeless and fits

    def recipe(self, key: Key, meta: TensorMeta) -> Recipe:  # noqa: ARG002  # its file has its name
        """See `Layout.recipe`."""
        return self._told(_block_key(key)).recipe

    def commit(
        self,
        key: Key,
        meta: TensorMeta,
        payload: OneScale | None = None,
        recipe: Recipe | None = None,
    ) -> TensorMeta:
        """See `Layout.commit`."""
        block_key = _block_key(key)
        record = self._record(block_key, meta, payload)
        if recipe is not None:
            record = replace(record, **_reconstruction(recipe))
            self._folder.replace(_recipe_name(block_key), write_recipe(recipe, meta.shape))
        with self._changing():
            if payload is not None:
                self._directory.write(record, payload.block)
            else:
                self._directory.append(record)
            if not record.tier:
                self._directory.delete_payload(block_key)
        if record.reconstruct == Policy.none:
            self._folder.remove(_recipe_name(block_key))
        self._known[block_key] = record
        self._shapeless.discard(key)
        return replace(self._meta(record), shape=meta.shape, tier_since=meta.tier_since)

    def _record(self, key: BlockKey, meta: TensorMeta, payload: OneScale | None) -> BlockRecord:
        """The record of a block, with the recipe that it had if the tensor keeps that."""
        if payload is not None:
            record = BlockRecord.of(key, payload.block, meta.tier)
        else:
            record = self._known[key]
        if meta.recipe:
            old = self._known[key]
            record = replace(record, reconstruct=old.reconstruct, lineage_parent=old.lineage_parent)
        elif payload is None:
            record = replace(record, reconstruct=Policy.none, lineage_parent=None)
        return _counted(record, meta)

    def discard(self, key: Key) -> None:
        """The crate's log has no word for it."""
        raise io.UnsupportedOperation(f"{key!r}: the crate's blocks can be evicted, not forgotten")

    def note(self, changed: Mapping[Key, TensorMeta]) -> None:
        """See `Layout.note`."""
        with self._changing():
            for key, meta in changed.items():
                block_key = _block_key(key)
                self._known[block_key] = _counted(self._known[block_key], meta)
                self._directory.append(self._known[block_key])

    def refresh(self) -> Changes:
        """See `Layout.refresh`."""
        with self._using:
            self._directory.refresh()
            records = dict(self._directory.records)
        changed = {key: rec for key, rec in records.items() if self._known.get(key) != rec}
        self._known = records
        self._shapeless |= changed.keys()
        return {key: self._meta(record) for key, record in changed.items()}

    def close(self) -> None:
        """See `Layout.close`."""
        self._directory.close()

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change the directory; one that failed before takes no more."""
        with self._using:
            try:
                yield
            except ValueError as error:
                raise OSError(errno.EIO, str(error)) from None

    def _told(self, key: BlockKey) -> StoredRecipe:
        """The recipe of a block, with the shape of its tensor."""
        name = _recipe_name(key)
        try:
            return read_recipe(self._folder.read(name))
        except FormatError as error:
            error.path = join_path(name, error.path)
            raise

    def _shape(self, record: BlockRecord) -> tuple[int, ...]:
        if record.bits:
            return (record.block_bytes * 8 // record.bits,)
        if record.reconstruct != Policy.none:
            with suppress(OSError, FormatError):  # whoever wants the tensor is told
                return self._told(record.key).shape
        return (0,)

    def _meta(self, record: BlockRecord) -> TensorMeta:
        access = Access(
            record.created_at,
            record.last_access_at,
            record.access_count,
            record.ema_rate,
            record.window,
        )
        return TensorMeta(
            shape=self._shape(record),
            tier=Tier(record.tier),
            bits=record.bits,
            nbytes=record.block_bytes,
            access=access,
            tier_since=max(0, record.last_access_at - record.tier_age),
            data=record.checksum + 1 if record.tier else 0,
            recipe=int(record.reconstruct != Policy.none),
        )


def _block_key(key: Key) -> BlockKey:
    if isinstance(key, str):
        raise EncodingError(f"expected a BlockKey, as the crate has them, found {key!r}")
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
        access_count=min(access.access_count, (1 << 32) - 1),
        ema_rate=access.ema_rate,
        window=access.window,
        tier_age=min(max(0, access.last_access_at - meta.tier_since), (1 << 32) - 1),
    )


def _reconstruction(recipe: Recipe) -> dict[str, Any]:
    """What a record says of a recipe."""
    parent = recipe.source.tensor_id if isinstance(recipe.source, tuple) else None
    policy = Policy.delta if isinstance(recipe, DeltaPolicy) else Policy.factor
    return {"reconstruct": policy, "lineage_parent": parent}


def _recipe_name(key: BlockKey) -> str:
    return f"tier0/{key.tensor_id:032x}_{key.block_index}.recipe"
