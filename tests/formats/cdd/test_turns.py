"""One writer, however many hold on to it: threads take turns, forks and late comers are refused."""

from __future__ import annotations

import copy
import gc
import os
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cdd import (
    DataReader,
    DataWriter,
    FileBackend,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
    repair,
)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="writing needs a POSIX system")

ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)


def in_a_fork(work: Callable[[], object]) -> str:
    """What work says in a process that was forked: an error, or nothing."""
    told, tell = os.pipe()
    if (child := os.fork()) == 0:
        try:
            work()
        except Exception as error:  # noqa: BLE001  # whatever it is, the parent looks at it
            os.write(tell, f"{type(error).__name__}: {error}".encode())
        os._exit(0)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        said = pipe.read().decode()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    return said


# -- forks ---------------------------------------------------------------------------------

WRITES: dict[str, Callable[[DataWriter], object]] = {
    "append_chunk": lambda writer: writer.append_chunk(ROWS),
    "append": lambda writer: writer.append(ROWS),
    "append_groups": lambda writer: writer.append_groups([[ROWS]], ["raw"]),
    "set_user_metadata": lambda writer: writer.set_user_metadata(b"new"),
    "reader": lambda writer: writer.reader(),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_fork_cannot_write_and_its_parent_goes_on(
    write: Callable[[DataWriter], object], tmp_path: Path
) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path) as writer:
        writer.append_chunk(ROWS)
        before = path.read_bytes()
        for _ in range(2):  # a second call says the same
            said = in_a_fork(lambda: write(writer))
            assert said.startswith(f"ValueError: {path}: opened for writing by the process that")
        assert path.read_bytes() == before
        assert writer.append_chunk(ROWS) == 1
    assert np.array_equal(DataReader(path).to_numpy(), np.concatenate([ROWS, ROWS]))


