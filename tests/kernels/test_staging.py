"""Stored bytes of the host become arrays of a GPU, with the bits of the reference."""

from __future__ import annotations

import importlib
from typing import Any, Literal

import numpy as np
import pytest

from quire.kernels.affine.parameters import AffineParameters
from quire.kernels.staging import decode_on_gpu

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("framework", ["torch", "cupy"])
@pytest.mark.parametrize("backend", ["triton", "cupy"])
@pytest.mark.parametrize("rows", [0, 1, 4097])
def test_every_backend_serves_every_framework(
    framework: Literal["torch", "cupy"], backend: str, rows: int
) -> None:
    library: Any = pytest.importorskip(framework)
    parameters = AffineParameters((rows, 3), 0.0123, -1.5)
    stored = np.random.default_rng(1).integers(0, 256, rows * 3 + 1, np.uint8)[1:]
    array = decode_on_gpu("affine_u8", stored, parameters, framework=framework, backend=backend)
    expected = np.empty((rows, 3), np.float32)
    importlib.import_module("quire.kernels.affine.reference").decode(stored, expected, parameters)
    assert isinstance(array, library.Tensor if framework == "torch" else library.ndarray)
    on_host = array.cpu().numpy() if framework == "torch" else array.get()
    assert on_host.shape == expected.shape
    assert on_host.tobytes() == expected.tobytes()
