"""Values of fields that a file does not have are refused: they would be lost without a word."""

from __future__ import annotations

from typing import Any

import pytest

import quire

SPEC = """
meta: {id: parts, endian: le}
seq:
  - {id: tag, type: u1}
  - {id: extra, type: u2, if: tag > 2}
  - {id: body, type: {switch-on: tag, cases: {1: one, 2: u4}}}
  - {id: each, type: {switch-on: tag, cases: {1: one, 2: u1}}, repeat: eos}
types:
  one: {seq: [{id: x, type: u1}]}
instances:
  again: {pos: 0, type: u1, if: tag == 1}
"""


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("parts") / "parts.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Parts


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"tag": 2, "body": 1, "extra": 5}, r"extra: expected no value, since its `if` .*found 5"),
        ({"tag": 7, "body": b"a", "extra": 1}, r"body: expected no value, since no case fits"),
        ({"tag": 7, "extra": 1, "each": [4]}, r"each\[0\]: expected an element that a case fits"),
        ({"tag": 2, "body": 1, "again": 2}, r"again: expected no value, since its `if`"),
    ],
)
def test_a_value_that_would_be_lost_is_refused(
    parts: Any, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(quire.FormatError, match=message):
        parts.build(**{"each": [], **given}).to_bytes()


def test_nothing_is_no_value(parts: Any) -> None:
    built = parts.build(tag=2, body=1, extra=None, each=[])
    assert built.to_bytes() == b"\2\1\0\0\0"


def test_a_field_that_an_edit_takes_away_is_deleted_first(parts: Any) -> None:
    read = parts.from_bytes(b"\3\1\2")
    read.tag, read.body = 2, 1
    with pytest.raises(quire.FormatError, match="extra: expected no value"):
        read.to_bytes()
    del read.extra
    assert read.to_bytes() == b"\2\1\0\0\0"


def test_an_instance_that_was_looked_at_is_no_loss(parts: Any) -> None:
    read = parts.from_bytes(b"\1\5")
    assert read.again == 1
    read.tag, read.body = 2, 1
    assert read.to_bytes() == b"\2\1\0\0\0"


OPTION = """
meta: {id: optional, bit-endian: be}
seq:
  - {id: has_items, type: b1}
  - {id: num_items, type: u1, if: has_items}
  - {id: items, type: u1, repeat: expr, repeat-expr: num_items, if: has_items}
"""


@pytest.fixture(scope="module")
def optional(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of a list that may be there."""
    path = tmp_path_factory.mktemp("optional") / "optional.ksy"
    path.write_text(OPTION, encoding="utf-8")
    return quire.compile(path).Optional


def test_a_count_goes_with_its_list_and_comes_with_it(optional: Any) -> None:
    record = optional.from_bytes(b"\x80\2\7\7")
    del record.items
    assert record.to_bytes() == b"\0"
    assert not hasattr(record, "num_items")
    record.items = [5]
    assert record.to_bytes() == b"\x80\1\5"


def test_a_count_that_was_given_needs_its_list(optional: Any) -> None:
    with pytest.raises(quire.FormatError, match="num_items: expected no value, since its `if`"):
        optional.build(num_items=3).to_bytes()
    record = optional.from_bytes(b"\x80\2\7\7")
    del record.items
    record.num_items = 5
    with pytest.raises(quire.FormatError, match="num_items: expected no value, since its `if`"):
        record.to_bytes()
