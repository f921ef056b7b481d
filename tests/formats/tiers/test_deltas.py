"""Deltas and chains of them: those of the original program, and what does not fit."""

from __future__ import annotations

import json
import math
import struct
import tracemalloc
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import quire
from quire import tiers

VECTORS = Path(__file__).parent / "vectors"

FOUND = json.loads((VECTORS / "deltas.json").read_text())

HEAD = struct.Struct("<16sIQHf")

each_case = pytest.mark.parametrize("case", FOUND["deltas"], ids=lambda case: case["name"])


def load(name: str) -> Any:
    return np.load(VECTORS / name)


def stored(name: str) -> bytes:
    return (VECTORS / name).read_bytes()


def same_bits(found: Any, expected: Any) -> bool:
    return bool((found.view(np.uint32) == expected.view(np.uint32)).all())


def some_delta(**fields: Any) -> tiers.DeltaRecord:
    indices, values = np.array([1, 3], np.uint16), np.array([2, -4], np.int16)
    return replace(tiers.DeltaRecord(5, 6, 7, 0.5, indices, values), **fields)


@each_case
def test_deltas_are_those_of_the_original_program(case: dict[str, Any]) -> None:
    delta = tiers.compute_delta(
        load(case["old"]),
        load(case["new"]),
        threshold=case["threshold"],
        max_change_fraction=case["max_change_fraction"],
        tensor_id=int(case["tensor_id"]),
        block_index=case["block_index"],
        base_epoch=case["base_epoch"],
    )
    if case["result"] is None:
        assert delta is None
        return
    assert delta is not None
    assert delta.indices.size == case["nnz"]
    assert np.float32(delta.scale).view(np.uint32) == case["scale_f32_bits"]
    assert tiers.encode_delta(delta) == stored(case["result"])
    assert delta.nbytes == 34 + 4 * case["nnz"]


@each_case
def test_deltas_of_the_original_program_are_applied(case: dict[str, Any]) -> None:
    if case["result"] is None:
        return
    blob = stored(case["result"])
    delta = tiers.decode_delta(blob)
    assert (delta.tensor_id, delta.block_index) == (int(case["tensor_id"]), case["block_index"])
    assert delta.base_epoch == case["base_epoch"]
    assert tiers.encode_delta(delta) == blob
    old = load(case["old"])
    before = old.copy()
    assert same_bits(tiers.apply_delta(old, delta), load(case["applied"]))
    assert same_bits(old, before)
    assert tiers.apply_delta(old, delta, old) is old
    assert same_bits(old, load(case["applied"]))


def test_a_chain_of_the_original_program_is_applied_in_order() -> None:
    told = FOUND["chain"]
    blobs = [stored(name) for name in told["deltas"]]
    chain = tiers.DeltaChain([tiers.decode_delta(blob) for blob in blobs])
    base = load(told["base"])
    assert chain.nbytes + base.nbytes == told["total_bytes"]
    assert chain.to_bytes() == b"".join(blobs)
    assert tiers.DeltaChain.from_bytes(b"".join(blobs)).to_bytes() == chain.to_bytes()
    assert same_bits(chain.reconstruct(base), load(told["reconstructed"]))
    room = np.empty_like(base)
    assert chain.reconstruct(base, room) is room
    assert same_bits(room, load(told["reconstructed"]))
    assert same_bits(chain.compact(base), load(told["reconstructed"]))
    assert (len(chain), chain.nbytes, chain.to_bytes()) == (0, 0, b"")


def test_a_chain_has_no_more_deltas_than_it_may_have() -> None:
    chain = tiers.DeltaChain([some_delta()] * 8)
    with pytest.raises(tiers.ChainFull, match="deltas: expected at most 8, found 9"):
        chain.append(some_delta())
    assert len(chain) == 8
    assert issubclass(tiers.ChainFull, quire.FormatError)
    blob = chain.to_bytes() * 2
    with pytest.raises(tiers.ChainFull):
        tiers.DeltaChain.from_bytes(blob)
    assert len(tiers.DeltaChain.from_bytes(blob, max_length=16)) == 16
    for end in range(43, 84):
        with pytest.raises(quire.FormatError):
            tiers.DeltaChain.from_bytes(blob[:end])


def test_a_chain_that_cannot_be_compacted_is_kept() -> None:
    chain = tiers.DeltaChain([some_delta()])
    with pytest.raises(quire.FormatError, match="entries: expected places below 3, found 3"):
        chain.compact(np.zeros(3, np.float32))
    assert len(chain) == 1
    assert chain.compact(np.zeros(4, np.float32)).tolist() == [0, 1, 0, -2]


