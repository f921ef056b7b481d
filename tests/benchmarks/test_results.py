"""What is printed of a run can be read by a stranger: it has no folder of the machine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from benchmarks.__main__ import _arguments, _command

RESULTS = Path(__file__).parents[2] / "benchmarks" / "RESULTS.md"


def test_the_command_is_printed_without_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    given = ["editing", "--quick", "--specs=/a/b", "--files", "/c", "--json", "/d", "--of", "png"]
    monkeypatch.setattr(sys, "argv", ["benchmarks", *given])
    expected = "--quick --specs DIR --files DIR --json FILE --of png"
    assert _command(_arguments()) == f"python -m benchmarks editing {expected}"


def test_no_result_names_a_path_of_a_machine() -> None:
    commands = re.findall(r"`python -m benchmarks[^`]*`", RESULTS.read_text(encoding="utf-8"))
    assert len(commands) > 5
    assert not [command for command in commands if "/" in command]
