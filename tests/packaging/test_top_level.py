"""Nothing is left lying about beside the rooms of the house."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ROOMS = {
    *("specs", "generator", "generated", "runtime", "kernels", "quire"),
    *("tests", "benchmarks", "docs", "examples", "editors", ".ci", ".github"),
}
FILES = {
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "Makefile", "pyproject.toml"),
    *("SECURITY.md", "CODE_OF_CONDUCT.md", ".gitignore", ".pre-commit-config.yaml"),
}


def test_the_top_level_has_what_the_house_has() -> None:
    if (git := shutil.which("git")) is None or not (ROOT / ".git").exists():
        pytest.skip("no clone")
    listed = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, check=True).stdout
    names = {each.partition("/")[0] for each in listed.decode().splitlines()}
    assert names == ROOMS | FILES
