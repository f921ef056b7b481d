"""Members of one of several types: what type checkers are told, and what looks into them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.cases import compiled, data_of, generated

SPEC = """
meta: {id: parcel, endian: le}
seq:
  - {id: kind, type: u1}
  - {id: plain, type: {switch-on: kind, cases: {1: small, 2: large}}}
  - {id: sized, size: 2, type: {switch-on: kind, cases: {1: small, 2: large}}}
  - {id: number, type: {switch-on: kind, cases: {1: u1, 2: f4}}}
  - {id: word, type: {switch-on: kind, cases: {1: u1, 2: small}}}
  - {id: many, repeat: expr, repeat-expr: 2, type: {switch-on: kind, cases: {1: small, _: large}}}
  - {id: same, type: {switch-on: kind, cases: {1: u1, 2: u2}}}
instances:
  later: {pos: 0, type: {switch-on: kind, cases: {1: small, 2: large}}}
  chosen: {value: "kind == 1 ? plain : many[0]"}
  a: {value: plain.as<small>.a}
types:
  small: {seq: [{id: a, type: u1}]}
  large: {seq: [{id: a, type: u2}]}
"""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the spec."""
    path = tmp_path_factory.mktemp("parcel") / "parcel.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def parcel(spec: Path) -> Any:
    """The class of the spec."""
    return quire.compile(spec).Parcel


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("plain", "Parcel.Small | Parcel.Large"),
        ("sized", "Parcel.Small | Parcel.Large | bytes"),
        ("number", "float"),
        ("word", "int | Parcel.Small"),
        ("many", "list[Parcel.Small | Parcel.Large]"),
        ("same", "int"),
        ("later", "Parcel.Small | Parcel.Large | None"),
        ("chosen", "Parcel.Small | Parcel.Large"),
        ("a", "int"),
    ],
)
def test_a_member_is_annotated_with_all_types_that_it_may_have(
    spec: Path, member: str, expected: str
) -> None:
    text = generated(spec)
    found = re.search(
        rf"^    {member}: (.*)$|^    def {member}\(self\) -> (.*):$", text, re.MULTILINE
    )
    assert found is not None
    assert (found[1] or found[2]) == expected


def test_expressions_look_into_members_whatever_their_annotation_is() -> None:
    record = compiled("switch_on").from_bytes(data_of("switch_on"))
    assert (record.of_default, record.of_last, record.of_one) == (2, 3, 2)
    assert record.seconds == 6 + 0
    assert record.whole is record.with_default


def test_a_dict_is_a_record_of_the_type_that_the_tag_tells(parcel: Any) -> None:
    one = {"a": 5}
    record = parcel.build(kind=1, plain=one, sized=one, number=1, word=2, many=[one, one], same=3)
    assert record.to_bytes() == bytes([1, 5, 5, 0, 1, 2, 5, 5, 3])


@pytest.mark.parametrize(
    ("data", "name", "value", "expected"),
    [
        ("01 05 0500 01 02 05 05 03", "plain", 5, "plain: expected a record, found 5"),
        ("01 05 0500 01 02 05 05 03", "plain", None, "plain: expected a record, found None"),
        ("03 0909 0500 0500", "sized", 5, "sized: expected bytes or a record, found 5"),
    ],
)
def test_a_value_of_none_of_its_types_is_refused(
    parcel: Any, data: str, name: str, value: object, expected: str
) -> None:
    record = parcel.from_bytes(bytes.fromhex(data))
    setattr(record, name, value)
    with pytest.raises(quire.FormatError, match=re.escape(expected)):
        record.to_bytes()


def test_bytes_and_records_are_taken_where_both_may_be(parcel: Any) -> None:
    data = bytes([3, 9, 9, 5, 0, 5, 0])
    record = parcel.from_bytes(data)
    assert record.sized == bytes([9, 9])
    record.sized = b"ab"
    assert record.to_bytes() == bytes([3]) + b"ab" + bytes([5, 0, 5, 0])