@given(
    arrays.arrays(np.float32, 300, elements=st.floats(-1e6, 1e6, width=32)),
    st.dictionaries(st.integers(0, 299), st.floats(-1e6, 1e6, width=32), max_size=29),
)
def test_what_a_delta_is_added_to_is_what_it_was_made_for(old: Any, changes: Any) -> None:
    new = old.copy()
    new[list(changes)] = list(changes.values())
    delta = tiers.compute_delta(old, new, threshold=0.0, max_change_fraction=2)
    assert delta is not None
    largest = np.abs(new.astype(np.float64) - old).max()
    error = np.abs(tiers.apply_delta(old, delta).astype(np.float64) - new)
    assert error.max() <= largest / 65534 * 1.01 + 0.2  # a step of float32 at 1e6 is 0.06


def _step(difference: np.float32, factor: np.float32) -> int:
    exact = Fraction(float(difference * factor))
    return math.floor(abs(exact) + Fraction(1, 2)) * (1 if exact > 0 else -1)


def test_differences_are_multiplied_and_rounded_half_away_from_zero() -> None:
    for seed in range(20):
        new = np.random.default_rng(seed).standard_normal(500).astype(np.float32)
        delta = tiers.compute_delta(np.zeros(500), new, max_change_fraction=2)
        assert delta is not None
        scale = np.abs(new).max() / np.float32(32767)
        assert delta.scale == scale
        assert delta.values.tolist() == [_step(value, np.float32(1) / scale) for value in new]


def test_what_is_not_finite_may_stay_but_not_change() -> None:
    old = np.array([np.nan, np.inf, -np.inf, 1, 2] + [0] * 15, np.float32)
    new = old.copy()
    new[3] = 3
    delta = tiers.compute_delta(old, new)
    assert delta is not None
    assert delta.indices.tolist() == [3]
    assert same_bits(tiers.apply_delta(old, delta), new)
    for place, value in ((0, 1), (1, 1), (1, -np.inf), (2, np.nan), (3, np.nan), (4, np.inf)):
        new = old.copy()
        new[place] = value
        with pytest.raises(quire.EncodingError, match=rf"finite differences.* at index {place}"):
            tiers.compute_delta(old, new)
    with pytest.raises(quire.EncodingError, match="finite differences"):
        tiers.compute_delta([-3e38], [3e38])
    with pytest.raises(quire.EncodingError, match="finite differences"):
        tiers.compute_deltas([0.0], [1e39])


def test_differences_too_small_for_a_step_are_lost() -> None:
    delta = tiers.compute_delta([0.0], [1e-44], threshold=0.0, max_change_fraction=2)
    assert delta is not None
    assert delta.scale == 0
    assert tiers.apply_delta([1.5], delta).tolist() == [1.5]


