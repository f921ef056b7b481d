"""Whatever spec is drawn, and whatever file of it: columns of its lists are what its objects are.

The files are written by the naive writer of the edits, and damaged as well: columns refuse what
objects refuse, at the same place. What was read as columns is written as the bytes it came from.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import quire
from quire.columns import Table
from quire.runtime.paths import attribute
from tests.columns.objects import agrees, lists_of, outcome
from tests.conformance.test_trees import damaged
from tests.properties.drawn import specs as s
from tests.properties.drawn.drawing import specs
from tests.properties.drawn.files import records
from tests.properties.test_edits_of_drawn_specs import compiled, stored


@st.composite
def cases(draw: Any) -> tuple[s.Record, list[dict[str, Any]]]:
    """A spec, and the values of some files of it."""
    root = draw(specs(streams=False))
    return root, [draw(records(root)) for _ in range(3)]


def check(kind: Any, data: bytes, path: str) -> str:
    """Compare columns of a file, and of damaged ones, with objects; what came of it."""
    rng = random.Random(data)  # noqa: S311  # the same damage each time
    if not agrees(kind, data, path):
        return "refused"
    for each in (damaged(data, rng) for _ in range(4)):
        agrees(kind, each, path)
    return "compared"


def written(kind: Any, data: bytes, path: str) -> str:
    """Write a list of a file from its columns; what came of it."""
    table = outcome(kind, data, path)
    if "." in path or not isinstance(table, Table) or "_parent" in table.names:
        return "not tried"
    found = kind.from_bytes(data)
    name = attribute(path)
    fields = {
        each: getattr(found, each)
        for each in kind._fields
        if each != name and getattr(found, each, None) is not None
    }
    try:
        by_objects = kind.build(**fields, **{name: list(getattr(found, name))}).to_bytes()
        by_columns = kind.build(**fields, **{name: table}).to_bytes()
    except TypeError as error:
        assert "columns cannot hold that" in str(error)  # noqa: PT017  # one of several outcomes
        return "not held"
    except quire.FormatError:
        return "not derived"
    assert by_columns == by_objects
    return "written"


def checked(folder: Path, examples: int) -> Counter[str]:
    """Check as many specs, with three files each."""
    came: Counter[str] = Counter()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def check_all(case: tuple[s.Record, list[dict[str, Any]]]) -> None:
        root, values = case
        kind = compiled(root, folder)
        for data in filter(None, (stored(root, each) for each in values)):
            for path in lists_of(kind):
                came.update([check(kind, data, path), written(kind, data, path)])

    check_all()
    return came


def test_columns_of_drawn_specs_are_what_objects_are(tmp_path: Path) -> None:
    came = checked(tmp_path, 60)
    assert came["compared"] >= 20  # many drawn lists have no columns, or records at positions
    assert came["written"] >= 3


@pytest.mark.slow  # the same, ten times as often
def test_columns_of_many_drawn_specs_are_what_objects_are(tmp_path: Path) -> None:
    came = checked(tmp_path, 600)
    assert came["compared"] >= 200
    assert came["written"] >= 30
