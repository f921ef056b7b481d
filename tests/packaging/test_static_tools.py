"""Linter and type checker see all of the package, though its folders lie side by side."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("folder", ["runtime", "kernels", "generator", "generated", "specs"])
def test_ruff_refuses_a_folder_imported_without_quire_in_front(root: Path, folder: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--stdin-filename", "quire/example.py", "-"],
        input=f"import {folder}.example\n",
        cwd=root,
        check=False,
        capture_output=True,
        text=True,
    )
    assert "TID251" in done.stdout


@pytest.mark.slow
def test_mypy_checks_every_file(root: Path, folders: dict[str, str]) -> None:
    subprocess.run([sys.executable, ".ci/link_tree.py"], cwd=root, check=True)
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=root, check=False, capture_output=True, text=True
    )
    checked = re.search(r"(\d+) source files", done.stdout)
    assert checked, done.stdout + done.stderr
    roots = [*folders.values(), "tests", "benchmarks", "examples"]
    files = [file for name in roots for file in (root / name).rglob("*.py")]
    # What the conformance cases bring with them was taken over as it is.
    taken = [*root.glob("tests/conformance/kaitai/**/*.py")]
    taken += root.glob("tests/conformance/own/**/*.py")
    assert int(checked[1]) == len(files) - len(taken)
