"""Reading a tensor: it is decoded or, when it is absent, made by its recipe."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quire.kernels.engine.staging import to_framework
from quire.kernels.services.indexing import selected
from quire.runtime.errors import FormatError, LimitError
from quire.tiers.blocks.array import QuantizedArray
from quire.tiers.blocks.numbers import Floats, Rows, fitting
from quire.tiers.errors import ReconstructionDepthExceeded, ReconstructionFailed, TierZeroNoPolicy
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.layout import Payload
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.recipes import Recipe

CHANGED = "one that was put since"
"""What is found where a recipe was made for other values."""


def read(
    inventory: Inventory,
    key: Key,
    used: list[Key],
    out: Floats | None = None,
    allowed: int | None = None,
    epoch: int | None = None,
    part: Part | None = None,
) -> Any:
    """The values of a tensor, or of `part`; errors are those of `TieredStore.get`.

    `used` are the absent tensors that are made of it; itself, and what it is made of, are added.
    `allowed` is how many values may be made of little, None for what the configuration says;
    `epoch`, which values are meant, None for those that it has.
    """
    above, config = tuple(used), inventory.config
    most = (
        allowed_values(config, 0 if out is None else np.size(out)) if allowed is None else allowed
    )

    def attempt(meta: TensorMeta) -> Any:
        used[:] = [*above, key]
        if epoch is not None and meta.epoch != epoch:
            raise ReconstructionFailed(key, CHANGED)
        if meta.tier != Tier.ABSENT:
            payload: Payload = inventory.layout.payload(key, meta)
            return payload.dequantize(out) if part is None else part.of_kept(payload, out)
        made = _made(inventory, key, meta, used, most)
        if part is not None:
            return part.of_values(made, out)
        if out is None:
            return made
        out[...] = made
        return out

    try:
        if key in above:  # a circle
            raise ReconstructionDepthExceeded(config.max_reconstruct_depth, [*above, key])
        return inventory.unchanged(key, attempt)
    except FormatError as error:
        raise error.locate("tiers", repr(key)) from None


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of a tensor, as an array of some library; see `QuantizedArray.dequantize`."""

    rows: Rows | None
    device: str
    framework: str

    def of_kept(self, payload: Payload, out: Floats | None) -> Any:
        """These rows of what is kept; of blocks, only those that the rows touch are decoded."""
        if isinstance(payload, QuantizedArray):
            where, whose = self.device, self.framework
            return payload.dequantize(out, self.rows, device=where, framework=whose)
        return self.of_values(payload.dequantize(), out)

    def of_values(self, values: Floats, out: Floats | None) -> Any:
        """These rows of what was decoded; on a GPU, where nothing is made of little, an error."""
        if self.device != "cpu":
            raise ValueError(
                "device: only tensors with blocks can be decoded on a GPU; read this on the CPU"
            )
        _, shape = selected(values.shape, self.rows)
        found = values if self.rows is None else values[self.rows]
        if out is None:
            return to_framework(np.ascontiguousarray(found).reshape(shape), self.framework)
        fitting(out, shape)[...] = found
        return out


def try_recipe(inventory: Inventory, key: Key, recipe: Recipe) -> None:
    """Make a tensor as it is to be made when it is absent, to see that it can be."""
    meta, used = inventory.tensors[key], [key]
    _from_recipe(inventory, recipe, meta, used, allowed_values(inventory.config, meta.size))


def bound(inventory: Inventory, key: Key, recipe: Recipe) -> Recipe:
    """A recipe for a tensor, with the epoch of its source.

    A ReconstructionFailed if there is no such source, or the recipe was made for other values.
    """
    if recipe.source is None:
        return recipe
    if recipe.source == key:
        raise FormatError("recipe.source", "another tensor", repr(key))
    meta = inventory.tensors.get(recipe.source)
    if meta is None:
        raise ReconstructionFailed(recipe.source)
    if recipe.source_epoch not in (None, meta.epoch):
        raise ReconstructionFailed(recipe.source, CHANGED)
    return replace(recipe, source_epoch=meta.epoch)


def _made(inventory: Inventory, key: Key, meta: TensorMeta, used: list[Key], most: int) -> Floats:
    """The values of an absent tensor: what its recipe makes, or zeros."""
    if not meta.recipe and len(used) > 1:
        raise ReconstructionFailed(key, "one without data or a recipe")
    if not meta.recipe and inventory.config.fast_fail:
        raise TierZeroNoPolicy
    if meta.size > most:
        expected = f"at most {most} values (`max_made_bytes`), or an `out` for them"
        raise LimitError("shape", expected, meta.size)
    if not meta.recipe:
        return np.zeros(meta.shape, np.float32)
    recipe = inventory.layout.recipe(key, meta)
    made = _from_recipe(inventory, recipe, meta, used, most)
    inventory.ledger.counts.reconstructions += 1
    return made


def _from_recipe(
    inventory: Inventory, recipe: Recipe, meta: TensorMeta, used: list[Key], most: int
) -> Floats:
    """What a recipe makes of its source."""
    deepest = inventory.config.max_reconstruct_depth
    if len(used) > deepest:
        raise ReconstructionDepthExceeded(deepest, list(used))
    source = None
    if recipe.source is not None:
        try:
            epoch = recipe.source_epoch
            source = read(inventory, recipe.source, used, allowed=most, epoch=epoch)
        except KeyError:
            raise ReconstructionFailed(recipe.source) from None
    return recipe.reconstruct(source, meta.shape, most)


def allowed_values(config: TierConfig, least: int) -> int:
    """How many values may be made for an absent tensor."""
    most = config.max_made_bytes
    return max(least, (1 << 60) if most is None else most // 4)