def test_a_fork_of_a_grouped_writer_cannot_write(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with GroupedWriter(path, ["a", "b"]) as writer:
        assert "forked from" in in_a_fork(lambda: writer.append({"a": ROWS, "b": ROWS}))
        writer.append({"a": ROWS, "b": ROWS})
    assert GroupedReader(path).verify() == []


def test_a_fork_cannot_write_to_the_backend_of_its_parent(tmp_path: Path) -> None:
    with FileBackend(tmp_path / "store", "x") as backend:
        for write in (lambda: backend.write_at(0, b"x"), lambda: backend.truncate(5)):
            assert "forked from" in in_a_fork(write)
        assert backend.size() == 0


def test_a_fork_that_closes_a_writer_or_drops_it_leaves_its_lock_to_the_parent(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store.cdd"
    with DataWriter(path) as writer:
        assert in_a_fork(writer.close) == ""
        assert in_a_fork(writer._storage.close) == ""
        assert "StoreLocked" in in_a_fork(lambda: DataWriter(path))
        writer.append_chunk(ROWS)
    assert in_a_fork(lambda: DataWriter(path).append_chunk(ROWS)) == ""
    assert DataReader(path).num_chunks == 2


def test_a_fork_reads_what_its_parent_has_open(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    DataWriter(path).append_chunk(ROWS)
    with DataReader(path) as reader:
        assert in_a_fork(lambda: np.testing.assert_array_equal(reader[0], ROWS)) == ""


# -- threads -------------------------------------------------------------------------------


def test_appends_of_many_threads_are_all_committed_and_numbered_rightly() -> None:
    backend = MemoryBackend()
    with DataWriter(backend, capacity=16, durability="none") as writer:

        def work(thread: int) -> list[tuple[int, int]]:
            found: list[tuple[int, int]] = []
            for i in range(25):
                value = 1000 * thread + i
                found.append((writer.append_chunk(np.full((2, 3), value)), value))
                both = writer.append(np.full((2, 3), value), target_bytes=24, workers=1)
                found += [(number, value) for number in both]
                assert len(both) == 2
            return found

        with ThreadPoolExecutor(4) as pool:
            told = [pair for part in pool.map(work, range(4)) for pair in part]
    reader = DataReader(backend)
    assert reader.num_chunks == len(told) == 4 * 25 * 3
    assert sorted(number for number, _ in told) == list(range(300))
    for number, value in told:
        assert (reader[number] == value).all()
    assert reader.verify(1) == []


def test_groups_of_many_threads_stay_whole() -> None:
    backend = MemoryBackend()
    with GroupedWriter(backend, ["a", "b"], durability="none") as writer:

        def work(i: int) -> range:
            return writer.append({"a": np.full(3, i), "b": np.full((3, 2), i)}, workers=1)

        with ThreadPoolExecutor(4) as pool:
            told = list(pool.map(work, range(40)))
    reader = GroupedReader(backend)
    assert reader.num_groups == 40
    for i, (number,) in enumerate(told):
        group = reader.get_group(number)
        assert (group["a"] == i).all()
        assert (group["b"] == i).all()


def test_threads_that_begin_a_store_of_groups_cannot_disagree_on_its_arrays() -> None:
    backend = MemoryBackend()
    with GroupedWriter(backend, ["a"], durability="none") as writer:

        def work(i: int) -> str:
            try:
                writer.append({"a": np.ones((3, 1 + i % 2))}, workers=1)
            except ValueError as error:
                return str(error)
            return ""

        with ThreadPoolExecutor(4) as pool:
            said = list(pool.map(work, range(20)))
    assert said.count("") == 10
    assert GroupedReader(backend).verify(1) == []


def test_an_append_within_an_append_is_refused_and_harms_nothing() -> None:
    with DataWriter(backend := MemoryBackend()) as writer:

        def groups() -> Iterator[list[Any]]:
            yield [ROWS]
            writer.append_chunk(ROWS)

        with pytest.raises(ValueError, match="cannot begin before the one"):
            writer.append_groups(groups(), ["raw"], workers=1)
        writer.append_chunk(ROWS)
    assert DataReader(backend).verify() == []


# -- writers that are gone, and others -----------------------------------------------------


def test_a_writer_that_is_dropped_lets_go_of_its_lock_at_once(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    gc.disable()
    try:
        for _ in range(3):
            DataWriter(path).append_chunk(ROWS)
        for _ in range(2):
            DataWriter(path).reader().rows[:]
        for _ in range(2):
            GroupedWriter(tmp_path / "groups.cdd", ["a"]).append({"a": ROWS})
    finally:
        gc.enable()
    assert DataReader(path).num_chunks == 3


def test_a_view_of_what_a_dropped_writer_read_keeps_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    DataWriter(path).append_chunk(ROWS)
    view = DataWriter(path)._storage.read_at(0, 10)
    DataWriter(path).append_chunk(ROWS)
    assert len(view) == 10


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
@pytest.mark.parametrize("target", ["backend", "path"])
def test_a_closed_writer_is_of_no_more_use(
    write: Callable[[DataWriter], object], target: str, tmp_path: Path
) -> None:
    writer = DataWriter(MemoryBackend() if target == "backend" else tmp_path / "store.cdd")
    writer.close()
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        write(writer)


def test_of_two_writers_on_one_backend_the_later_one_writes() -> None:
    backend = MemoryBackend()
    first = DataWriter(backend)
    first.append_chunk(ROWS)
    second = DataWriter(backend)
    with pytest.raises(ValueError, match="another writer"):
        first.append_chunk(ROWS)
    assert second.append_chunk(ROWS) == 1
    repair(backend)
    with pytest.raises(ValueError, match="another writer, or `repair`"):
        second.append_chunk(ROWS)
    assert DataReader(backend).verify() == []


def test_writers_are_neither_copied_nor_sent(tmp_path: Path) -> None:
    for writer in DataWriter(tmp_path / "a.cdd"), GroupedWriter(tmp_path / "b.cdd", ["a"]):
        for send in (pickle.dumps, copy.copy, copy.deepcopy):
            with pytest.raises(TypeError, match="a writer cannot be copied"):
                send(writer)
