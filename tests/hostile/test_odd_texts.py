"""Texts of a spec that would be expensive to match, or that a terminal would obey."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from quire.generator.diagnostics import SpecError


@pytest.mark.parametrize("key", ["type: '{}!'", "size: 1, process: '{}!'"])
@pytest.mark.parametrize("text", ["a" + " " * 50_000, "a" * 50_000, "a::" * 20_000])
def test_a_name_that_is_none_is_refused_at_once(key: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text(f"meta: {{id: x}}\nseq: [{{id: a, {key.format(text)}}}]\n", encoding="utf-8")
    with pytest.raises(SpecError, match="Q301"):
        quire.compile(path)


def test_control_characters_are_shown_not_sent(tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_text('meta: {id: x}\n"x\\e]0;evil\\a": 1\n', encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        quire.compile(path)
    assert "unknown key `x\\x1b]0;evil\\x07`" in str(caught.value)
