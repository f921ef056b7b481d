"""Behind URLs with latency, few requests are made for some rows, and those for many overlap."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.cdd import DataWriter
from quire.cvc import pack_cvc, pack_cvc_columns
from quire.datasets import PartWriter, rows
from quire.finalfusion import Embeddings, SimpleVocab
from quire.hpdkv import save_residuals
from quire.tiers import save_segment, save_tensor
from tests.datasets.test_arrays import rows_of
from tests.datasets.test_records import POINTS
from tests.served import serving

NUMBERS = np.random.default_rng(1).standard_normal((16_000, 64)).astype(np.float32)
LATENCY = 0.05


def _store(path: Path) -> None:
    with DataWriter(path, layout="cdd") as writer:
        for start in range(0, len(NUMBERS), 2000):
            writer.append_chunk(NUMBERS[start : start + 2000], "raw")


def _words(path: Path) -> None:
    vocab = SimpleVocab([f"word{i}" for i in range(len(NUMBERS))])
    Embeddings(NUMBERS.copy(), vocab).write(path)


CASES: dict[str, Callable[[Path], Any]] = {
    "cvc": lambda path: pack_cvc(NUMBERS, path, chunk_size=2000, format_version=1),
    "int8": lambda path: pack_cvc(NUMBERS, path, "int8", chunk_size=2000, format_version=1),
    "lossless": lambda path: pack_cvc(NUMBERS, path, "lossless", chunk_size=2000, format_version=1),
    "columns": lambda path: pack_cvc_columns({"a": NUMBERS}, path, chunk_size=2000),
    "cdd": _store,
    "finalfusion": _words,
    "hpdkv": lambda path: save_residuals(path, NUMBERS.astype(np.float16)),
    "hpdkv packed": lambda path: save_residuals(path, NUMBERS.astype(np.float16), compress=True),
    "tiers": lambda path: save_tensor(path, NUMBERS, 8),
    "tqtc": lambda path: save_segment(path, NUMBERS, 8),
}


@pytest.mark.parametrize("name", CASES)
def test_a_slice_of_rows_costs_three_requests_at_most(tmp_path: Path, name: str) -> None:
    CASES[name](tmp_path / "file")
    with serving((tmp_path / "file").read_bytes()) as site:
        site.delay = LATENCY
        dataset = quire.parts(site.url, rows_per_part=700)  # from one chunk into the next one
        for part in (dataset.parts[2], dataset.parts[-1]):
            site.forget()
            part.read()
            assert len(site.asked) <= 3, site.asked


@pytest.mark.parametrize("name", ["finalfusion", "hpdkv", "tiers", "tqtc"])
def test_so_it_does_for_another_process_that_opens_the_file(tmp_path: Path, name: str) -> None:
    CASES[name](tmp_path / "file")
    with serving((tmp_path / "file").read_bytes()) as site:
        site.delay = LATENCY
        part = quire.parts(site.url, rows_per_part=700).parts[-1]
        rows._opened.cache_clear()  # as a process begins
        site.forget()
        part.read()
        assert len(site.asked) <= 4, site.asked  # and one for whether it is still the same


def test_records_cost_one_request_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "points.ksy").write_text(POINTS)
    values = np.zeros(400_000, [("x", ">f4"), ("y", ">i2")])
    with serving(b"name\0" + values.tobytes()) as site:
        site.delay = LATENCY
        dataset = quire.parts(site.url, "points", 10_000, spec=tmp_path / "points.ksy")
        assert len(site.asked) <= 3, site.asked
        site.forget()
        dataset.parts[7].read()
        assert len(site.asked) == 1, site.asked


def test_whole_reads_overlap(tmp_path: Path) -> None:
    pack_cvc(NUMBERS, tmp_path / "file", chunk_size=2000, format_version=1)
    with serving((tmp_path / "file").read_bytes()) as site:
        site.delay = LATENCY
        dataset = quire.parts(site.url, rows_per_part=2000)
        site.forget()
        with ThreadPoolExecutor(8) as threads:
            found = np.concatenate(list(threads.map(lambda part: part.read(), dataset.parts)))
        assert site.together >= 4
    assert found.tobytes() == quire.load(tmp_path / "file").tobytes()


def test_a_collection_is_planned_by_its_list_alone(tmp_path: Path) -> None:
    import fsspec  # type: ignore[import-untyped]  # it has no types

    writer = PartWriter.begin(tmp_path / "rows", compression="lossless")
    blocks = np.split(NUMBERS, 16)
    writer.commit([writer.write(i, block) for i, block in enumerate(blocks)])
    memory = fsspec.filesystem("memory")
    memory.put(str(tmp_path / "rows"), "/rows", recursive=True)
    try:
        opened: list[str] = []
        info = memory.info

        def noted(path: str, **options: Any) -> Any:
            opened.append(path)
            return info(path, **options)

        memory.info = noted
        dataset = quire.parts("memory://rows/parts.json", rows_per_part=500)
        assert len(dataset.parts) == 32
        assert len({path for path in opened if path.endswith(".cvc")}) <= 1
        assert rows_of(dataset).tobytes() == NUMBERS.tobytes()
    finally:
        del memory.info
        memory.rm("/rows", recursive=True)
