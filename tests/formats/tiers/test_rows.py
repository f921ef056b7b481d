"""Rows of quantised arrays: the same as of the whole, of the blocks that they touch alone."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire import tiers
from quire.kernels.codecs.block_quant import blocks as decoding
from quire.kernels.codecs.block_quant import reference
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import choose

Floats = npt.NDArray[np.float32]


def heavy_tailed(shape: tuple[int, ...], seed: int = 1) -> Floats:
    """Normal values, with an outlier in about every second block of 64."""
    rng = np.random.default_rng(seed)
    array = rng.standard_normal(shape).astype(np.float32)
    array[rng.random(shape) < 1 / 128] *= 1000
    return array


MODES: list[tuple[int, Any]] = [(8, False), (7, False), (5, False), (3, False), (3, True)]
MODES += [(3, "auto")]
each_mode = pytest.mark.parametrize(("bits", "two_level"), MODES)


def test_blocks_of_these_samples_differ() -> None:
    found = tiers.quantize(heavy_tailed((60, 47)), 3, 32)
    bits = np.unpackbits(np.frombuffer(found.two_level_blocks, np.uint8))
    assert 0 < bits.sum() < bits.size / 2


@settings(max_examples=60, deadline=None)
@given(
    mode=st.sampled_from(MODES),
    shape=st.one_of(
        st.tuples(st.integers(1, 70)),
        st.tuples(st.integers(1, 40), st.integers(0, 40)),
        st.tuples(st.integers(1, 10), st.integers(1, 5), st.integers(1, 9)),
    ),
    block_size=st.sampled_from([1, 3, 8, 16, 32, 64, 100, 5000]),
    start=st.one_of(st.none(), st.integers(-80, 80)),
    stop=st.one_of(st.none(), st.integers(-80, 80)),
    step=st.one_of(st.none(), st.integers(-45, 45).filter(bool)),
)
def test_slices_are_those_of_the_whole(
    mode: tuple[int, Any],
    shape: tuple[int, ...],
    block_size: int,
    start: int | None,
    stop: int | None,
    step: int | None,
) -> None:
    found = tiers.quantize(heavy_tailed(shape), mode[0], block_size, mode[1])
    rows = slice(start, stop, step)
    expected = found.dequantize()[rows]
    assert np.array_equal(found.dequantize(rows=rows), expected)
    out = np.full(expected.shape, np.nan, np.float32)
    assert found.dequantize(out, rows) is out
    assert np.array_equal(out, expected)


@each_mode
@pytest.mark.parametrize("block_size", [5, 64, 1000])
def test_one_row_is_that_of_the_whole(bits: int, two_level: Any, block_size: int) -> None:
    found = tiers.quantize(heavy_tailed((30, 3, 11)), bits, block_size, two_level)
    whole = found.dequantize()
    for row in (0, 7, 29, -1, -30, np.int64(4)):
        assert np.array_equal(found.dequantize(rows=row), whole[row])
    flat = tiers.quantize(heavy_tailed((30,)), bits, block_size, two_level)
    one = flat.dequantize(rows=-2)
    assert (one.shape, one) == ((), flat.dequantize()[-2])


@each_mode
def test_large_arrays_are_decoded_in_parts(
    bits: int, two_level: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "PART_VALUES", 1000)
    found = tiers.quantize(heavy_tailed((700, 31)), bits, 32, two_level)
    whole = np.empty(found.shape, np.float32)
    reference.decode(found.data, whole, found.parameters)
    for workers in (None, 1, 3):
        assert np.array_equal(found.dequantize(workers=workers), whole)
    for rows in (
        slice(1, None),
        slice(13, 650),
        slice(None, None, -1),
        slice(650, 3, -7),
        slice(5, None, 2),
        slice(2, None, 90),
    ):
        assert np.array_equal(found.dequantize(rows=rows), whole[rows])
    with pytest.raises(ValueError, match="workers: expected at least 1"):
        found.dequantize(workers=0)


@each_mode
def test_only_the_blocks_that_rows_touch_are_decoded(
    bits: int, two_level: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tiers.quantize(heavy_tailed((40, 64)), bits, 32, two_level)
    whole = found.dequantize()
    decoded: list[int] = []

    def counted(stored: Any, out: Any, parameters: Any, **options: Any) -> None:
        decoded.append(out.size)
        reference.decode(stored, out, parameters, **options)

    monkeypatch.setattr("quire.tiers.blocks.array.select", lambda *_: counted)
    for rows, values in (
        (3, 64),
        (slice(4, 6), 128),
        (slice(0, 40, 20), 128),
        (slice(39, None, -13), 4 * 64),
        (slice(6, 6), 0),
    ):
        decoded.clear()
        assert np.array_equal(found.dequantize(rows=rows), whole[rows])
        assert sum(decoded) == values


@each_mode
@pytest.mark.parametrize("part", [7, 64, 1 << 20])
def test_of_a_large_block_only_the_rows_are_decoded(
    bits: int, two_level: Any, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "PART_VALUES", part)
    found = tiers.quantize(heavy_tailed((40, 51)), bits, 1500, two_level)
    whole = np.empty(found.shape, np.float32)
    reference.decode(found.data, whole, found.parameters)
    decoded: list[int] = []

    def counted(stored: Any, out: Any, parameters: Any, **options: Any) -> None:
        decoded.append(out.size)
        reference.decode(stored, out, parameters, **options)

    monkeypatch.setattr("quire.tiers.blocks.array.select", lambda *_: counted)
    for row in (0, 7, 29, 30, 39):  # the second block begins within row 29
        decoded.clear()
        assert np.array_equal(found.dequantize(rows=row), whole[row])
        assert 51 <= sum(decoded) <= 51 + 7 * len(decoded)
    assert np.array_equal(found.dequantize(), whole)
    for rows in (slice(3, 20), slice(25, 35), slice(None, None, 3), slice(39, None, -2)):
        assert np.array_equal(found.dequantize(rows=rows), whole[rows])


def test_damage_stays_in_its_block() -> None:
    found = tiers.quantize(heavy_tailed((40, 64)), 8, 64)
    expected = found.dequantize()
    found.data[68 * 20 : 68 * 21] ^= 0x5A
    assert np.array_equal(found.dequantize(rows=slice(0, 20)), expected[:20])
    assert np.array_equal(found.dequantize(rows=slice(21, None)), expected[21:])
    assert not np.array_equal(found.dequantize(rows=20), expected[20])


@pytest.mark.parametrize("row", [4, -5, 1 << 70])
def test_rows_that_are_not_there_are_refused(row: int) -> None:
    found = tiers.quantize(np.ones((4, 3)), 8)
    with pytest.raises(IndexError, match="rows: expected a row from -4 to 3"):
        found.dequantize(rows=row)


def test_what_has_no_axis_has_no_rows() -> None:
    found = tiers.quantize(1.5, 8)
    assert found.dequantize() == 1.5
    for rows in (0, slice(None)):
        with pytest.raises(IndexError, match="as the array has no axis"):
            found.dequantize(rows=rows)
    with pytest.raises(TypeError):
        tiers.quantize([1], 8).dequantize(rows="a")  # type: ignore[arg-type]  # is refused


@pytest.mark.parametrize("shape", [(2, 3), (4, 2), (3,), (2, 2, 1)])
def test_what_is_filled_has_the_shape_of_the_rows(shape: tuple[int, ...]) -> None:
    found = tiers.quantize(np.ones((4, 2)), 8)
    with pytest.raises(ValueError, match="out: expected"):
        found.dequantize(np.empty(shape, np.float32), slice(1, 3))


def test_rows_of_torch() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    found = tiers.quantize(heavy_tailed((9, 50)), 5)
    rows = found.dequantize(rows=slice(2, 5), framework="torch")
    assert torch.equal(rows, torch.from_numpy(found.dequantize()[2:5]))


@pytest.mark.parametrize("backend", ["numba", "reference"])
def test_a_backend_can_be_named(backend: str) -> None:
    found = tiers.quantize(heavy_tailed((9, 50)), 3)
    assert np.array_equal(found.dequantize(backend=backend), found.dequantize())
    with pytest.raises(quire.BackendUnavailable, match="no backend `abacus`"):
        found.dequantize(backend="abacus")


def test_a_gpu_decodes_if_there_is_one() -> None:
    found = tiers.quantize(heavy_tailed((9, 50)), 3)
    try:
        choose(BlockQuant, Operation.DECODE, "cuda")
    except quire.BackendUnavailable as error:
        with pytest.raises(quire.BackendUnavailable, match=re.escape(str(error))):
            found.dequantize(device="cuda")
    else:
        rows = found.dequantize(rows=slice(2, 5), device="cuda", framework="torch")
        assert np.array_equal(rows.cpu(), found.dequantize()[2:5])


@each_mode
def test_rows_on_a_gpu_are_cut_from_their_blocks(
    bits: int, two_level: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What crosses the bus is decoded by the reference here."""
    crossed: list[int] = []

    def decode_on_gpu(codec: BlockQuant, stored: Any, **options: Any) -> Floats:
        assert options == {"device": "cuda", "framework": "torch", "backend": "auto"}
        crossed.append(stored.size)
        out = np.empty(codec.shape, np.float32)
        reference.decode(stored, out, codec)
        return out

    monkeypatch.setattr("quire.tiers.blocks.array.decode_on_gpu", decode_on_gpu)
    found = tiers.quantize(heavy_tailed((40, 31)), bits, 32, two_level)
    whole = found.dequantize()
    for rows in (None, 3, -1, slice(2, 20), slice(30, None), slice(7, 7), slice(9, 2)):
        expected = whole if rows is None else whole[rows]
        assert np.array_equal(
            found.dequantize(rows=rows, device="cuda", framework="torch"), expected
        )
    assert crossed[0] == found.nbytes
    assert max(crossed[1:]) < found.nbytes
    for arguments in ({"rows": slice(None, None, 2)}, {"out": whole}):
        with pytest.raises(ValueError, match="are for the CPU"):
            found.dequantize(device="cuda", **arguments)
