"""Factors of matrices: those of the original program, and what does not fit."""

from __future__ import annotations

import json
import struct
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"

HEAD = struct.Struct("<16sIIII")

each_case = pytest.mark.parametrize(
    "case", json.loads((VECTORS / "factors.json").read_text()), ids=lambda case: case["name"]
)

RNG = np.random.default_rng(3)

MATRIX = RNG.standard_normal((9, 3)) @ RNG.standard_normal((3, 20))


def load(name: str) -> Any:
    return np.load(VECTORS / name)


@each_case
def test_factors_of_the_original_program_are_read(case: dict[str, Any]) -> None:
    blob = (VECTORS / case["file"]).read_bytes()
    factors = tiers.decode_factors(blob)
    assert (factors.tensor_id, factors.block_index) == (int(case["tensor_id"]), case["block_index"])
    assert (factors.shape, factors.rank) == ((case["m"], case["n"]), case["k"])
    expected = load(case["reconstructed"]).reshape(factors.shape)
    found = factors.reconstruct()
    assert found.dtype == np.float32
    assert np.abs(found - expected).max() <= 1e-5 * np.abs(expected).max()
    assert factors.nbytes == len(blob)
    assert tiers.encode_factors(factors) == blob
    matrix = load(case["input"]).reshape(factors.shape)
    assert factors.relative_error(matrix) == pytest.approx(case["relative_error"], 1e-3, 1e-6)


@each_case
def test_factors_are_no_worse_than_those_of_the_original_program(case: dict[str, Any]) -> None:
    matrix = load(case["input"]).reshape(case["m"], case["n"])
    error = tiers.FactorSet.from_matrix(matrix, case["k"]).relative_error(matrix)
    assert error <= max(case["relative_error"], 1e-6)


def test_the_rank_is_as_small_as_the_error_allows() -> None:
    assert tiers.FactorSet.from_matrix(MATRIX, max_error=1e-6).rank == 3
    for allowed in (0.9, 0.5, 0.3, 0.1):
        factors = tiers.FactorSet.from_matrix(MATRIX, max_error=allowed)
        assert factors.relative_error(MATRIX) <= allowed
        if factors.rank > 1:
            fewer = tiers.FactorSet.from_matrix(MATRIX, factors.rank - 1)
            assert fewer.relative_error(MATRIX) > allowed
    assert tiers.FactorSet.from_matrix(MATRIX, max_error=2.0).rank == 1
    assert tiers.FactorSet.from_matrix(np.zeros((2, 3)), max_error=0.1).rank == 1


def test_energy_and_error_add_up() -> None:
    for rank in (1, 2, 3, 99):
        factors = tiers.FactorSet.from_matrix(MATRIX, rank)
        missing = factors.relative_error(MATRIX) ** 2
        assert factors.energy(MATRIX) + missing == pytest.approx(1, abs=1e-5)
    zeros = np.zeros((2, 3))
    factors = tiers.FactorSet.from_matrix(zeros, 1)
    assert (factors.energy(zeros), factors.relative_error(zeros)) == (1, 0)


def test_what_was_encoded_is_decoded() -> None:
    factors = tiers.FactorSet.from_matrix(MATRIX, 2, tensor_id=(1 << 128) - 1, block_index=9)
    blob = tiers.encode_factors(factors)
    assert blob[:32] == HEAD.pack(b"\xff" * 16, 9, 9, 20, 2)
    values = np.concatenate([factors.u.ravel(), factors.s, factors.v.ravel()])
    assert blob[32:] == values.astype("<f4").tobytes()
    found = tiers.decode_factors(blob)
    assert (found.tensor_id, found.block_index) == ((1 << 128) - 1, 9)
    room = np.empty((9, 20), np.float32)
    assert found.reconstruct(room) is room
    assert (room == factors.reconstruct()).all()
    with pytest.raises(ValueError, match="out: expected"):
        found.reconstruct(room[:3])


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (np.zeros(3), "matrix: expected a matrix"),
        (np.zeros((0, 3)), "matrix: expected a matrix"),
        (np.zeros((2, 2), complex), "of real numbers"),
        ([[1, np.nan]], "finite numbers"),
        ([[1, np.inf]], "finite numbers"),
    ],
)
def test_what_is_no_matrix_is_refused(matrix: Any, expected: str) -> None:
    with pytest.raises(quire.EncodingError, match=expected):
        tiers.FactorSet.from_matrix(matrix, 1)


