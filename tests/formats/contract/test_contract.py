"""Whatever format a file has, its array is opened, read, closed and sent elsewhere alike."""

from __future__ import annotations

import copy
import io
import multiprocessing
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]  # it has no types
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import basic_indices

import quire
from quire.arrays import ArrayFile
from quire.cdd import DataWriter
from tests.formats.contract.samples import COLUMNS, ROWS, SAMPLES, Sample

Array = npt.NDArray[Any]


class Case:
    """A file, and the array that it holds.

    Attributes:
        sample: How it was made.
        path: Where it is.
        array: What it holds, as all of it is read at once.
    """

    def __init__(self, sample: Sample, folder: Path) -> None:
        self.sample, self.path = sample, folder / sample.name
        sample.write(self.path, sample.expected())
        self.array: Array = quire.load(self.path)

    def open(self, **options: Any) -> ArrayFile:
        """The file, whose format is found by what it begins with."""
        opened = quire.open(self.path, **options)
        assert isinstance(opened, ArrayFile)
        return opened


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample.name)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Case:
    """Each sample, written once."""
    return Case(request.param, tmp_path_factory.mktemp("contract"))


@pytest.fixture
def opened(case: Case) -> Iterator[ArrayFile]:
    """Each sample, open."""
    with case.open() as file:
        yield file


def test_what_was_written_is_read(case: Case, opened: ArrayFile) -> None:
    assert np.abs(case.array - case.sample.expected()).max() <= case.sample.tolerance
    assert opened.shape == case.array.shape == (ROWS, COLUMNS)
    assert opened.dtype == case.array.dtype
    assert (len(opened), opened.ndim, opened.size) == (ROWS, 2, ROWS * COLUMNS)
    assert opened.nbytes == case.array.nbytes


def test_it_is_an_array_for_numpy(case: Case, opened: ArrayFile) -> None:
    assert np.array_equal(np.asarray(opened), case.array)
    assert np.asarray(opened, np.float64).dtype == np.float64
    assert np.array_equal(np.stack(list(opened)), case.array)
    assert np.array_equal(np.concatenate(list(opened.blocks())), case.array)


UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@UNHURRIED
@given(index=basic_indices((ROWS, COLUMNS), allow_newaxis=True))
def test_indices_mean_what_they_mean_to_numpy(case: Case, index: Any) -> None:
    with case.open() as file:
        assert np.array_equal(file[index], case.array[index])


@UNHURRIED
@given(rows=st.lists(st.integers(-ROWS, ROWS - 1), max_size=20))
def test_rows_are_taken_by_number(case: Case, rows: list[int]) -> None:
    numbers = np.array(rows, int)
    with case.open() as file:
        assert np.array_equal(file[numbers], case.array[numbers])
        assert np.array_equal(file.read(rows), case.array[numbers])


def test_rows_are_taken_by_a_mask(case: Case, opened: ArrayFile) -> None:
    mask = np.arange(ROWS) % 5 == 2
    assert np.array_equal(opened[mask], case.array[mask])
    assert np.array_equal(opened.read(mask), case.array[mask])
    out = np.empty((mask.sum(), COLUMNS), case.array.dtype)
    assert opened.read(mask, out) is out
    assert np.array_equal(out, case.array[mask])
    with pytest.raises(IndexError, match="mask"):
        opened.read(mask[:-1])


@pytest.mark.parametrize(
    "rows",
    [
        range(5, 90, 7),
        range(200, 3, -50),
        range(3, -1, -1),
        range(0),
        range(-3, 3),
        range(-5, -9, -2),
        range(-3, 0),
    ],
    ids=repr,
)
def test_rows_are_taken_by_a_range(case: Case, opened: ArrayFile, rows: range) -> None:
    assert np.array_equal(opened[rows], case.array[rows])
    assert np.array_equal(opened.read(rows), case.array[rows])


def test_a_range_beyond_the_rows_is_refused_before_it_is_made(opened: ArrayFile) -> None:
    for rows in (range(10**12), range(-(10**12), 0), range(ROWS, ROWS + 1)):
        with pytest.raises(IndexError, match="rows"):
            opened.read(rows)


