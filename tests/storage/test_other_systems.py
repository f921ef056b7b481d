"""Systems that are not POSIX: files are read and replaced, stores are not appended to.

On POSIX its calls are taken away first; the workflow runs these tests on Windows, too.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from quire.cdd import save_rows
from quire.cvc import pack_cvc
from quire.finalfusion import Embeddings, SimpleVocab
from quire.finalfusion.matrix import NdArray

TAKE_AWAY = """
import mmap, os, signal, sys
for name in ("fcntl", "resource", "pwd", "grp"):
    sys.modules[name] = None
os_names = "pread pwrite preadv pwritev fork register_at_fork sched_getaffinity chown fchown fchmod"
os_names += " getuid geteuid O_NOFOLLOW O_NONBLOCK O_CLOEXEC mkfifo statvfs sysconf killpg setsid"
for module, names in (
    (os, os_names.split()),
    (mmap, [name for name in dir(mmap) if name.startswith(("MADV_", "MAP_", "PROT_"))]),
    (signal, ["SIGHUP", "SIGALRM", "SIGPIPE", "SIGPROF"]),
):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
import numpy as np
import quire
"""


def without_posix(program: str, folder: Path) -> str:
    """What a program prints where the calls of POSIX are missing."""
    done = subprocess.run(
        [sys.executable, "-c", TAKE_AWAY + program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a file of each kind, of the same rows."""
    rows = np.arange(12, dtype=np.float32).reshape(4, 3)
    pack_cvc(rows, tmp_path / "a.cvc", chunk_size=3)
    save_rows(tmp_path / "a.cdd", rows)
    words = SimpleVocab(["a", "b", "c", "d"])
    Embeddings(NdArray(rows / 8), words).write(tmp_path / "a.fifu")
    np.save(tmp_path / "a.npy", rows)
    return tmp_path


@pytest.mark.parametrize("name", ["a.cvc", "a.cdd"])
def test_arrays_are_read(files: Path, name: str) -> None:
    program = f"print(quire.load({name!r}).tolist(), quire.load({name!r}, rows=[3, 0]).tolist())"
    rows = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]
    assert without_posix(program, files) == f"{rows} {[rows[3], rows[0]]}"


def test_embeddings_are_read(files: Path) -> None:
    program = (
        "from quire.finalfusion import load\nprint(list(load('a.fifu', mmap=True).vocab.words))"
    )
    assert without_posix(program, files) == "['a', 'b', 'c', 'd']"


def test_blocks_of_a_mapped_file_are_given_back_or_kept(files: Path) -> None:
    program = "with quire.open('a.cvc') as file: print(sum(len(rows) for rows in file.blocks()))"
    assert without_posix(program, files) == "4"


def test_a_spec_is_compiled_and_its_files_are_read_edited_and_replaced(tmp_path: Path) -> None:
    spec = "meta: {id: note, endian: le, encoding: UTF-8}\nseq:\n  - {id: len_text, type: u2}\n"
    (tmp_path / "note.ksy").write_text(spec + "  - {id: text, type: str, size: len_text}\n")
    program = """
Note = quire.compile("note.ksy").Note
Note.build(text="one").to_file("a.note")
note = Note.from_file("a.note")
note.text = "other"
note.to_file("a.note")
Note.from_file("a.note").patch("a.note", "text", "OTHER")
print(open("a.note", "rb").read())
"""
    assert without_posix(program, tmp_path) == r"b'\x05\x00OTHER'"


def test_the_command_makes_modules(tmp_path: Path) -> None:
    (tmp_path / "note.ksy").write_text("meta: {id: note}\nseq: [{id: a, type: u1}]\n")
    program = "from quire.cli.main import main\nmain(['gen', 'note.ksy', '-o', '.'])"
    assert without_posix(program, tmp_path) == "note.py"


def test_an_array_is_written_where_the_file_is_made_as_a_whole(tmp_path: Path) -> None:
    program = """
from quire.cdd import save_rows
save_rows("new.cdd", np.ones((2, 3), np.float32))
print(quire.load("new.cdd").sum())
"""
    assert without_posix(program, tmp_path) == "6.0"


@pytest.mark.parametrize(
    "opening",
    [
        "from quire.cdd import DataWriter\nDataWriter('new.cdd')",
        "from quire.tiers import TieredStore\nTieredStore('new.store', layout='ruvector')",
        "from quire.tiers import TieredStore\nTieredStore('new.store')",
    ],
)
def test_a_store_is_not_opened_for_writing_and_nothing_is_made(
    tmp_path: Path, opening: str
) -> None:
    indented = "".join(f"    {line}\n" for line in opening.splitlines())
    program = f"import io\ntry:\n{indented}except io.UnsupportedOperation as error: print(error)"
    assert "needs a POSIX system" in without_posix(program, tmp_path)
    assert list(tmp_path.iterdir()) == []
