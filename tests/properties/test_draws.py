"""What is drawn is the same in each run, whatever else was loaded before."""

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


def drawn() -> list[int]:
    """Numbers that are drawn."""
    found: list[int] = []

    @settings(derandomize=True, max_examples=200, database=None)
    @given(st.integers(0, 1 << 64))
    def draw(number: int) -> None:
        found.append(number)

    draw()
    return found


def test_what_is_drawn_does_not_go_by_what_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = drawn()
    path = tmp_path / "constants.py"
    path.write_text("\n".join(f"A{each} = {each}" for each in range(98_700, 98_900)))
    spec = importlib.util.spec_from_file_location("constants_that_are_loaded_late", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setitem(sys.modules, spec.name, module)
    assert drawn() == before
