"""`quire check --watch`: again whenever something changes."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

RIGHT = "meta: {id: a, endian: le, imports: [b]}\nseq:\n  - {id: one, type: b}\n"
IMPORTED = "meta: {id: b}\nseq:\n  - {id: two, type: u1}\n"
WAIT = 60
"""Seconds after which nothing is printed any more."""


class Watching:
    """A command that checks again and again, and its lines."""

    def __init__(self, spec: Path, *options: str) -> None:
        command = [sys.executable, "-u", "-m", "quire.cli.main", "check", "--watch", *options]
        self.process = subprocess.Popen(
            [*command, str(spec)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self.lines.put(line)

    def until(self, end: str) -> str:
        """What is printed up to a line that ends so."""
        said = ""
        while not said.endswith(f"{end}\n"):
            said += self.lines.get(timeout=WAIT)
        return said


def replace(file: Path, text: str) -> None:
    """Write a file as editors do: at once."""
    new = file.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(file)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    (tmp_path / "b.ksy").write_text(IMPORTED, encoding="utf-8")
    found = tmp_path / "a.ksy"
    found.write_text(RIGHT, encoding="utf-8")
    return found


@pytest.fixture
def watching(spec: Path) -> Iterator[Watching]:
    found = Watching(spec)
    yield found
    found.process.send_signal(signal.SIGINT)
    assert found.process.wait(WAIT) in (130, -signal.SIGINT)
    if found.process.stdout is not None:
        found.process.stdout.close()


def test_a_spec_and_its_imports_are_checked_when_they_change(
    spec: Path, watching: Watching
) -> None:
    assert "all is well" in watching.until("waiting for a change")
    replace(spec, RIGHT.replace("type: b", "type: c"))
    assert "error[Q303]" in watching.until("there are errors; waiting for a change")
    replace(spec, RIGHT)
    assert "all is well" in watching.until("waiting for a change")
    replace(spec.with_name("b.ksy"), IMPORTED.replace("u1", "u3"))
    assert "b.ksy:3:" in watching.until("there are errors; waiting for a change")


def test_a_spec_that_goes_and_comes_back_is_checked(spec: Path, watching: Watching) -> None:
    watching.until("waiting for a change")
    spec.unlink()
    assert "error[Q101]" in watching.until("there are errors; waiting for a change")
    replace(spec, RIGHT)
    assert "all is well" in watching.until("waiting for a change")


def test_with_json_there_is_a_list_each_time(spec: Path) -> None:
    watching = Watching(spec, "--json")
    assert json.loads(watching.until("]")) == []
    replace(spec, RIGHT.replace("type: b", "type: c"))
    [problem] = json.loads(watching.until("]"))
    assert problem["code"] == "Q303"
    os.kill(watching.process.pid, signal.SIGTERM)
    watching.process.wait(WAIT)
    if watching.process.stdout is not None:
        watching.process.stdout.close()
