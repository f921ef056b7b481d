"""What records of other specs have at positions is written as that of the same spec is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire

AROUND = """
meta: {id: around, imports: [block]}
seq:
  - {id: len_title, type: u1}
  - {id: title, size: len_title}
  - {id: block, type: block}
"""
BLOCK = """
meta: {id: block}
seq:
  - {id: ofs_body, type: u1}
instances:
  body: {pos: ofs_body, size: 2}
"""
FILE = bytes([2, *b"AB", 4, *b"xyz"])

PADDED = """
meta: {id: packets, imports: [padded]}
seq:
  - {id: len_body, type: u1}
  - {id: body, type: padded, size: len_body}
"""
PACKET = """
meta: {id: padded}
seq:
  - {id: has_padding, type: u1}
  - {id: data, size: _io.size - _io.pos - len_padding}
  - {id: padding, size: len_padding}
instances:
  last_byte: {pos: _io.size - 1, type: u1, if: has_padding != 0}
  len_padding: {value: "has_padding != 0 ? last_byte : 0"}
"""


def compiled(folder: Path, *specs: str) -> Any:
    """The class of the first of some specs, each of which is called as its `id` says."""
    for spec in specs:
        name = spec.split("id: ")[1].split(",")[0].split("}")[0]
        (folder / f"{name}.ksy").write_text(spec, "utf-8")
    first = specs[0].split("id: ")[1].split(",")[0]
    return getattr(quire.compile(folder / f"{first}.ksy"), first.title())


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_what_grows_moves_what_a_record_of_another_spec_has_at_a_position(
    tmp_path: Path, *, is_looked_at: bool
) -> None:
    record = compiled(tmp_path, AROUND, BLOCK).from_bytes(FILE)
    if is_looked_at:
        assert record.block.body == b"xy"
    record.title = b"ABC"
    assert record.to_bytes() == bytes([3, *b"ABC", 5, *b"xyz"])


def test_what_a_record_of_another_spec_has_at_a_position_is_built(tmp_path: Path) -> None:
    built = compiled(tmp_path, AROUND, BLOCK).build(title=b"ABC", block={"body": b"xy"})
    assert built.to_bytes() == bytes([3, *b"ABC", 5, *b"xy"])


@pytest.mark.parametrize("is_looked_at", [False, True])
def test_what_was_not_there_when_somebody_looked_is_there_once_a_field_says_so(
    tmp_path: Path, *, is_looked_at: bool
) -> None:
    record = compiled(tmp_path, PADDED, PACKET).from_bytes(bytes([4, 0, *b"ab", 1]))
    if is_looked_at:
        assert record.body.last_byte is None
        assert record.body.len_padding == 0
    record.body.has_padding = 1
    record.body.data, record.body.padding = b"ab", b"\1"
    assert record.to_bytes() == bytes([4, 1, *b"ab", 1])
