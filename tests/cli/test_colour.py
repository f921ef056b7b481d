"""Diagnostics have colours on a terminal, and nowhere else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
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


def test_a_bar_on_a_terminal_is_taken_away_when_it_is_stopped(tmp_path: Path) -> None:
    spec = "meta: {id: z}\nseq: [{id: names, type: name, repeat: eos}]\n"
    spec += "types: {name: {seq: [{id: len, type: u1}, {id: text, size: len}]}}\n"
    (tmp_path / "z.ksy").write_text(spec, "utf-8")
    with (tmp_path / "z.bin").open("wb") as file:
        file.truncate(1 << 33)  # to read it takes hours
    ours, theirs = os.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "quire.cli.main", "dump", "z.bin", "--spec", "z.ksy"]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"reading" not in shown:
        shown += os.read(ours, 1 << 16)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # at its end
        while some := os.read(ours, 1 << 16):
            shown += some
    os.close(ours)
    assert process.wait(timeout=60) == 130
    assert b"\x1b[34mnames\x1b[0m:" in shown
    assert shown.endswith(b"\x1b[?25h\r\n\x1b[1A\x1b[2K")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command.split(), id=command.split()[0] + "-rows" * ("--path" in command))
        for command in (
            "get z.bin names[-1].len",
            "export z.bin --path names -o new.csv",
            "view z.bin -o new.html",
        )
    ]
    + [
        pytest.param(command.split(), id=command.split()[0], marks=pytest.mark.slow)
        for command in (
            "verify z.bin",
            "diff z.bin z.bin",
            "set z.bin names[0].len=0 -o new.bin",
            "export z.bin -o new.json",
        )
    ],
)
def test_a_terminal_is_told_that_a_command_still_works(command: list[str], tmp_path: Path) -> None:
    spec = "meta: {id: z}\nseq: [{id: names, type: name, repeat: eos}]\n"
    spec += "types: {name: {seq: [{id: len, type: u1}, {id: text, type: str, size: len}]}}\n"
    (tmp_path / "z.ksy").write_text(spec.replace("str", "str, encoding: ASCII"), "utf-8")
    with (tmp_path / "z.bin").open("wb") as file:
        file.truncate(1 << 28)  # which takes longer than a second on any machine
    ours, theirs = os.openpty()
    run = [sys.executable, "-m", "quire.cli.main", *command, "--spec", "z.ksy"]
    process = subprocess.Popen(run, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    while b" s " not in shown:
        shown += os.read(ours, 1 << 16)
    process.send_signal(signal.SIGINT)
    with suppress(OSError):  # at its end
        while some := os.read(ours, 1 << 16):
            shown += some
    os.close(ours)
    assert process.wait(timeout=60) == 130, shown
    assert b"ing" in shown
    assert shown.endswith(b"\r\x1b[K")
    assert not list(tmp_path.glob("new*"))
