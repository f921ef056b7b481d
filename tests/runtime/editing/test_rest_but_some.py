"""What takes all of a stream but some bytes grows and shrinks, and the stream with it."""

from __future__ import annotations

from typing import Any

import pytest

import quire

SPEC = """
meta: {id: packed, endian: le, encoding: ASCII}
seq:
  - {id: has_name, type: u1}
  - {id: name, type: strz, if: has_name != 0}
  - {id: inner, type: inner}
  - {id: check, type: u2}
types:
  inner:
    seq:
      - {id: body, size: _io.size - _io.pos - 2}
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("packed") / "packed.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Packed


@pytest.mark.parametrize("body", [b"", b"abc", b"hello", b"longer than it was"])
@pytest.mark.parametrize("name", ["", "name", "another name"])
def test_the_rest_goes_on_to_what_is_behind_it(packed: Any, body: bytes, name: str) -> None:
    record = packed.from_bytes(b"\1name\0" + b"hello" + b"\7\0")
    record.name, record.inner.body, record.check = name, body, 9
    assert record.to_bytes() == b"\1" + name.encode() + b"\0" + body + b"\x09\0"


def test_a_field_before_it_is_put_in_and_taken_out(packed: Any) -> None:
    record = packed.from_bytes(b"\0" + b"hello" + b"\7\0")
    record.has_name, record.name = 1, "name"
    assert record.to_bytes() == b"\1name\0" + b"hello" + b"\7\0"
    record.has_name = 0
    del record.name
    assert record.to_bytes() == b"\0" + b"hello" + b"\7\0"


def test_it_is_built(packed: Any) -> None:
    made = packed.build(name="name", inner={"body": b"hello"}, check=7).to_bytes()
    assert made == b"\1name\0" + b"hello" + b"\7\0"
    assert packed.from_bytes(made).inner.body == b"hello"


SUMS = """
meta: {id: sums, endian: le}
seq:
  - {id: size, type: digits}
  - {id: body, size: size.value}
types:
  digits:
    seq: [{id: high, type: u1}, {id: low, type: u1}]
    instances: {value: {value: high << 7 | low}}
"""


def test_what_is_computed_of_fields_that_were_edited_is_computed_anew(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("sums") / "sums.ksy"
    path.write_text(SUMS, encoding="utf-8")
    record = quire.compile(path).Sums.from_bytes(b"\0\2ab")
    assert record.size.value == 2
    record.size.high, record.size.low, record.body = 1, 3, bytes(131)
    assert record.to_bytes() == b"\1\3" + bytes(131)
    assert record.size.value == 131
