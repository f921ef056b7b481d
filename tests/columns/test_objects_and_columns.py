"""Columns of a list are what its objects are, and refuse what those refuse, in the same words."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from quire.columns import NoColumnsError
from tests.columns.objects import agrees, lists_of, outcome
from tests.conformance.conftest import FOLDERS, CompileAll, compile_all  # noqa: F401  # a fixture
from tests.conformance.test_trees import CASES, damaged

HERE = Path(__file__).parents[1] / "conformance"


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:  # noqa: F811  # the fixture
    """The packages of the conformance cases."""
    return compile_all()


def case_of(folder: str, name: str, packages: dict[str, str]) -> tuple[Any, bytes]:
    """The class of a case, and its sample."""
    case = json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))
    module = importlib.import_module(f"{packages[folder]}.{case['module']}")
    return getattr(module, case["class"]), (HERE / folder / case["sample"]).read_bytes()


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_columns_of_samples_and_of_damaged_ones_agree_with_objects(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    kind, data = case_of(folder, name, packages)
    if kind._params or not kind._auto_read:
        return
    rng = random.Random(name)  # noqa: S311  # the same damage each time
    files = [data, *(damaged(data[:2000], rng) for _ in range(8))]
    for path in lists_of(kind):
        for each in files:
            agrees(kind, each, path)


def test_so_many_lists_of_the_samples_have_columns(packages: dict[str, str]) -> None:
    there = refused = 0
    for folder in FOLDERS:
        for path in sorted((HERE / folder / "expected").glob("*.json")):
            kind, data = case_of(folder, path.stem, packages)
            if kind._params or not kind._auto_read:
                continue
            for each in lists_of(kind):
                is_refused = isinstance(outcome(kind, data, each), NoColumnsError)
                there, refused = there + (not is_refused), refused + is_refused
    assert (there, refused) == (145, 217)
