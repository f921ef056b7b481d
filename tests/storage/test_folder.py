"""`quire.storage.folder.Folder`: what its members do to files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.storage.files import IrregularFile
from quire.storage.folder import DRAFT, Folder
from quire.storage.locks import StoreLocked


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path / "folder")
    made.make()
    made.make("sub")
    return made


def test_a_file_is_replaced_at_once(folder: Folder) -> None:
    folder.replace("sub/a.bin", b"12", memoryview(b"34"), np.array([53, 54], np.uint8))
    assert folder.read("sub/a.bin") == b"123456"
    with (folder.path / "sub" / "a.bin").open("rb") as before:
        folder.replace("sub/a.bin")
        assert before.read() == b"123456"
    assert folder.read("sub/a.bin") == b""
    assert folder.names() == []


def test_a_file_that_is_replaced_keeps_its_mode(folder: Folder) -> None:
    folder.replace("a", b"1")
    (folder.path / "a").chmod(0o664)
    folder.replace("a", b"2")
    assert folder.read("a") == b"2"
    assert (folder.path / "a").stat().st_mode & 0o777 == 0o664


def test_a_draft_that_was_left_is_written_over(folder: Folder) -> None:
    (folder.path / DRAFT).write_bytes(b"much longer than what comes")
    folder.replace("a", b"1")
    assert folder.read("a") == b"1"
    assert not folder.exists(DRAFT)


def test_appending_tells_where(folder: Folder) -> None:
    assert [
        folder.append("log", b"123"),
        folder.append("log", b""),
        folder.append("log", b"4"),
    ] == [
        0,
        3,
        3,
    ]
    assert folder.read("log") == b"1234"
    assert folder.read("log", 2) == b"12"
    assert folder.read("log", start=3) == b"4"
    assert folder.read("log", start=9) == b""
    assert folder.read("log", 1 << 60) == b"1234"
    folder.truncate("log", 1)
    assert folder.read("log") == b"1"
    with pytest.raises(FileNotFoundError):
        folder.truncate("none", 0)
    assert folder.names() == ["log"]


def test_files_are_listed_mapped_and_removed(folder: Folder) -> None:
    for name in ("b", "a", "sub/c"):
        folder.replace(name, name.encode())
    folder.replace("empty")
    assert folder.names() == ["a", "b", "empty"]
    assert folder.names("sub") == ["c"]
    assert folder.names("none") == []
    assert bytes(folder.map("sub/c")) == b"sub/c"
    assert bytes(folder.map("empty")) == b""
    assert folder.exists("a")
    folder.remove("a")
    assert not folder.exists("a")
    folder.remove("a")
    assert not folder.exists("sub")


def test_what_is_written_in_parts_is_written_whole(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:3]))
    folder.replace("a", b"1234567", b"89")
    assert folder.read("a") == b"123456789"


def test_a_folder_has_one_writer(folder: Folder) -> None:
    other = Folder(folder.path)
    folder.lock()
    with pytest.raises(StoreLocked, match="another writer has this store open"):
        other.lock()
    folder.unlock()
    folder.unlock()
    other.lock()
    other.unlock()


def test_only_a_durable_folder_waits_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[Any] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    for durable, expected in ((False, 0), (True, 9)):
        folder = Folder(tmp_path / str(durable), durable=durable)
        folder.make()  # the name
        folder.append("log", b"1")  # bytes, name
        folder.append("log", b"2")  # bytes
        folder.replace("a", b"1", b"2")  # bytes, name
        folder.truncate("log", 1)  # bytes
        folder.remove("a")  # name
        folder.remove("a")
        folder.append("log", b"")  # bytes
        assert len(waited) == expected


def _make_a_circle(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, _make_a_circle])
def test_what_is_no_file_is_told_at_once(make: Callable[[Path], None], folder: Folder) -> None:
    make(folder.path / "a")
    for action in (
        lambda: folder.read("a"),
        lambda: folder.map("a"),
        lambda: folder.append("a", b"1"),
        lambda: folder.truncate("a", 0),
    ):
        with pytest.raises(IrregularFile):
            action()
    assert not folder.exists("a")


def test_a_pipe_that_somebody_reads_is_not_written_to(folder: Folder) -> None:
    os.mkfifo(folder.path / "a")
    other = os.open(folder.path / "a", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(IrregularFile, match="not a regular file"):
        folder.append("a", b"1")
    os.close(other)


def test_links_are_read_and_never_written_to(folder: Folder) -> None:
    (folder.path / "precious").write_bytes(b"precious")
    (folder.path / "a").symlink_to(folder.path / "precious")
    assert folder.read("a") == bytes(folder.map("a")) == b"precious"
    for action in (lambda: folder.append("a", b"1"), lambda: folder.truncate("a", 0)):
        with pytest.raises(IrregularFile):
            action()
    (folder.path / DRAFT).symlink_to(folder.path / "precious")
    folder.replace("b", b"1")
    folder.replace("a", b"2")
    assert [folder.read(name) for name in ("precious", "a", "b")] == [b"precious", b"2", b"1"]


def test_a_draft_that_is_a_pipe_is_removed(folder: Folder) -> None:
    os.mkfifo(folder.path / DRAFT)
    folder.replace("a", b"1")
    assert folder.read("a") == b"1"


def test_a_folder_that_is_a_link_may_be_written_to(folder: Folder, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(folder.path)
    other = Folder(tmp_path / "link")
    other.make()
    other.lock()
    other.append("log", b"1")
    assert folder.read("log") == b"1"
    with pytest.raises(StoreLocked):
        folder.lock()


def test_a_folder_that_is_locked_twice_keeps_its_first_lock(folder: Folder) -> None:
    folder.lock()
    with pytest.raises(StoreLocked):
        folder.lock()
    with pytest.raises(StoreLocked):
        Folder(folder.path).lock()
    folder.replace("a", b"1")
    folder.unlock()
    Folder(folder.path).lock()


def test_nothing_is_written_after_the_lock_is_given_back(folder: Folder) -> None:
    folder.lock()
    folder.append("a", b"1")
    folder.unlock()
    for action in (
        lambda: folder.append("a", b"2"),
        lambda: folder.replace("a", b"2"),
        lambda: folder.truncate("a", 0),
        lambda: folder.remove("a"),
    ):
        with pytest.raises(ValueError, match="closed"):
            action()
    assert folder.read("a") == b"1"
    folder.lock()
    folder.append("a", b"2")
    assert folder.read("a") == b"12"
