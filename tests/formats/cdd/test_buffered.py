"""Rows that come one by one are gathered to chunks, and none is lost or doubled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import cdd
from quire.cdd import BufferedWriter, CddError, DataReader, DataWriter, MemoryBackend

ROWS = np.arange(1000, dtype=np.float32).reshape(250, 4)


@pytest.mark.parametrize("step", [1, 7, 100, 250])
def test_rows_become_chunks_of_the_size_that_is_asked_for(step: int, tmp_path: Path) -> None:
    path = tmp_path / "x.cdd"
    with DataWriter(path) as writer, BufferedWriter(writer, target_bytes=16 * 40) as feed:
        for start in range(0, 250, step):
            feed.append(ROWS[start : start + step])
            assert feed.num_waiting == min(start + step, 250) % 40
    with DataReader(path) as reader:
        assert [info.shape[0] for info in reader.chunks] == [40] * 6 + [10]
        assert np.array_equal(reader.to_numpy(), ROWS)


def test_rows_wait_until_they_are_flushed(tmp_path: Path) -> None:
    with DataWriter(tmp_path / "x.cdd") as writer:
        feed = BufferedWriter(writer)
        feed.flush()
        assert writer.num_chunks == 0
        feed.append_row(ROWS[0])
        assert (writer.num_chunks, feed.num_waiting) == (0, 1)
        feed.flush()
        feed.flush()
        assert (writer.num_chunks, feed.num_waiting) == (1, 0)
        feed.append(ROWS[1:3])
        feed.close()
        feed.close()
        assert np.array_equal(writer.reader().to_numpy(), ROWS[:3])
        with pytest.raises(ValueError, match="closed"):
            feed.append(ROWS)
        with pytest.raises(ValueError, match="closed"):
            feed.flush()


def test_rows_that_were_given_are_not_looked_at_again() -> None:
    writer = DataWriter(MemoryBackend())
    row = ROWS[0].copy()
    with BufferedWriter(writer) as feed:
        feed.append_row(row)
        row[:] = 7
    assert np.array_equal(writer.reader().to_numpy(), ROWS[:1])


@pytest.mark.parametrize("other", [ROWS[0], ROWS[:, :3], ROWS.astype(np.float64), np.float32(1)])
def test_other_rows_are_refused_and_those_that_wait_stay(other: Any) -> None:
    writer = DataWriter(MemoryBackend())
    with BufferedWriter(writer) as feed:
        feed.append(ROWS[:5])
        with pytest.raises(quire.EncodingError, match="rows: expected"):
            feed.append(other)
        feed.append(ROWS[5:9])
    assert np.array_equal(writer.reader().to_numpy(), ROWS[:9])


def test_rows_wait_on_when_their_chunk_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    writer = DataWriter(MemoryBackend())
    feed = BufferedWriter(writer, target_bytes=16 * 4)
    feed.append(ROWS[:3])

    def fail(*_: Any) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patched:
        patched.setattr(writer, "append_chunk", fail)
        with pytest.raises(OSError, match="no space"):
            feed.append(ROWS[3:4])
        with pytest.raises(OSError, match="no space"):
            feed.close()
    assert feed.num_waiting == 4
    feed.close()
    assert np.array_equal(writer.reader().to_numpy(), ROWS[:4])


def test_a_full_buffer_that_could_not_be_written_takes_more_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    writer = DataWriter(MemoryBackend())
    feed = BufferedWriter(writer, target_bytes=16 * 2)
    with monkeypatch.context() as patched:
        patched.setattr(writer, "append_chunk", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            feed.append(ROWS[:2])
    feed.append(ROWS[2:5])
    feed.close()
    assert np.array_equal(writer.reader().to_numpy(), ROWS[:5])


def test_threads_append_all_of_their_rows() -> None:
    writer = DataWriter(MemoryBackend())
    with BufferedWriter(writer, target_bytes=16 * 9) as feed, ThreadPoolExecutor(8) as pool:
        list(pool.map(feed.append_row, ROWS))
    found = writer.reader().to_numpy()
    assert np.array_equal(found[np.argsort(found[:, 0])], ROWS)


def test_sizes_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="target_bytes"):
        BufferedWriter(DataWriter(MemoryBackend()), target_bytes=0)


# -- names of the original program ------------------------------------------------------------


def test_a_store_is_opened_by_mode(tmp_path: Path) -> None:
    path = tmp_path / "x.cdd"
    with cdd.open(path, "w", user_metadata=b"mine") as writer:
        result = writer.append_chunk(ROWS)
        writer.flush()
    assert result == result.chunk_index == 0
    assert result.original_size == ROWS.nbytes
    assert 0 < result.compressed_size < path.stat().st_size
    assert result.compression_ratio == ROWS.nbytes / result.compressed_size
    with cdd.open(path, "a") as writer:
        assert writer.append_chunk(ROWS) == 1
    with cdd.open(path) as reader:
        assert (reader.num_chunks, reader.user_metadata) == (2, b"mine")
    with pytest.raises(FileExistsError, match="mode 'a' appends"):
        cdd.open(path, "w")
    with pytest.raises(ValueError, match="mode"):
        cdd.open(path, "x")  # type: ignore[call-overload]  # wrong on purpose
    with cdd.open(None, "a") as writer:
        assert writer.append_chunk(ROWS) == 0
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with cdd.open(path) as reader, pytest.raises(CddError):
        reader.to_numpy()
    with cdd.open(path, check_checksums=False) as reader:
        assert reader.num_chunks == 2
