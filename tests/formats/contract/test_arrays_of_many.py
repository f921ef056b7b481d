"""Arrays of files that hold several: each is indexed, read, copied and closed as one alone."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import basic_indices

from quire import ChecksumError
from quire.arrays import ArrayFile
from quire.cdd import DataReader, DataWriter, GroupedReader, GroupedWriter
from quire.cvc import open_cvc_columns, pack_cvc_columns
from tests.formats.contract.samples import COLUMNS, ROWS

Array = npt.NDArray[Any]

ARRAY = (np.arange(ROWS * COLUMNS, dtype=np.float32).reshape(ROWS, COLUMNS) * 7 % 257 - 128) / 64
"""Numbers that float16 holds exactly."""

CHUNK = 50


def _column(path: Path, stack: ExitStack) -> Any:
    columns = {"other": np.arange(ROWS, dtype=np.int64), "a": ARRAY}
    pack_cvc_columns(columns, path, chunk_size=CHUNK, compressions={"other": "none"})
    return stack.enter_context(open_cvc_columns(path))["a"]


def _rows(path: Path, stack: ExitStack) -> Any:
    with DataWriter(path) as writer:
        for start in range(0, ROWS, CHUNK):
            writer.append_chunk(ARRAY[start : start + CHUNK])
    return stack.enter_context(DataReader(path)).rows


def _group(path: Path, stack: ExitStack) -> Any:
    with GroupedWriter(path, ["other", "a"]) as writer:
        for start in range(0, ROWS, CHUNK):
            part = ARRAY[start : start + CHUNK]
            writer.append({"other": np.zeros(len(part)), "a": part})
    return stack.enter_context(GroupedReader(path))["a"]


@pytest.fixture(scope="module", params=[_column, _rows, _group], ids=["cvc", "cdd", "groups"])
def array(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """An array of each kind of file, open."""
    with ExitStack() as stack:
        yield request.param(tmp_path_factory.mktemp("several") / "file", stack)


UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def test_it_is_an_array_for_numpy(array: Any) -> None:
    assert (array.shape, array.dtype, len(array)) == (ARRAY.shape, ARRAY.dtype, ROWS)
    assert np.array_equal(np.asarray(array), ARRAY)
    assert np.array_equal(np.stack(list(array)), ARRAY)


@UNHURRIED
@given(index=basic_indices((ROWS, COLUMNS), allow_newaxis=True))
def test_indices_mean_what_they_mean_to_numpy(array: Any, index: Any) -> None:
    assert np.array_equal(array[index], ARRAY[index])


@UNHURRIED
@given(rows=st.lists(st.integers(-ROWS, ROWS - 1), max_size=20))
def test_rows_are_taken_by_number(array: Any, rows: list[int]) -> None:
    numbers = np.array(rows, int)
    assert np.array_equal(array[numbers], ARRAY[numbers])
    mask = np.isin(np.arange(ROWS), numbers)
    assert np.array_equal(array[mask], ARRAY[mask])
    with pytest.raises(IndexError):
        array[[*rows, ROWS]]


def test_memory_that_is_given_is_filled(array: Any) -> None:
    for rows in (slice(3, 61), slice(None), slice(200, 20, -3)):
        out = np.full_like(ARRAY[rows], np.nan)
        assert array.read(rows, out=out) is out
        assert np.array_equal(out, ARRAY[rows])
    with pytest.raises(ValueError, match="out"):
        array.read(slice(3), out=np.empty((4, COLUMNS), np.float32))


def test_threads_and_copies_read_the_same(array: Any) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda start: array[start : start + 20], range(0, 240, 4)))
    for start, rows in zip(range(0, 240, 4), found, strict=True):
        assert np.array_equal(rows, ARRAY[start : start + 20])
    assert np.array_equal(pickle.loads(pickle.dumps(array))[5:70], ARRAY[5:70])  # noqa: S301  # ours


@pytest.mark.parametrize("make", [_column, _rows, _group])
def test_what_is_closed_is_not_read(make: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:
        array = make(tmp_path / "file", stack)
        kept = array[:9]
    for look in (lambda: array[0], lambda: np.asarray(array), lambda: array.read(slice(2))):
        with pytest.raises(ValueError, match="closed"):
            look()
    assert np.array_equal(kept, ARRAY[:9])


def test_a_column_tells_of_progress_and_compares_checksums_unless_it_is_told_not_to(
    tmp_path: Path,
) -> None:
    told: list[tuple[int, int]] = []
    with ExitStack() as stack:
        column = _column(tmp_path / "file", stack)
        assert isinstance(column, ArrayFile)
        column.read(progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (ROWS, ROWS)
    data = bytearray((tmp_path / "file").read_bytes())
    data[-4] ^= 0x10
    with open_cvc_columns(data) as file, pytest.raises(ChecksumError):
        file["a"].read()
    with open_cvc_columns(data, verify=False) as file:
        assert 0 < np.count_nonzero(file["a"].read() != ARRAY) <= COLUMNS