def test_rank_or_error_has_to_be_given() -> None:
    for told in ({}, {"rank": 0}, {"rank": -1}, {"rank": 1, "max_error": 0.1}):
        with pytest.raises(ValueError, match="expected rank"):
            tiers.FactorSet.from_matrix(MATRIX, **told)


@pytest.mark.parametrize(
    ("name", "shape"), [("u", (9, 2)), ("u", (27,)), ("s", (4,)), ("s", (3, 1)), ("v", (2, 20))]
)
def test_shapes_have_to_go_together(name: str, shape: tuple[int, ...]) -> None:
    factors = tiers.FactorSet.from_matrix(MATRIX, 3)
    other: dict[str, Any] = {name: np.zeros(shape, np.float32)}
    with pytest.raises(quire.FormatError, match=r"expected u \(m, k\), s \(k,\) and v \(k, n\)"):
        replace(factors, **other)


@pytest.mark.parametrize(
    ("field", "value"), [("tensor_id", 1 << 128), ("tensor_id", -1), ("block_index", 1 << 32)]
)
def test_a_number_that_does_not_fit_its_field_is_refused(field: str, value: Any) -> None:
    factors = tiers.FactorSet.from_matrix(MATRIX, 1)
    with pytest.raises(quire.FormatError, match=field):
        tiers.encode_factors(replace(factors, **{field: value}))


@pytest.mark.parametrize(
    ("m", "n", "k"),
    [
        (1 << 31, 1 << 31, 1 << 31),
        ((1 << 32) - 1, (1 << 32) - 1, (1 << 32) - 1),
        (1 << 31, 1, 1),
        (1, 1 << 31, 1),
        (1, 1, 1 << 31),
        (0, 0, 1 << 31),
        (1 << 31, 1 << 31, 0),
        (0, 0, 0),
        (0, 0, 1),
        (1, 0, 2),
    ],
)
def test_sizes_are_checked_before_there_is_memory_for_them(m: int, n: int, k: int) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(quire.FormatError):
            tiers.decode_factors(HEAD.pack(bytes(16), 0, m, n, k) + bytes(8))
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_a_record_that_is_cut_or_too_long_is_refused() -> None:
    blob = tiers.encode_factors(tiers.FactorSet.from_matrix(MATRIX, 1))
    for end in range(len(blob)):
        with pytest.raises(quire.FormatError):
            tiers.decode_factors(blob[:end])
    with pytest.raises(quire.FormatError, match="factors at byte 152: expected 152 bytes, found 1"):
        tiers.decode_factors(blob + b"\0")


@given(st.binary(max_size=80))
def test_random_bytes_raise_format_errors_alone(blob: bytes) -> None:
    try:
        factors = tiers.decode_factors(blob)
    except quire.FormatError:
        return
    assert tiers.encode_factors(factors) == blob


def test_a_matrix_much_larger_than_its_factors_has_to_be_asked_for() -> None:
    column = np.ones((1 << 15, 1), np.float32)
    factors = tiers.FactorSet(0, 0, column, np.ones(1, np.float32), column.T)
    tracemalloc.start()
    try:
        with pytest.raises(quire.LimitError, match=r"factors: expected at most .* decoded bytes"):
            factors.reconstruct()
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
    part = replace(factors, v=factors.v[:, :64])
    with quire.limits(max_decoded=(256 << 15) - 1), pytest.raises(quire.LimitError):
        part.reconstruct()
    with quire.limits(max_decoded=256 << 15):
        assert part.reconstruct().sum() == 64 << 15


def test_values_of_a_file_may_be_anything() -> None:
    blob = HEAD.pack(bytes(16), 0, 1, 1, 1) + struct.pack("<fff", 3e38, 3e38, np.nan)
    assert np.isnan(tiers.decode_factors(blob).reconstruct()).all()


def test_a_matrix_of_another_shape_is_not_compared() -> None:
    """Numpy would repeat a single row."""
    factors = tiers.FactorSet.from_matrix(MATRIX, 3)
    for compare in (factors.relative_error, factors.energy):
        with pytest.raises(ValueError, match=r"matrix: expected shape \(9, 20\), found \(1, 20\)"):
            compare(MATRIX[:1])
