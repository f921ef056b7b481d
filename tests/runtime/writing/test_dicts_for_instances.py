"""Dicts that are given for instances of several types."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: tag, type: u1}
  - {id: ofs, type: u1}
  - {id: slot, size: 2, type: slot}
instances:
  body: {pos: ofs, type: {switch-on: tag, cases: {1: one, 2: two, 3: like_one}}}
  inner: {io: slot._io, pos: 0, type: {switch-on: tag, cases: {1: one, 2: two, 3: like_one}}}
types:
  slot: {}
  one: {seq: [{id: x, type: u1}]}
  two: {seq: [{id: y, type: u1}, {id: z, type: u1}]}
  like_one: {seq: [{id: x, type: u1}]}
"""


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """What is read of a file with a record of the first type."""
    return compiled(tmp_path, SPEC).from_bytes(b"\1\4\x0a\x0b\7")


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(("name", "at"), [("body", 4), ("inner", 2)])
def test_a_dict_is_the_record_that_the_tag_says(name: str, at: int, looked: Any, file: Any) -> None:
    if looked:
        assert getattr(file, name).x == (7, 10)[at == 2]
    setattr(file, name, {"x": 9})
    expected = bytearray(b"\1\4\x0a\x0b\7")
    expected[at] = 9
    for _ in range(2):
        assert file.to_bytes() == expected
    assert type(getattr(file, name)) is type(file).One


def test_a_dict_of_fields_that_no_type_has_is_refused_with_all(file: Any) -> None:
    file.body = {"w": 9}
    message = r"thing: body: expected .* has x|thing: body: .*has no field 'w'; it has x"
    with pytest.raises(FormatError, match=message):
        file.to_bytes()
    file.body = {"y": 1, "z": 2}
    with pytest.raises(FormatError, match=r"thing: body: expected a record of Thing\.One"):
        file.to_bytes()


def test_in_a_file_that_is_built_the_names_of_the_fields_say_the_type(file: Any) -> None:
    slot = {"tag": 2, "ofs": 4, "slot": {}}
    assert type(file).build(**slot, body={"y": 1, "z": 2}).to_bytes() == b"\2\4\0\0\1\2"
    with pytest.raises(FormatError, match=r"of one of Thing\.One \(x\) or Thing.Two \(y, z\)"):
        type(file).build(**slot, body={"x": 1}).to_bytes()
