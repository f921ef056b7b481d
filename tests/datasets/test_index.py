"""An index beside a file plans its parts; one of another file, or a damaged one, is passed over."""

from __future__ import annotations

import json
import os
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import quire
from quire.cli.main import main
from quire.columns import NoColumnsError
from quire.datasets import index
from quire.datasets.index import SUFFIX
from quire.datasets.records import RecordRows
from tests.datasets.test_foreign import CAPTURES, SPECS, packets_in
from tests.datasets.test_records import WORDS, rows_of

COUNT = 5000
TEXTS = [f"{i}"[: i % 6] for i in range(COUNT)]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A spec, and a file with records of any size."""
    stored = b"".join(bytes([len(text)]) + text.encode() for text in TEXTS)
    (tmp_path / "words.ksy").write_text(WORDS)
    (tmp_path / "words.bin").write_bytes(struct.pack("<I", COUNT) + stored)
    return tmp_path / "words.ksy", tmp_path / "words.bin"


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often files are gone over, from now on."""
    gone_over: list[int] = []
    scanned = RecordRows._scanned

    def noted(self: RecordRows, *args: Any) -> Any:
        gone_over.append(1)
        return scanned(self, *args)

    monkeypatch.setattr(RecordRows, "_scanned", noted)
    return gone_over


def texts_of(spec: Path, path: Path, rows: int) -> list[str]:
    """All texts, by parts."""
    return [row["text"] for row in rows_of(quire.parts(path, "words", rows, spec=spec))]


@pytest.mark.parametrize("rows", [100, 250, 700, 5000, 9999])
def test_parts_are_planned_without_going_over_the_file(
    files: tuple[Path, Path], scans: list[int], rows: int
) -> None:
    spec, path = files
    assert index(path, "words", 100, spec=spec) == [f"{path}{SUFFIX}"]
    scans.clear()
    dataset = quire.parts(path, "words", rows, spec=spec)
    assert scans == []
    assert all(rows <= len(part) < rows + 100 for part in dataset.parts[:-1])
    assert texts_of(spec, path, rows) == TEXTS


def test_parts_that_are_smaller_than_the_index_has_are_found_anew(
    files: tuple[Path, Path], scans: list[int]
) -> None:
    spec, path = files
    index(path, "words", 100, spec=spec)
    scans.clear()
    assert texts_of(spec, path, 99) == TEXTS
    assert scans == [1]


def test_an_index_of_another_file_spec_or_list_is_passed_over(
    files: tuple[Path, Path], scans: list[int]
) -> None:
    spec, path = files
    index(path, "words", 100, spec=spec)
    scans.clear()
    os.utime(path, (1, 1))
    assert texts_of(spec, path, 1000) == TEXTS
    index(path, "words", 100, spec=spec)
    spec.write_text(WORDS + "# another\n")
    assert texts_of(spec, path, 1000) == TEXTS
    assert len(scans) == 3


def _without(name: str) -> Any:
    return lambda told: told.pop(name)


@pytest.mark.parametrize(
    "damage",
    [
        _without("rows"),
        _without("path"),
        lambda told: told.update(offsets=[0]),
        lambda told: told["offsets"].reverse(),
        lambda told: told["offsets"].append(10**30),
        lambda told: told["elements"].append(True),
        lambda told: told["rows"].__setitem__(0, 5),
        lambda told: told["offsets"].__setitem__(-1, 10**9),
        lambda told: told.update(version=7),
    ],
)
def test_a_damaged_index_is_passed_over(files: tuple[Path, Path], damage: Any) -> None:
    spec, path = files
    (name,) = index(path, "words", 100, spec=spec)
    told = json.loads(Path(name).read_bytes())
    damage(told)
    Path(name).write_text(json.dumps(told))
    assert texts_of(spec, path, 1000) == TEXTS
    for text in (b"", b"[" * 100_000, b"\xff", b"7"):
        Path(name).write_bytes(text)
        assert texts_of(spec, path, 1000) == TEXTS


def test_an_index_that_lies_about_places_gives_an_error_or_rows_and_nothing_else(
    files: tuple[Path, Path],
) -> None:
    spec, path = files
    (name,) = index(path, "words", 1000, spec=spec)
    told = json.loads(Path(name).read_bytes())
    told["offsets"][2] += 1
    Path(name).write_text(json.dumps(told))
    for part in quire.parts(path, "words", 1000, spec=spec).parts:
        with suppress(quire.FormatError):
            assert len(part.read()) == 1000


def test_an_index_is_kept_beside_a_file_behind_a_url(
    files: tuple[Path, Path], scans: list[int]
) -> None:
    import fsspec  # type: ignore[import-untyped]  # it has no types

    spec, path = files
    memory = fsspec.filesystem("memory")
    memory.pipe_file("/words.bin", path.read_bytes())
    try:
        index("memory://words.bin", "words", 100, spec=spec)
        scans.clear()
        dataset = quire.parts("memory://words.bin", "words", 1000, spec=spec)
        assert [row["text"] for row in rows_of(dataset)] == TEXTS
        assert scans == []
    finally:
        memory.rm("/words.bin")
        memory.rm(f"/words.bin{SUFFIX}")


def test_the_command_writes_it(files: tuple[Path, Path], scans: list[int], tmp_path: Path) -> None:
    spec, path = files
    run = CliRunner().invoke
    found = run(main, ["index", str(path), "words", "--spec", str(spec), "--rows", "50"])
    assert (found.exit_code, found.output) == (0, f"{path}{SUFFIX}\n")
    capture = tmp_path / "a.pcap"
    capture.write_bytes(CAPTURES[0].read_bytes())
    pcap = ["--spec", str(SPECS / "network" / "pcap.ksy"), "-I", str(SPECS), "--raw", "body"]
    found = run(main, ["index", str(capture), "packets", *pcap, "--rows", "1"])
    assert found.exit_code == 0, found.output
    scans.clear()
    dataset = quire.parts(capture, "packets", 2, format="pcap", raw=["frame"])
    assert scans == [1]  # it is of another spec
    dataset = quire.parts(
        capture, "packets", 2, spec=SPECS / "network" / "pcap.ksy", imports=[SPECS], raw=["body"]
    )
    assert scans == [1]
    assert len(dataset) == len(packets_in(capture.read_bytes()))


def test_what_cannot_be_indexed_is_told(files: tuple[Path, Path], tmp_path: Path) -> None:
    spec, path = files
    run = CliRunner().invoke
    found = run(main, ["index", str(path), "num_words", "--spec", str(spec)])
    assert (found.exit_code, "it is not a list" in found.output) == (2, True)
    (tmp_path / "bad.ksy").write_text("meta: {id: 7}")
    found = run(main, ["index", str(path), "words", "--spec", str(tmp_path / "bad.ksy")])
    assert (found.exit_code, "error[Q" in found.output) == (1, True)
    path.write_bytes(path.read_bytes()[:-1])
    found = run(main, ["index", str(path), "words", "--spec", str(spec)])
    assert (found.exit_code, "words[4999]" in found.output) == (1, True)
    with pytest.raises(NoColumnsError):
        index(path, "num_words", spec=spec)
    quire.cvc.pack_cvc([[1.0]], tmp_path / "a.cvc")
    with pytest.raises(ValueError, match="expected the name of a list"):
        index(tmp_path / "a.cvc", None, spec=spec)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(ValueError, match="rows: expected at least 1, found"):
        index(path, "words", 0, spec=spec)
