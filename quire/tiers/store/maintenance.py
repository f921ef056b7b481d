"""Maintenance: tensors are moved to where they belong, within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from quire.tiers.store.changing import ChangeGroup, bits_on_entry, squeeze
from quire.tiers.store.config import Tier
from quire.tiers.store.counts import Budget, TickReport
from quire.tiers.store.inventory import Inventory
from quire.tiers.store.meta import Key, TensorMeta
from quire.tiers.store.scoring import candidates, forgotten, scores, targets


@dataclass(frozen=True, slots=True)
class Due:
    """A tensor that does not belong where it is, as it was known, and the tier where it belongs."""

    key: Key
    meta: TensorMeta
    tier: Tier


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
    for i in ascending[::-1].tolist():
        if not gone[i] and target[i] < states["tier"][i]:
            key, meta = known[i]
            yield Due(key, meta, Tier(int(target[i])))
    for i in ascending.tolist():
        if gone[i] or target[i] > states["tier"][i]:
            key, meta = known[i]
            yield Due(key, meta, Tier.ABSENT if gone[i] else Tier(int(target[i])))


def _carry_out_some(
    inventory: Inventory, due: Iterator[Due], budget: Budget, report: TickReport
) -> bool:
    """Change as many tensors as go together; whether there may be more."""
    with inventory.lock:
        group = ChangeGroup(inventory, report)
        for one in due:
            report.candidates += 1
            if not _is_still(inventory, one) or not budget.take(one.meta.nbytes):
                continue
            with report.trying(one.key):
                if one.tier == Tier.ABSENT:
                    group.evict(one.key)
                else:
                    bits = bits_on_entry(inventory.config, one.tier, group.warm_bytes)
                    group.requantise(one.key, one.tier, bits)
            if group.is_full:
                group.commit()
                return True
        group.commit()
    return False


def _is_still(inventory: Inventory, due: Due) -> bool:
    """Whether nobody has used or changed a tensor meanwhile."""
    meta = inventory.tensors.get(due.key)
    if meta is None or meta.access is not due.meta.access or meta.data != due.meta.data:
        return False
    return due.tier != Tier.ABSENT or not inventory.lineage().made_of(due.key)
