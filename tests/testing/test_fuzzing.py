"""Guided fuzzing finds what is planted, makes it small, and finds nothing in what quire makes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.testing import Choices
from quire.testing.fuzzing import (
    Engine,
    Find,
    Finds,
    RecordTarget,
    Report,
    SpecTarget,
    Target,
    by_atheris,
    engine,
)
from quire.testing.fuzzing.coverage import Coverage
from quire.testing.fuzzing.mutating import smaller
from tests.testing.bases import kind_of


def silent(_: Report) -> None:
    """Nobody is told."""


class Planted:
    """Has a mistake after three letters, which are found one by one."""

    name = "planted"
    samples = ()

    def __init__(self) -> None:
        self.words = [b"x"]

    def run(self, data: bytes) -> None:
        """Look at the letters."""
        if data[:1] == b"f":
            data = data[1:]
            if data[:1] == b"u":
                data = data[1:]
                if data[:1] == b"z":
                    raise KeyError(data)

    def made(self, choices: Choices) -> bytes:
        """Some letters."""
        return choices.take(4)

    def choices_of(self, data: bytes) -> bytes:
        """The letters."""
        return data

    def counts(self, file: str) -> bool:
        """Lines of this file."""
        return file == __file__


def search(target: Any, runs: int, folder: Path | None = None, seed: int = 1) -> Engine:
    made = Engine(target, folder, seed)
    made.search(300, silent, runs)
    return made


def finds_of(found: Engine) -> list[Any]:
    return list(found.finds.by_stack.values())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a search keeps what it has found."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def searched(folder: Path) -> Engine:
    """A search that has found what is planted."""
    return search(Planted(), 8000, folder, seed=3)


def test_what_is_deep_is_found_step_by_step_and_made_small(searched: Engine) -> None:
    (find,) = finds_of(searched)
    assert find.data == b"fuz"
    assert find.what.startswith("KeyError")
    assert "test_fuzzing.py" in find.text


def test_inputs_are_taken_up_again(searched: Engine, folder: Path) -> None:
    kept = {path.read_bytes() for path in (folder / "inputs").glob("*.bin")}
    assert any(data[:2] == b"fu" for data in kept)
    again = search(Planted(), len(kept), folder)  # runs what is kept, and no more
    # But the find, which is kept apart.
    assert again._coverage.lines >= searched._coverage.lines - 1


def test_finds_are_kept_with_what_happened(searched: Engine, folder: Path) -> None:
    (find,) = finds_of(searched)
    assert (folder / "finds" / f"{find.name}.bin").read_bytes() == b"fuz"
    assert "KeyError" in (folder / "finds" / f"{find.name}.txt").read_text()


class Loop(Planted):
    """Never ends on some bytes."""

    def run(self, data: bytes) -> None:
        """Look at the first letter."""
        while data[:1] == b"\0":
            pass


def test_what_never_ends_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "HANGS", 0.2)
    seeded = Loop()
    monkeypatch.setattr(seeded, "made", lambda _: b"\0")
    (find,) = finds_of(search(seeded, 8))
    assert find.what == "too slow: more than 0 s for 1 bytes"


class Endless(Planted):
    """Makes nothing of some choices, and never ends."""

    def made(self, choices: Choices) -> bytes:
        """Some letters, the first time."""
        begin = choices.take(1)
        while begin != b"f":
            pass
        return begin


def test_choices_of_which_nothing_is_made_in_time_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "HANGS", 0.05)
    seeded = Endless()
    monkeypatch.setattr(engine, "seeds", lambda _: [(b"f", b"f")])
    assert finds_of(search(seeded, 40)) == []


class Waiting(Planted):
    """Waits for something."""

    def run(self, _: bytes) -> None:
        """Wait."""
        time.sleep(0.05)


def test_what_waits_for_ever_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "WAITS", 0.01)
    (find,) = finds_of(search(Waiting(), 2))
    assert find.what == "too slow: more than 0 s of waiting for 4 bytes"


def test_the_time_of_a_search_is_its_own_work() -> None:
    report = Engine(Waiting()).search(0.5, silent, 20)
    assert report.runs == 20  # which took a second in all
    assert report.seconds < 0.5


def test_too_much_memory_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "memory_now", lambda: 0)
    monkeypatch.setattr(engine, "memory_peak", lambda: 200 << 20)
    (find,) = finds_of(search(Planted(), 3))
    assert find.what == "too much memory: 200 MiB for 4 bytes"


MEASURED = """
from quire.testing.fuzzing.memory import memory_now, memory_peak
before = memory_now()
bytearray(b"x") * (256 << 20)
print(memory_peak() - before >> 20)
"""


def test_memory_that_was_let_go_again_is_measured() -> None:
    done = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, check=True)
    assert 250 < int(done.stdout) < 300


def test_fewer_and_simpler_bytes_are_looked_for() -> None:
    assert smaller(b"abcXdefYgh", lambda data: b"X" in data and b"Y" in data) == b"XY"
    assert smaller(b"abcXdef", lambda data: data[3:4] == b"X") == b"\0\0\0X"


def test_lines_of_other_files_do_not_count() -> None:
    coverage = Coverage(lambda file: file == __file__)
    with coverage.watched():
        Planted().run(b"fu")
    mine = coverage.lines
    assert mine > 3
    assert {Path(code.co_filename).name for code, _ in coverage._seen} == {"test_fuzzing.py"}
    assert sys.gettrace() is None or sys.gettrace().__module__ != Coverage.__module__


def test_lines_that_another_search_has_seen_are_new_to_this_one() -> None:
    counts = []
    for _ in range(2):
        coverage = Coverage(lambda file: file == __file__)
        for data in (b"f", b"fu"):
            with coverage.watched():
                Planted().run(data)
        counts.append(coverage.lines)
    assert counts[0] == counts[1] > 3


def test_a_file_that_is_written_as_another_one_is_a_find(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pair.ksy"
    path.write_text("meta: {id: pair}\nseq: [{id: a, type: u1}, {id: b, type: u1}]\n")
    kind = quire.compile(path).Pair
    monkeypatch.setattr(kind, "to_bytes", lambda _: b"xx")
    found = finds_of(search(RecordTarget("pair", kind), 60))
    assert [find.what for find in found] == [
        "Unlike: a file that was not edited is not written as it was"
    ]


# -- what quire makes -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gzip", "wav", "pcap", "tiers", "word2vec", "zip", "cvc"])
def test_nothing_is_found_in_some_readers_and_writers(name: str) -> None:
    target: Target = RecordTarget(name, kind_of(name))
    assert finds_of(search(target, 60)) == []


def test_nothing_is_found_in_the_compiler(tmp_path: Path) -> None:
    def compiled(path: Path) -> None:
        compile_texts([path], Problems())

    assert finds_of(search(SpecTarget(compiled, tmp_path), 60)) == []


def test_what_is_slow_once_is_no_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "HANGS", 0.2)

    class SlowOnce(Planted):
        """Takes for ever at first, as if something were compiled."""

        runs = 0

        def run(self, _: bytes) -> None:
            self.runs += 1
            while self.runs == 1:
                pass

    assert finds_of(search(SlowOnce(), 3)) == []


def test_finds_of_one_cause_are_one() -> None:
    finds = Finds(None)
    for data in (b"fuzzy", b"fuz"):
        try:
            Planted().run(data)
        except KeyError as error:
            finds.keep(Find.of_error(data, error))
    assert [find.data for find in finds.by_stack.values()] == [b"fuz"]


def test_atheris_searches_where_it_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="pip install atheris")
    found = by_atheris.search(Planted(), tmp_path, 5, seed=1)
    (find,) = finds_of(found)
    assert find.data == b"fuz"
    again = Finds(tmp_path / "finds")
    again.load()
    assert [each.stack for each in again.by_stack.values()] == [find.stack]


def test_finds_of_the_last_time_are_read_again(tmp_path: Path) -> None:
    finds, again = Finds(tmp_path), Finds(tmp_path)
    finds.keep(Find(b"\0", "KeyError: a b", ("KeyError", "a.py:run"), "first\n\nlast"))
    again.load()
    assert again.by_stack == finds.by_stack
