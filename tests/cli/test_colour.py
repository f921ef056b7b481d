"""Diagnostics have colours on a terminal, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="a terminal to print to")


@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_shows_errors_in_red_unless_told_otherwise(
    variables: dict[str, str], tmp_path: Path, *, coloured: bool
) -> None:
    (tmp_path / "slip.ksy").write_text("meta: {id: slip}\nseq: [{id: a, type: u9}]\n", "utf-8")
    ours, theirs = os.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | variables
    command = [sys.executable, "-m", "quire.cli.main", "check", "slip.ksy"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, stderr=theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 1
    assert "error[Q303]" in shown.replace("\x1b[1;31m", "").replace("\x1b[0m", "")
    assert ("\x1b[1;31merror[Q303]" in shown, "\x1b" in shown) == (coloured, coloured)
