"""Blocks of tiers decoded on a GPU, or on what stands in for one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quire import tiers

pytest.importorskip("triton", reason="pip install triton")
pytest.importorskip("torch", reason="pip install torch")

ON_GPU: dict[str, Any] = {"device": "cuda", "framework": "torch", "backend": "triton"}

VALUES = np.random.default_rng(8).standard_t(2, (70, 150)).astype(np.float32)
"""Some of them far out: blocks with two scales are among those of 3 bits."""


@pytest.mark.parametrize("rows", [None, slice(3, 41), slice(69, 70), slice(5, 5)], ids=str)
@pytest.mark.parametrize("two_level", [False, True, "auto"], ids=str)
@pytest.mark.parametrize("bits", [8, 7, 5, 3])
def test_blocks_are_the_same_there(gpu: Any, bits: int, two_level: Any, rows: Any) -> None:
    if two_level is True and bits != 3:
        pytest.skip("codes of 3 bits alone have two scales")
    found = tiers.quantize(VALUES, bits, two_level=two_level)
    assert bool(found.two_level_blocks) == (two_level == "auto" and bits == 3)
    decoded = found.dequantize(rows=rows, **ON_GPU)
    assert decoded.cpu().numpy().tobytes() == found.dequantize(rows=rows).tobytes()
    assert gpu.stored
