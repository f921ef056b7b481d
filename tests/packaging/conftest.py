"""The distribution as users get it, built from a copy so that the checkout stays as it is."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.conftest import MadeOnce


@pytest.fixture(scope="session")
def folders(root: Path) -> dict[str, str]:
    """Import package to top-level folder."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return {"quire": "quire", **config["tool"]["setuptools"]["package-dir"]}


@pytest.fixture(scope="session")
def wheel(root: Path, folders: dict[str, str], made_once: MadeOnce) -> Path:
    """A wheel, made from a source distribution."""

    def make(source: Path) -> None:
        for name in ["pyproject.toml", "README.md", "LICENSE"]:
            shutil.copy(root / name, source)
        for folder in folders.values():
            ignore = shutil.ignore_patterns("__pycache__")
            shutil.copytree(root / folder, source / folder, ignore=ignore)
        build = [sys.executable, "-m", "build", "--no-isolation"]
        subprocess.run(build, cwd=source, check=True, capture_output=True)

    return next((made_once("source", make) / "dist").glob("*.whl"))


@pytest.fixture
def site(wheel: Path, tmp_path: Path) -> Path:
    """A folder with the package as it lies in site-packages."""
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    return tmp_path
