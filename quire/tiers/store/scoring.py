"""Scores, and the tiers they ask for (ADR-020): for many tensors at once, in float32."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from quire.tiers.blocks.numbers import Floats
from quire.tiers.store.config import Tier, TierConfig
from quire.tiers.store.meta import WINDOW, Access

Tiers = npt.NDArray[np.int8]

_STEPS, _END = 64, 8.0
_EXPONENTIALS = np.exp(-np.arange(_STEPS + 1) * _END / _STEPS).astype(np.float32)


Candidates = npt.NDArray[np.void]
"""What is known of tensors that may be moved: (n,) of `_CANDIDATE`, times in ticks."""

_CANDIDATE = np.dtype(
    [
        ("last_access_at", np.uint64),
        ("access_count", np.uint64),
        ("tier_since", np.uint64),
        ("ema_rate", np.float32),
        ("window", np.uint64),  # a bit for each of the 64 ticks up to the last access
        ("tier", np.int8),
    ]
)


def candidates(states: Iterable[tuple[Access, Tier, int]]) -> Candidates:
    """From histories, tiers, and since when they are in these."""
    rows = [
        (each.last_access_at, each.access_count, since, each.ema_rate, each.window, tier)
        for each, tier, since in states
    ]
    return np.array(rows, _CANDIDATE)


def scores(config: TierConfig, now: int, tensors: Candidates) -> Floats:
    """`w_ema * rate + w_pop * active / 64 + w_rec * exp(-age / tau)`.

    Rate and window fade while a tensor is not used, if they are to: the window moves on, and each
    tick takes its share of the rate. The exponential is that of the crate: 64 steps up to 8, linear
    between them.
    """
    one, idle = np.float32, _since(now, tensors["last_access_at"])
    rate, window, age = tensors["ema_rate"], tensors["window"], idle.astype(np.float32)
    if config.fades:
        rate = rate * one(1 - config.alpha) ** age
        moved = np.minimum(idle, np.uint64(WINDOW - 1))
        window = np.where(idle < np.uint64(WINDOW), window << moved, np.uint64(0))
    rate = np.clip(rate, one(0), one(1))
    active = _ones(window).astype(np.float32) / one(WINDOW)
    recent = _fading(age / one(config.tau))
    score: Floats = one(config.w_ema) * rate + one(config.w_pop) * active
    return score + one(config.w_rec) * recent


def targets(config: TierConfig, now: int, tensors: Candidates, score: Floats) -> Tiers:
    """The tier that each belongs in; its own where it stays.

    Going up takes a score above the threshold of the new tier, going down one below that of the
    old tier, each by the margin of hysteresis; and either some time in the old one. What is absent
    stays so.
    """
    tier, margin = tensors["tier"], np.float32(config.hysteresis)
    thresholds = np.array([np.inf, config.t1, config.t2, -np.inf], np.float32)
    wanted = np.full(tier.size, Tier.COLD, np.int8)
    wanted[score >= thresholds[Tier.WARM]] = Tier.WARM
    wanted[score >= thresholds[Tier.HOT]] = Tier.HOT
    up = (wanted < tier) & (score > thresholds[wanted] + margin)
    down = (wanted > tier) & (score < thresholds[tier] - margin)
    settled = _since(now, tensors["tier_since"]) >= np.uint64(config.min_residency)
    moved = (up | down) & settled & (tier != Tier.ABSENT)
    return np.where(moved, wanted, tier)


def forgotten(config: TierConfig, now: int, tensors: Candidates) -> npt.NDArray[np.bool_]:
    """Which are to lose their data (ADR-019, section 3.5)."""
    if config.absent_age_threshold is None:
        return np.zeros(tensors["tier"].size, np.bool_)
    age = _since(now, tensors["last_access_at"])
    counts = np.minimum(tensors["access_count"], np.uint64(1 << 53))
    low = counts.astype(np.float64) * 1024 / (age.astype(np.float64) + 1)
    below = np.floor(low) < config.absent_min_score
    old = age > np.uint64(config.absent_age_threshold)
    due: npt.NDArray[np.bool_] = below & old & (tensors["tier"] != Tier.ABSENT)
    return due


def _since(now: int, then: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Ticks that have gone by; 0 if the clock went backwards."""
    present = np.uint64(now)
    return np.where(then < present, present - np.minimum(then, present), np.uint64(0))


def _ones(windows: npt.NDArray[np.uint64]) -> npt.NDArray[np.intp]:
    """How many bits are set in each."""
    bits = np.unpackbits(np.ascontiguousarray(windows).view(np.uint8).reshape(-1, 8), axis=1)
    counts: npt.NDArray[np.intp] = bits.sum(axis=1, dtype=np.intp)
    return counts


def _fading(age: Floats) -> Floats:
    """`exp(-age)`, as the crate has it."""
    place = np.clip(age, np.float32(0), np.float32(_END)) * np.float32(_STEPS / _END)
    step = np.minimum(place.astype(np.int64), _STEPS - 1)
    low, high = _EXPONENTIALS[step], _EXPONENTIALS[step + 1]
    fading: Floats = low + (place - step.astype(np.float32)) * (high - low)
    return fading
