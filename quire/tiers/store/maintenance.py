"""Maintenance: tensors are moved to where they belong, within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from quire.tiers.store.budget import Budget, TickReport
from quire.tiers.store.config import Tier
from quire.tiers.store.meta import Key
from quire.tiers.store.moving import requantise, sources
from quire.tiers.store.reading import try_recipe
from quire.tiers.store.scoring import Candidates, forgotten, scores, targets
from quire.tiers.store.shelves import Shelves
from quire.tiers.store.warm import bits_on_entry, squeeze


@dataclass(frozen=True, slots=True)
class Due:
    """A tensor that does not belong where it is.

    Attributes:
        key: Its key.
        tier: Where it belongs.
    """

    key: Key
    tier: Tier


def tick(shelves: Shelves, budget: Budget) -> TickReport:
    """Move, drop and squeeze what is due, and save what was counted.

    The hottest come first on their way up, then the coldest on their way down or out.
    """
    shelves.check_writable()
    report = TickReport()
    for due in list(_due(shelves)):
        report.candidates += 1
        if budget.take(shelves.tensors[due.key].nbytes):
            with report.trying(due.key):
                _carry_out(shelves, due, report)
    squeeze(shelves, budget, report)
    shelves.flush()
    return report


def _due(shelves: Shelves) -> Iterator[Due]:
    keys, now = list(shelves.tensors), shelves.now()
    metas = shelves.tensors.values()
    known = Candidates.of([(meta.access, meta.tier, meta.tier_since) for meta in metas])
    score = scores(shelves.config, now, known)
    target = targets(shelves.config, now, known, score)
    gone = forgotten(shelves.config, now, known)
    if gone.any():
        needed = sources(shelves)
        gone &= np.array([key not in needed for key in keys])
    ascending = np.argsort(score, kind="stable")
    for i in ascending[::-1].tolist():
        if not gone[i] and target[i] < known.tier[i]:
            yield Due(keys[i], Tier(int(target[i])))
    for i in ascending.tolist():
        if gone[i] or target[i] > known.tier[i]:
            yield Due(keys[i], Tier.ABSENT if gone[i] else Tier(int(target[i])))


def _carry_out(shelves: Shelves, due: Due, report: TickReport) -> None:
    meta = shelves.tensors[due.key]
    if due.tier == Tier.ABSENT:
        recipe = shelves.unchanged(due.key, partial(shelves.recipe, due.key))
        if recipe is not None:
            try_recipe(shelves, due.key, recipe)
        report.changed(meta.nbytes, shelves.evict(due.key))
        report.evictions += 1
        return
    upwards = due.tier < meta.tier
    bits = bits_on_entry(shelves.config, due.tier, shelves.warm_bytes)
    report.changed(meta.nbytes, requantise(shelves, due.key, due.tier, bits))
    if upwards:
        report.promotions += 1
    else:
        report.demotions += 1
