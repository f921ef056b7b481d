"""Warm tensors and their limit (ADR-019, section 3.3): which have 5 bits instead of 7."""

from __future__ import annotations

from contextlib import suppress

from quire.runtime.errors import FormatError
from quire.tiers.store.budget import Budget, TickReport
from quire.tiers.store.config import BITS, SQUEEZED_BITS, Tier, TierConfig
from quire.tiers.store.meta import Key
from quire.tiers.store.moving import requantise
from quire.tiers.store.shelves import Shelves


def bits_on_entry(config: TierConfig, tier: Tier, warm_bytes: int) -> int:
    """Bits of a code of a tensor that comes into a tier, when that has so many bytes."""
    full = config.warm_byte_cap is not None and warm_bytes > config.warm_byte_cap
    if tier == Tier.WARM and config.warm_downgrade == "on_entry" and full:
        return SQUEEZED_BITS
    return BITS[tier]


def squeeze(shelves: Shelves, budget: Budget, report: TickReport) -> None:
    """Give 5 bits to the warm tensors used longest ago, until all are within the limit.

    A round begins at least `downgrade_interval` after the last one ended.
    """
    config, now = shelves.config, shelves.now()
    cap, last = config.warm_byte_cap, shelves.squeezed_at
    if cap is None or config.warm_downgrade != "least_recent" or shelves.warm_bytes <= cap:
        return
    if last is not None and 0 <= now - last < config.downgrade_interval:
        return
    wide = [
        key
        for key, meta in shelves.tensors.items()
        if meta.tier == Tier.WARM and meta.bits > SQUEEZED_BITS
    ]
    left = False
    for key in sorted(wide, key=lambda key: shelves.tensors[key].access.last_access_at):
        if shelves.warm_bytes <= cap:
            break
        report.candidates += 1
        nbytes = shelves.tensors[key].nbytes
        if not budget.take(nbytes):
            left = True  # the round goes on with the next tick
            continue
        with report.trying(key):
            freed = requantise(shelves, key, Tier.WARM, SQUEEZED_BITS)
            report.changed(nbytes, freed)
            report.downgrades += 1
            shelves.ledger.counts.downgrades += 1
    if not left:
        shelves.squeezed_at = now


def restore(shelves: Shelves, key: Key) -> None:
    """Give a warm tensor of 5 bits 7 again, if warm ones are few, and stay within the limit."""
    config, meta = shelves.config, shelves.tensors[key]
    cap = config.warm_byte_cap
    if meta.tier != Tier.WARM or meta.bits != SQUEEZED_BITS or cap is None:
        return
    wider = meta.nbytes * BITS[Tier.WARM] // SQUEEZED_BITS - meta.nbytes
    few = shelves.warm_bytes < config.restore_below * cap and shelves.warm_bytes + wider <= cap
    if few and config.warm_downgrade == "least_recent" and shelves.is_writable:
        # It can wait: neither a full disk nor damage must make an access fail that needs neither.
        with suppress(OSError, FormatError):
            requantise(shelves, key, Tier.WARM, BITS[Tier.WARM])
            shelves.ledger.counts.restored += 1
