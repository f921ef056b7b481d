"""Specs in folders and of installed packages are found by what files begin with, and are called."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from quire.cli.main import main

NOTE = """
meta: {id: note, title: A note, file-extension: [note, txt], endian: le}
seq:
  - {id: magic, contents: NOTE}
  - {id: numbers, size: 4, -array: {dtype: u2, shape: [2]}}
"""
FILE = b"NOTE\1\0\2\0"
PNG = Path(__file__).parents[2] / "specs" / "png.ksy"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, with nothing that tells its format."""
    monkeypatch.delenv("QUIRE_PATH", raising=False)
    monkeypatch.delenv("KSPATH", raising=False)
    path = tmp_path / "unnamed"
    path.write_bytes(FILE)
    return path


def folder(tmp_path: Path, name: str = "specs", **specs: str) -> Path:
    made = tmp_path / name
    made.mkdir()
    for each, text in specs.items():
        (made / f"{each}.ksy").write_text(text, encoding="utf-8")
    return made


def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str = "acme.specs") -> None:
    """A package that is installed, with a spec and an entry point."""
    home = folder(tmp_path, "site")
    (home / "acme" / "specs").mkdir(parents=True)
    (home / "acme" / "__init__.py").write_text("")
    (home / "acme" / "specs" / "note.ksy").write_text(NOTE, encoding="utf-8")
    (home / "acme-1.0.dist-info").mkdir()
    (home / "acme-1.0.dist-info" / "METADATA").write_text("Name: acme\nVersion: 1.0\n")
    points = f"[quire.formats]\nacme = {value}\n"
    (home / "acme-1.0.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(home))
    for name in ("acme", "acme.specs"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.parametrize("place", ["QUIRE_PATH", "KSPATH", "package"])
def test_a_spec_is_found_by_the_commands(
    place: str, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("dump", file).exit_code == 2
    if place == "package":
        package(tmp_path, monkeypatch)
    else:
        monkeypatch.setenv(place, f"{tmp_path / 'nowhere'}:{folder(tmp_path, note=NOTE)}")
    assert "magic: bytes=4" in run("dump", file).output
    assert run("verify", file).output == f"{file}: ok\n"
    done = run("decode", file, "--field", "numbers", "-o", tmp_path / "x.npy")
    assert (done.exit_code, done.output) == (0, f"{tmp_path / 'x.npy'}: uint16 (2,)\n")
    file.write_bytes(FILE[:6])
    damaged = run("verify", file)
    assert (damaged.exit_code, "numbers at byte 4" in damaged.output) == (1, True)
    file.write_bytes(b"no note")
    assert run("dump", file).exit_code == 2
    assert "magic at byte 0" in run("dump", file.rename(tmp_path / "x.note")).output


def test_a_pipe_in_a_folder_is_not_waited_for(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(folder(tmp_path, note=NOTE) / "a.ksy")
    monkeypatch.setenv("QUIRE_PATH", str(tmp_path / "specs"))
    assert run("verify", file).exit_code == 0


def test_specs_below_a_folder_are_found_too(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder(folder(tmp_path), "deeper", note=NOTE)
    monkeypatch.setenv("QUIRE_PATH", str(tmp_path / "specs"))
    assert run("verify", file).exit_code == 0


def test_two_that_begin_alike_are_told_and_what_is_longer_wins(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = NOTE.replace("id: note", "id: other").replace("[note, txt]", "other")
    specs = folder(tmp_path, note=NOTE, other=other)
    monkeypatch.setenv("QUIRE_PATH", str(specs))
    found = run("dump", file)
    both = f"may be of {specs / 'note.ksy'} or {specs / 'other.ksy'}; name its spec with --spec"
    assert (found.exit_code, both in found.output) == (2, True)
    assert run("dump", file, "--spec", specs / "other.ksy").exit_code == 0
    assert run("verify", file.rename(tmp_path / "x.other")).exit_code == 0  # its name tells
    (specs / "note.ksy").write_text(NOTE.replace("contents: NOTE", "contents: [NOTE, 1, 0, 2]"))
    file.write_bytes(FILE)
    assert "numbers at byte 7" in run("dump", file).output


def test_what_comes_first_counts(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "meta: {id: own, file-extension: png}\nseq: [{id: own, contents: [0x89, PNG]}]"
    specs = folder(tmp_path, png=own)
    file.write_bytes(b"\x89PNG\r\n\x1a\n")
    monkeypatch.setenv("KSPATH", str(specs))
    assert "own" not in run("dump", file).output
    monkeypatch.setenv("QUIRE_PATH", str(specs))
    assert "own" in run("dump", file).output
    first = folder(tmp_path, "first", png=own.replace("id: own,", "id: before,"))
    monkeypatch.setenv("QUIRE_PATH", f"{first}:{specs}")
    assert "before" in run("dump", file).output


def test_what_cannot_be_read_is_told_and_keeps_nothing_from_being_found(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs = folder(tmp_path, broken="meta: {id: x", note=NOTE)
    package(tmp_path, monkeypatch, "acme.nowhere")
    monkeypatch.setenv("QUIRE_PATH", f"{tmp_path / 'nowhere'}:{specs}")
    assert run("verify", file).exit_code == 0
    file.write_bytes(b"something else")
    told = run("dump", file).output
    assert f"QUIRE_PATH: there is no folder {tmp_path / 'nowhere'}" in told
    assert f"{specs / 'broken.ksy'}: expected a spec, found" in told
    assert "the package of the entry point `acme` is not there: acme.nowhere" in told


def test_a_spec_that_is_found_and_does_not_compile_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs = folder(tmp_path, note=NOTE.replace("[2]", "[num]"))
    monkeypatch.setenv("QUIRE_PATH", str(specs))
    found = run("dump", file)
    assert (found.exit_code, "Q302" in found.output) == (1, True)


def test_a_package_that_fails_when_it_is_imported_is_told(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, monkeypatch)
    (tmp_path / "site" / "acme" / "__init__.py").write_text("1 / 0")
    assert "acme.specs" in run("dump", file).output


def test_formats_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    specs = folder(tmp_path, note=NOTE)
    monkeypatch.setenv("QUIRE_PATH", str(specs))
    lines = run("formats").output.splitlines()
    assert lines[0].split() == ["note", ".note", ".txt", "A", "note", str(specs / "note.ksy")]
    listed: list[dict[str, Any]] = json.loads(run("formats", "--json").output)
    of_name = {each["format"]: each for each in listed}
    assert of_name.keys() >= {"note", "png", "gif", "wav", "zip", "gzip", "bmp", "pcap"}
    assert of_name["gif"] == {
        "format": "gif",
        "title": "GIF image",
        "extensions": [".gif"],
        "recognised": True,
        "spec": None,
    }
    assert (of_name["note"]["spec"], of_name["word2vec"]["recognised"]) == (
        str(specs / "note.ksy"),
        False,
    )
