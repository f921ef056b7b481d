"""What parsers read, against the trees that those of Kaitai's own compiler read."""

from __future__ import annotations

import importlib.util
import json
import random
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import quire
from quire.runtime.struct import Struct
from tests.conformance.conftest import FOLDERS, CompileAll

HERE = Path(__file__).parent
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
def packages(compile_all: CompileAll) -> dict[str, str]:
    """The packages that the specs of the folders were compiled to, all of one folder in one run."""
    return compile_all()


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_a_sample_has_the_tree_that_is_expected(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    tool = dump_tree(folder)
    case = json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))
    tree = tool.parse(case, packages[folder])
    assert tool.difference(case["tree"], json.loads(json.dumps(tree))) is None


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Bytes of which a few are gone, changed or added."""
    found = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(found) + 1)
        kind = rng.choice(["cut", "change", "change", "insert", "delete"])
        if kind == "cut":
            del found[at:]
        elif kind == "insert" or at == len(found):
            found.insert(at, rng.randrange(256))
        elif kind == "change":
            found[at] = rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
        else:
            del found[at]
    return bytes(found)


def look(value: Any, depth: int = 0) -> None:
    """Look at all that was read, to some depth; what fails has to fail as a `FormatError`."""
    if isinstance(value, list):
        for element in value[:20]:
            look(element, depth)
    if not isinstance(value, Struct) or depth > 6:
        return
    for name in (*value._fields, *value._instances):
        with suppress(quire.FormatError):
            if name in value._instances or hasattr(value, name):
                look(getattr(value, name), depth + 1)


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_damaged_samples_are_refused_or_read_and_written(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    case = json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))
    module = importlib.import_module(f"{packages[folder]}.{case['module']}")
    kind = getattr(module, case["class"])
    if kind._params:
        return  # the values of its params are in the case that reads the sample
    data = (HERE / folder / case["sample"]).read_bytes()
    rng = random.Random(name)  # noqa: S311  # the same damage each time
    for bytes_ in (data, *(damaged(data[:2000], rng) for _ in range(8))):
        with suppress(quire.FormatError):
            record = kind.from_bytes(bytes_)
            if not kind._auto_read:
                record._read()
            look(record)
            with suppress(quire.FormatError):
                record.validate()
            record.to_bytes()


def test_a_difference_is_found() -> None:
    tool = dump_tree("kaitai")
    assert tool.difference({"a": [1, True]}, {"a": [1, 1]}) == "/a/1: expected true, found 1"
    assert tool.difference({"a": None}, {}) is None


def test_no_case_is_missing() -> None:
    counts = [sum(case.values[0] == folder for case in CASES) for folder in FOLDERS]
    assert counts == [163, 277]