def test_rows_by_number_are_decoded_as_is_asked_for(case: Case, opened: ArrayFile) -> None:
    rows = [70, 3, -1, 70, 4, 120]
    told: list[tuple[int, int]] = []
    found = opened.read(rows, workers=2, progress=lambda done, total: told.append((done, total)))
    assert np.array_equal(found, case.array[rows])
    assert told == [(6, 6)]
    assert np.array_equal(opened.read(rows, backend="reference"), case.array[rows])
    mask = np.arange(ROWS) % 7 == 3
    told.clear()
    found = opened.read(mask, workers=2, progress=lambda done, total: told.append((done, total)))
    assert np.array_equal(found, case.array[mask])
    assert told == [(mask.sum(), mask.sum())]
    with pytest.raises(TypeError, match="progress"):
        opened.read(rows, progress="yes")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(IndexError):
        opened.read([ROWS], workers=2)


ROWS_OF = [
    None,
    0,
    -1,
    slice(10, 61),
    slice(None, None, 7),
    slice(200, 20, -3),
    slice(None, None, -1),
    slice(9, 9),
    slice(500, None),
]


@pytest.mark.parametrize("rows", ROWS_OF, ids=repr)
def test_rows_are_read_into_memory_that_is_given(
    case: Case, opened: ArrayFile, rows: int | slice | None
) -> None:
    expected = case.array if rows is None else case.array[rows]
    assert np.array_equal(opened.read(rows), expected)
    out = np.full(expected.shape, np.nan, expected.dtype)
    assert opened.read(rows, out) is out
    assert np.array_equal(out, expected)


def test_what_is_read_is_memory_of_its_own(case: Case, opened: ArrayFile) -> None:
    for found in (opened.read(), opened[3:9], opened[[1, 2]], next(opened.blocks())):
        found[...] = 0
    assert np.array_equal(opened.read(), case.array)


def test_memory_that_does_not_fit_is_refused(case: Case, opened: ArrayFile) -> None:
    dtype = case.array.dtype
    for wrong in (
        np.empty((ROWS - 1, COLUMNS), dtype),
        np.empty((ROWS, COLUMNS), np.int32),
        np.empty((COLUMNS, ROWS), dtype).T,
    ):
        with pytest.raises(ValueError, match="out"):
            opened.read(out=wrong)
    with pytest.raises(TypeError, match="out"):
        opened.read(out=[[0.0]])


@pytest.mark.parametrize("rows", [ROWS, -ROWS - 1, [ROWS], [0, -ROWS - 1]], ids=repr)
def test_rows_that_are_not_there_are_refused(opened: ArrayFile, rows: Any) -> None:
    with pytest.raises(IndexError, match="row"):
        opened.read(rows)


@pytest.mark.parametrize(
    "rows", ["3", 1.5, (0, 1), True, [0.5], np.zeros((2, 2), int), np.array(3)], ids=repr
)
def test_what_names_no_rows_is_refused(opened: ArrayFile, rows: Any) -> None:
    with pytest.raises(TypeError, match="rows"):
        opened.read(rows)


def test_a_step_of_zero_is_refused(opened: ArrayFile) -> None:
    with pytest.raises(ValueError, match="step"):
        opened.read(slice(None, None, 0))


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_are_as_many_as_is_asked_for(case: Case, opened: ArrayFile, workers: int) -> None:
    assert np.array_equal(opened.read(workers=workers), case.array)


def test_torch_gets_tensors(case: Case, opened: ArrayFile) -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    found = opened.read(framework="torch")
    assert isinstance(found, torch.Tensor)
    assert np.array_equal(found.numpy(), case.array)
    out = torch.empty(ROWS, COLUMNS, dtype=found.dtype)
    assert opened.read(out=out) is out
    assert torch.equal(out, found)


@pytest.mark.parametrize("framework", ["nimpy", ""])
def test_frameworks_that_nobody_knows_are_refused(opened: ArrayFile, framework: str) -> None:
    with pytest.raises(ValueError, match="framework"):
        opened.read(framework=framework)


