"""Tensors that come into a store: quantised, and committed some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from quire.progress import Tell
from quire.tiers.blocks.numbers import real_numbers
from quire.tiers.store.change_group import MOST_BYTES, MOST_CHANGES, ChangeGroup
from quire.tiers.store.config import Tier
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.layout import Change, Payload
from quire.tiers.store.meta import Access, Key, TensorMeta, check_key
from quire.tiers.store.reading import bound
from quire.tiers.store.recipes import Recipe
from quire.tiers.store.warm_limit import bits_on_entry, squeeze_soon


def put(
    inventory: Inventory,
    pairs: Iterable[tuple[Key, Any]],
    tier: Tier,
    recipe: Recipe | None = None,
    tell: Tell = lambda _count: None,
) -> None:
    """Put tensors into a tier, some at a time, and tell of them; errors as of `TieredStore.put`."""
    inventory.check_writable()
    waiting, nbytes = dict[Key, Quantised](), 0
    for key, tensor in pairs:
        check_key(key)
        if key in waiting or len(waiting) >= MOST_CHANGES or nbytes >= MOST_BYTES:
            _commit(inventory, waiting, tier, recipe)
            tell(len(waiting))
            waiting, nbytes = {}, 0
        values = real_numbers(tensor, "tensor")
        warm = inventory.warm_bytes + (nbytes if tier == Tier.WARM else 0)
        bits = bits_on_entry(inventory.config, tier, warm)
        waiting[key] = one = Quantised(values.shape, bits, inventory.layout.encode(values, bits))
        nbytes += one.payload.nbytes
    _commit(inventory, waiting, tier, recipe)
    if waiting:
        tell(len(waiting))


class Quantised(NamedTuple):
    """A tensor that is to be put."""

    shape: tuple[int, ...]
    bits: int
    payload: Payload


def _commit(
    inventory: Inventory, waiting: Mapping[Key, Quantised], tier: Tier, recipe: Recipe | None
) -> None:
    with inventory.lock:
        group, now = ChangeGroup(inventory), inventory.now()
        for key, (shape, bits, payload) in waiting.items():
            old = inventory.tensors.get(key)
            if old:
                inventory.check_not_needed(key)
            access = old.access.touched(now, inventory.config.alpha) if old else Access(now, now)
            meta = TensorMeta(shape, tier, bits, payload.nbytes, access, now)
            planned = None if recipe is None else bound(inventory, key, recipe)
            group.add(Change(key, old, meta, payload, planned), partial(_noted, inventory, key))
        group.commit()
        squeeze_soon(inventory)


def _noted(inventory: Inventory, key: Key) -> None:
    inventory.tensors.move_to_end(key)
    inventory.ledger.counts.puts += 1
