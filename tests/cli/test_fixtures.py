"""`quire fixtures`: files on disk are what the manifest says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quire as library
from tests.cli.conftest import Quire

TREE = """
meta: {id: tree, endian: le}
seq:
  - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: has_note, type: u1, valid: {any-of: [0, 1]}}
  - {id: note, type: u2, if: has_note == 1}
  - {id: num_leaves, type: u1, valid: {max: 3}}
  - {id: leaves, type: leaf, repeat: expr, repeat-expr: num_leaves}
types:
  leaf:
    seq:
      - {id: tag, type: u1, valid: {any-of: [1, 2]}}
      - {id: body, type: {switch-on: tag, cases: {1: u1, 2: u4}}}
enums: {kind: {1: oak, 7: beech}}
"""


@pytest.fixture
def kind(quire: Quire) -> Any:  # noqa: ARG001  # it makes the folder
    Path("tree.ksy").write_text(TREE, encoding="utf-8")
    return library.compile("tree.ksy").Tree


def manifest() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path("made/manifest.json").read_text(encoding="utf-8"))
    return found


def test_files_are_what_the_manifest_says(kind: Any, quire: Quire) -> None:
    done = quire("fixtures", "tree.ksy", "-o", "made", "-n", "7", "--seed", "3", "--broken")
    assert (done.status, done.out) == (0, "7 valid and 7 broken files in made\n")
    files = manifest()["files"]
    assert {path.name for path in Path("made").iterdir()} == {
        "manifest.json",
        *(each["file"] for each in files),
    }
    for each in files:
        data = Path("made", each["file"]).read_bytes()
        if each["valid"]:
            assert kind.from_bytes(data).to_bytes() == data
        else:
            assert refused(kind, data) == (each["error"], each["path"], each["offset"])


def refused(kind: Any, data: bytes) -> tuple[str, str, int | None]:
    with pytest.raises(library.FormatError) as caught:
        kind.from_bytes(data).validate()
    return type(caught.value).__name__, caught.value.path, caught.value.offset


def test_all_branches_are_there(kind: Any, quire: Quire) -> None:
    quire("fixtures", "tree.ksy", "-o", "made", "-n", "1", "--branches", "1", "--broken")
    trees = [
        kind.from_bytes(Path("made", each["file"]).read_bytes())
        for each in manifest()["files"]
        if each["valid"]
    ]
    assert {tree.kind.name for tree in trees} == {"oak", "beech"}
    assert {hasattr(tree, "note") for tree in trees} == {True, False}
    assert {min(len(tree.leaves), 2) for tree in trees} == {0, 1, 2}
    assert {leaf.tag for tree in trees for leaf in tree.leaves} == {1, 2}
    assert manifest()["not_reached"] == []
    wrong = {(each["changed"], each["error"]) for each in manifest()["files"] if not each["valid"]}
    assert {
        ("kind", "ValidationNotInEnumError"),
        ("has_note", "ValidationNotAnyOfError"),
        ("num_leaves", "ValidationGreaterThanError"),
        ("note", "EndOfStreamError"),
    } <= wrong
    assert any(path.endswith(".tag") and "NotAnyOf" in error for path, error in wrong)


@pytest.mark.usefixtures("kind")
def test_a_seed_makes_the_same_files_again(quire: Quire) -> None:
    for folder in ("made", "again"):
        quire("fixtures", "tree.ksy", "-o", folder, "--broken", "--seed", "5")
    for path in Path("made").iterdir():
        assert path.read_bytes() == Path("again", path.name).read_bytes()


def test_formats_have_names(quire: Quire) -> None:
    assert quire("fixtures", "gzip", "-o", "made", "-n", "1").status == 0
    assert Path("made/valid-00000.bin").read_bytes()[:2] == b"\x1f\x8b"


def test_what_is_neither_a_spec_nor_a_format_is_wrong_usage(quire: Quire) -> None:
    done = quire("fixtures", "gzipp", "-o", "made")
    assert done.status == 2
    assert "gzipp is not a file with a spec, and not one of the formats" in done.err


@pytest.mark.usefixtures("kind")
def test_files_of_a_folder_are_kept(quire: Quire) -> None:
    Path("made").mkdir()
    Path("made/mine").write_text("kept", encoding="utf-8")
    done = quire("fixtures", "tree.ksy", "-o", "made")
    assert (done.status, [path.name for path in Path("made").iterdir()]) == (2, ["mine"])
    assert "made is not empty: name another folder" in done.err


def test_a_spec_without_valid_files_is_told(quire: Quire) -> None:
    spec = "meta: {id: none}\nseq: [{id: a, type: u1, valid: {expr: _ > 255}}]\n"
    Path("none.ksy").write_text(spec, encoding="utf-8")
    done = quire("fixtures", "none.ksy", "-o", "made")
    assert (done.status, Path("made").exists()) == (1, False)
    assert "no files of none.ksy can be made" in done.err


@pytest.mark.usefixtures("kind")
def test_evil_files_are_others_and_valid(quire: Quire) -> None:
    Path("long.ksy").write_text("meta: {id: long}\nseq: [{id: a, type: strz, encoding: ASCII}]\n")
    assert quire("fixtures", "long.ksy", "-o", "made", "-n", "800", "--evil").status == 0
    sizes = {len(Path("made", each["file"]).read_bytes()) for each in manifest()["files"]}
    assert max(sizes) > 200
    assert all(each["validates"] for each in manifest()["files"])


@pytest.mark.usefixtures("kind")
def test_files_are_larger_by_as_much_as_one_likes(quire: Quire) -> None:
    Path("long.ksy").write_text("meta: {id: long}\nseq: [{id: a, size-eos: true}]\n")
    assert quire("fixtures", "long.ksy", "-o", "made", "-n", "60", "--larger", "1000").status == 0
    sizes = {len(Path("made", each["file"]).read_bytes()) for each in manifest()["files"]}
    assert {1000, 2000, 7000} < sizes
    assert all(size % 1000 == 0 for size in sizes)
    assert all(each["validates"] for each in manifest()["files"])
