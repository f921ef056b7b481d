"""The examples run on small data, and find what they look for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = {
    "neighbours_dask": ["--gb", "0.01"],
    "order_books_xarray": ["--rows", "9000"],
    "training_torch": ["--rows", "20000", "--rounds", "3", "--workers", "1"],
}


@pytest.mark.parametrize("name", CASES)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *CASES[name]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 4
    assert list(tmp_path.iterdir()) == []
