"""What was read as columns is written from them: the bytes that objects are written as."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.columns import Table
from quire.runtime.paths import attribute
from tests.columns.objects import lists_of, outcome
from tests.columns.test_objects_and_columns import case_of
from tests.conformance.conftest import CompileAll, compile_all  # noqa: F401  # a fixture
from tests.conformance.test_trees import CASES

HERE = Path(__file__).parents[1] / "conformance"

BESIDE = {
    *("endian_calc_bytes_enum", "endian_calc_inherit", "endian_calc_repeat_switch"),
    *("inst_io_choices", "nav_parent2", "params_more_arrays", "sub_io_positions", "sub_leftovers"),
    *("switch_sized", "valid_seq_auto_ok"),
}
"""Cases whose records have what is in no column: bytes at positions, or that no field describes."""


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:  # noqa: F811  # the fixture
    """The packages of the conformance cases."""
    return compile_all()


def rebuilt(found: Any, name: str, given: Any) -> Any:
    """A file with the fields of another one, but for a list that is given; or its error."""
    fields = {
        each: getattr(found, each)
        for each in type(found)._fields
        if each != name and getattr(found, each, None) is not None
    }
    try:
        return type(found).build(**fields, **{name: given}).to_bytes()
    except (quire.FormatError, TypeError) as error:
        return str(error)
    except AttributeError as error:
        return repr(error)


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_columns_of_samples_are_written_as_their_objects_are(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    kind, data = case_of(folder, name, packages)
    if kind._params or not kind._auto_read:
        return
    try:
        found = kind.from_bytes(data)
    except quire.FormatError:
        return  # what is behind the list is wrong on purpose
    for path in lists_of(kind):
        table = outcome(kind, data, path)
        if "." in path or not isinstance(table, Table) or "_parent" in table.names:
            continue
        objects = list(getattr(found, attribute(path)))
        written = rebuilt(found, attribute(path), table)
        if name in BESIDE:
            assert "columns cannot hold that" in str(written) or "computed from" in str(written)
        else:
            assert written == rebuilt(found, attribute(path), objects)
