"""Lengths of what stands at positions, and is known only once it is stored."""

from __future__ import annotations

import zlib
from pathlib import Path

import quire

SPEC = """
meta: {id: packed, endian: le}
seq:
  - {id: num_entries, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
types:
  entry:
    seq: [{id: ofs_body, type: u1}, {id: len_body, type: u1}]
    instances:
      body: {io: _root._io, pos: ofs_body, size: len_body, process: zlib}
"""


def test_packed_bodies_of_built_entries_tell_their_lengths(tmp_path: Path) -> None:
    path = tmp_path / "packed.ksy"
    path.write_text(SPEC)
    packed = quire.compile(path).Packed
    one, two = b"a" * 20, b"bc"
    first, second = zlib.compress(one), zlib.compress(two)
    ends = 5 + len(first)
    stored = bytes([2, 5, len(first), ends, len(second)]) + first + second
    assert packed.build(entries=[{"body": one}, {"body": two}]).to_bytes() == stored