# -- what can be opened -----------------------------------------------------------------------


def test_a_file_is_opened_by_path_bytes_file_and_url(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = case.path.read_bytes()
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/contract/file", data)
    behind = io.BytesIO(b"before" + data)
    behind.seek(6)
    sources: list[Any] = [
        str(case.path), data, bytearray(data), memoryview(data), behind, "memory://contract/file"
    ]  # fmt: skip  # laid out as a table
    for source in sources:
        assert np.array_equal(quire.load(source), case.array), source
        if source is behind:  # which stands at its end now
            source.seek(6)
        assert np.array_equal(quire.load(source, case.sample.format, slice(3, 9)), case.array[3:9])
    with case.path.open("rb") as file:
        assert np.array_equal(quire.load(file), case.array)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert np.array_equal(quire.load("-"), case.array)
    memory.rm("/contract", recursive=True)


def test_a_file_of_text_is_refused(case: Case) -> None:
    with pytest.raises(TypeError, match=r"source: .* found a file of text"):
        quire.open(io.StringIO("text"), case.sample.format)  # type: ignore[call-overload]  # wrong
    with pytest.raises(TypeError, match=r"source: .* found int"):
        quire.open(3, case.sample.format)  # type: ignore[call-overload]  # wrong on purpose


def test_options_of_storage_are_for_urls(case: Case) -> None:
    with pytest.raises(ValueError, match="storage_options"):
        quire.open(case.path, storage_options={})


def test_a_cut_file_is_refused(case: Case) -> None:
    data = case.path.read_bytes()
    for size in (5, len(data) // 2, len(data) - 1):
        with pytest.raises(quire.FormatError):
            quire.load(data[:size], case.sample.format)


# -- closing, copying, elsewhere --------------------------------------------------------------


def test_a_closed_file_is_not_read(case: Case) -> None:
    with case.open() as file:
        kept = file.read()
    for look in (file.read, lambda: file[0], lambda: list(file), lambda: np.asarray(file)):
        with pytest.raises(ValueError, match="closed"):
            look()
    with pytest.raises(ValueError, match="closed"):
        next(file.blocks())
    for index in ([], np.zeros(ROWS, bool), slice(0, 0), [3, 1]):
        with pytest.raises(ValueError, match="closed"):
            file[index]
    for change in (file.verify, lambda: file.read([1], workers=2)):
        with pytest.raises(ValueError, match="closed"):
            change()
    file.close()
    assert np.array_equal(kept, case.array)


def test_a_copy_opens_the_file_again(case: Case) -> None:
    with case.open() as file, copy.deepcopy(file) as other:
        file.close()
        assert np.array_equal(other.read(), case.array)
    with quire.open(case.path.read_bytes()) as of_bytes:
        sent = pickle.dumps(of_bytes)
    assert np.array_equal(pickle.loads(sent).read(), case.array)  # noqa: S301  # our own


def _rows_elsewhere(file: ArrayFile) -> Array:
    found: Array = file.read(slice(5, 25))
    return found


@pytest.mark.parametrize("method", ["spawn"])
def test_other_processes_read_what_they_are_sent(tmp_path: Path, method: str) -> None:
    cases = [Case(sample, tmp_path) for sample in SAMPLES]
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        found = pool.map(_rows_elsewhere, [case.open() for case in cases])
        for case, rows in zip(cases, found, strict=True):
            assert np.array_equal(rows, case.array[5:25])


def test_threads_read_one_file_at_once(case: Case, opened: ArrayFile) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda start: opened[start : start + 20], range(0, 240, 2)))
    for start, rows in zip(range(0, 240, 2), found, strict=True):
        assert np.array_equal(rows, case.array[start : start + 20])


# -- checksums, progress, notebooks -----------------------------------------------------------


