"""Tensors that come into a store: quantised, and committed some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from quire.tiers.blocks.numbers import real_numbers
from quire.tiers.store.access import Access
from quire.tiers.store.config import Tier
from quire.tiers.store.layout import Change, Payload
from quire.tiers.store.meta import Key, TensorMeta, check_key
from quire.tiers.store.moving import MOST_BYTES, MOST_CHANGES, Group
from quire.tiers.store.reading import bound
from quire.tiers.store.recipes import Recipe
from quire.tiers.store.shelves import Shelves
from quire.tiers.store.warm import bits_on_entry, squeeze_soon


def put(
    shelves: Shelves,
    pairs: Iterable[tuple[Key, Any]],
    tier: Tier,
    recipe: Recipe | None = None,
) -> None:
    """Put tensors into a tier, some at a time; errors as of `TieredStore.put`."""
    shelves.check_writable()
    waiting, nbytes = dict[Key, Quantised](), 0
    for key, tensor in pairs:
        check_key(key)
        if key in waiting or len(waiting) >= MOST_CHANGES or nbytes >= MOST_BYTES:
            _commit(shelves, waiting, tier, recipe)
            waiting, nbytes = {}, 0
        values = real_numbers(tensor, "tensor")
        warm = shelves.warm_bytes + (nbytes if tier == Tier.WARM else 0)
        bits = bits_on_entry(shelves.config, tier, warm)
        waiting[key] = one = Quantised(values.shape, bits, shelves.encode(values, bits))
        nbytes += one.payload.nbytes
    _commit(shelves, waiting, tier, recipe)


class Quantised(NamedTuple):
    """A tensor that is to be put."""

    shape: tuple[int, ...]
    bits: int
    payload: Payload


def _commit(
    shelves: Shelves, waiting: Mapping[Key, Quantised], tier: Tier, recipe: Recipe | None
) -> None:
    with shelves.lock:
        group, now = Group(shelves), shelves.now()
        for key, (shape, bits, payload) in waiting.items():
            old = shelves.tensors.get(key)
            if old:
                shelves.check_not_needed(key)
            access = old.access.touched(now, shelves.config.alpha) if old else Access(now, now)
            meta = TensorMeta(shape, tier, bits, payload.nbytes, access, now)
            planned = None if recipe is None else bound(shelves, key, recipe)
            group.add(Change(key, old, meta, payload, planned), partial(_noted, shelves, key))
        group.commit()
        squeeze_soon(shelves)


def _noted(shelves: Shelves, key: Key) -> None:
    shelves.tensors.move_to_end(key)
    shelves.ledger.counts.puts += 1
