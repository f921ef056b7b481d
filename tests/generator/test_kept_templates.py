"""Compiled templates are kept in a folder of the user's; without one they are compiled anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from pathlib import Path
import quire
print(quire.compile(Path("tiny.ksy")).Tiny.from_bytes(b"\\x07").a)
"""


def compiled(folder: Path, kept: Path) -> str:
    """What a spec reads, compiled in a process whose temporary folder is `kept`."""
    (folder / "tiny.ksy").write_text("meta: {id: tiny}\nseq: [{id: a, type: u1}]\n", "utf-8")
    specs = str(folder / "specs")  # where specs that were compiled are kept: this one was not yet
    environment = {**os.environ, "TMPDIR": str(kept), "XDG_CACHE_HOME": specs}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or done.stderr


def test_templates_are_kept(tmp_path: Path) -> None:
    assert compiled(tmp_path, tmp_path) == "7"
    kept = list(tmp_path.glob("_jinja2-cache-*/quire_*.cache"))
    assert len(kept) > 5
    assert compiled(tmp_path, tmp_path) == "7"


def test_what_is_damaged_is_compiled_anew(tmp_path: Path) -> None:
    compiled(tmp_path, tmp_path)
    for number, path in enumerate(tmp_path.glob("_jinja2-cache-*/quire_*.cache")):
        data = path.read_bytes()
        path.write_bytes(
            (b"", data[:9], data[:60], b"\x80" * 90, data[: len(data) // 2])[number % 5]
        )
    assert compiled(tmp_path, tmp_path) == "7"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners are those of POSIX")
def test_a_folder_that_others_may_write_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / f"_jinja2-cache-{os.getuid()}"
    folder.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    assert compiled(tmp_path, tmp_path) == "7"
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_folder_that_is_not_there_is_done_without(tmp_path: Path) -> None:
    assert compiled(tmp_path, tmp_path / "missing") == "7"
