"""Ranges of rows, arrays to be filled, and threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.cvc import load_cvc, open_cvc
from tests.formats.cvc.layout import (
    SMALL_VALUES,
    assert_same_values,
)
from tests.formats.cvc.samples import Sample

Floats = npt.NDArray[np.float32]

MIXED = Sample("v1_mixed_default_int8")
"""60 rows of 8: fp16 to row 25, int8 to row 40, fp16 to the end."""

ENDS = [None, 0, 1, 24, 25, 26, 39, 40, 41, 59, 60, 61, 1000, -1, -20, -35, -60, -61, -1000]


# -- rows ----------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ENDS)
def test_a_range_of_rows_is_that_slice_of_the_whole(start: int | None) -> None:
    with open_cvc(MIXED.path) as reader:
        for stop in ENDS:
            expected = MIXED.expected[start:stop]
            assert_same_values(load_cvc(MIXED.path, rows=slice(start, stop)), expected)
            assert_same_values(reader.read(slice(start, stop)), expected)


@pytest.mark.parametrize("step", [2, 7, 100, -1, -3])
def test_a_step_is_as_in_python(step: int) -> None:
    for start, stop in [(None, None), (3, 50), (50, 3)]:
        rows = slice(start, stop, step)
        assert_same_values(load_cvc(MIXED.path, rows=rows), MIXED.expected[rows])


@pytest.mark.parametrize("step", [2, -1, 60])
def test_a_step_fills_out_of_the_right_shape_and_dtype_only(step: int) -> None:
    expected = MIXED.expected[::step]
    out = np.empty_like(expected)
    assert load_cvc(MIXED.path, rows=slice(None, None, step), out=out) is out
    assert_same_values(out, expected)
    wrongs: list[Any] = [np.zeros((61, 8), np.float32), np.zeros(expected.shape, np.float64)]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="float32"):
            load_cvc(MIXED.path, rows=slice(None, None, step), out=wrong)


@pytest.mark.parametrize("rows", [False, (0, 3), "3", 1.0, [0.5], np.zeros((2, 2), int)], ids=repr)
def test_rows_that_are_no_numbers_or_slices_are_refused(rows: Any) -> None:
    with pytest.raises(TypeError, match="rows"):
        load_cvc(MIXED.path, rows=rows)


@pytest.mark.parametrize("rows", [0, -1, 5, np.int64(7), [], [1, 2], [9, -1, 9], np.arange(60)])
def test_rows_are_taken_by_their_numbers(rows: Any) -> None:
    wanted = MIXED.expected[np.asarray(rows, int) if isinstance(rows, list) else rows]
    assert_same_values(load_cvc(MIXED.path, rows=rows), wanted)
    out = np.empty_like(wanted)
    assert load_cvc(MIXED.path, rows=rows, out=out) is out
    assert_same_values(out, wanted)


@pytest.mark.parametrize("rows", [61, -62, [61], [0, -62]], ids=repr)
def test_rows_that_are_not_there_are_refused(rows: Any) -> None:
    with pytest.raises(IndexError, match="row"):
        load_cvc(MIXED.path, rows=rows)


def test_a_step_of_one_is_no_step_and_of_zero_an_error() -> None:
    assert_same_values(load_cvc(MIXED.path, rows=slice(3, 50, 1)), MIXED.expected[3:50])
    with pytest.raises(ValueError, match="step"):
        load_cvc(MIXED.path, rows=slice(None, None, 0))


@pytest.mark.parametrize(
    ("rows", "whole"),
    [
        (slice(3), True),
        (slice(3, 5), False),
        (slice(0), True),
        (slice(5, None), True),
        (slice(2, 4), False),
    ],
    ids=str,
)
def test_a_range_of_rows_reads_only_the_chunks_that_it_touches(
    *,
    rows: slice,
    whole: bool,
    small: Path,
) -> None:
    data = bytearray(small.read_bytes())
    data[-1] ^= 1  # in the second chunk
    small.write_bytes(data)
    with pytest.raises(quire.ChecksumError):
        load_cvc(small)
    if whole:
        assert_same_values(load_cvc(small, rows=rows), SMALL_VALUES[rows])
    else:
        with pytest.raises(quire.ChecksumError):
            load_cvc(small, rows=rows)


# -- out -----------------------------------------------------------------------------------


def test_out_is_filled_and_returned(small: Path) -> None:
    out = np.full((5, 4), np.nan, np.float32)
    assert load_cvc(small, out=out) is out
    assert_same_values(out, SMALL_VALUES)
    with open_cvc(small) as reader:
        part = np.full((3, 4), np.nan, np.float32)
        assert reader.read(slice(1, 4), out=part) is part
        assert_same_values(part, SMALL_VALUES[1:4])


def test_out_may_be_a_part_of_a_larger_array(small: Path) -> None:
    whole = np.full((9, 4), 7, np.float32)
    load_cvc(small, out=whole[2:7])
    assert_same_values(whole[2:7], SMALL_VALUES)
    assert (whole[:2] == 7).all()
    assert (whole[7:] == 7).all()


@pytest.mark.parametrize(
    "make",
    [lambda: np.zeros((5, 8), np.float32)[:, ::2], lambda: np.zeros((4, 5), np.float32).T],
    ids=["columns", "transposed"],
)
def test_out_that_is_not_contiguous_is_refused(make: Any, small: Path) -> None:
    out = make()
    with pytest.raises(ValueError, match="contiguous"):
        load_cvc(small, out=out)
    assert not out.any()


@pytest.mark.parametrize("shape", [(4, 4), (6, 4), (5, 5), (20,), (5, 4, 1), (1, 5, 4)])
def test_out_of_another_shape_is_refused(shape: tuple[int, ...], small: Path) -> None:
    with pytest.raises(ValueError, match=r"5, 4"):
        load_cvc(small, out=np.zeros(shape, np.float32))


@pytest.mark.parametrize("dtype", [np.float64, np.float16, np.int32, ">f4"])
def test_out_of_another_dtype_is_refused(dtype: npt.DTypeLike, small: Path) -> None:
    with pytest.raises((ValueError, TypeError), match="float32"):
        load_cvc(small, out=np.zeros((5, 4), dtype))


def test_out_that_cannot_be_written_is_refused(small: Path) -> None:
    out = np.zeros((5, 4), np.float32)
    out.flags.writeable = False
    with pytest.raises(ValueError, match=r"read-only|writ"):
        load_cvc(small, out=out)
    assert not out.any()


# -- workers -------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2, 3, 16])
@pytest.mark.parametrize(
    "name", ["v0_int8_rows_one_each", "v1_fp16_multi", "v1_mixed_default_int8"]
)
def test_the_number_of_workers_does_not_change_the_values(name: str, workers: int) -> None:
    sample = Sample(name)
    assert_same_values(load_cvc(sample.path, workers=workers), sample.expected)


@pytest.mark.parametrize(("workers", "named"), [(1, {2}), (4, {2, 4})])
def test_a_damaged_chunk_is_named_whoever_finds_it(
    workers: int, named: set[int], tmp_path: Path
) -> None:
    data = bytearray(Sample("v1_int8_rows_one_each").path.read_bytes())
    for record in (2, 4):
        data[len(data) - 24 * (5 - record) + 8] ^= 1  # records of 8 + 16 bytes
    path = tmp_path / "damaged.cvc"
    path.write_bytes(data)
    with pytest.raises(quire.ChecksumError) as caught:
        load_cvc(path, workers=workers)
    assert caught.value.path in {f"chunks[{chunk}].payload" for chunk in named}


def test_several_threads_may_share_a_reader() -> None:
    slices = [slice(start, start + 17) for start in range(0, 60, 3)] * 5
    with open_cvc(MIXED.path) as reader, ThreadPoolExecutor(8) as pool:
        for rows, found in zip(slices, pool.map(reader.read, slices), strict=True):
            assert_same_values(found, MIXED.expected[rows])
