"""A structural plan says all that a reader needs: one that has nothing else reads the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

import quire
from tests.cases import CASES, LANGUAGE, data_of, spec_of
from tests.generator.plan_reader import PlanReader

READ = sorted({*CASES} - {"document_keys", "texts_of_values", "named_dtypes"})
"""Those have lists whose elements have names, texts of values, and element types that a file names,
which take readers of their own."""


@pytest.mark.parametrize("case", READ)
def test_a_reader_that_knows_the_plan_alone_reads_what_the_bytes_mean(case: str) -> None:
    expected = json.loads((LANGUAGE / case / "expected.json").read_text(encoding="utf-8"))
    spec = quire.plan_of(quire.compile(spec_of(case)))
    assert PlanReader(spec).read(data_of(case)) == told(expected)


def told(tree: Any) -> Any:
    """What a tree has but what only the kernels of codecs, or the compiler of tables, know."""
    if isinstance(tree, list):
        return [told(element) for element in tree]
    if not isinstance(tree, dict):
        return tree
    unknown = {"codec", "dtype"} if "codec" in tree else set()
    if tree.get("records") == 0:
        unknown = {"columns"}
    return {name: told(value) for name, value in tree.items() if name not in unknown}
