"""Stores for the tests: a clock that stands still, tensors, and the values that a tier leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.tiers import BlockKey, Tier, TierConfig, TieredStore, quantize, quantize_block
from quire.tiers.store.meta import Key

Floats = npt.NDArray[np.float32]
Kind = Literal["memory", "quire", "ruvector"]

KINDS: tuple[Kind, ...] = ("memory", "quire", "ruvector")

BITS = {Tier.HOT: 8, Tier.WARM: 7, Tier.COLD: 3}


class Clock:
    """A clock that is set by hand, in ticks."""

    def __init__(self, now: int = 1000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def key_of(kind: Kind, name: str) -> Key:
    """A key that such a store takes."""
    return BlockKey(int.from_bytes(name.encode(), "big"), 3) if kind == "ruvector" else name


def opened(
    kind: Kind,
    path: Path | None = None,
    config: TierConfig | None = None,
    *,
    clock: Clock | None = None,
    mode: Literal["r", "a"] = "a",
    **more: Any,
) -> TieredStore:
    """A store of a kind; it syncs nothing, which takes long."""
    options: dict[str, Any] = {"clock": clock or Clock(), "durable": False} | more
    if kind == "memory":
        return TieredStore(config=config, **options)
    return TieredStore(path, config, mode=mode, layout=kind, **options)


def tensor_of(seed: int, shape: tuple[int, ...] = (6, 40)) -> Floats:
    """Normal values, others for each seed."""
    values: Floats = np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    return values


def left(kind: Kind, values: Floats, *widths: int) -> Floats:
    """What remains of values that were quantised with these bits, one after the other."""
    for bits in widths:
        if kind == "ruvector":
            values = quantize_block(values, bits).dequantize().reshape(values.shape)
        else:
            values = quantize(values, bits).dequantize()
    return values
