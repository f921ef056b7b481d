"""`open_cvc`: what a reader knows, its chunks and blocks, and that it lets the file go."""

from __future__ import annotations

import contextlib
import itertools
import os
import struct
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import quire
from quire.cvc import load_cvc, open_cvc, pack_cvc
from tests.formats.cvc.layout import CODES, SMALL, SMALL_VALUES, assert_same_values, v0, v1

OPEN_FILES = Path("/proc/self/fd")


def test_a_reader_knows_its_file(small: Path) -> None:
    with open_cvc(small) as reader:
        assert reader.num_vectors == 5
        assert reader.dimension == 4
        assert reader.shape == (5, 4)
        assert reader.dtype == np.float32
        assert reader.format_version == 1
        assert reader.header.tree() == SMALL
        first, second = reader.chunks
    assert (first.start, first.stop, first.rows, first.stored_bytes) == (0, 3, 3, 24)
    assert (second.start, second.stop, second.rows, second.stored_bytes) == (3, 5, 2, 8)
    assert (first.compression, second.compression) == ("fp16", "int8")
    assert (second.min, second.scale) == (-1.0, 0.5)


def test_a_chunk_without_compression_has_that_of_the_file(tmp_path: Path) -> None:
    chunk = {"rows": 2, "min": -1.0, "scale": 0.5}
    header = {"num_vectors": 2, "dimension": 4, "compression": "int8", "chunks": [chunk]}
    path = tmp_path / "x.cvc"
    path.write_bytes(v0(header, CODES))
    with open_cvc(path) as reader:
        assert reader.chunks[0].compression == "int8"
        assert_same_values(reader.read(), SMALL_VALUES[3:])


def test_chunks_count_from_the_end_as_in_a_list(small: Path) -> None:
    with open_cvc(small) as reader:
        assert_same_values(reader.chunk(-1), SMALL_VALUES[3:])
        for index in (2, -3):
            with pytest.raises(IndexError):
                reader.chunk(index)


def test_a_reader_can_be_iterated_again_and_in_parallel(small: Path) -> None:
    with open_cvc(small) as reader:
        for _ in range(2):
            assert_same_values(np.concatenate(list(reader.blocks())), SMALL_VALUES)
        pairs = [(np.array(a), np.array(b)) for a, b in zip(reader, reader, strict=True)]
    for a, b in pairs:
        assert_same_values(a, b)


def test_blocks_hold_64_mib_at_most_and_never_cross_a_chunk(tmp_path: Path) -> None:
    rows, dimension = [20_000, 100, 33_000], 1024  # 78, 0.4 and 129 MiB as float32
    header = {"num_vectors": sum(rows), "dimension": dimension, "compression": "int8"}
    header["chunks"] = [{"rows": n, "min": float(n), "scale": 0} for n in rows]
    path = tmp_path / "wide.cvc"
    start = v0(header)
    with path.open("wb") as file:
        file.write(start)
        for n in rows:
            file.write(struct.pack("<I", n * dimension))
            file.seek(n * dimension, 1)
        file.truncate()
    ends = np.cumsum(rows)
    at = 0
    with open_cvc(path) as reader:
        for block in reader.blocks():
            chunk = int(np.searchsorted(ends, at, side="right"))
            assert block.nbytes <= 64 << 20
            assert at + len(block) <= ends[chunk]
            assert (block == float(rows[chunk])).all()
            at += len(block)
    assert at == sum(rows)


def test_rows_without_values_cost_nothing_however_many_they_are(tmp_path: Path) -> None:
    rows = 2**18  # the most that are allowed
    chunks = [{"rows": rows, "compression": "int8", "min": 1.5, "scale": 0}]
    header = {"num_vectors": rows, "dimension": 0, "compression": "fp16", "chunks": chunks}
    path = tmp_path / "x.cvc"
    path.write_bytes(v1(header, b""))
    with open_cvc(path) as reader:
        assert reader.shape == (rows, 0)
        assert sum(len(block) for block in itertools.islice(reader.blocks(), 10)) == rows
    tracemalloc.start()
    try:
        assert load_cvc(path).shape == (rows, 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="/proc tells which files are open")
@pytest.mark.parametrize("cut", [0, 1], ids=["good", "refused"])
def test_a_file_is_not_kept_open(cut: int, small: Path) -> None:
    small.write_bytes(small.read_bytes()[: -cut or None])
    for _ in range(3):
        with contextlib.suppress(quire.FormatError):
            load_cvc(small)
    assert str(small) not in {os.path.realpath(file) for file in OPEN_FILES.iterdir()}


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="/proc tells which files are open")
def test_closing_a_reader_lets_the_file_go(small: Path) -> None:
    with open_cvc(small) as reader:
        values = reader.read()
    assert str(small) not in {os.path.realpath(file) for file in OPEN_FILES.iterdir()}
    assert_same_values(values, SMALL_VALUES)


def test_a_block_of_many_chunks_takes_as_long_as_one_of_few(tmp_path: Path) -> None:
    times = []
    for count in (600, 9000):
        infos = [{"rows": 1}] * count
        header = {"num_vectors": count, "dimension": 1, "compression": "fp16", "chunks": infos}
        path = tmp_path / "many.cvc"
        path.write_bytes(v0(header, *[b"\0\0"] * count))
        with open_cvc(path) as reader:
            begin = time.process_time()
            assert sum(len(block) for block in reader.blocks()) == count
            times.append((time.process_time() - begin) / count)
    few, many = times
    assert many < 5 * few  # a search through all chunks for each block takes far more


def test_a_closed_reader_says_so(small: Path) -> None:
    reader = open_cvc(small)
    reader.close()
    reader.close()
    with pytest.raises(ValueError, match="closed"):
        reader.read()


def test_what_was_read_outlives_the_reader(small: Path) -> None:
    with open_cvc(small) as reader:
        whole, chunk = reader.read(), reader.chunk(0)
    assert_same_values(whole, SMALL_VALUES)
    assert_same_values(chunk, SMALL_VALUES[:3])


def test_what_was_read_can_be_changed(small: Path) -> None:
    values = load_cvc(small)
    values += 1
    assert_same_values(load_cvc(small), SMALL_VALUES)


@pytest.mark.parametrize("share", [0.5, 0.01, 0.0001])
def test_rows_that_are_picked_may_be_near_or_far_apart(share: float, tmp_path: Path) -> None:
    values = np.arange(120_000, dtype=np.float32).reshape(-1, 1) % 2048
    values = np.repeat(values, 64, axis=1)
    pack_cvc(values, tmp_path / "a.cvc", chunk_size=50_000)
    mask = np.random.default_rng(5).random(len(values)) < share
    with open_cvc(tmp_path / "a.cvc") as reader:
        assert_same_values(reader[mask], values[mask])
        assert_same_values(reader[np.flatnonzero(mask)[::-1]], values[mask][::-1])
