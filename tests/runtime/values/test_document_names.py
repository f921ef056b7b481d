"""Keys of documents whose names are taken in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire import FormatError

SPEC = """
meta: {id: named, endian: le, encoding: UTF-8}
seq:
  - {id: len_head, type: u1}
  - id: head
    type: str
    size: len_head
    -document:
      format: json
      fields:
        class: {type: int, valid: {min: 1}}
        tree: {type: int, optional: true, valid: {max: 9}}
        of: {items: {fields: {dump: int}}}
"""


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    path = tmp_path / "named.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Named


def test_they_are_attributes_with_an_underscore_and_keep_their_names_in_the_file(kind: Any) -> None:
    text = b'{"of": [{"dump": 1}], "tree": 2, "class": 3}'
    record = kind.from_bytes(bytes([len(text)]) + text)
    assert (record.head.class_, record.head.tree_, record.head.of_[0].dump_) == (3, 2, 1)
    record.head.class_ = 4
    assert record.to_bytes()[1:] == text.replace(b"3}", b"4}")


def test_a_missing_one_is_left_out_again(kind: Any) -> None:
    assert kind.build(head={"class": 1, "of": []}).to_bytes()[1:] == b'{"class": 1, "of": []}'


@pytest.mark.parametrize(("key", "value"), [("class", 0), ("tree", 10)])
def test_their_rules_name_the_key(key: str, value: int, kind: Any) -> None:
    with pytest.raises(FormatError) as caught:
        kind.build(head={"class": 1, "of": []} | {key: value}).to_bytes()
    assert caught.value.path == f"head.{key}"
