"""Residuals unpacked on a GPU, or on what stands in for one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quire.hpdkv import pack_residuals, unpack_residuals

pytest.importorskip("triton", reason="pip install triton")
pytest.importorskip("torch", reason="pip install torch")

VALUES = np.random.default_rng(9).standard_normal((33, 70)).astype(np.float16)


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("share", [None, 0.05, 0.9])
def test_residuals_are_the_same_there(gpu: Any, share: float | None, *, compress: bool) -> None:
    blob = pack_residuals(VALUES, store_topk=share, compress=compress)
    found = unpack_residuals(blob, device="cuda")
    assert found.cpu().numpy().tobytes() == unpack_residuals(blob).tobytes()
    assert gpu.stored


def test_of_several_values_for_an_index_the_last_counts(gpu: Any) -> None:
    blob = bytearray(pack_residuals(VALUES, store_topk=0.05))
    count = -(-VALUES.size // 20)
    at = len(blob) - 6 * count
    words = np.frombuffer(blob, "<u4", count, at).copy()
    words[10:40] = words[5]
    blob[at : at + 4 * count] = words.tobytes()
    expected = unpack_residuals(bytes(blob), strict=False)
    found = unpack_residuals(bytes(blob), device="cuda", strict=False)
    assert found.cpu().numpy().tobytes() == expected.tobytes()
    assert np.count_nonzero(expected) == count - 30
    assert gpu.stored
