"""Files of the conformance cases come in pieces, and are the same as at once, or refused."""

from __future__ import annotations

import importlib
from itertools import repeat
from typing import Any

import pytest

from tests.conformance.conftest import CompileAll
from tests.conformance.test_round_trips import CASES, HERE, case_of
from tests.fed import at_once, fed, pieces_of, shown


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:
    """The packages that the specs of the folders were compiled to."""
    return compile_all()


def kind_and_data(case: str, packages: dict[str, str]) -> tuple[Any, bytes]:
    folder, name = case.split("-", 1)
    told = case_of(folder, name)
    kind = getattr(importlib.import_module(f"{packages[folder]}.{told['module']}"), told["class"])
    return kind, (HERE / folder / told["sample"]).read_bytes()[:2000]


@pytest.mark.parametrize("case", CASES)
def test_a_file_in_pieces_is_the_same_as_at_once_or_its_type_is_refused(
    case: str, packages: dict[str, str]
) -> None:
    kind, data = kind_and_data(case, packages)
    try:
        kind.feed()
    except TypeError as refused:
        assert "cannot be fed" in str(refused)  # noqa: PT017  # the word is checked of who refuses
        pytest.skip(str(refused))  # the reason: what of the type forbids to feed it
    for cut in (len(data), len(data) - 1, len(data) // 2, 1, 0):
        records, error = at_once(kind, data[:cut])
        expected = shown(records), error
        for size in (1, 3, 100, len(data) + 1):
            records, error = fed(kind, pieces_of(data[:cut], repeat(size)))
            assert (shown(records), error) == expected, (cut, size)
