"""Tensors that come to another tier, or to other bits in theirs: some at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from quire.tiers.errors import TierZeroNoPolicy
from quire.tiers.store.config import Tier
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.layout import Change
from quire.tiers.store.meta import Key
from quire.tiers.store.reading import allowed_values, bound, read, try_recipe
from quire.tiers.store.recipes import Recipe

MOST_CHANGES = 64
MOST_BYTES = 16 << 20
"""Of changes that are committed together: others who write wait for that long."""


class ChangeGroup:
    """Changes that are committed together; the lock of the inventory is held meanwhile."""

    def __init__(self, inventory: Inventory) -> None:
        self._inventory = inventory
        self._changes = list[Change[Any]]()
        self._done = list[Callable[[], None]]()
        self._nbytes = self._warm = 0

    @property
    def warm_bytes(self) -> int:
        """Bytes of all warm tensors after it."""
        return self._inventory.warm_bytes + self._warm

    @property
    def is_full(self) -> bool:
        """Whether it is time to commit it."""
        return len(self._changes) >= MOST_CHANGES or self._nbytes >= MOST_BYTES

    def add(self, change: Change[Any], done: Callable[[], None] = lambda: None) -> None:
        """Add a change, and what to do when it is committed."""
        self._changes.append(change)
        self._done.append(done)
        self._nbytes += 0 if change.payload is None else change.meta.nbytes
        for meta, sign in ((change.old, -1), (change.meta, 1)):
            if meta is not None and meta.tier == Tier.WARM:
                self._warm += sign * meta.nbytes

    def commit(self) -> None:
        """Commit them."""
        changes, done = self._changes, self._done
        self._changes, self._done, self._nbytes, self._warm = [], [], 0, 0
        if changes:
            self._inventory.commit(changes)
        with self._inventory.counting:
            for note in done:
                note()

    def requantise(
        self, key: Key, tier: Tier, bits: int, done: Callable[[int], None] = lambda _: None
    ) -> None:
        """Decode a tensor and quantise it anew; `done` is told how many bytes less it then takes.

        A TierZeroNoPolicy if it is absent, and nothing says how to make it.
        """
        inventory = self._inventory
        old, now = inventory.tensors[key], inventory.now()
        if old.tier == Tier.ABSENT and not old.recipe:
            raise TierZeroNoPolicy
        values = read(inventory, key, [], allowed=allowed_values(inventory.config, old.size))
        payload = inventory.layout.encode(values, bits)
        since = old.tier_since if tier == old.tier else now
        new = replace(old, tier=tier, bits=bits, nbytes=payload.nbytes, tier_since=since)

        def committed() -> None:
            if tier != old.tier:
                inventory.ledger.moved(old.tier, tier, now)
            done(old.nbytes - new.nbytes)

        self.add(Change(key, old, new, payload), committed)

    def evict(
        self, key: Key, recipe: Recipe | None = None, done: Callable[[int], None] = lambda _: None
    ) -> None:
        """Drop the data of a tensor; `done` is told how many bytes that were.

        A TensorNeeded if absent ones are made of it, and there is no recipe.
        """
        inventory = self._inventory
        old, now = inventory.tensors[key], inventory.now()
        if recipe is not None:
            recipe = bound(inventory, key, recipe)
        planned = recipe or inventory.unchanged(key, partial(inventory.recipe, key))
        if planned is None:
            inventory.check_not_needed(key)
        else:
            try_recipe(inventory, key, planned)
        since = old.tier_since if old.tier == Tier.ABSENT else now
        new = replace(old, tier=Tier.ABSENT, bits=0, nbytes=0, data=0, tier_since=since)

        def committed() -> None:
            if old.tier != Tier.ABSENT:
                inventory.ledger.moved(old.tier, Tier.ABSENT, now)
            done(old.nbytes)

        self.add(Change(key, old, new, recipe=recipe), committed)
