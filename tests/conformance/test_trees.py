"""What parsers read, against the trees that those of Kaitai's own compiler read."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options

HERE = Path(__file__).parent
FOLDERS = ("kaitai", "own")
CASES = [
    pytest.param(folder, path.stem, id=f"{folder}-{path.stem}")
    for folder in FOLDERS
    for path in sorted((HERE / folder / "expected").glob("*.json"))
]


def dump_tree(folder: str) -> ModuleType:
    """The script that dumps trees and compares them, for the samples of a folder."""
    spec = importlib.util.spec_from_file_location("dump_tree", HERE / "kaitai" / "dump_tree.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["BASE"] = HERE / folder
    return module


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The packages that the specs of the folders were compiled to, all of one folder in one run."""
    found = {}
    paths = [str(tmp_path_factory.mktemp("packages"))]
    for folder in FOLDERS:
        specs = sorted((HERE / folder / "specs").glob("*.ksy"))
        package = f"cases_{folder}"
        problems = Problems()
        options = Options((HERE / folder / "specs" / "ks_path",))
        target = Path(paths[0]) / package
        # Somebody else's types stand in the package, and routines of `process` at the top.
        shutil.copytree(HERE / folder / "support", target)
        paths.append(str(HERE / folder / "support"))
        for compiled in compile_texts(specs, problems, options, package):
            (target / f"{compiled.name}.py").write_text(compiled.text, encoding="utf-8")
        assert not problems.failed, problems.text()
        found[folder] = package
    sys.path[:0] = paths
    yield found
    sys.path[:] = [path for path in sys.path if path not in paths]


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_a_sample_has_the_tree_that_is_expected(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    tool = dump_tree(folder)
    case = json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))
    tree = tool.parse(case, packages[folder])
    assert tool.difference(case["tree"], json.loads(json.dumps(tree))) is None


def test_a_difference_is_found() -> None:
    tool = dump_tree("kaitai")
    assert tool.difference({"a": [1, True]}, {"a": [1, 1]}) == "/a/1: expected true, found 1"
    assert tool.difference({"a": None}, {}) is None


def test_no_case_is_missing() -> None:
    counts = [sum(case.values[0] == folder for case in CASES) for folder in FOLDERS]
    assert counts == [163, 277]
