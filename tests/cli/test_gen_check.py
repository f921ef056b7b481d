"""`quire gen --check`, and modules where no formatter is there."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from quire.generator.targets.python import format as formatting
from tests.cli.conftest import Quire

MODULE = Path("out/good.py")


def test_what_was_written_is_not_stale(quire: Quire) -> None:
    quire("gen", "good.ksy", "-o", "out")
    done = quire("gen", "good.ksy", "-o", "out", "--check")
    assert (done.status, done.out, done.err) == (0, "", "")


def test_another_layout_is_the_same_code(quire: Quire) -> None:
    quire("gen", "good.ksy", "-o", "out")
    MODULE.write_text(ast.unparse(ast.parse(MODULE.read_text(encoding="utf-8"))), encoding="utf-8")
    assert quire("gen", "good.ksy", "-o", "out", "--check").status == 0


@pytest.mark.parametrize("title", ['"', "x" * 300, "\u2028x", "'''", "a\\", "a  b\n\n\tc"])
def test_blanks_that_a_formatter_changes_in_docstrings_are_layout(title: str, quire: Quire) -> None:
    spec = {"meta": {"id": "good", "title": title}, "doc": title}
    Path("good.ksy").write_text(json.dumps(spec), encoding="utf-8")
    assert quire("gen", "good.ksy", "-o", "out").status == 0
    assert quire("gen", "good.ksy", "-o", "out", "--check").status == 0
    text = MODULE.read_text(encoding="utf-8")
    MODULE.write_text(text.replace("class Good", '"""Said."""\n\n\nclass Good'), encoding="utf-8")
    assert quire("gen", "good.ksy", "-o", "out", "--check").status == 1


@pytest.mark.parametrize("text", ["", "broken (", "\0", None], ids=["", "broken", "nul", "none"])
def test_what_is_other_code_or_not_there_is_stale(quire: Quire, text: str | None) -> None:
    if text is not None:
        MODULE.parent.mkdir()
        MODULE.write_text(text, encoding="utf-8")
    done = quire("gen", "good.ksy", "-o", "out", "--check")
    assert (done.status, done.out.split()[0]) == (1, str(MODULE))
    assert (MODULE.read_text(encoding="utf-8") if text is not None else None) == text
    assert quire("gen", "good.ksy", "-o", "out", "--check", "--json").json()["stale"] == [
        str(MODULE)
    ]


def test_a_change_of_the_spec_makes_its_module_stale(quire: Quire) -> None:
    quire("gen", "good.ksy", "-o", "out")
    spec = Path("good.ksy")
    spec.write_text(spec.read_text(encoding="utf-8").replace("id: b,", "id: c,"), encoding="utf-8")
    assert quire("gen", "good.ksy", "-o", "out", "--check").status == 1


def test_without_a_formatter_the_code_is_the_same_and_that_is_said_once(
    quire: Quire, monkeypatch: pytest.MonkeyPatch
) -> None:
    quire("gen", "good.ksy", "-o", "out")
    formatted = MODULE.read_text(encoding="utf-8")
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    formatting.formatter.cache_clear()
    try:
        done = quire("gen", "good.ksy", "warned.ksy", "-o", "out")
    finally:
        formatting.formatter.cache_clear()
    plain = MODULE.read_text(encoding="utf-8")
    assert ast.dump(ast.parse(plain)) == ast.dump(ast.parse(formatted))
    assert done.err.count("note: ruff") == 1
