"""Tensors that are put or moved, some at a time; and the limit of those that are warm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from quire.progress import Tell
from quire.runtime.errors import FormatError
from quire.tiers.blocks.numbers import real_numbers
from quire.tiers.errors import TierZeroNoPolicy
from quire.tiers.store.config import BITS, SQUEEZED_BITS, Tier, TierConfig
from quire.tiers.store.counts import Budget, TickReport
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.layout import Change, Payload
from quire.tiers.store.meta import Access, Key, TensorMeta, check_key
from quire.tiers.store.reading import allowed_values, bound, read, try_recipe
from quire.tiers.store.recipes import Recipe

MOST_CHANGES = 64
MOST_BYTES = 16 << 20
"""Of changes that are committed together: others who write wait for that long."""


Quantised = tuple[tuple[int, ...], int, Payload]
"""The shape of a tensor that is to be put, bits of a code, and the codes."""


class ChangeGroup:
    """Changes that are committed together; the lock of the inventory is held meanwhile.

    A report counts those that were committed.
    """

    def __init__(self, inventory: Inventory, report: TickReport | None = None) -> None:
        self._inventory = inventory
        self._report = report
        self._changes = list[Change]()
        self._nbytes = self._warm = 0

    @property
    def warm_bytes(self) -> int:
        """Bytes of all warm tensors after it."""
        return self._inventory.warm_bytes + self._warm

    @property
    def is_full(self) -> bool:
        """Whether it is time to commit it."""
        return len(self._changes) >= MOST_CHANGES or self._nbytes >= MOST_BYTES

    def add(self, change: Change) -> None:
        """Add a change."""
        self._changes.append(change)
        self._nbytes += 0 if change.payload is None else change.meta.nbytes
        for meta, sign in ((change.old, -1), (change.meta, 1)):
            if meta is not None and meta.tier == Tier.WARM:
                self._warm += sign * meta.nbytes

    def commit(self) -> None:
        """Commit them."""
        changes = self._changes
        self._changes, self._nbytes, self._warm = [], 0, 0
        if changes:
            self._inventory.commit(changes)
        for change in changes:
            if self._report is not None and change.old is not None:
                self._report.changed(change.old, change.meta)

    def requantise(self, key: Key, tier: Tier, bits: int) -> None:
        """Decode a tensor and quantise it anew.

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
        self.add(Change(key, old, new, payload))

    def evict(self, key: Key, recipe: Recipe | None = None) -> None:
        """Drop the data of a tensor.

        A TensorNeeded if absent ones are made of it, and there is no recipe.
        """
        inventory = self._inventory
        old, now = inventory.tensors[key], inventory.now()
        if recipe is not None:
            recipe = bound(inventory, key, recipe)
        planned = recipe or inventory.recipe(key)
        if planned is None:
            inventory.check_not_needed(key)
        else:
            try_recipe(inventory, key, planned)
        since = old.tier_since if old.tier == Tier.ABSENT else now
        new = replace(old, tier=Tier.ABSENT, bits=0, nbytes=0, data=0, tier_since=since)
        self.add(Change(key, old, new, recipe=recipe))


def bits_on_entry(config: TierConfig, tier: Tier, warm_bytes: int) -> int:
    """Bits of a code of a tensor that enters a tier, if warm tensors have so many bytes."""
    full = config.warm_byte_cap is not None and warm_bytes > config.warm_byte_cap
    if tier == Tier.WARM and config.warm_downgrade == "on_entry" and full:
        return SQUEEZED_BITS
    return BITS[tier]


def squeeze(inventory: Inventory, budget: Budget, report: TickReport) -> None:
    """Give 5 bits to the warm tensors used longest ago, until all are within the limit.

    A round begins at least `downgrade_interval` after the last one ended.
    """
    config, now = inventory.config, inventory.now()
    cap, last = config.warm_byte_cap, inventory.squeezed_at
    if cap is None or config.warm_downgrade != "least_recent" or inventory.warm_bytes <= cap:
        return
    if last is not None and 0 <= now - last < config.downgrade_interval:
        return
    wide = [
        key
        for key, meta in inventory.known()
        if meta.tier == Tier.WARM and meta.bits > SQUEEZED_BITS
    ]
    left, group = False, ChangeGroup(inventory, report)
    for key in sorted(wide, key=lambda key: inventory.tensors[key].access.last_access_at):
        if group.warm_bytes <= cap:
            break
        report.candidates += 1
        nbytes = inventory.tensors[key].nbytes
        if not budget.take(nbytes):
            left = True  # the round goes on with the next tick
            continue
        with report.trying(key):
            group.requantise(key, Tier.WARM, SQUEEZED_BITS)
        if group.is_full:
            group.commit()
    group.commit()
    if not left:
        inventory.squeezed_at = now


def squeeze_soon(inventory: Inventory) -> None:
    """As `squeeze`, after another change; what cannot be written now is left for later."""
    with suppress(OSError):
        squeeze(inventory, Budget(), TickReport())


def restore(inventory: Inventory, key: Key) -> None:
    """Give a warm tensor of 5 bits 7 again, if warm ones are few, and stay within the limit.

    It can wait: nobody who only reads must wait for others who write, nor does an access fail as
    the disk is full, or the tensor damaged.
    """
    if not _may_widen(inventory, key) or not inventory.lock.take_if_free():
        return
    try:
        if _may_widen(inventory, key):
            with suppress(OSError, FormatError):
                group = ChangeGroup(inventory)
                group.requantise(key, Tier.WARM, BITS[Tier.WARM])
                group.commit()
    finally:
        inventory.lock.release()


def _may_widen(inventory: Inventory, key: Key) -> bool:
    config, meta = inventory.config, inventory.tensors.get(key)
    cap = config.warm_byte_cap
    if meta is None or meta.tier != Tier.WARM or meta.bits != SQUEEZED_BITS or cap is None:
        return False
    wider = meta.nbytes * BITS[Tier.WARM] // SQUEEZED_BITS - meta.nbytes
    few = inventory.warm_bytes < config.restore_below * cap and inventory.warm_bytes + wider <= cap
    return few and config.warm_downgrade == "least_recent" and inventory.is_writable


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
        payload = inventory.layout.encode(values, bits)
        waiting[key] = values.shape, bits, payload
        nbytes += payload.nbytes
    _commit(inventory, waiting, tier, recipe)
    if waiting:
        tell(len(waiting))


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
            group.add(Change(key, old, meta, payload, planned))
        group.commit()
        squeeze_soon(inventory)
