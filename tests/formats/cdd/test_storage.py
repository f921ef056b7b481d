"""Backends give the bytes that are there, whoever writes meanwhile, and change none by reading."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cdd.backends import FileBackend, MemoryBackend, Mode, open_backend
from quire.cdd.storage import StorageBackend
from quire.storage.locks import StoreLocked
from tests.formats.cdd.backends import CLOSED_CALLS, CONTENT, FAR


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of CONTENT."""
    target = tmp_path / "store"
    target.write_bytes(CONTENT)
    return target


@pytest.fixture(params=["file, reading", "file, writing", "memory"])
def backend(request: pytest.FixtureRequest, path: Path) -> Iterator[StorageBackend]:
    """A backend of CONTENT, of each kind."""
    make: dict[str, Callable[[], StorageBackend]] = {
        "file, reading": lambda: FileBackend(path),
        "file, writing": lambda: FileBackend(path, "r+"),
        "memory": lambda: MemoryBackend(CONTENT),
    }
    with make[request.param]() as made:
        yield made


@pytest.fixture(params=["file", "memory"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StorageBackend]:
    """A new backend to write to, of each kind."""
    new = FileBackend(tmp_path / "new", "x") if request.param == "file" else MemoryBackend()
    with new:
        yield new


@pytest.mark.parametrize("mode", ["r", "r+"])
def test_a_pipe_or_a_device_is_no_store(mode: Mode, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(OSError, match="not a regular file"):
            FileBackend(path, mode)
    with pytest.raises(IsADirectoryError):
        FileBackend(tmp_path, mode)


def test_a_range_gives_its_bytes(backend: StorageBackend) -> None:
    assert backend.size() == len(CONTENT)
    view = backend.read_at(5, 300)
    assert view == CONTENT[5:305]
    assert view.readonly
    assert backend.read_many([(9000, 4), (0, 2), (7, 0)]) == [CONTENT[9000:9004], b"\0\1", b""]


def test_what_ends_beyond_the_end_is_short(backend: StorageBackend) -> None:
    assert backend.read_at(len(CONTENT) - 3, 100) == CONTENT[-3:]
    buffer = bytearray(b"." * 5)
    assert backend.read_into(len(CONTENT) - 3, buffer) == 3
    assert buffer == CONTENT[-3:] + b".."


@pytest.mark.parametrize(("offset", "n"), FAR)
def test_hostile_ranges_give_nothing_and_change_nothing(
    offset: int, n: int, backend: StorageBackend, path: Path
) -> None:
    before = path.stat()
    assert bytes(backend.read_at(offset, n)) == b""
    assert backend.read_many([(offset, n)]) == [b""]
    assert backend.read_into(offset, bytearray(8)) == 0
    backend.seek(offset)
    assert backend.read(min(n, 2**40)) == b""
    assert backend.size() == len(CONTENT)
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize("call", [lambda b: b.read_at(-1, 4), lambda b: b.read_at(4, -1)])
def test_negative_numbers_are_the_callers_mistake(
    call: Callable[[StorageBackend], object], backend: StorageBackend
) -> None:
    with pytest.raises(ValueError, match="expected at least 0"):
        call(backend)
    with pytest.raises(ValueError, match="expected at least 0"):
        backend.read_into(-1, bytearray(4))
    with pytest.raises(ValueError, match="expected at least 0"):
        backend.seek(-1)


def test_a_buffer_is_filled_whatever_its_type(backend: StorageBackend) -> None:
    array = np.empty((3, 5), "<u4")
    assert backend.read_into(8, array) == 60
    assert array.tobytes() == CONTENT[8:68]
    assert backend.read_into(8, np.empty((0, 5), "<u4")) == 0


def test_many_threads_read_at_once(backend: StorageBackend) -> None:
    def slices(offset: int) -> bool:
        buffer = bytearray(50)
        backend.read_into(offset, buffer)
        return buffer == backend.read_at(offset, 50) == CONTENT[offset : offset + 50]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(slices, range(0, 9000, 7)))


def test_position_moves_as_that_of_a_file_does(empty: StorageBackend) -> None:
    assert empty.tell() == 0
    assert empty.write(b"abcdef") == 6
    assert empty.tell() == 6
    assert empty.seek(2) == 2
    assert empty.read(3) == b"cde"
    assert empty.read(3) == b"f"
    assert empty.read(3) == b""
    assert empty.write(np.array([[1], [2]], "<u2")) == 4
    assert empty.seek(0) == 0
    assert empty.read(100) == b"abcdef\1\0\2\0"


def test_a_position_beyond_the_end_adds_nothing_until_it_is_written_to(
    empty: StorageBackend,
) -> None:
    empty.seek(6)
    assert empty.size() == 0
    empty.write(b"")
    assert empty.size() == 0
    empty.write(b"x")
    assert bytes(empty.read_at(0, 10)) == b"\0\0\0\0\0\0x"


def test_writing_over_and_across_the_end(empty: StorageBackend) -> None:
    empty.write_at(0, b"0123456789")
    empty.write_at(3, b"abc")
    empty.write_at(8, b"XYZ")
    empty.sync()
    assert bytes(empty.read_at(0, 99)) == b"012abc67XYZ"
    with pytest.raises(ValueError, match="expected at least 0"):
        empty.write_at(-1, b"x")
    with pytest.raises(ValueError, match="expected at least 0"):
        empty.truncate(-1)


def test_what_was_cut_off_does_not_come_back(empty: StorageBackend) -> None:
    empty.write(b"0123456789")
    empty.truncate(4)
    assert (empty.size(), bytes(empty.read_at(0, 99))) == (4, b"0123")
    empty.write_at(6, b"x")
    assert bytes(empty.read_at(0, 99)) == b"0123\0\0x"
    empty.truncate(2)
    empty.truncate(40)
    assert bytes(empty.read_at(0, 99)) == b"01" + bytes(38)


def test_views_stay_valid_while_the_store_grows_and_after_it_is_closed(
    empty: StorageBackend,
) -> None:
    empty.write(b"first")
    views = [empty.read_at(0, 5)]
    for block in range(50):
        empty.write(CONTENT[:4096])
        views.append(empty.read_at(5 + 4096 * block, 4096))
    empty.close()
    assert bytes(views[0]) == b"first"
    assert all(view == CONTENT[:4096] for view in views[1:])


def test_a_memory_backend_gives_its_bytes_and_keeps_no_hold_of_the_first_ones() -> None:
    first = bytearray(b"abc")
    store = MemoryBackend(first)
    first[0] = 0
    store.write_at(3, b"d")
    assert store.getvalue() == b"abcd"
    assert store.writable


@pytest.mark.parametrize("call", CLOSED_CALLS.values(), ids=CLOSED_CALLS)
def test_a_closed_backend_says_so(call: Callable[[Any], object], backend: StorageBackend) -> None:
    backend.close()
    backend.close()
    assert backend.closed
    with pytest.raises(ValueError, match=r"store: closed|memory://: closed"):
        call(backend)


# Files.


def test_a_file_for_reading_cannot_be_changed(path: Path) -> None:
    path.chmod(stat.S_IRUSR)
    with FileBackend(path) as store:
        assert not store.writable
        for change in (
            lambda: store.write_at(0, b"x"),
            lambda: store.write(b"x"),
            lambda: store.truncate(0),
            store.sync,
        ):
            with pytest.raises(io.UnsupportedOperation, match="store: opened for reading only"):
                change()
    assert path.read_bytes() == CONTENT


def test_modes_are_those_of_open(path: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    modes: list[Mode] = ["r", "r+"]
    for mode in modes:
        with pytest.raises(FileNotFoundError):
            FileBackend(missing, mode)
    assert not missing.exists()
    with pytest.raises(FileExistsError):
        FileBackend(path, "x")
    with FileBackend(path, "r+") as store:
        assert store.size() == len(CONTENT)
    with FileBackend(path, "w") as store:
        assert store.size() == 0
    with FileBackend(missing, "w") as store:
        store.write(b"new")
    assert missing.read_bytes() == b"new"
    with pytest.raises(IsADirectoryError):
        FileBackend(tmp_path)
    with pytest.raises(ValueError, match=r"mode: expected r, r\+, x or w, found 'a'"):
        FileBackend(path, "a")  # type: ignore[arg-type]  # what is tested


def test_an_empty_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    with FileBackend(path) as store:
        assert bytes(store.read_at(0, 10)) == b""
        assert store.read_into(0, bytearray(3)) == 0
        path.write_bytes(b"abc")
        assert bytes(store.read_at(0, 10)) == b"abc"


def test_a_reader_sees_what_was_appended_since_and_keeps_its_views(path: Path) -> None:
    with FileBackend(path) as reader, FileBackend(path, "r+") as writer:
        before = reader.read_at(0, len(CONTENT))
        for block in range(5):
            writer.write_at(writer.size(), CONTENT)
            assert reader.size() == len(CONTENT) * (block + 2)
            assert reader.read_at(len(CONTENT) * (block + 1), 2**20) == CONTENT
        assert before == CONTENT


def test_a_reader_sees_what_was_patched_and_what_was_cut_off(path: Path) -> None:
    with FileBackend(path) as reader, FileBackend(path, "r+") as writer:
        reader.read_at(0, 8)
        writer.write_at(2, b"patch")
        assert bytes(reader.read_at(0, 8)) == b"\0\1patch\7"
        writer.truncate(4)
        assert bytes(reader.read_at(0, 8)) == b"\0\1pa"
        buffer = bytearray(8)
        assert reader.read_into(0, buffer) == 4


def test_threads_read_while_the_file_grows(path: Path) -> None:
    committed = len(CONTENT)
    with FileBackend(path) as reader, FileBackend(path, "r+") as writer:

        def newest(_: int) -> bool:
            return reader.read_at(committed - len(CONTENT), len(CONTENT)) == CONTENT

        with ThreadPoolExecutor(4) as pool:
            found = pool.map(newest, range(400))
            for _ in range(200):
                writer.write_at(committed, CONTENT)
                committed += len(CONTENT)
            assert all(found)
        assert reader.read_at(0, reader.size()) == CONTENT * 201


def test_short_writes_and_reads_are_completed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pwrite, preadv = os.pwrite, os.preadv
    monkeypatch.setattr(os, "pwrite", lambda fd, data, at: pwrite(fd, data[:100], at))
    monkeypatch.setattr(os, "preadv", lambda fd, to, at: preadv(fd, [to[0][:100]], at))
    with FileBackend(path, "r+") as store:
        store.write_at(17, CONTENT)
        buffer = bytearray(len(CONTENT))
        assert store.read_into(17, buffer) == len(CONTENT)
    assert buffer == CONTENT
    assert path.read_bytes() == CONTENT[:17] + CONTENT


def test_without_vectored_reads_buffers_are_filled_from_the_map(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "preadv")
    buffer = bytearray(9)
    with FileBackend(path) as store:
        assert store.read_into(3, buffer) == 9
    assert buffer == CONTENT[3:12]


def test_synchronising_covers_the_file_and_once_its_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    fsync = os.fsync

    def noted(fd: int) -> None:
        synced.append("directory" if stat.S_ISDIR(os.fstat(fd).st_mode) else "file")
        fsync(fd)

    monkeypatch.setattr(os, "fsync", noted)
    with FileBackend(tmp_path / "new", "x") as store:
        store.write(b"x")
        assert synced == []
        store.sync()
        assert synced == ["file", "directory"]
        store.sync()
        assert synced == ["file", "directory", "file"]
    with FileBackend(tmp_path / "new", "r+") as store:  # its creator may never have synced it
        store.sync()
    assert synced[3:] == ["file", "directory"]


def test_a_directory_is_synchronised_wherever_the_process_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr("quire.cdd.backends.sync_folder", synced.append)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    with FileBackend("new", "x") as store:
        monkeypatch.chdir(tmp_path / "elsewhere")
        store.sync()
    assert synced == [tmp_path]


def test_a_second_writer_is_refused_and_readers_are_not(path: Path) -> None:
    with FileBackend(path, "r+") as first:
        modes: list[Mode] = ["r+", "w"]
        for mode in modes:
            with pytest.raises(StoreLocked, match="another writer has this store open") as error:
                FileBackend(path, mode)
            assert error.value.filename == str(path)
            assert str(path) in str(error.value)
            assert isinstance(error.value, BlockingIOError)
        with FileBackend(path) as reader:
            assert reader.read_at(0, 4) == first.read_at(0, 4)
        view = first.read_at(0, 4)
    with FileBackend(path, "r+"):
        assert view == CONTENT[:4]
    assert path.read_bytes() == CONTENT


HOLDER = """
import sys
from quire.cdd.backends import FileBackend
store = FileBackend(sys.argv[1], "r+")
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_writer_in_another_process_locks_until_it_is_killed(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(StoreLocked):
            FileBackend(path, "r+")
        assert path.read_bytes() == CONTENT
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with FileBackend(path, "r+") as store:
        assert store.writable


def test_this_process_locks_out_another(path: Path) -> None:
    with FileBackend(path, "r+"):
        found = subprocess.run(
            [sys.executable, "-c", HOLDER, str(path)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    assert found.returncode == 1
    assert "StoreLocked" in found.stderr


def test_a_file_system_without_locks_says_so_and_leaves_nothing_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def failing(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", failing)
    with pytest.raises(OSError, match="No locks available"):
        FileBackend(path, "r+")


def test_writing_needs_a_posix_system(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with pytest.raises(io.UnsupportedOperation, match="needs a POSIX system"):
        FileBackend(str(path), "r+")


# What a user names.


def test_targets_open_as_what_they_are(path: Path) -> None:
    for target in (path, str(path)):
        with open_backend(target) as store:
            assert isinstance(store, FileBackend)
            assert store.name == str(path)
            assert not store.writable
    with open_backend(path, "r+") as store:
        assert store.writable
    for new in (None, "memory://"):
        memory = open_backend(new, "x")
        assert isinstance(memory, MemoryBackend)
        assert memory.size() == 0
    assert open_backend(memory, "r+") is memory


def test_what_cannot_be_written_to_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="s3://bucket/store: URLs can be read only"):
        open_backend("s3://bucket/store", "r+")
    with FileBackend(path) as store:
        assert open_backend(store) is store
        with pytest.raises(ValueError, match="store: opened for reading only"):
            open_backend(store, "r+")
