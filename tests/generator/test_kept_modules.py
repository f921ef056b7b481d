"""What Python compiled of a module's text is kept, and taken for this very text alone."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from quire.generator.targets.python import kept
from quire.generator.targets.python.kept import Kept, code_of

TEXT = "value = 6 * 7\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, where code is kept."""
    place = tmp_path / "kept"
    place.mkdir()
    monkeypatch.setattr(kept, "kept", lambda: Kept(str(place), "quire_%s.cache"))
    return place


def value_of(code: CodeType) -> object:
    """What a module with that code has as its `value`."""
    found: dict[str, Any] = {}
    exec(code, found)  # noqa: S102  # of the texts of these tests
    return found["value"]


def unavailable(*_: object, **__: object) -> None:
    """In the place of Python's compiler."""
    pytest.fail("a text was compiled that was compiled before")


def test_a_text_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code_of(TEXT, "<here>", "answer")
    assert len(list(folder.iterdir())) == 1
    monkeypatch.setattr(builtins, "compile", unavailable)
    code = code_of(TEXT, "<here>", "answer")
    assert (value_of(code), code.co_filename) == (42, "<here>")


@pytest.mark.parametrize("text", ["value = 6 * 8\n", "value = 48"])
def test_another_text_of_the_same_name_takes_its_place(folder: Path, text: str) -> None:
    code_of(TEXT, "<here>", "answer")
    assert value_of(code_of(text, "<here>", "answer")) == 48
    assert len(list(folder.iterdir())) == 1


def test_the_same_text_of_another_file_keeps_that_in_tracebacks(folder: Path) -> None:
    code_of(TEXT, "<here>", "answer")
    assert code_of(TEXT, "<there>", "answer").co_filename == "<there>"
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("left", [0, 3, 40, 100, -1])
def test_what_is_damaged_is_compiled_anew(folder: Path, left: int) -> None:
    code_of(TEXT, "<here>", "answer")
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    assert value_of(code_of(TEXT, "<here>", "answer")) == 42


@pytest.mark.parametrize("stored", [b"i\x07\x00\x00\x00", b"N"])
def test_what_is_no_code_is_not_run(folder: Path, stored: bytes) -> None:
    code = code_of(TEXT, "<here>", "answer")
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    start = whole.index(b"\xe3")  # of the code, as marshal has it
    assert start > 64, "behind the digest"
    file.write_bytes(whole[:start] + stored)
    assert code_of(TEXT, "<here>", "answer") == code


def test_a_folder_that_takes_nothing_is_done_without(folder: Path) -> None:
    folder.rmdir()
    assert value_of(code_of(TEXT, "<here>", "answer")) == 42


def test_a_text_that_is_no_python_is_refused_each_time(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(SyntaxError):
            code_of("value = = 1", "<here>", "answer")
    assert not list(folder.iterdir())


def test_processes_with_and_without_assertions_share_nothing(tmp_path: Path) -> None:
    program = "from quire.generator.targets.python.kept import code_of; "
    program += "exec(code_of('assert not __debug__ or print(1)', 'x', 'y'))"
    for flags, status in (("-O", 0), ("-B", 1), ("-O", 0)):
        done = subprocess.run(
            [sys.executable, flags, "-c", program],
            env={**os.environ, "TMPDIR": str(tmp_path)},
            capture_output=True,
            check=False,
        )
        assert done.returncode == status, done.stderr


IMPORTING = """
import sys
import quire
print(quire.compile("outer.ksy").Outer.from_bytes(b"\\x01\\x02").a.b)
"""


def test_a_changed_import_is_compiled_in_the_next_process(tmp_path: Path) -> None:
    outer = "meta: {id: outer, imports: [inner]}\nseq: [{id: a, type: inner}]\n"
    (tmp_path / "outer.ksy").write_text(outer, encoding="utf-8")
    found = []
    for kind in ("u1", "u2be", "u1"):
        inner = f"meta: {{id: inner}}\nseq: [{{id: b, type: {kind}}}]\n"
        (tmp_path / "inner.ksy").write_text(inner, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", IMPORTING],
            cwd=tmp_path,
            env={**os.environ, "TMPDIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        found.append(done.stdout.strip() or done.stderr)
    assert found == ["1", "258", "1"]
