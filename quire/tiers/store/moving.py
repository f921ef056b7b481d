"""Tensors that come to another tier, or to other bits in theirs."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from quire.runtime.errors import FormatError
from quire.tiers.errors import TierZeroNoPolicy
from quire.tiers.store.config import Tier
from quire.tiers.store.meta import Key
from quire.tiers.store.reading import allowed_values, read
from quire.tiers.store.shelves import Shelves


def requantise(shelves: Shelves, key: Key, tier: Tier, bits: int) -> int:
    """Decode a tensor and quantise it anew; how many bytes less it then takes.

    Raises:
        TierZeroNoPolicy: it is absent, and nothing says how to make it.
        FormatError: it cannot be read; others as of `reading.read`.
        OSError: it could not be written; nothing has changed.
    """
    meta, now = shelves.tensors[key], shelves.now()
    if meta.tier == Tier.ABSENT and not meta.recipe:
        raise TierZeroNoPolicy
    values = read(shelves, key, [], allowed=allowed_values(shelves.config, meta.size))
    payload = shelves.encode(values, bits)
    since = meta.tier_since if tier == meta.tier else now
    moved = replace(meta, tier=tier, bits=bits, nbytes=payload.nbytes, tier_since=since)
    shelves.commit(key, moved, payload)
    if tier != meta.tier:
        shelves.ledger.moved(meta.tier, tier, now)
    return meta.nbytes - payload.nbytes


def sources(shelves: Shelves) -> set[Key]:
    """What absent tensors are made of, or are to be made of."""
    needed = set()
    for key in list(shelves.tensors):
        recipe = None
        with suppress(FormatError):  # what is damaged makes nothing
            recipe = shelves.unchanged(key, partial(shelves.recipe, key))
        if recipe is not None and recipe.source is not None:
            needed.add(recipe.source)
    return needed
