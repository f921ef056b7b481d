"""The README names the two commands, and its table has every format."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from quire.cli.main import main
from quire.formats import FORMATS
from tests.docs.page import code_blocks


def test_the_two_commands_stand_before_everything_else(root: Path) -> None:
    first = next(iter(code_blocks(root / "README.md")))
    commands = [line.partition("#")[0].strip() for line in first.text.splitlines()]
    assert commands == ["make demo", "make test"]


def test_its_picture_is_shown_and_changed_by_the_commands_after_them(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, second, *_ = code_blocks(root / "README.md")
    (tmp_path / "docs").symlink_to(root / "docs")
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line, comments=True) for line in second.text.splitlines()]
    for program, *arguments in filter(None, commands):
        assert program == ".venv/bin/quire"
        assert CliRunner().invoke(main, arguments).exit_code == 0
    with Image.open("new.png") as changed, Image.open(root / "docs/images/q.png") as picture:
        assert getattr(changed, "text", None) == {"Title": "hello"}
        assert changed.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_the_table_has_every_spec(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    for spec in root.glob("specs/*.ksy"):
        assert f"(specs/{spec.name})" in text, spec.name
    for known in FORMATS:
        assert f"(docs/reference/formats/{known.name}.md)" in text, known.name
