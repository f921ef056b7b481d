"""Warm tensors and their limit (ADR-019, section 3.3): which have 5 bits instead of 7."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from quire.runtime.errors import FormatError
from quire.tiers.store.change_group import ChangeGroup
from quire.tiers.store.config import BITS, SQUEEZED_BITS, Tier, TierConfig
from quire.tiers.store.counts import Budget, TickReport
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.meta import Key


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
    left, group = False, ChangeGroup(inventory)
    for key in sorted(wide, key=lambda key: inventory.tensors[key].access.last_access_at):
        if group.warm_bytes <= cap:
            break
        report.candidates += 1
        nbytes = inventory.tensors[key].nbytes
        if not budget.take(nbytes):
            left = True  # the round goes on with the next tick
            continue
        with report.trying(key):
            noted = partial(_downgraded, inventory, report, nbytes)
            group.requantise(key, Tier.WARM, SQUEEZED_BITS, noted)
        if group.is_full:
            group.commit()
    group.commit()
    if not left:
        inventory.squeezed_at = now


def squeeze_soon(inventory: Inventory) -> None:
    """As `squeeze`, after another change; what cannot be written now is left for later."""
    with suppress(OSError):
        squeeze(inventory, Budget(), TickReport())


def _downgraded(inventory: Inventory, report: TickReport, nbytes: int, freed: int) -> None:
    report.changed(nbytes, freed)
    report.downgrades += 1
    inventory.ledger.counts.downgrades += 1


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
                inventory.ledger.counts.restored += 1
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