def test_places_that_stand_there_twice_are_added_twice() -> None:
    indices = np.array([1, 1], np.uint16)
    assert tiers.apply_delta(np.zeros((2, 2)), some_delta(indices=indices)).tolist() == [
        [0, -1],
        [0, 0],
    ]


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 200_000])
def test_arrays_of_any_size_are_blocks(size: int) -> None:
    rng = np.random.default_rng(size)
    old = rng.standard_normal((size, 1)).astype(np.float32)
    new = old.copy()
    places = rng.choice(size, size // 20, replace=False)
    new[places] += 1
    deltas = tiers.compute_deltas(old, new, tensor_id=3, base_epoch=4)
    assert deltas is not None
    assert [d.block_index for d in deltas] == list(range(-(-size // 65536)))[: len(deltas)]
    assert {(d.tensor_id, d.base_epoch) for d in deltas} == {(3, 4)}
    back = [tiers.decode_delta(tiers.encode_delta(delta)) for delta in deltas]
    found = tiers.apply_deltas(old, back)
    assert found.shape == old.shape
    assert np.abs(found - new).max() < 1e-4
    changed = np.flatnonzero((found != old).reshape(-1))
    assert sorted(changed) == sorted(places)


def test_blocks_without_a_change_have_no_delta() -> None:
    old = np.zeros(3 << 16, np.float32)
    assert tiers.compute_deltas(old, old) == []
    new = old.copy()
    new[1 << 16] = 1
    deltas = tiers.compute_deltas(old, new)
    assert deltas is not None
    assert [(d.block_index, d.indices.tolist()) for d in deltas] == [(1, [0])]
    new[: 1 << 14] = 1
    assert tiers.compute_deltas(old, new) is None


def test_a_block_has_as_many_values_as_an_index_tells_apart() -> None:
    old, new = np.zeros(1 << 16, np.float32), np.ones(1 << 16, np.float32)
    assert tiers.compute_delta(old, new, max_change_fraction=2) is None  # 65,536 do not fit
    new[0] = 0
    delta = tiers.compute_delta(old, new, max_change_fraction=2)
    assert delta is not None
    assert delta.indices.size == 65_535
    assert np.abs(tiers.apply_delta(old, delta) - new).max() < 1e-6
    longer = np.zeros((1 << 16) + 1)
    with pytest.raises(quire.FormatError, match="expected a block of at most 65536 values, found"):
        tiers.compute_delta(longer, longer)
    with pytest.raises(ValueError, match=r"new: expected an array of shape \(2,\), found \(3,\)"):
        tiers.compute_delta([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match=r"new: expected an array of shape \(2, 1\), found"):
        tiers.compute_deltas([[1], [2]], [1, 2])


def test_deltas_beyond_the_array_are_refused() -> None:
    delta = some_delta()
    base = np.zeros(4, np.float32)
    assert tiers.apply_deltas(base, [replace(delta, block_index=0)]).tolist() == [0, 1, 0, -2]
    for index in (1, 6, (1 << 32) - 1):
        with pytest.raises(quire.FormatError, match="entries: expected places below 0, found 3"):
            tiers.apply_deltas(base, [replace(delta, block_index=index)])
    for wrong in (np.zeros(5, np.float32), np.zeros(4), np.zeros((2, 2), np.float32)):
        with pytest.raises(ValueError, match="out: expected"):
            tiers.apply_delta(base, delta, wrong)  # type: ignore[arg-type]  # is refused


def test_a_record_that_is_cut_or_too_long_is_refused() -> None:
    blob = tiers.encode_delta(some_delta())
    assert len(blob) == 42
    for end in range(42):
        with pytest.raises(quire.FormatError):
            tiers.decode_delta(blob[:end])
    with pytest.raises(quire.FormatError, match="delta at byte 42: expected 42 bytes, found 43"):
        tiers.decode_delta(blob + b"\0")
    for entries in (0, 1, 3, 65_535):
        with pytest.raises(quire.FormatError):
            tiers.decode_delta(blob[:28] + struct.pack("<H", entries) + blob[30:])


def test_each_field_is_where_the_format_has_it() -> None:
    blob = HEAD.pack(b"\1" * 16, 2, 3, 1, 0.5) + struct.pack("<Hh", 65_535, -32_768)
    delta = tiers.decode_delta(blob)
    assert delta.tensor_id == int("01" * 16, 16)
    assert (delta.block_index, delta.base_epoch, delta.scale) == (2, 3, 0.5)
    assert (delta.indices.tolist(), delta.values.tolist()) == ([65_535], [-32_768])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tensor_id", -1),
        ("tensor_id", 1 << 128),
        ("block_index", -1),
        ("block_index", 1 << 32),
        ("base_epoch", -1),
        ("base_epoch", 1 << 64),
        ("scale", 1e39),
    ],
)
def test_a_number_that_does_not_fit_its_field_is_refused(field: str, value: Any) -> None:
    with pytest.raises(quire.FormatError, match=field):
        tiers.encode_delta(some_delta(**{field: value}))


def test_a_delta_has_as_many_values_as_places() -> None:
    with pytest.raises(quire.FormatError, match="values: expected as many as there are indices"):
        some_delta(values=np.zeros(3, np.int16))
    many = np.zeros(1 << 16, np.uint16)
    with pytest.raises(quire.FormatError, match="indices: expected at most 65535, found 65536"):
        some_delta(indices=many, values=many.astype(np.int16))


@given(st.binary(max_size=120))
def test_random_bytes_raise_format_errors_alone(blob: bytes) -> None:
    try:
        delta = tiers.decode_delta(blob)
    except quire.FormatError:
        return
    assert tiers.encode_delta(delta) == blob or np.isnan(delta.scale)


def test_a_count_that_is_too_large_takes_no_memory() -> None:
    blob = HEAD.pack(bytes(16), 0, 0, 65_535, 1.0)
    tracemalloc.start()
    try:
        with pytest.raises(quire.FormatError):
            tiers.decode_delta(blob)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()
