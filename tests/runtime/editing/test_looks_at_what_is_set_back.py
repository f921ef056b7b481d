"""What tells of an instance is set and set back, with a look between: nothing is edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: order, type: u1}
  - {id: body, type: body}
types:
  body:
    meta: {endian: {switch-on: _root.order, cases: {1: le, 2: be}}}
    seq:
      - {id: num, type: u1}
      - {id: ofs, type: u1}
      - {id: rest, size-eos: true}
    instances:
      items: {pos: ofs, size: 3, type: item, repeat: expr, repeat-expr: num}
      names: {pos: 'items[0].flags', size: 4, type: names}
  names: {seq: [{id: names, type: u1, repeat: eos}]}
  item:
    meta: {endian: {switch-on: _root.order, cases: {1: le, 2: be}}}
    seq: [{id: value, type: u2}, {id: flags, type: u1}]
    instances:
      bits: {type: bits(flags)}
      name: {pos: 1, type: u1, io: _root.body.names._io}
  bits:
    params: [{id: flags, type: u1}]
    instances: {low: {value: flags & 15}}
"""
STORED = b"\2\2\3" + bytes(range(12))


def looked(record: Any) -> list[Any]:
    """All that a record shows at positions."""
    body = record.body
    items = [(each.value, each.bits.low, each.name) for each in body.items]
    return [items, [*body.names.names]]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize(("name", "value"), [("num", 1), ("num", 4), ("ofs", 5), ("ofs", 4)])
def test_a_list_of_records_is_no_edit(
    tmp_path: Path, order: int, name: str, value: int, *, writes: bool, before: bool
) -> None:
    kind = compiled(tmp_path, SPEC)
    data = bytes([order]) + STORED[1:]
    record = kind.from_bytes(data)
    if before:
        looked(record)
    was = getattr(record.body, name)
    setattr(record.body, name, value)
    if writes:
        edited = bytearray(data)
        edited[1 if name == "num" else 2] = value
        assert record.to_bytes() == edited
        assert looked(record) == looked(kind.from_bytes(bytes(edited)))
    looked(record)
    setattr(record.body, name, was)
    assert record.to_bytes() == data
    assert looked(record) == looked(kind.from_bytes(data))
    record.body.items[1].value += 1
    at = 6 if order == 1 else 7
    assert record.to_bytes() == data[:at] + bytes([data[at] + 1]) + data[at + 1 :]


MAGIC = """
seq: [{id: ofs, type: u1}, {id: rest, size-eos: true}]
instances:
  box: {pos: ofs, type: box}
types:
  box: {seq: [{contents: AB, id: magic}, {id: value, type: u1}]}
"""


@pytest.mark.parametrize("writes", [False, True])
def test_so_it_is_where_nothing_can_be_read(tmp_path: Path, *, writes: bool) -> None:
    data = b"\1..AB7"
    record = compiled(tmp_path, MAGIC).from_bytes(data)
    record.ofs = 3
    if writes:
        assert record.to_bytes() == b"\3..AB7"
    assert record.box.value == ord("7")
    record.ofs = 1
    assert record.to_bytes() == data
    with pytest.raises(quire.FormatError, match="box"):
        _ = record.box
    record.ofs = 3
    record.box.value = ord("8")
    with pytest.raises(quire.FormatError, match="to be set before box is read and edited"):
        record.to_bytes()
