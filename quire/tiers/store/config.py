"""How a store is configured: tiers, thresholds, the profiles of the description and the crate."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, Self, cast

from quire.kernels.engine.given import is_one_of
from quire.runtime.errors import FormatError
from quire.tiers.blocks.numbers import TwoLevel, check_number, two_level_of


class Tier(IntEnum):
    """Where a tensor is kept (ADR-019, section 2)."""

    ABSENT = 0
    """No data; zeros, or what the policy of reconstruction gives."""
    HOT = 1
    """8 bits."""
    WARM = 2
    """7 bits, or 5 when the warm tensors are too many."""
    COLD = 3
    """3 bits."""


BITS = {Tier.HOT: 8, Tier.WARM: 7, Tier.COLD: 3}
"""Of a code, when a tensor enters the tier; fewer for warm ones under pressure."""

SQUEEZED_BITS = 5
"""Of a warm tensor that was downgraded."""

DEEPEST = 100
"""Absent tensors in a row, whatever the configuration: reading them is recursive."""

LARGEST = 1 << 63
"""What no number here reaches."""

DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class TierConfig:
    """When a store moves tensors, and its limits; the defaults are those of the description.

    Times are in ticks of the store's clock, which are seconds unless another one is given.

    Attributes:
        alpha: Weight of the latest access in the moving average of the access rate.
        tau: In how many ticks recency falls to 1/e.
        w_ema, w_pop, w_rec: Weights of access rate, of active ticks among the last 64, of recency.
        t1, t2: Scores from which on a tensor is hot, warm.
        hysteresis: By how much a threshold has to be passed.
        min_residency: Ticks that a tensor stays in a tier before it is moved by its score.
        warm_byte_cap: Bytes of all warm tensors above which 5 bits are used; None for no limit.
        warm_downgrade: Which ones get 5 bits: those accessed longest ago, or the one that comes.
        restore_below: Share of `warm_byte_cap` below which they get 7 bits again when accessed.
        downgrade_interval: Ticks between two rounds of downgrades, at least.
        absent_min_score: Score of ADR-017 (accesses * 1024 / (age + 1)) below which maintenance
            may take the data of a tensor away.
        absent_age_threshold: Ticks without access before it does; None for never.
        max_reconstruct_depth: Absent tensors in a row that reading one goes through, at most.
        max_delta_chain: Deltas of one policy, at most.
        max_made_bytes: Of zeros, or of what a recipe makes of little, unless there is an `out` for
            them; None for any number.
        fades: Whether rate and window of a tensor that is not used fade with time. The crate
            looks at them as they were at the last access.
        fast_fail: Whether reading an absent tensor without a policy is an error, not zeros.
        block_size: Values that share a scale.
        two_level: Whether blocks of 3 bits have two scales.

    Raises:
        FormatError: a number makes no sense.
    """

    alpha: float = 0.1
    tau: float = 100.0
    w_ema: float = 0.2
    w_pop: float = 0.3
    w_rec: float = 0.5
    t1: float = 0.70
    t2: float = 0.35
    hysteresis: float = 0.05
    min_residency: int = 50
    warm_byte_cap: int | None = 64 << 20
    warm_downgrade: Literal["least_recent", "on_entry"] = "least_recent"
    restore_below: float = 0.8
    downgrade_interval: int = 60
    absent_min_score: int = 1
    absent_age_threshold: int | None = DAY
    max_reconstruct_depth: int = 3
    max_delta_chain: int = 4
    max_made_bytes: int | None = 256 << 20
    fades: bool = True
    fast_fail: bool = False
    block_size: int = 64
    two_level: TwoLevel = "auto"

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_number(field.name, getattr(self, field.name), str(field.type))
        try:
            object.__setattr__(self, "two_level", two_level_of(self.two_level))
        except ValueError:
            raise FormatError("two_level", "auto, True or False", self.two_level) from None
        downgrades = ("least_recent", "on_entry")
        for name, holds, expected in (
            ("max_reconstruct_depth", self.max_reconstruct_depth <= DEEPEST, f"at most {DEEPEST}"),
            ("alpha", 0 < self.alpha <= 1, "above 0, and 1 at most"),
            ("tau", self.tau >= 1e-9, "1e-9 or more"),
            ("t2", self.t1 > self.t2, f"below t1, which is {self.t1}"),
            ("restore_below", self.restore_below <= 1, "1 at most"),
            ("block_size", self.block_size >= 1, "1 or more"),
            ("warm_downgrade", is_one_of(self.warm_downgrade, downgrades), " or ".join(downgrades)),
        ):
            if not holds:
                raise FormatError(name, expected, getattr(self, name))

    @classmethod
    def ruvector(cls) -> Self:
        """What the crate `ruvector-temporal-tensor` does by default.

        No limit for warm tensors, and nothing goes absent by itself; reading what is absent, and
        has no policy, is an error.
        """
        return cls(
            w_ema=0.4,
            w_pop=0.3,
            w_rec=0.3,
            t2=0.3,
            min_residency=5,
            warm_byte_cap=None,
            warm_downgrade="on_entry",
            absent_age_threshold=None,
            max_delta_chain=8,
            fades=False,
            fast_fail=True,
            two_level=False,
        )


def _check_number(name: str, value: object, kind: str) -> None:
    if "Literal" in kind or kind == "TwoLevel" or (value is None and "None" in kind):
        return
    check_number(name, value, whole=kind != "float")
    if cast(float, value) >= LARGEST:
        raise FormatError(name, f"a number below {LARGEST}", value)
