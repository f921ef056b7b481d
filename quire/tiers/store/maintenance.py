"""Maintenance: tensors are moved to where they belong, within a budget."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quire.tiers.store.changing import ChangeGroup, bits_on_entry, squeeze
from quire.tiers.store.config import Tier
from quire.tiers.store.counts import Budget, TickReport
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.scoring import candidates, forgotten, scores, targets

Due = tuple[Key, TensorMeta, Tier]
"""A tensor that does not belong where it is, as it was known, and the tier where it belongs."""


def tick(inventory: Inventory, budget: Budget) -> TickReport:
    """Move, drop and squeeze what is due, and save what was counted.

    The hottest come first on their way up, then the coldest on their way down or out. Others who
    write may do so between two groups of changes.
    """
    inventory.check_writable()
    report = TickReport()
    due = _due(inventory, inventory.known())
    while _carry_out_some(inventory, due, budget, report):
        pass
    with inventory.lock:
        squeeze(inventory, budget, report)
        inventory.flush()
    return report


def _due(inventory: Inventory, known: list[tuple[Key, TensorMeta]]) -> Iterator[Due]:
    now = inventory.now()
    states = candidates((meta.access, meta.tier, meta.tier_since) for _, meta in known)
    score = scores(inventory.config, now, states)
    target = targets(inventory.config, now, states, score)
    gone = forgotten(inventory.config, now, states)
    if gone.any():
        with inventory.lock:
            needed = inventory.lineage().sources
        gone &= np.array([key not in needed for key, _ in known])
    ascending = np.argsort(score, kind="stable")
    up = ~gone & (target < states["tier"])
    down = gone | (target > states["tier"])
    for i in [*ascending[up[ascending]][::-1], *ascending[down[ascending]]]:
        yield *known[i], Tier.ABSENT if gone[i] else Tier(int(target[i]))


def _carry_out_some(
    inventory: Inventory, due: Iterator[Due], budget: Budget, report: TickReport
) -> bool:
    """Change as many tensors as go together; whether there may be more."""
    with inventory.lock:
        group = ChangeGroup(inventory, report)
        for key, meta, tier in due:
            report.candidates += 1
            if not _is_still(inventory, key, meta, tier) or not budget.take(meta.nbytes):
                continue
            with report.trying(key):
                if tier == Tier.ABSENT:
                    group.evict(key)
                else:
                    bits = bits_on_entry(inventory.config, tier, group.warm_bytes)
                    group.requantise(key, tier, bits)
            if group.is_full:
                group.commit()
                return True
        group.commit()
    return False


def _is_still(inventory: Inventory, key: Key, was: TensorMeta, tier: Tier) -> bool:
    """Whether nobody has used or changed a tensor meanwhile."""
    meta = inventory.tensors.get(key)
    if meta is None or meta.access is not was.access or meta.data != was.data:
        return False
    return tier != Tier.ABSENT or not inventory.lineage().made_of(key)
