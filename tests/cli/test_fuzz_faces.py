"""The faces of formats are fuzzed: valid files pass, and what is wrong with a face is found."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from quire import formats
from quire.cli import face_uses
from quire.cli.face_samples import samples_of
from quire.cli.face_uses import USES
from quire.cli.main import main
from quire.runtime.errors import FormatError
from quire.testing.fuzzing import Engine, FaceTarget


def target_of(name: str, folder: Path) -> FaceTarget:
    module = importlib.import_module(f"quire.generated.{name}")
    kind: Any = getattr(module, module.__all__[0])
    return FaceTarget(name, kind, USES[name], folder, samples_of(name, folder))


def search(target: FaceTarget, runs: int) -> list[str]:
    engine = Engine(target, seed=2)
    engine.search(600, lambda _: None, runs)
    return [find.what for find in engine.finds.by_stack.values()]


def test_every_format_with_a_face_is_fuzzed() -> None:
    assert set(formats.FACES) <= set(USES)


@pytest.mark.parametrize("runs", [6, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", USES)
def test_nothing_is_found_in_a_face(name: str, runs: int, tmp_path: Path) -> None:
    assert search(target_of(name, tmp_path), runs) == []


@pytest.mark.parametrize("name", [name for name in USES if name != "fasttext"])
def test_there_are_files_that_a_face_takes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sample"
    used = 0
    for data in samples_of(name, tmp_path):
        for use in USES[name]:
            for seed in range(3):
                path.write_bytes(data)
                try:
                    use(path, Random(seed))  # noqa: S311  # no secret
                except FormatError:  # of columns where there are rows, say
                    continue
                used += 1
    assert used >= 3


def test_an_error_that_is_none_of_the_format_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quire.hpdkv.file import ResidualFile

    def wrong(*_: object) -> None:
        message = "planted"
        raise KeyError(message)

    monkeypatch.setattr(ResidualFile, "verify", wrong)
    assert search(target_of("hpdkv", tmp_path), 20) == ["KeyError: 'planted'"]


def test_rows_that_are_not_those_of_the_whole_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quire.hpdkv.file import ResidualFile

    monkeypatch.setattr(ResidualFile, "__getitem__", lambda self, index: self.read()[index] + 1)
    found = search(target_of("hpdkv", tmp_path), 20)
    assert found
    assert all("are not those of the whole" in what for what in found)


def test_projected_rows_may_be_others_where_they_overflow(tmp_path: Path) -> None:
    """Found by `quire fuzz face-finalfusion`; BLAS adds one row up in another order than two."""
    pieces = (
        "466946750000000006000000050000000000000001000000010000000000000000000000010000002000000000",
        "000000050000000000000001000000610000000003" + 14 * "00" + "04000000060100000000000007",
        "000000000000000100000005000000060000000200000000000000010000000a" + 30 * "00" + "5c000000",
        "e80654" + 72 * "00" + "7975eb76df7a" + 103 * "00" + "673b90a2520000000000000100000008",
        19 * "00" + "08" + 15 * "00" + "0100000008" + 15 * "00",
    )
    path = tmp_path / "projected"
    path.write_bytes(bytes.fromhex("".join(pieces)))
    for seed in range(20):
        face_uses.read("finalfusion", path, Random(seed))  # noqa: S311  # no secret


def test_a_refused_file_that_was_changed_is_found(tmp_path: Path) -> None:
    def spoil(path: Path) -> None:
        path.write_bytes(b"")
        raise FormatError("here", "something", "nothing")

    path = tmp_path / "file"
    path.write_bytes(b"some")
    with pytest.raises(AssertionError, match="spoil refused a file, and changed it"):
        face_uses._as_it_was(path, spoil)


def test_faces_are_named_in_a_shell(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, ["fuzz", "face-tqtc", "--time", "1s", "--corpus", str(tmp_path)])
    assert run.exit_code == 0, run.output
    assert run.output.startswith("face-tqtc: ")
    assert list((tmp_path / "face-tqtc" / "inputs").glob("*.bin"))
    wrong = CliRunner().invoke(main, ["fuzz", "face-png"])
    assert wrong.exit_code == 2
    assert "after `face-` give one of cvc, finalfusion" in wrong.output
