"""How `group_quant` is exercised: parameters for arrays of any shape, and stored bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.group_quant.codec import ROUNDINGS, GroupQuant, num_groups


def group_parameters(shape: tuple[int, ...]) -> list[Any]:
    """Frames as long as the last axis, in groups that vectors fit into, and in others."""
    width = shape[-1] if shape else 1
    frames = (int(np.prod(shape[:-1])), width)
    rng = np.random.default_rng(16)
    found = []
    for bits in range(2, 9):
        for size, dtype in ((64, np.float16), (20, np.float32), (7, np.float16)):
            groups = num_groups(width, size)
            scales: Any = rng.standard_normal(groups) * 2.0 ** rng.integers(-24, 14, groups)
            rounding = ROUNDINGS[bits % 2]
            found.append(GroupQuant(frames, bits, scales.astype(dtype), size, rounding))
    return found


def group_bytes(count: int) -> npt.NDArray[np.uint8]:
    """So many bytes; all of them mean something."""
    return np.random.default_rng(15).integers(0, 256, count, dtype=np.uint8)
