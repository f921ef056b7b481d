"""Records to be read and written, with peers by hand as Kaitai's compiler writes them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream, KaitaiStruct

import quire
from benchmarks.files import scratch
from quire.runtime import Struct

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

NESTED = """
meta: {id: nested, endian: be, encoding: UTF-8}
seq: [{id: chunks, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: len_body, type: u4}
      - {id: kind, type: u4}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {0: head, 1: pale, 2: text, 3: time, 4: list}}
      - {id: crc, type: u4}
  head: {seq: [{id: width, type: u4}, {id: height, type: u4}, {id: depth, type: u1}]}
  pale: {seq: [{id: entries, type: rgb, repeat: eos}]}
  rgb: {seq: [{id: r, type: u1}, {id: g, type: u1}, {id: b, type: u1}]}
  text: {seq: [{id: key, type: strz}, {id: value, type: str, size-eos: true}]}
  time: {seq: [{id: year, type: u2}, {id: month, type: u1}, {id: day, type: u1}]}
  list: {seq: [{id: num, type: u1}, {id: items, type: u2, repeat: expr, repeat-expr: num}]}
"""
BODIES = (
    struct.pack(">IIB", 640, 480, 8), bytes(range(12)), b"Title\0of something",
    b"\x07\xea\x0b\x1a", b"\x03\0\1\0\2\0\3",
)  # fmt: skip  # laid out as a table


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


class Head(Plain):
    """A body of `NESTED`."""

    def _read(self) -> None:
        self.width = self._io.read_u4be()
        self.height = self._io.read_u4be()
        self.depth = self._io.read_u1()


class Rgb(Plain):
    """An entry of `Pale`."""

    def _read(self) -> None:
        self.r = self._io.read_u1()
        self.g = self._io.read_u1()
        self.b = self._io.read_u1()


class Pale(Plain):
    """A body of `NESTED`."""

    def _read(self) -> None:
        self.entries = []
        while not self._io.is_eof():
            self.entries.append(Rgb(self._io, self, self._root))


class Text(Plain):
    """A body of `NESTED`."""

    def _read(self) -> None:
        stored = self._io.read_bytes_term(0, False, True, True)  # noqa: FBT003  # as its compiler does
        self.key = stored.decode("UTF-8")
        self.value = self._io.read_bytes_full().decode("UTF-8")


class Time(Plain):
    """A body of `NESTED`."""

    def _read(self) -> None:
        self.year = self._io.read_u2be()
        self.month = self._io.read_u1()
        self.day = self._io.read_u1()


class Items(Plain):
    """A body of `NESTED`."""

    def _read(self) -> None:
        self.num = self._io.read_u1()
        self.items = [self._io.read_u2be() for _ in range(self.num)]


class Chunk(Plain):
    """A chunk of `NESTED`."""

    def _read(self) -> None:
        self.len_body = self._io.read_u4be()
        self.kind = self._io.read_u4be()
        self._raw_body = self._io.read_bytes(self.len_body)
        io = KaitaiStream(BytesIO(self._raw_body))
        kind = self.kind
        if kind == 0:
            self.body: Any = Head(io, self, self._root)
        elif kind == 1:
            self.body = Pale(io, self, self._root)
        elif kind == 2:
            self.body = Text(io, self, self._root)
        elif kind == 3:
            self.body = Time(io, self, self._root)
        elif kind == 4:
            self.body = Items(io, self, self._root)
        self.crc = self._io.read_u4be()


class Chunks(Plain):
    """`NESTED`."""

    def _read(self) -> None:
        self.chunks = []
        while not self._io.is_eof():
            self.chunks.append(Chunk(self._io, self, self._root))


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
    Case("chunks of five kinds, nested", NESTED, Chunks, "chunks", ("kind", "body", "crc")),
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
    if case.spec is PACKETS:
        return b"".join(struct.pack("<IIII", n, n, n, n) + bytes(n) for n in sizes)
    kinds = ((i % len(BODIES), BODIES[i % len(BODIES)]) for i in range(count))
    return b"".join(struct.pack(">II", len(b), i) + b + bytes(4) for i, b in kinds)


def plain(value: Any) -> Any:
    """A value without the classes of those who have read it: records are dicts."""
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict | KaitaiStruct | Struct):
        fields = value if isinstance(value, dict) else vars(value)
        names = getattr(value, "_fields", fields)
        return {name: plain(_field(value, name)) for name in names if not name.startswith("_")}
    return value


def _field(value: Any, name: str) -> Any:
    return value[name] if isinstance(value, dict) else getattr(value, name)


def class_of(case: Case) -> Any:
    """The class that quire makes of a case's spec."""
    with scratch(needed=1 << 20) as folder:
        spec = folder / "records.ksy"
        spec.write_text(case.spec, encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])
