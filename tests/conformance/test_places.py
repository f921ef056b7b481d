"""Where the tree of the viewer says that values stand, these bytes are: in all samples."""

from __future__ import annotations

import importlib
import json

import pytest

from tests.conformance.conftest import CompileAll
from tests.conformance.test_trees import CASES, HERE
from tests.view.places import check_places


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:
    return compile_all()


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_numbers_and_bytes_of_a_sample_stand_where_the_tree_says(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    case = json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))
    module = importlib.import_module(f"{packages[folder]}.{case['module']}")
    kind = getattr(module, case["class"])
    if kind._params:
        return
    error, _ = check_places(kind, (HERE / folder / case["sample"]).read_bytes())
    assert (error is not None) == ("error" in case["tree"])
