"""The CUDA C sources compute what the references do, run by a C++ compiler, thread after thread.

Where there is no GPU this is the only time that they run: their index arithmetic, ragged
ends and roundings are checked here, all but the hardware.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.pq.codec import Pq
from tests.kernels.on_host import Launch, compiled


def _run(launch: Launch, stored: Any, count: int, *scalars: Any) -> Any:
    """Launch as `Launcher` does; the result, after a check of the guards around it."""
    cupy = importlib.import_module("quire.kernels.backends.cupy")
    whole = np.full(count + 8, np.nan, np.float32)
    blocks = -(-count // (cupy.THREADS * cupy.VECTORS * 4))
    launch((blocks,), (cupy.THREADS,), (stored, whole[4:], count, *scalars))
    assert np.isnan(whole[:4]).all()
    assert np.isnan(whole[-4:]).all()
    return whole[4:-4]


COUNTS = (1, 3, 4, 5, 1023, 4096, 4099, 3 * 4096 + 2)


def test_fp16(tmp_path: Path) -> None:
    types = "const uint2*, float4*, long long"
    launch = compiled(tmp_path, "quire.kernels.codecs.fp16.cupy", {"decode": types})["decode"]
    reference = importlib.import_module("quire.kernels.codecs.fp16.reference")
    patterns = np.random.default_rng(1).permutation(65536).astype("<u2")
    for count in (*COUNTS, 65536):
        stored = patterns[:count].view(np.uint8)
        expected = np.empty(count, np.float32)
        reference.decode(stored, expected, Fp16((count,)))
        assert _run(launch, stored, count).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("scale", "low"), [(0.0123, -1.5), (3e38, -1e38), (1e-40, 0.1)])
def test_affine_u8(tmp_path: Path, scale: float, low: float) -> None:
    types = "const uchar4*, float4*, long long, float, float"
    launch = compiled(tmp_path, "quire.kernels.codecs.affine_u8.cupy", {"decode": types})["decode"]
    reference = importlib.import_module("quire.kernels.codecs.affine_u8.reference")
    codes = np.random.default_rng(2).integers(0, 256, max(COUNTS), np.uint8)
    for count in COUNTS:
        expected = np.empty(count, np.float32)
        reference.decode(codes[:count], expected, AffineU8((count,), scale, low))
        assert _run(launch, codes, count, scale, low).tobytes() == expected.tobytes()


@pytest.fixture(scope="module")
def pq(tmp_path_factory: pytest.TempPathFactory) -> Launch:
    types = "const unsigned char*, float4*, long long, const float*, int, int, int, const float*"
    folder = tmp_path_factory.mktemp("pq")
    return compiled(folder, "quire.kernels.codecs.pq.cupy", {"decode": types})["decode"]


@pytest.mark.parametrize("rows", [1, 2, 61, 700])
@pytest.mark.parametrize("shape", [(3, 256, 1), (8, 256, 2), (5, 7, 3), (1, 300, 5), (2, 1, 16)])
def test_pq(pq: Launch, shape: tuple[int, int, int], rows: int) -> None:
    reference = importlib.import_module("quire.kernels.codecs.pq.reference")
    rng = np.random.default_rng(3)
    books, norms = rng.standard_normal(shape, np.float32), rng.standard_normal(rows, np.float32)
    stored = rng.integers(0, min(shape[1], 256), rows * shape[0], np.uint8)
    for given in (None, norms):
        expected = np.empty((rows, shape[0] * shape[2]), np.float32)
        reference.decode(stored, expected, Pq(expected.shape, books, norms=given))
        found = _run(pq, stored, expected.size, books, *shape, given)
        assert found.tobytes() == expected.tobytes()


def test_pq_reads_nothing_beyond_its_codebooks(pq: Launch) -> None:
    guarded = np.full(3 * 2 * 2 + 600, np.nan, np.float32)
    guarded[:12] = np.arange(12)
    stored = np.full(6, 255, np.uint8)
    found = _run(pq, stored, 12, guarded, 3, 2, 2, None)
    assert found.tolist() == [2, 3, 6, 7, 10, 11] * 2
