"""`make demo` shows every format, to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_the_demo_runs_to_its_end(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, root / "examples" / "demo.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n====") == 5
    assert "NOT NOTICED" not in done.stdout
    assert "CHANGED" not in done.stdout
