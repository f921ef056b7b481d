"""`quire gen` of specs that import each other, and of what other people provide."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quire as package
from tests.cli.conftest import Quire

FILES = {
    "specs/box.ksy": """
meta: {id: box, imports: [parts/pair, /shared/tail]}
seq:
  - {id: pair, type: pair}
  - {id: color, type: u1, enum: "pair::color"}
  - {id: tail, type: tail}
""",
    "specs/parts/pair.ksy": """
meta: {id: pair, imports: [../box]}
seq:
  - {id: a, type: u1}
  - {id: box, type: box, if: a == 9}
enums:
  color: {1: red}
""",
    "roots/shared/tail.ksy": "meta: {id: tail}\nseq: [{id: rest, size-eos: true}]\n",
    "specs/lost.ksy": "meta: {id: lost, imports: [box, slip]}\nseq: [{id: a, type: slip}]\n",
    "specs/slip.ksy": "meta: {id: slip}\nseq: [{id: a, size: b}]\n",
    "specs/opened.ksy": "meta: {id: opened}\nseq: [{id: a, type: theirs}, {id: b, type: u1}]\n",
    "theirs.py": "class Theirs:\n    def __init__(self, io):\n        self.read = io.read_u2le()\n",
}


@pytest.fixture
def folder(quire: Quire, tmp_path: Path) -> Iterator[Path]:
    """The folder of `quire`, with specs; what is imported from it is forgotten."""
    del quire  # it has made the folder
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    paths = list(sys.path)
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path[:] = paths
    names = {path.stem for path in tmp_path.rglob("*.py")} | {"made", "theirs"}
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        del sys.modules[name]


def load(name: str, *paths: Path) -> Any:
    sys.path[:0] = map(str, paths)
    importlib.invalidate_caches()
    return importlib.import_module(name)


@pytest.mark.usefixtures("folder")
def test_what_is_imported_is_written_too(quire: Quire) -> None:
    done = quire("gen", "specs/box.ksy", "-o", "out", "-I", "roots")
    assert (done.status, done.err) == (0, "")
    assert sorted(done.out.split()) == ["out/box.py", "out/pair.py", "out/tail.py"]


def test_without_a_package_modules_are_imported_from_the_top(quire: Quire, folder: Path) -> None:
    quire("gen", "specs/box.ksy", "-o", "out", "-I", "roots")
    box = load("box", folder / "out").Box.from_bytes(b"\x02\x01xyz")
    assert (box.pair.a, box.color.name, box.tail.rest) == (2, "red", b"xyz")
    assert type(box.pair).__module__ == "pair"


@pytest.mark.usefixtures("folder")
def test_in_a_package_modules_are_imported_from_it(quire: Quire) -> None:
    quire("gen", "specs/box.ksy", "-o", "made/formats", "-I", "roots", "--package", "made.formats")
    box = load("made.formats.box").Box.from_bytes(b"\x02\x01xyz")
    assert type(box.tail).__module__ == "made.formats.tail"
    assert "from made.formats import pair" in Path("made/formats/box.py").read_text("utf-8")


@pytest.mark.usefixtures("folder")
def test_a_module_that_imports_a_bad_one_is_not_written(quire: Quire) -> None:
    done = quire("gen", "specs/lost.ksy", "-o", "out", "-I", "roots")
    assert done.status == 1
    assert sorted(done.out.split()) == ["out/box.py", "out/pair.py", "out/tail.py"]
    assert "--> specs/slip.ksy:2:21" in done.err


@pytest.mark.usefixtures("folder")
def test_an_import_that_is_not_found_is_an_error(quire: Quire) -> None:
    done = quire("gen", "specs/box.ksy", "-o", "out")
    assert (done.status, done.out) == (1, "")
    assert "= path: /meta/imports/1" in done.err


def test_folders_of_imports_may_stand_in_a_variable(
    quire: Quire, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KSPATH", f"nowhere:{folder / 'roots'}")
    assert quire("check", "specs/box.ksy").status == 0


def test_opaque_types_are_classes_of_others(quire: Quire, folder: Path) -> None:
    assert quire("gen", "specs/opened.ksy", "-o", "out").status == 1
    assert quire("gen", "specs/opened.ksy", "-o", "out", "--opaque-types").status == 0
    opened = load("opened", folder / "out").Opened.from_bytes(b"\x01\x02\x03")
    assert (opened.a.read, opened.b) == (0x0201, 3)


@pytest.mark.parametrize("flag", ["--no-auto-read", "--read-write"])
def test_an_object_may_be_read_when_asked_to(quire: Quire, folder: Path, flag: str) -> None:
    quire("gen", "specs/box.ksy", "-o", "out", "-I", "roots", flag)
    kind = load("box", folder / "out").Box
    box = kind.from_bytes(b"\x02\x01xyz")
    assert not hasattr(box, "pair")
    box._read()
    assert (box.pair.a, box.tail.rest) == (2, b"xyz")
    cut = kind.from_bytes(b"\x02")
    place = "" if flag == "--read-write" else "box: color at byte 1: "  # there, texts are Kaitai's
    with pytest.raises(package.EndOfStreamError, match=f"^{place}requested 1 bytes"):
        cut._read()
    assert cut.pair.a == 2


@pytest.mark.usefixtures("folder")
def test_compiling_in_memory_follows_imports() -> None:
    module = package.compile("specs/box.ksy", imports=["roots"])
    box = module.Box.from_bytes(b"\x02\x01xyz")
    assert (box.pair.a, box.color.name, box.tail.rest) == (2, "red", b"xyz")
    assert package.compile("specs/box.ksy", imports=["roots"]).Box is not module.Box


@pytest.mark.usefixtures("folder")
def test_a_bad_import_is_told_with_the_spec_that_imports_it(quire: Quire) -> None:
    assert quire("check", "specs/lost.ksy", "-I", "roots").err.endswith(
        "1 error, 0 warnings in specs/slip.ksy, imported by specs/lost.ksy\n"
    )
    direct = quire("check", "specs/slip.ksy", "specs/lost.ksy", "-I", "roots").err
    assert direct.endswith("in specs/slip.ksy, imported by specs/lost.ksy\n")
