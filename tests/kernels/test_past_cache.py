"""Large outputs are written past the cache, wherever they begin, with the same bits."""

from __future__ import annotations

import importlib
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.backends import arrays
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.xor_delta.codec import XorDelta

COUNT = 3 * 256 + 77
GUARD = 16


@pytest.mark.parametrize("offset", [0, 1, 2, 3, 4, 60, 63])
@pytest.mark.parametrize(
    ("family", "parameters", "item"),
    [("fp16", Fp16((COUNT,)), 2), ("affine_u8", AffineU8((COUNT,), 0.1, -1), 1)],
)
def test_values_past_the_cache_are_those_of_the_reference(
    monkeypatch: pytest.MonkeyPatch, family: str, parameters: Any, item: int, offset: int
) -> None:
    monkeypatch.setattr(arrays, "CACHED_BYTES", 0)
    pytest.importorskip("numba", reason="pip install numba")
    kernel = importlib.import_module(f"quire.kernels.codecs.{family}.numba")
    reference = importlib.import_module(f"quire.kernels.codecs.{family}.reference")
    stored = np.random.default_rng(1).integers(0, 256, COUNT * item + 1, np.uint8)[1:]
    expected = np.empty(COUNT, np.float32)
    reference.decode(stored, expected, parameters)
    memory = np.full(COUNT * 4 + 128 + 2 * GUARD, 0xA5, np.uint8)
    start = -memory.ctypes.data % 64 + GUARD + offset
    out = memory[start : start + COUNT * 4].view(np.float32)
    kernel.decode(stored, out, parameters)
    assert out.tobytes() == expected.tobytes()
    assert (memory[:start] == 0xA5).all()
    assert (memory[start + COUNT * 4 :] == 0xA5).all()


@pytest.mark.parametrize("offset", range(0, 68, 4))
def test_whole_blocks_between_the_lines_go_past_the_cache(
    monkeypatch: pytest.MonkeyPatch, offset: int
) -> None:
    memory = np.zeros(COUNT * 4 + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    out = memory[start : start + COUNT * 4].view(np.float32)
    monkeypatch.setattr(arrays, "CACHED_BYTES", memory.nbytes)
    first, end = arrays.past_cache(out, out)
    assert out[first:].ctypes.data % 64 == 0
    assert first < 16
    assert (end - first) % 256 == 0
    assert 0 <= COUNT - end < 256


def test_what_fits_in_the_cache_is_written_there() -> None:
    whole = np.empty(arrays.CACHED_BYTES // 4, np.float32)
    part, apart = whole[:5000], np.empty(5000, np.float32)
    first, end = arrays.past_cache(part, part)
    assert end > first
    first, end = arrays.past_cache(apart, apart)
    assert end == first


def test_what_was_never_touched_is_written_through_the_cache() -> None:
    out = np.empty(arrays.CACHED_BYTES // 4, np.float32)
    start, end = arrays.past_cache(out, out, fresh=True)
    assert start == end


@pytest.mark.parametrize("at", [0, 1, 15, 16, 31, 63, 64, 255, 1023, 1024, 9000, 19_999])
@pytest.mark.parametrize("cached", [0, arrays.CACHED_BYTES])
def test_one_signalling_nan_among_numbers_keeps_its_bits(
    monkeypatch: pytest.MonkeyPatch, cached: int, at: int
) -> None:
    """The processor would set its quiet bit, so kernels look for such NaNs first."""
    monkeypatch.setattr(arrays, "CACHED_BYTES", cached)
    pytest.importorskip("numba", reason="pip install numba")
    halves = np.full(20_000, 0x3C00, np.uint16)
    halves[at] = 0xFC01
    for codec in (
        Fp16(halves.shape),
        XorDelta(halves.shape, "float32", "float16", 40, planes=True),
    ):
        kernel = importlib.import_module(f"quire.kernels.codecs.{codec.name}.numba")
        wide = np.where(halves == 0xFC01, np.uint32(0xFF802000), np.uint32(0x3F800000))
        stored = np.empty(codec.stored_size(), np.uint8)
        kernel.encode(wide.view(np.float32), stored, codec)
        if isinstance(codec, Fp16):
            assert stored.tobytes() == halves.tobytes()
        out = np.empty(halves.size, np.float32)
        kernel.decode(stored, out, codec)
        assert out.tobytes() == wide.tobytes()


OLD = """
import numpy as np
from quire.kernels.backends import arrays
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.xor_delta.codec import XorDelta
import importlib
codecs = Fp16((20_000,)), XorDelta((20_000,), "float32", "float16", 40, planes=True)
for arrays.CACHED_BYTES in (0, 1 << 24):
    for codec in codecs:
        kernel, reference = (
            importlib.import_module(f"quire.kernels.codecs.{codec.name}.{backend}")
            for backend in ("numba", "reference")
        )
        stored = np.random.default_rng(1).integers(0, 256, codec.stored_size(), np.uint8)
        found, expected = np.empty((2, 20_000), np.float32)
        kernel.decode(stored, found, codec)
        reference.decode(stored, expected, codec)
        assert found.tobytes() == expected.tobytes(), codec.name
        back = np.empty_like(stored)
        kernel.encode(found, back, codec)
        assert back.tobytes() == stored.tobytes(), codec.name
"""


def test_processors_without_instructions_for_halves_give_the_same(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="pip install numba")
    if platform.machine() not in ("x86_64", "AMD64"):
        pytest.skip("other processors have these instructions")
    old = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": "+sse2"}
    environment = os.environ | old | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", OLD], env=environment, check=True)
