"""Parts of files that hold arrays are the rows of these, wherever they are read."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.cvc import pack_cvc, pack_cvc_columns
from quire.datasets import Dataset
from quire.runtime.errors import FileChangedError
from tests.formats.contract.samples import ROWS, SAMPLES, Sample


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.name)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of each kind."""
    sample: Sample = request.param
    sample.write(tmp_path / sample.name, sample.expected())
    return tmp_path / sample.name


def rows_of(dataset: Dataset) -> np.ndarray:
    """What the parts read, together."""
    return np.concatenate(list(dataset))


def test_parts_together_are_the_array(path: Path) -> None:
    dataset, array = quire.parts(path), quire.load(path)
    assert (dataset.shape, dataset.dtype) == (array.shape, array.dtype)
    assert rows_of(dataset).tobytes() == array.tobytes()


@pytest.mark.parametrize("rows", [1, 50, 256, 257, 10_000])
def test_parts_have_as_many_rows_as_were_asked_for(path: Path, rows: int) -> None:
    dataset = quire.parts(path, rows_per_part=rows)
    assert [len(part) for part in dataset.parts[:-1]] == [rows] * (len(dataset.parts) - 1)
    assert sum(map(len, dataset.parts)) == len(dataset) == ROWS
    assert rows_of(dataset).tobytes() == quire.load(path).tobytes()


def test_another_process_reads_a_part_from_a_small_pickle(path: Path) -> None:
    part = quire.parts(path, rows_per_part=100).parts[1]
    assert len(pickle.dumps(part)) < 1024
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(part.read).result()
    assert found.tobytes() == quire.load(path, rows=slice(100, 200)).tobytes()


def test_parts_end_where_stored_chunks_do(tmp_path: Path) -> None:
    rows = np.zeros((1000, 1 << 16), np.float32)
    pack_cvc(rows, tmp_path / "wide.cvc", compression="int8", chunk_size=30, format_version=1)
    dataset = quire.parts(tmp_path / "wide.cvc")
    assert {len(part) for part in dataset.parts[:-1]} == {150}  # 128 fill 32 MiB; chunks have 30


def test_files_follow_each_other_in_order_of_their_names(tmp_path: Path) -> None:
    arrays = [np.full((n, 4), n, np.float32) for n in (3, 1, 2)]
    for name, array in zip("cab", arrays, strict=True):
        pack_cvc(array, tmp_path / f"{name}.cvc", compression="fp16", format_version=1)
    dataset = quire.parts(str(tmp_path / "*.cvc"))
    assert rows_of(dataset)[:, 0].tolist() == [1, 2, 2, 3, 3, 3]
    picked = quire.parts([tmp_path / "c.cvc", tmp_path / "a.cvc"])
    assert rows_of(picked)[:, 0].tolist() == [3, 3, 3, 1]


def test_files_that_do_not_fit_together_are_refused_by_name(tmp_path: Path) -> None:
    for name, width in (("a", 4), ("b", 5)):
        rows = np.zeros((2, width), np.float32)
        pack_cvc(rows, tmp_path / f"{name}.cvc", compression="fp16", format_version=1)
    expected = r"b\.cvc does not fit: expected float32 rows of \(4,\).*found float32 rows of \(5,\)"
    with pytest.raises(ValueError, match=expected):
        quire.parts(str(tmp_path / "*.cvc"))


def test_a_file_that_was_changed_since_is_not_read(path: Path) -> None:
    part = quire.parts(path).parts[0]
    os.utime(path, (1, 1))
    with pytest.raises(FileChangedError, match="plan them again"):
        part.read()


def test_columns_are_tables_of_which_some_may_be_wanted(tmp_path: Path) -> None:
    columns = {"a": np.arange(500, dtype=np.float32), "b": np.ones((500, 3), np.float32)}
    pack_cvc_columns(columns, tmp_path / "c.cvc", chunk_size=100)
    dataset = quire.parts(tmp_path / "c.cvc", rows_per_part=200)
    assert (dataset.names, len(dataset), len(dataset.parts)) == (("a", "b"), 500, 3)
    assert dataset.parts[1].read()["a"].tolist() == list(range(200, 400))
    some = dataset.select(["b"])
    assert some.parts[2].read().names == ("b",)
    with pytest.raises(KeyError, match="no column 'z'; there are a, b"):
        dataset.select(["z"])


@pytest.mark.parametrize("given", [b"bytes", 7, [7]])
def test_what_others_cannot_open_is_refused(given: object) -> None:
    with pytest.raises(TypeError, match="source: expected"):
        quire.parts(given)  # type: ignore[arg-type]  # wrong on purpose


def test_names_without_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        quire.parts(tmp_path / "none.cvc")
    with pytest.raises(FileNotFoundError, match="no file is called"):
        quire.parts(str(tmp_path / "*.cvc"))
    with pytest.raises(FileNotFoundError, match="empty list"):
        quire.parts([])


def test_parts_of_no_rows_are_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="rows_per_part: expected at least 1, found 0"):
        quire.parts(path, rows_per_part=0)
