"""Where the tree says that values stand, these bytes are: in all cases of the language."""

from __future__ import annotations

import pytest

import quire
from tests.cases import CASES, data_of, spec_of
from tests.view.places import check_places


@pytest.mark.parametrize("case", CASES)
def test_numbers_and_bytes_stand_where_the_tree_says(case: str) -> None:
    module = quire.compile(spec_of(case))
    kind = getattr(module, module.__all__[0])
    if not kind._params:
        error, found = check_places(kind, data_of(case))
        assert error is None
        assert found > 0
