"""Values that depend on one of several constants come from a table, and are what the chain says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from tests.cases import generated

SPEC = """
meta: {id: told, endian: le, encoding: ASCII}
seq:
  - {id: kind, type: u1, enum: kind}
  - {id: number, type: s1}
  - {id: word, type: str, size: 2}
instances:
  by_kind: {value: "kind == kind::one ? 8 : kind == kind::two ? 16 : kind == kind::six ? 48 : 0"}
  by_number: {value: "number == -1 ? 'down' : number == 0 ? '' : number == 7 ? 'up' : 'other'"}
  by_word:
    value: "word == 'ab' ? kind::one : word == 'cd' ? kind::two : word == 'ef' ? kind::six : kind"
  to_kind:
    value: >-
      word == 'ab' ? kind::one : word == 'cd' ? kind::two : word == '' ? kind::six : kind::one
  of_two: {value: "number == 1 ? 5 : word == 'ab' ? 6 : number == 2 ? 7 : 8"}
  twice: {value: "number == 1 ? 5 : number == 1 ? 6 : number == 2 ? 7 : 8"}
enums:
  kind: {1: one, 2: two, 6: six}
"""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the spec."""
    path = tmp_path_factory.mktemp("told") / "told.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def told(spec: Path) -> Any:
    """The class of the spec."""
    return quire.compile(spec).Told


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\x01\xffab", (8, "down", "one", 6)),
        (b"\x02\x00cd", (16, "", "two", 8)),
        (b"\x06\x07ef", (48, "up", "one", 8)),
        (b"\x02\x01  ", (16, "other", "one", 5)),
        (b"\x09\x02ab", (0, "other", "one", 6)),  # a kind without a name
    ],
)
def test_values_are_those_of_the_first_arm_that_holds(
    told: Any, data: bytes, expected: tuple[object, ...]
) -> None:
    record = told.from_bytes(data)
    found = (record.by_kind, record.by_number, record.to_kind.name, record.of_two)
    assert found == expected
    assert record.twice == {1: 5, 2: 7}.get(record.number, 8)


def test_members_of_enums_and_their_numbers_are_the_same_key(told: Any) -> None:
    assert told.build(kind=2, number=0, word="ab").by_kind == 16
    assert told.build(kind=told.Kind.two, number=0, word="ab").by_kind == 16


def test_only_chains_over_one_value_with_constant_results_are_tables(spec: Path) -> None:
    text = generated(spec)
    names = ["by_kind", "by_number", "by_word", "to_kind", "of_two", "twice"]
    tables = [name for name in names if f"def _{name}_values()" in text]
    assert tables == ["by_kind", "by_number", "to_kind"]
