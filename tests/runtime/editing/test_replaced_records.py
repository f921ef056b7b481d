"""A record that is built and put in the place of one that was read is written."""

from __future__ import annotations

from typing import Any

import pytest

import quire
from quire.generated.midi import Midi
from quire.testing.generating import generated_bytes

SPEC = """
meta: {id: nested, endian: le}
seq:
  - {id: inner, type: inner}
  - {id: len_body, type: u1}
  - {id: body, type: outer, size: len_body}
  - {id: pairs, type: inner, repeat: eos}
types:
  outer: {seq: [{id: inner, type: inner}]}
  inner: {seq: [{id: value, type: u1}]}
"""

STORED = b"\1\1\2\3\4"


CHOSEN = """
meta: {id: chosen}
seq:
  - {id: tag, type: u1}
  - {id: body, type: {switch-on: tag, cases: {1: number, 2: pair}}}
types:
  number: {seq: [{id: value, type: u1}]}
  pair: {seq: [{id: left, type: u1}, {id: right, type: u1}]}
"""


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec above."""
    path = tmp_path_factory.mktemp("spec") / "nested.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Nested


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda file, new: setattr(file, "inner", new), b"\7\1\2\3\4"),
        (lambda file, new: setattr(file.body, "inner", new), b"\1\1\7\3\4"),
        (lambda file, new: file.pairs.__setitem__(1, new), b"\1\1\2\3\7"),
    ],
    ids=["of the file", "in a stream of its own", "in a list"],
)
@pytest.mark.parametrize("is_dict", [False, True], ids=["record", "dict"])
def test_a_record_that_was_built_takes_the_place_of_one_that_was_read(
    nested: Any, edit: Any, expected: bytes, *, is_dict: bool
) -> None:
    file = nested.from_bytes(STORED)
    edit(file, {"value": 7} if is_dict else nested.Inner.build(value=7))
    assert file.to_bytes() == expected
    assert file.to_bytes() == expected


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec with a tag."""
    path = tmp_path_factory.mktemp("spec") / "chosen.ksy"
    path.write_text(CHOSEN, "utf-8")
    return quire.compile(path).Chosen


def test_a_tag_that_was_read_follows_a_dict_of_another_type(chosen: Any) -> None:
    file = chosen.from_bytes(b"\1\5")
    file.body = {"left": 6, "right": 7}
    assert file.to_bytes() == b"\2\6\7"


def test_a_tag_that_was_set_refuses_a_dict_of_another_type(chosen: Any) -> None:
    file = chosen.from_bytes(b"\2\6\7")
    file.tag, file.body = 1, {"left": 6, "right": 8}
    with pytest.raises(TypeError, match=r"Chosen\.Number has no field 'left'"):
        file.to_bytes()
    assert file.body == {"left": 6, "right": 8}


def test_a_dict_that_fits_no_type_is_told_what_its_tag_has(chosen: Any) -> None:
    file = chosen.from_bytes(b"\1\5")
    file.body = {"valve": 6}
    with pytest.raises(TypeError, match="did you mean 'value'"):
        file.to_bytes()


@pytest.mark.parametrize("looked", [False, True])
def test_an_element_that_another_reading_brings_is_written_the_second_time_too(
    *, looked: bool
) -> None:
    """It was taken for what it stood in the place of, as both were read of one object of bytes."""
    data = generated_bytes(Midi, seed=2)
    record, other = Midi.from_bytes(data), Midi.from_bytes(data)
    events, others = (each.tracks[0].events.all for each in (record, other))
    assert not looked or len([*events, *others]) > 2
    events[0] = others[-1]
    first = record.to_bytes()
    assert first != data
    assert Midi.from_bytes(first).tracks[0].events.all[0].kind == others[-1].kind
    assert record.to_bytes() == first