def test_a_checksum_is_compared_unless_that_is_switched_off(case: Case) -> None:
    data = bytearray(case.path.read_bytes())
    data[-40] ^= 0x10
    if not case.sample.digested:
        pytest.skip("the format has no checksums")
    with pytest.raises(quire.ChecksumError):
        quire.load(data)
    with quire.open(data, verify=False) as file:
        assert isinstance(file, ArrayFile)
        differ = np.count_nonzero(file.read() != case.array)
        assert 0 < differ <= COLUMNS
        with pytest.raises(quire.FormatError):  # whoever asks for it gets it
            file.verify()


def test_progress_is_told_in_order_up_to_the_end(
    case: Case, opened: ArrayFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quire.arrays.BLOCK_BYTES", 40 * COLUMNS * case.array.itemsize)
    told: list[tuple[int, int]] = []
    found = opened.read(progress=lambda done, total: told.append((done, total)))
    assert np.array_equal(found, case.array)
    assert told == sorted(told)
    assert len(told) > 3
    assert told[-1] == (ROWS, ROWS)
    opened.read(slice(10, 100, 3), progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30)


@pytest.mark.parametrize("rows", [slice(None), slice(None, None, -1), [5, 3]], ids=repr)
def test_rows_of_a_store_are_limited_however_they_are_read(tmp_path: Path, rows: Any) -> None:
    (sample,) = (each for each in SAMPLES if each.format == "cdd")
    with Case(sample, tmp_path).open() as file, quire.limits(max_decoded=20):
        with pytest.raises(quire.LimitError):
            file.read(rows)
        if isinstance(rows, slice):
            with pytest.raises(quire.LimitError):
                file.read(rows, progress=lambda _done, _total: None)


def test_checking_is_told_in_order_up_to_the_end(case: Case, opened: ArrayFile) -> None:
    told: list[tuple[int, int]] = []
    opened.verify(progress=lambda done, total: told.append((done, total)))
    parts = 6 if case.sample.format in ("cvc", "cdd", "cryptodd") else 1  # chunks of 50 rows
    assert told == [(done, parts) for done in range(1, parts + 1)]


def test_who_is_told_of_progress_may_stop_it(opened: ArrayFile) -> None:
    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened.read(progress=stop)
    with pytest.raises(KeyboardInterrupt):
        opened.verify(progress=stop)


def test_progress_that_is_no_function_is_refused(opened: ArrayFile) -> None:
    with pytest.raises(TypeError, match="progress"):
        opened.read(progress="yes")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(TypeError, match="progress"):
        opened.verify(progress="yes")  # type: ignore[arg-type]  # wrong on purpose


def test_a_bar_is_for_terminals(
    case: Case, opened: ArrayFile, capsys: pytest.CaptureFixture[str]
) -> None:
    assert np.array_equal(opened.read(progress=True), case.array)
    opened.verify(progress=True)
    assert capsys.readouterr().err == ""


def test_a_notebook_shows_the_first_rows(case: Case) -> None:
    with quire.open(case.path) as file:
        assert isinstance(file, ArrayFile)
        shown = file._repr_html_()
        assert f"{case.array.dtype} ({ROWS}, {COLUMNS})" in shown
        assert repr(file).startswith(f"<{type(file).__name__} ")
    assert "closed" in file._repr_html_()


def test_the_name_of_a_file_is_no_markup(case: Case, tmp_path: Path) -> None:
    evil = tmp_path / "<img src=x onerror=alert(1)>"
    evil.write_bytes(case.path.read_bytes())
    with quire.open(evil) as file:
        assert isinstance(file, ArrayFile)
        assert "<img" not in file._repr_html_()


def test_an_open_file_that_has_no_one_array_is_shown_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path, layout="cdd", mixed=True) as writer:
        writer.append_chunk(np.zeros((2, 3), np.float32))
        writer.append_chunk(np.zeros(4, np.int32))
    with quire.open(path, "cdd") as file:
        assert "chunk 1 does not fit: expected float32" in repr(file)
        assert "chunk 1 does not fit: expected float32" in file._repr_html_()
    empty = tmp_path / "empty.cdd"
    DataWriter(empty, layout="cdd").close()
    with quire.open(empty, "cdd") as file:
        assert repr(file).endswith(
            "empty.cdd: the store has no chunks, so its rows have no shape and no dtype>"
        )
