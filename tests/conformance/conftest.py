"""The specs of the conformance cases, compiled once for the tests of a file."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options

HERE = Path(__file__).parent
FOLDERS = ("kaitai", "own")
CompileAll = Callable[..., dict[str, str]]


@pytest.fixture(scope="module")
def compile_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CompileAll]:
    """Compiles the specs of each folder into a package, `<prefix>_<folder>`, to be imported."""
    added: list[str] = []

    def compiled(prefix: str, *, read_write: bool = False) -> dict[str, str]:
        found = {}
        added.append(str(tmp_path_factory.mktemp("packages")))
        for folder in FOLDERS:
            specs = sorted((HERE / folder / "specs").glob("*.ksy"))
            problems, package = Problems(), f"{prefix}_{folder}"
            options = Options((HERE / folder / "specs" / "ks_path",), read_write=read_write)
            target = Path(added[0]) / package
            # Somebody else's types stand in the package, and routines of `process` at the top.
            shutil.copytree(HERE / folder / "support", target)
            added.append(str(HERE / folder / "support"))
            for module in compile_texts(specs, problems, options, package):
                (target / f"{module.name}.py").write_text(module.text, encoding="utf-8")
            assert not problems.failed, problems.text()
            found[folder] = package
        sys.path[:0] = added
        return found

    yield compiled
    sys.path[:] = [path for path in sys.path if path not in added]
