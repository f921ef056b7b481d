"""The README names the two commands, and its table has every format."""

from __future__ import annotations

from pathlib import Path

from quire.formats import FORMATS
from tests.docs.page import code_blocks


def test_the_two_commands_stand_before_everything_else(root: Path) -> None:
    first = next(iter(code_blocks(root / "README.md")))
    commands = [line.partition("#")[0].strip() for line in first.text.splitlines()]
    assert commands == ["make demo", "make test"]


def test_the_table_has_every_spec(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    for spec in root.glob("specs/*.ksy"):
        assert f"(specs/{spec.name})" in text, spec.name
    for known in FORMATS:
        assert f"(docs/reference/formats/{known.name}.md)" in text, known.name
