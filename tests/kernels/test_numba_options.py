"""How numba kernels are compiled."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest


def _backend() -> Any:
    pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module("quire.kernels.backends.numba")


def test_a_kernel_without_a_place_for_its_cache_is_compiled_all_the_same() -> None:
    namespace: dict[str, Any] = {}
    exec("def double(x): return 2 * x", namespace)  # noqa: S102  # a function without a file
    assert _backend().kernel(namespace["double"])(21) == 42


def test_products_and_sums_are_not_fused() -> None:
    module = importlib.import_module(_backend().__name__.replace("backends", "codecs.affine_u8"))
    code, scale, low = np.array([3], np.uint8), np.float32(1 / 3), np.float32(-1)
    out = np.empty(1, np.float32)
    module._dequantise(code, out, scale, low)
    assert out[0] == np.float32(3) * scale + low == 0  # fused: 2.98e-08
