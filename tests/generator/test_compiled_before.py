"""The module of a spec is kept, and found again without the compiler, for this very spec alone."""

from __future__ import annotations

import linecache
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quire
from quire import SpecError, compiled_before

SPEC = "meta: {id: pair}\nseq: [{id: first, type: u1}, {id: second, type: u2be}]\n"

COMPILES = """
import sys
import quire
print(quire.compile("pair.ksy").Pair.from_bytes(b"\\x01\\x00\\x02").second)
print("quire.generator.pipeline" in sys.modules)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where specs are, and what is kept of them."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compiled(text: str, name: str = "pair", **options: Any) -> ModuleType:
    """The module of a spec of that text."""
    Path(f"{name}.ksy").write_text(text, encoding="utf-8")
    return quire.compile(f"{name}.ksy", **options)


def lines_of(module: ModuleType) -> list[str]:
    """The text of a module, as tracebacks find it."""
    return linecache.getlines(module.Pair._read_at.__code__.co_filename)


def kept(folder: Path) -> list[Path]:
    """What is kept."""
    return sorted((folder / "cache" / "quire" / "specs").glob("*"))


def compiler_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more is compiled."""
    monkeypatch.setitem(sys.modules, "quire.compiler", None)


def in_a_process(folder: Path, *flags: str) -> list[str]:
    """What a process prints that compiles the spec."""
    command = [sys.executable, *flags, "-c", COMPILES]
    return subprocess.check_output(command, cwd=folder, text=True).split()


def test_the_next_process_does_not_load_the_compiler(folder: Path) -> None:
    (folder / "pair.ksy").write_text(SPEC, encoding="utf-8")
    assert [in_a_process(folder) for _ in range(3)] == [
        ["2", "True"],
        ["2", "False"],
        ["2", "False"],
    ]
    assert in_a_process(folder, "-O") == ["2", "True"], "code without assertions is other code"


def test_a_spec_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(SPEC)
    compiler_is_gone(monkeypatch)
    second = compiled(SPEC)
    assert second is not first, "each call has a module of its own"
    assert second.Pair.from_bytes(b"\1\2\3").second == 0x203
    assert second.Pair.build(first=1, second=2).to_bytes() == b"\1\0\2"
    assert [path.name for path in kept(folder)] == ["pair.made"]


@pytest.mark.parametrize("change", [("u2be", "u2le"), ("u2be", "u2be "), ("u1", "u4be")])
def test_a_changed_spec_is_compiled_anew(folder: Path, change: tuple[str, str]) -> None:
    compiled(SPEC)
    text = SPEC.replace(*change)
    size = 6 if "u4be" in text else 3
    wanted = {"u2le": 0x0100, "u2be": 0x0001}["u2le" if "u2le" in text else "u2be"]
    assert compiled(text).Pair.from_bytes(bytes(size - 2) + b"\0\1").second == wanted
    assert compiled(SPEC).Pair.from_bytes(b"\0\0\1").second == 1
    assert len(kept(folder)) == 1, "one of each name"


@pytest.mark.usefixtures("folder")
def test_options_of_a_spec_are_part_of_what_it_is_made_of() -> None:
    assert compiled(SPEC).Pair.__base__.__name__ == "Struct"
    assert compiled(SPEC, read_write=True).Pair.__base__.__name__ == "ReadWriteStruct"


@pytest.mark.usefixtures("folder")
def test_a_changed_compiler_compiles_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(SPEC)
    file, *rest = compiled_before._compiler()
    monkeypatch.setattr(compiled_before, "_compiler", lambda: [(*file[:2], file[2] + 1), *rest])
    compiler_is_gone(monkeypatch)
    with pytest.raises(ImportError):
        compiled(SPEC)


@pytest.mark.parametrize("left", [0, 10, 32, 63, 64, 65, 300, -1])
def test_what_is_damaged_is_compiled_anew(folder: Path, left: int) -> None:
    compiled(SPEC)
    (file,) = kept(folder)
    whole = file.read_bytes()
    for damaged in (whole[:left], whole[:left] + b"\xff" + whole[left:][1:]):
        file.write_bytes(damaged)
        assert compiled(SPEC).Pair.from_bytes(b"\1\0\2").second == 2
        assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "text",
    [
        "meta: {id: pair, imports: [other]}\nseq: [{id: a, type: other}]\n",
        SPEC.replace("type: u1", "size: 4, -array: {dtype: f4le, shape: [2]}, -codec: [fp16]"),
    ],
)
def test_what_needs_more_than_its_own_text_is_not_kept(folder: Path, text: str) -> None:
    (folder / "other.ksy").write_text(SPEC.replace("pair", "other"), encoding="utf-8")
    try:
        compiled(text)
    except SpecError as error:
        pytest.fail(str(error))
    assert kept(folder) == []


def test_a_folder_that_others_write_to_is_not_trusted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled(SPEC)
    (file,) = kept(folder)
    file.parent.chmod(0o770)
    compiler_is_gone(monkeypatch)
    with pytest.raises(ImportError):
        compiled(SPEC)


def test_nothing_is_kept_where_there_is_no_room(folder: Path) -> None:
    (folder / "cache").write_text("no folder", encoding="utf-8")
    assert compiled(SPEC).Pair.from_bytes(b"\1\0\2").second == 2


def test_a_relative_folder_is_not_taken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    monkeypatch.setenv("HOME", str(folder / "home"))
    (folder / "home").mkdir()
    assert compiled(SPEC).Pair.from_bytes(b"\1\0\2").second == 2
    assert not (folder / "here").exists()
    assert (folder / "home" / ".cache" / "quire" / "specs" / "pair.made").is_file()


def test_no_home_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(folder / "gone"))
    assert compiled(SPEC).Pair.from_bytes(b"\1\0\2").second == 2
    assert not (folder / "gone").exists()


@pytest.mark.usefixtures("folder")
def test_a_long_name_is_compiled_each_time() -> None:
    assert compiled(SPEC, "n" * 250).Pair.from_bytes(b"\1\0\2").second == 2
    assert compiled(SPEC, "n" * 250).Pair.from_bytes(b"\1\0\2").second == 2


def test_a_spec_that_is_not_there_is_said_by_the_compiler(folder: Path) -> None:
    with pytest.raises(SpecError, match=r"gone\.ksy"):
        quire.compile(folder / "gone.ksy")


def test_a_bad_spec_is_refused_each_time(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(SpecError, match="u3"):
            compiled(SPEC.replace("u1", "u3"))
    assert kept(folder) == []


@pytest.mark.usefixtures("folder")
def test_the_text_of_what_was_kept_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    before = lines_of(compiled(SPEC))
    compiler_is_gone(monkeypatch)
    linecache.clearcache()
    assert lines_of(compiled(SPEC)) == before
    assert any(line.startswith("class Pair(") for line in before)
