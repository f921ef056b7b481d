"""The specs of the conformance cases, compiled once for all tests."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options
from tests.conftest import MadeOnce

HERE = Path(__file__).parent
FOLDERS = ("kaitai", "own")
CompileAll = Callable[..., dict[str, str]]


@pytest.fixture(scope="module")
def compile_all(made_once: MadeOnce) -> Iterator[CompileAll]:
    """Compiles the specs of each folder into a package to be imported, once for all tests."""
    added: list[str] = []

    def compiled(*, read_write: bool = False) -> dict[str, str]:
        prefix = "read_write" if read_write else "cases"
        found = {folder: f"{prefix}_{folder}" for folder in FOLDERS}

        def make(target: Path) -> None:
            for folder, package in found.items():
                compile_folder(HERE / folder, target / package, read_write=read_write)

        added.append(str(made_once(prefix, make)))
        added.extend(str(HERE / folder / "support") for folder in FOLDERS)
        sys.path[:0] = added
        return found

    yield compiled
    sys.path[:] = [path for path in sys.path if path not in added]


def compile_folder(cases: Path, target: Path, *, read_write: bool) -> None:
    """Write a module of each spec of a folder of cases into a new package."""
    specs = sorted((cases / "specs").glob("*.ksy"))
    problems = Problems()
    options = Options((cases / "specs" / "ks_path",), read_write=read_write)
    # Somebody else's types stand in the package, and routines of `process` at the top.
    shutil.copytree(cases / "support", target)
    for module in compile_texts(specs, problems, options, target.name):
        (target / f"{module.name}.py").write_text(module.text, encoding="utf-8")
    assert not problems.failed, problems.text()
