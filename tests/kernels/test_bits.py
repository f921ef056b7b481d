"""Codes of 1 to 8 bits, packed: the reference and the compiled kernels against foreign vectors."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.kernels.contract import ParameterError, StoredError
from quire.kernels.services.bits import reference
from quire.kernels.services.bits.layout import packed_size
from quire.runtime.errors import EncodingError

VECTORS = Path(__file__).parents[1] / "formats" / "tiers" / "vectors"
CASES = json.loads((VECTORS / "pack_bits.json").read_text())

GUARD = 64


@pytest.fixture(params=["reference", "numba"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "numba":
        pytest.importorskip("numba", reason="pip install numba")
    return importlib.import_module(f"quire.kernels.services.bits.{request.param}")


def _packed(kernels: ModuleType, codes: Any, bits: int) -> bytes:
    """Packed between guards that have to stay as they were."""
    size = packed_size(codes.size, bits)
    memory = np.full(size + 2 * GUARD, 0xA5, np.uint8)
    kernels.pack(codes, bits, memory[GUARD : GUARD + size])
    assert set(memory[:GUARD].tolist() + memory[GUARD + size :].tolist()) == {0xA5}
    return memory[GUARD : GUARD + size].tobytes()


def _unpacked(kernels: ModuleType, stored: bytes, bits: int, count: int) -> list[int]:
    memory = np.full(count + 2 * GUARD, 0x5A, np.int8)
    kernels.unpack(np.frombuffer(stored, np.uint8), bits, memory[GUARD : GUARD + count])
    assert set(memory[:GUARD].tolist() + memory[GUARD + count :].tolist()) == {0x5A}
    found: list[int] = memory[GUARD : GUARD + count].tolist()
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['bits']}-{case['n']}")
def test_foreign_streams_are_packed_and_unpacked(kernels: ModuleType, case: dict[str, Any]) -> None:
    bits, stored = case["bits"], bytes.fromhex(case["packed"])
    if max(case["signed"], default=0) > 127:
        with pytest.raises(StoredError, match="expected codes of 8 bits, 0 to 254, found 255"):
            _unpacked(kernels, stored, bits, case["n"])
        return
    assert _packed(kernels, np.array(case["signed"], np.int8), bits) == stored
    assert _unpacked(kernels, stored, bits, case["n"]) == case["signed"]


@settings(deadline=None)  # kernels are compiled on the way
@given(
    bits=st.integers(1, 8),
    count=st.one_of(st.integers(0, 300), st.integers(4000, 9000)),
    seed=st.integers(0, 2**32 - 1),
)
def test_what_is_compiled_gives_the_bits_of_the_reference(bits: int, count: int, seed: int) -> None:
    pytest.importorskip("numba", reason="pip install numba")
    compiled = importlib.import_module("quire.kernels.services.bits.numba")
    low = (1 << (bits - 1)) - 1
    codes = np.random.default_rng(seed).integers(-low, low + (bits < 8) + 1, count).astype(np.int8)
    stored = _packed(reference, codes, bits)
    assert _packed(compiled, codes, bits) == stored
    assert _unpacked(compiled, stored, bits, count) == codes.tolist()
    assert _unpacked(compiled, stored + bytes(100), bits, count) == codes.tolist()


@pytest.mark.parametrize(
    ("bits", "code"), [(1, -1), (1, 2), (3, 5), (3, -4), (7, -64), (7, 65), (8, -128)]
)
@pytest.mark.parametrize("place", [0, 63, 4099, 5000])
def test_a_code_that_needs_more_bits_is_refused(
    kernels: ModuleType, bits: int, code: int, place: int
) -> None:
    codes = np.zeros(5001, np.int8)
    codes[place] = code
    with pytest.raises(EncodingError, match=f"found {code} at index {place}"):
        _packed(kernels, codes, bits)


@pytest.mark.parametrize("bits", [-1, 0, 9])
def test_there_are_widths_of_1_to_8_bits(kernels: ModuleType, bits: int) -> None:
    with pytest.raises(ParameterError, match="bits: expected 1 to 8"):
        kernels.pack(np.zeros(1, np.int8), bits, np.zeros(1, np.uint8))
    with pytest.raises(ParameterError, match="bits: expected 1 to 8"):
        kernels.unpack(np.zeros(1, np.uint8), bits, np.zeros(1, np.int8))


def test_fewer_bytes_than_the_codes_take_are_refused(kernels: ModuleType) -> None:
    with pytest.raises(StoredError, match="expected 56 bytes for 64 codes of 7 bits"):
        _unpacked(kernels, bytes(55), 7, 64)
