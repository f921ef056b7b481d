"""Records to be read and written, with peers by hand as Kaitai's compiler writes them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStruct

import quire
from benchmarks.files import scratch

FIXED = """
meta: {id: fixed, endian: le}
seq: [{id: num_rows, type: u4}, {id: rows, type: row, repeat: expr, repeat-expr: num_rows}]
types:
  row:
    seq:
      - {id: ident, type: u4}
      - {id: kind, type: u2}
      - {id: weight, type: f4}
      - {id: stamp, type: s8}
      - {id: flag, type: u1}
      - {id: pad, size: 3}
"""
WORDS = """
meta: {id: words, endian: le, encoding: UTF-8}
seq: [{id: words, type: word, repeat: eos}]
types:
  word:
    seq: [{id: len_text, type: u4}, {id: text, type: str, size: len_text}]
"""
PACKETS = """
meta: {id: packets, endian: le}
seq: [{id: packets, type: packet, repeat: eos}]
types:
  packet:
    seq:
      - {id: ts_sec, type: u4}
      - {id: ts_usec, type: u4}
      - {id: len_body, type: u4}
      - {id: len_original, type: u4}
      - {id: body, size: len_body}
"""


class Plain(KaitaiStruct):  # type: ignore[misc]  # kaitaistruct has no types
    """A record as Kaitai's compiler writes it: a dict, and a call of the runtime for each field."""

    def __init__(self, _io: Any, _parent: Any = None, _root: Any = None) -> None:
        super().__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self) -> None:
        raise NotImplementedError  # every record has its own


class FixedRow(Plain):
    """A row of `FIXED`."""

    def _read(self) -> None:
        self.ident = self._io.read_u4le()
        self.kind = self._io.read_u2le()
        self.weight = self._io.read_f4le()
        self.stamp = self._io.read_s8le()
        self.flag = self._io.read_u1()
        self.pad = self._io.read_bytes(3)


class Fixed(Plain):
    """`FIXED`."""

    def _read(self) -> None:
        self.num_rows = self._io.read_u4le()
        self.rows = [FixedRow(self._io, self, self._root) for _ in range(self.num_rows)]


class Word(Plain):
    """A word of `WORDS`."""

    def _read(self) -> None:
        self.len_text = self._io.read_u4le()
        self.text = self._io.read_bytes(self.len_text).decode("UTF-8")


class Words(Plain):
    """`WORDS`."""

    def _read(self) -> None:
        self.words = []
        while not self._io.is_eof():
            self.words.append(Word(self._io, self, self._root))


class Packet(Plain):
    """A packet of `PACKETS`."""

    def _read(self) -> None:
        self.ts_sec = self._io.read_u4le()
        self.ts_usec = self._io.read_u4le()
        self.len_body = self._io.read_u4le()
        self.len_original = self._io.read_u4le()
        self.body = self._io.read_bytes(self.len_body)


class Packets(Plain):
    """`PACKETS`."""

    def _read(self) -> None:
        self.packets = []
        while not self._io.is_eof():
            self.packets.append(Packet(self._io, self, self._root))


@dataclass(frozen=True, slots=True)
class Case:
    """Records to be read: a spec, the same by hand for Kaitai's runtime, and how to make some.

    `names` are the fields of a record that are compared, `rows` the one that has them.
    """

    title: str
    spec: str
    peer: Any
    rows: str
    names: tuple[str, ...]


CASES = (
    Case("6 fixed fields, 22 bytes", FIXED, Fixed, "rows", ("ident", "weight", "stamp", "pad")),
    Case("a word behind its length", WORDS, Words, "words", ("text",)),
    Case("4 numbers and a body", PACKETS, Packets, "packets", ("ts_usec", "body")),
)


def stored_rows(case: Case, count: int) -> bytes:
    """The bytes of so many records."""
    rng = np.random.default_rng(5)
    sizes = rng.integers(1, 24, count).tolist()
    if case.spec is FIXED:
        rows = (struct.pack("<IHfqB3s", n, 1, 0.5, n << 33, 7, b"pad") for n in sizes)
        return struct.pack("<I", count) + b"".join(rows)
    if case.spec is WORDS:
        return b"".join(struct.pack("<I", n) + b"x" * n for n in sizes)
    return b"".join(struct.pack("<IIII", n, n, n, n) + bytes(n) for n in sizes)


def class_of(case: Case) -> Any:
    """The class that quire makes of a case's spec."""
    with scratch(needed=1 << 20) as folder:
        spec = folder / "records.ksy"
        spec.write_text(case.spec, encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])
