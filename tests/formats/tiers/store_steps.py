"""A run of changes to a store, each of which counts as a whole; and processes killed in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np

from quire.storage.folder import Folder
from quire.tiers import DeltaPolicy, DeltaRecord, FactorPolicy, FactorSet, Tier, TieredStore
from quire.tiers.store.meta import Key
from tests.formats.tiers.stores import Kind, key_of, opened, tensor_of

State = dict[Key, tuple[Tier, bytes]]
"""Tiers and values of all tensors."""

Change = Callable[[TieredStore], None]

SHAPE = (40,)
"""As many values as fill whole bytes in every tier: the crate keeps no shapes."""


def state_of(store: TieredStore) -> State:
    """What a store has; reading verifies it."""
    return {key: (store.meta(key).tier, value_of(store, key)) for key in store}


def value_of(store: TieredStore, key: Key) -> bytes:
    """The values of a tensor; none for zeros, of which the crate does not know how many."""
    values, meta = store.get(key), store.meta(key)
    return b"" if meta.tier == Tier.ABSENT and not meta.recipe else values.tobytes()


def changes_of(kind: Kind) -> list[Change]:
    """Tensors are put, put again, moved, evicted with and without a recipe, and forgotten."""
    a, b, c = (key_of(kind, name) for name in "abc")
    record = DeltaRecord(0, 0, 0, 0.5, np.array([3], np.uint16), np.array([2], np.int16))
    factors = FactorSet.from_matrix(tensor_of(9, (5, 8)), 2)
    changes: list[Change] = [
        lambda store: store.put(a, tensor_of(1, SHAPE)),
        lambda store: store.put(b, tensor_of(2, SHAPE), Tier.COLD),
        lambda store: store.put(a, tensor_of(3, SHAPE)),
        lambda store: store.move(a, Tier.WARM),
        lambda store: store.touch(b),
        lambda store: store.flush(),
        lambda store: store.evict(b, DeltaPolicy(a, (record,))),
        lambda store: store.put(c, tensor_of(4, SHAPE), recipe=FactorPolicy(factors)),
        lambda store: store.evict(c),
        lambda store: store.put(b, tensor_of(5, SHAPE), Tier.WARM),
        lambda store: store.move(c, Tier.HOT),
        lambda store: store.evict(a),
    ]
    return changes if kind == "ruvector" else [*changes, lambda store: store.discard(a)]


def run(kind: Kind, folder: Folder, told: Callable[[], Any] = lambda: None) -> None:
    """Make all changes; `told` is called after each one that returned."""
    with opened(kind, cast(Path, folder)) as store:
        for change in changes_of(kind):
            change(store)
            told()


def states_of(kind: Kind, path: Path) -> list[State]:
    """What a store has before the first change, and after each of them."""
    states: list[State] = [{}]
    with opened(kind, path) as store:
        for change in changes_of(kind):
            change(store)
            states.append(state_of(store))
    return states
