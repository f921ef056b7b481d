"""A file of many records, each of a size of its own."""

from __future__ import annotations

import struct

SPEC = """
meta: {id: marks, endian: le}
seq:
  - {id: count, type: u4}
  - {id: marks, type: mark, repeat: expr, repeat-expr: count}
types:
  mark:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, encoding: ASCII, size: len_name}
      - {id: number, type: u4}
"""

COUNT = 100_000


def mark(i: int) -> bytes:
    name = f"m{i}".encode()
    return bytes([len(name)]) + name + struct.pack("<I", i)


def file_of(count: int) -> bytes:
    return struct.pack("<I", count) + b"".join(map(mark, range(count)))
