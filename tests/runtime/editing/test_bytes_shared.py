"""Instances in one place: edited through one of them, led away, or told to be as long as before."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

import quire
from tests.runtime.writing.test_building import compiled

NAMES = """
seq:
  - {id: heads, type: head, repeat: expr, repeat-expr: 2}
  - {id: which, type: u1}
instances:
  names: {pos: 'heads[which].ofs', size: 'heads[which].len', type: strings}
types:
  head:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body: {io: _root._io, pos: ofs, size: len, type: strings}
  strings: {seq: [{id: all, type: strz, repeat: eos, encoding: ASCII}]}
"""
NAMED = b"\5\4\x09\2\1" + b"a\0b\0" + b"c\0"
"""Two bodies; the second one is that of the names, too."""


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_what_is_told_to_be_as_long_follows_what_was_edited_in_its_place(
    is_looked_at: bool,  # noqa: FBT001  # a case
    tmp_path: Path,
) -> None:
    record = compiled(tmp_path, NAMES).from_bytes(NAMED)
    if is_looked_at:
        assert record.names.all == ["c"]
    record.heads[1].body.all.append("d")
    assert record.to_bytes() == b"\5\4\x09\4\1" + b"a\0b\0" + b"c\0d\0"
    assert record.names.all == ["c", "d"]


def test_two_instances_in_one_place_are_edited_alike(tmp_path: Path) -> None:
    record = compiled(tmp_path, NAMES).from_bytes(NAMED)
    record.names.all.append("d")
    record.heads[1].body.all.append("d")
    assert record.to_bytes() == b"\5\4\x09\4\1" + b"a\0b\0" + b"c\0d\0"


def test_what_tells_a_size_that_does_not_follow_is_named(tmp_path: Path) -> None:
    record = compiled(tmp_path, NAMES).from_bytes(NAMED)
    record.names.all.append("d")
    told = r"expected 2 bytes \(`size` is `heads\[which\]\.len`: change both alike\), found 4 bytes"
    with pytest.raises(quire.FormatError, match=f"names .*: {told}"):
        record.to_bytes()


TEXTS = """
seq: [{id: items, type: item, repeat: expr, repeat-expr: 2}]
types:
  item:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      text: {io: _root._io, pos: ofs, size: len, type: str, encoding: ASCII}
"""
SHARED = b"\4\4\4\4same"


def test_one_of_two_in_a_place_is_not_set_to_another_size_alone(tmp_path: Path) -> None:
    record = compiled(tmp_path, TEXTS).from_bytes(SHARED)
    record.items[0].text = "longer"
    told = r"the 6 bytes of items\[0\]\.text, which is at the same place: set both alike, or the po"
    with pytest.raises(quire.FormatError, match=rf"items\[1\]\.text: expected {told}"):
        record.to_bytes()


@pytest.mark.parametrize("text", ["longer", "same", "x"])
def test_one_of_two_in_a_place_is_led_away_and_the_other_stays(text: str, tmp_path: Path) -> None:
    kind = compiled(tmp_path, TEXTS)
    record = kind.from_bytes(SHARED)
    record.items[0].text, record.items[0].ofs = text, 8
    again = kind.from_bytes(record.to_bytes())
    assert [each.text for each in again.items] == [text, "same"]
    assert [each.text for each in record.items] == [text, "same"]


def test_a_record_of_another_place_is_told_of_where_it_stands_now(tmp_path: Path) -> None:
    kind = compiled(tmp_path, TEXTS)
    record, other = kind.from_bytes(SHARED), kind.from_bytes(SHARED)
    other.items[1].ofs = 99
    record.items[0] = other.items[1]
    with pytest.raises(quire.FormatError, match=r"can still be read") as caught:
        record.to_bytes()
    assert caught.value.path == "items[0].text"
    record = kind.from_bytes(SHARED)
    copied = copy.deepcopy(record.items[0])
    copied.ofs = 99
    record.items[1] = copied
    with pytest.raises(quire.FormatError, match=r"can still be read") as caught:
        record.to_bytes()
    assert caught.value.path == "items[1].text"


@pytest.mark.parametrize("key", ["size", "repeat-expr"])
def test_a_rounded_number_is_named_that_does_not_follow(key: str, tmp_path: Path) -> None:
    how = (
        "size: (n + 7) / 8" if key == "size" else "type: u1, repeat: expr, repeat-expr: (n + 7) / 8"
    )
    spec = f"seq: [{{id: n, type: u1}}, {{id: mask, {how}}}, {{id: rest, size-eos: true}}]"
    record = compiled(tmp_path, spec).from_bytes(b"\x0a\1\2xx")
    record.mask = b"abc" if key == "size" else [*b"abc"]
    told = rf"expected 2 \w+ \(`{key}` is `\(n \+ 7\) / 8`: change both alike\), found 3"
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()
    record.n = 17
    assert record.to_bytes() == b"\x11abcxx"


def test_a_size_that_all_cases_have_is_named(tmp_path: Path) -> None:
    spec = """
seq:
  - {id: n, type: u1}
  - {id: mask, size: (n + 7) / 8, type: {switch-on: n, cases: {10: pair, 11: pair}}}
types: {pair: {seq: [{id: all, size-eos: true}]}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\x0a\1\2")
    record.mask.all = b"abc"
    told = r"expected 2 bytes \(`size` is `\(n \+ 7\) / 8`: change both alike\), found 3"
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()


def test_what_an_instance_is_computed_of_is_told(tmp_path: Path) -> None:
    spec = """
seq: [{id: n, type: u1}, {id: items, type: u1, repeat: expr, repeat-expr: num_items}]
instances: {num_items: {value: (n + 7) / 8}}
"""
    record = compiled(tmp_path, spec).from_bytes(b"\x0aab")
    record.items.append(1)
    told = (
        r"2 elements \(`repeat-expr` is `num_items = \(n \+ 7\) / 8`: change both alike\), found 3"
    )
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()
