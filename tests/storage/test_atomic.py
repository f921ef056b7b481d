"""Files that are replaced: whole or not at all, with their mode; devices and pipes are not."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quire.cvc import pack_cvc
from quire.storage.atomic import atomic_file, write_files
from quire.storage.calls import injected
from quire.storage.files import named
from tests.storage.faults import Broken, Fault


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with atomic_file(path) as file:
        file.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")

    def fail() -> None:
        with atomic_file(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_a_link_still_points_to_the_file_that_was_written(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    with atomic_file(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), atomic_file(tmp_path / "none" / "x"):
        pass


@pytest.fixture
def umask() -> Iterator[None]:
    """A mask of permissions that shows which modes were chosen, and which are left to it."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    """The permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("kept", [0o600, 0o604, 0o755, 0o666])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "x"
    path.touch()
    path.chmod(kept)
    with atomic_file(path) as file:
        file.write(b"new")
    assert (mode(path), path.read_bytes()) == (kept, b"new")


@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "x") as file:
        file.write(b"new")
    assert mode(tmp_path / "x") == 0o640


@pytest.mark.usefixtures("umask")
def test_what_nobody_else_may_read_is_at_no_time_readable_for_others(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    path.chmod(0o600)
    with atomic_file(path):
        assert {mode(each) for each in tmp_path.iterdir()} == {0o600}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_file_that_is_replaced_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.touch()
    os.chown(path, 12345, 23456)
    with atomic_file(path) as file:
        file.write(b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 23456)


def test_an_array_that_is_packed_over_a_private_file_stays_private(tmp_path: Path) -> None:
    path = tmp_path / "x.cvc"
    path.touch()
    path.chmod(0o600)
    pack_cvc(np.ones((2, 2), np.float32), path)
    assert mode(path) == 0o600


def test_a_file_without_the_right_to_write_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"old")
    path.chmod(0o400)
    monkeypatch.setattr(os, "access", lambda _path, asked: asked != os.W_OK)  # as for all but root
    with pytest.raises(PermissionError, match="x"), atomic_file(path):
        pass
    assert [path.read_bytes(), *tmp_path.iterdir()] == [b"old", path]


def test_a_pipe_takes_the_bytes_and_stays_a_pipe(tmp_path: Path) -> None:
    path, found = tmp_path / "pipe", []
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    with atomic_file(path) as file:
        file.write(b"through")
    reader.join()
    assert found == [b"through"]
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_takes_the_bytes_and_stays_a_device(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    with atomic_file(link) as file:
        file.write(b"gone")
    assert link.is_char_device()
    assert Path("/dev/null").is_char_device()


def test_a_full_device_is_an_error_that_names_it() -> None:
    with pytest.raises(OSError, match="/dev/full") as caught, atomic_file("/dev/full") as file:
        file.write(b"more")
    assert caught.value.errno == errno.ENOSPC
    assert Path("/dev/full").is_char_device()


def test_standard_output_is_gone_on_with_where_it_is_a_file(tmp_path: Path) -> None:
    program = (
        "from quire.storage.atomic import atomic_file\n"
        "print('before', flush=True)\n"
        "with atomic_file('/dev/stdout') as file: file.write(b'between ')\n"
        "print('behind')"
    )
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", program], stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"before\nbetween behind\n"


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    with pytest.raises(IsADirectoryError, match="x"), atomic_file(tmp_path / "x"):
        pass


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, atomic_file(tmp_path / "none" / "x"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "x")


@pytest.mark.parametrize("name", ["n" * 255, "\N{SNOWMAN}" * 85, os.fsdecode(b"\xff\xfe"), "-x y"])
def test_every_name_that_a_file_can_have_is_one_to_write_to(tmp_path: Path, name: str) -> None:
    for text in (b"first", b"second"):
        with atomic_file(tmp_path / name) as file:
            file.write(text)
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [(name, b"second")]


def test_an_error_without_a_number_keeps_its_text(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"^no more today$"), named(tmp_path / "x"):
        raise OSError("no more today")


def test_files_are_made_together_or_not_at_all(tmp_path: Path) -> None:
    files = {"a": b"first", "b": b"second"}
    with injected(fault := Fault()):
        write_files(tmp_path / "whole", files)
    assert {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()} == files
    for n in range(fault.calls):
        with injected(Broken(n)), pytest.raises(OSError, match=str(tmp_path)):
            write_files(tmp_path / "broken", files)
        assert not list((tmp_path / "broken").iterdir())


def test_files_that_are_there_are_not_replaced_by_new_ones(tmp_path: Path) -> None:
    """One that a failure followed would be gone."""
    (tmp_path / "b").write_bytes(b"old")
    with pytest.raises(FileExistsError, match=r"b'$"):
        write_files(tmp_path, {"a": b"first", "b": b"second"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"b": b"old"}
