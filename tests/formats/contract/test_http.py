"""Of a file behind a URL no more is fetched than is looked at, in few requests."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.arrays import ArrayFile
from quire.cvc import ColumnsReader, load_cvc, pack_cvc, pack_cvc_columns
from quire.finalfusion import load
from quire.hpdkv import Bundle, save_bundle
from quire.sources import FIRST
from tests.formats.contract.samples import SAMPLES, Sample
from tests.served import Served, serving

pytest.importorskip("aiohttp", reason="fsspec needs it for http: pip install aiohttp")

Array = npt.NDArray[Any]

ROWS, COLUMNS = 90_000, 6

APART = {"cvc-fp16", "cvc-int8", "finalfusion", "cdd", "hpdkv-dense", "tiers", "tqtc"}
"""Samples whose rows are stored apart from each other."""


class Case:
    """A file behind a URL, and what it holds.

    Attributes:
        sample: How it was made.
        served: The server.
        array: What it holds.
    """

    def __init__(self, sample: Sample, served: Served, array: Array) -> None:
        self.sample, self.served, self.array = sample, served, array

    def open(self, **options: Any) -> ArrayFile:
        """The file."""
        opened = quire.open(self.served.url, self.sample.format, **options)
        assert isinstance(opened, ArrayFile)
        return opened

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return len(self.served.data)


@pytest.fixture(scope="module", params=SAMPLES, ids=lambda sample: sample.name)
def case(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Case]:
    """Each sample, larger than what is fetched at once."""
    sample: Sample = request.param
    path = tmp_path_factory.mktemp("http") / "file"
    steps = np.arange(ROWS * COLUMNS, dtype=np.float32).reshape(ROWS, COLUMNS)
    sample.write(path, (steps * 7 % 257 - 128) / 64)
    with serving(path.read_bytes()) as served:
        assert len(served.data) > 2 * FIRST or sample.name == "hpdkv-packed"
        yield Case(sample, served, quire.load(path))


def test_all_of_a_file_is_fetched_at_once(case: Case) -> None:
    case.served.forget()
    found = quire.load(case.served.url, case.sample.format)
    assert np.array_equal(found, case.array)
    assert len(case.served.asked) <= 3  # its size, its start, all of it


def test_what_is_read_is_what_a_path_has(case: Case) -> None:
    with case.open() as file:
        assert file.shape == case.array.shape
        assert np.array_equal(file[1000:1010], case.array[1000:1010])
        assert np.array_equal(file[[89_000, 3, 70_000]], case.array[[89_000, 3, 70_000]])
        assert np.array_equal(file.read(slice(None, None, -999)), case.array[::-999])
        assert np.array_equal(np.asarray(file), case.array)
        first = np.concatenate(list(islice(file.blocks(), 20)))  # of a store, 20 of 1,800 chunks
        assert np.array_equal(first, case.array[: len(first)])
        if case.sample.format not in ("cdd", "cryptodd"):  # looks at one chunk after another
            assert file.verify() == []


def test_rows_are_fetched_alone(case: Case) -> None:
    if case.sample.name not in APART:
        pytest.skip("its rows are not apart")
    with case.open(verify=False) as file:
        _ = file.shape
        case.served.forget()
        assert np.array_equal(file[-500:-490], case.array[-500:-490])
        most = (
            50 * COLUMNS * 4
            if case.sample.format in ("cdd", "cryptodd")
            else 10 * COLUMNS * 4 + 1024
        )
        assert sum(case.served.sent) <= 2 * most
        assert len(case.served.sent) <= 3


def test_rows_far_from_each_other_are_asked_for_at_once(case: Case) -> None:
    if case.sample.name not in APART:
        pytest.skip("its rows are not apart")
    rows = list(range(0, ROWS, ROWS // 8))
    with case.open(verify=False) as file:
        _ = file.shape
        case.served.forget()
        assert np.array_equal(file[rows], case.array[rows])
        assert len(case.served.sent) <= 2 * len(rows)
        assert sum(case.served.sent) < case.size // 2


def test_all_of_it_is_fetched_once(case: Case) -> None:
    case.served.forget()
    with case.open() as file:
        assert np.array_equal(file.read(), case.array)
        assert np.array_equal(file.read(), case.array)
        if case.sample.format not in ("cdd", "cryptodd"):
            assert sum(case.served.sent) <= case.size + FIRST


def test_threads_read_at_once(case: Case) -> None:
    with case.open(verify=False) as file, ThreadPoolExecutor(8) as pool:
        starts = range(0, ROWS - 100, ROWS // 40)
        for start, rows in zip(
            starts, pool.map(lambda at: file[at : at + 50], starts), strict=True
        ):
            assert np.array_equal(rows, case.array[start : start + 50])


def test_a_server_that_gives_whole_files_alone_will_do(case: Case) -> None:
    case.served.ranges = False
    try:
        if case.sample.format in ("cdd", "cryptodd"):  # is read in ranges, or not at all
            with pytest.raises(OSError, match="ranges"):
                case.open()
            return
        with case.open() as file:
            assert np.array_equal(file[-9:], case.array[-9:])
    finally:
        case.served.ranges = True


def test_an_answer_that_is_too_short_is_an_error(case: Case) -> None:
    with case.open(verify=False) as file:
        case.served.cut = 1
        try:
            with pytest.raises((OSError, quire.FormatError)):
                file.read()
        finally:
            case.served.cut = 0


def test_what_is_not_there_is_an_error(case: Case) -> None:
    with pytest.raises(OSError, match="missing"):
        quire.open(case.served.url.replace("/file", "/missing"), case.sample.format)


def test_what_was_fetched_of_a_closed_file_is_gone(case: Case) -> None:
    with case.open() as file:
        _ = file[:5]
    with pytest.raises(ValueError, match="closed"):
        file[:5]


# -- several arrays ---------------------------------------------------------------------------


def test_a_chunk_with_a_checksum_is_fetched_whole_and_no_other(tmp_path: Path) -> None:
    rows = np.arange(900_000, dtype=np.float32).reshape(-1, 3) % 1000
    pack_cvc(rows, tmp_path / "a", chunk_size=50_000)
    with serving((tmp_path / "a").read_bytes()) as served:
        found = load_cvc(served.url, rows=slice(205_000, 205_010))
        assert np.array_equal(found, rows[205_000:205_010])
        assert sum(served.sent) <= 3 * FIRST + 50_000 * 3 * 2


def test_chunks_of_one_size_are_foreseen(tmp_path: Path) -> None:
    rows = np.zeros((200_000, 100), np.float32)
    pack_cvc(rows, tmp_path / "a", chunk_size=1000)
    with serving((tmp_path / "a").read_bytes()) as served, quire.open(served.url, "cvc") as file:
        assert len(served.sent) < 210  # each head has to be fetched, as those are far apart
        assert sum(served.sent) < 4 * FIRST
        assert isinstance(file, ArrayFile)
        assert not file[199_999].any()


def test_one_column_is_fetched_without_the_others(tmp_path: Path) -> None:
    columns = {"wide": np.zeros((20_000, 50)), "thin": np.arange(20_000)}
    pack_cvc_columns(columns, tmp_path / "a", {"wide": "none", "thin": "none"}, chunk_size=5000)
    with serving((tmp_path / "a").read_bytes()) as served:
        with quire.open(served.url, verify=False) as file:
            assert isinstance(file, ColumnsReader)
            found = file.read(["thin"])["thin"]
        assert np.array_equal(found, columns["thin"])
        assert sum(served.sent) < len(served.data) // 2


def test_tensors_of_a_bundle_are_read(tmp_path: Path) -> None:
    tensors = {name: np.full((400, 500), i, np.float16) for i, name in enumerate("abc")}
    save_bundle(tmp_path / "a", tensors)
    with serving((tmp_path / "a").read_bytes()) as served, Bundle(served.url) as bundle:
        assert np.array_equal(bundle["c"], tensors["c"])


def test_embeddings_are_loaded(tmp_path: Path) -> None:
    (sample,) = (each for each in SAMPLES if each.format == "finalfusion")
    rows = np.random.default_rng(0).standard_normal((40_000, 4)).astype(np.float32)
    sample.write(tmp_path / "a", rows)
    with serving((tmp_path / "a").read_bytes()) as served:
        assert np.array_equal(load(served.url)["word39999"], rows[39_999])
