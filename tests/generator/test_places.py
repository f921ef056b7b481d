"""Places inside of texts that YAML folds over lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec

HEAD = "meta: {id: a}\nseq:\n  - {id: one, type: u1}\ninstances:\n  sum:\n    value: "


@pytest.mark.parametrize(
    "value",
    [
        "one +\n      two",
        "|\n      one +\n\n      two\n",
        ">-  # folded\n      one\n        + two\n",
        "'one +\n      two'",
        '"one +\n      two"',
        "one +\n      two # said\n",
    ],
)
def test_a_name_in_another_line_is_shown_there(value: str, tmp_path: Path) -> None:
    text = HEAD + value
    (tmp_path / "a.ksy").write_text(text, encoding="utf-8")
    problems = Problems()
    plan_spec(tmp_path / "a.ksy", problems)
    [problem] = problems.sorted()
    at = text.index("two")
    assert problem.code == "Q302"
    assert problem.span.text == "two"
    assert (problem.span.line, problem.span.column) == (
        text.count("\n", 0, at) + 1,
        at - text.rfind("\n", 0, at),
    )


def test_a_text_that_yaml_changed_is_shown_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "a.ksy").write_text(HEAD + '"one \\x2b\n      two"', encoding="utf-8")
    problems = Problems()
    plan_spec(tmp_path / "a.ksy", problems)
    [problem] = problems.sorted()
    assert (problem.span.line, problem.span.column) == (6, len("    value: ") + 2)
