"""What holds for a whole run of the compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from quire.generator.diagnostics import SpecError


def test_values_that_each_need_the_next_are_refused_when_there_are_too_many(tmp_path: Path) -> None:
    path = tmp_path / "chain.ksy"
    values = "".join(f"  v{i}: {{value: v{i + 1} + 1}}\n" for i in range(2000))
    path.write_text(f"meta: {{id: chain}}\ninstances:\n{values}  v2000: {{value: 1}}\n", "utf-8")
    with pytest.raises(SpecError) as caught:
        quire.compile(path)
    assert [problem.code for problem in caught.value.problems.sorted()] == ["Q105"]


def test_a_chain_of_usual_length_compiles(tmp_path: Path) -> None:
    path = tmp_path / "chain.ksy"
    values = "".join(f"  v{i}: {{value: v{i + 1} + 1}}\n" for i in range(30))
    path.write_text(f"meta: {{id: chain}}\ninstances:\n{values}  v30: {{value: 1}}\n", "utf-8")
    assert quire.compile(path).Chain.from_bytes(b"").v0 == 31
