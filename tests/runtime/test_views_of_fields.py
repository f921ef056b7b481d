"""An instance over the bytes of a field: a record of the field, or bits in a list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.runtime.test_building import compiled

HEADED = """
seq: [{id: head, type: head}, {id: tail, type: u1}]
instances:
  view: {pos: 0, type: head}
  inner: {pos: 1, type: part}
types:
  head:
    seq:
      - {id: num, type: b4}
      - {id: more, type: b4, repeat: expr, repeat-expr: num}
      - {id: part, type: part}
  part: {seq: [{id: name, type: strz}]}
"""
FILE = b"\x1f" + b"ab\0" + b"!"


@pytest.fixture
def headed(tmp_path: Path) -> Any:
    return compiled(tmp_path, HEADED)


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("name", ["", "ab", "longer"])
def test_a_view_is_of_the_record_that_has_replaced_another_in_its_field(
    headed: Any, name: str, *, looked: bool
) -> None:
    record = headed.from_bytes(FILE)
    if looked:
        assert record.view.part.name == record.inner.name == "ab"
    record.head = {"more": [5], "part": {"name": name}}
    written = record.to_bytes()
    assert written == b"\x15" + name.encode() + b"\0!"
    again = headed.from_bytes(written)
    assert again.view.part.name == again.inner.name == name


def test_a_list_of_bits_is_edited_by_a_view(headed: Any) -> None:
    record = headed.from_bytes(FILE)
    record.view.more[0] = 3
    assert record.to_bytes() == b"\x13" + FILE[1:]
