"""`--spec NAME`: a file whose bytes tell no format, or another one, is read as what is named."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest

from tests.cli.conftest import Quire

READING = {
    "dump": ("--path", "members[0].body"),
    "get": ("members[0].body",),
    "verify": (),
    "grep": ("hello",),
    "view": ("-o", "page.html"),
}


@pytest.fixture(autouse=True)
def archive(quire: Quire) -> None:
    """A file without an extension, in whose folder is a folder that is called like a format."""
    del quire  # which goes to a folder of its own
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode="w") as made:
        info = tarfile.TarInfo("a")
        info.size = 5
        made.addfile(info, io.BytesIO(b"hello"))
    Path("data").write_bytes(sink.getvalue())
    Path("tar").mkdir()


@pytest.mark.parametrize("command", READING)
def test_a_format_may_be_named(quire: Quire, command: str) -> None:
    first = ("hello",) if command == "grep" else ()
    rest = READING[command][len(first) :]
    assert quire(command, *first, "data", *rest).status == 2
    done = quire(command, *first, "data", *rest, "--spec", "tar")
    assert (done.status, done.err) == (0, "")
    assert Path("page.html").exists() == (command == "view")


def test_a_value_is_changed_in_a_file_of_a_format_that_is_named(quire: Quire) -> None:
    assert quire("set", "data", "members[0].body=6a6b", "--spec", "tar").status == 0
    with tarfile.open("data") as found:
        assert found.getmember("a").size == 2


def test_a_file_that_is_called_so_goes_before_a_format(quire: Quire) -> None:
    Path("png").write_text("meta: {id: own}\nseq: [{id: first, type: u1}]", encoding="utf-8")
    done = quire("dump", "data", "--spec", "png", "--json")
    assert json.loads(done.out) == {"first": ord("a")}


@pytest.mark.parametrize("name", ["pgn", "tar.ksy", "", "specs/tar", "Tar"])
def test_other_names_are_told_what_there_is(quire: Quire, name: str) -> None:
    done = quire("dump", "data", "--spec", name)
    assert (done.status, done.out) == (2, "")
    assert f"'{name}' is not a file, and not one of the formats arrow, bmp," in done.err


def test_a_format_with_a_face_is_verified_by_it(quire: Quire) -> None:
    done = quire("verify", "data", "--spec", "cvc")
    wrong = r"cvc: magic at byte 0: expected b'CVCF', found b'a\x00\x00\x00'"
    assert (done.status, done.err) == (1, f"data: ValidationNotEqualError: {wrong}\n")
