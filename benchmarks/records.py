"""Generated readers and writers of small records, and what compiling a spec costs."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream, KaitaiStruct, ReadWriteKaitaiStruct

import quire
from benchmarks.columns import columns_table, written_table
from benchmarks.files import scratch
from benchmarks.process import costs
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import measure

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


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite."""
    count = 20_000 if options.quick else 100_000
    rows = [_row(case, _bytes(case, count), count, options) for case in CASES]
    note = (
        f"{count:,} records, from bytes in memory; all of them are made. The peer is written by "
        "hand as Kaitai's compiler writes it: one call of its runtime for each field. The copy is "
        "that of the same bytes, by numpy."
    )
    columns = ["record", "ns a record", "Kaitai's runtime", "times as fast", "times a copy"]
    yield Table("Reading records", columns, rows, note)
    yield columns_table(options)
    yield written_table(options)
    yield _writing(options)
    yield _compiling(options)


def _bytes(case: Case, count: int) -> bytes:
    rng = np.random.default_rng(5)
    sizes = rng.integers(1, 24, count).tolist()
    if case.spec is FIXED:
        rows = (struct.pack("<IHfqB3s", n, 1, 0.5, n << 33, 7, b"pad") for n in sizes)
        return struct.pack("<I", count) + b"".join(rows)
    if case.spec is WORDS:
        return b"".join(struct.pack("<I", n) + b"x" * n for n in sizes)
    return b"".join(struct.pack("<IIII", n, n, n, n) + bytes(n) for n in sizes)


def _row(case: Case, data: bytes, count: int, options: Options) -> list[Cell]:
    kind = _class_of(case)
    mine, its = kind.from_bytes(data), case.peer(KaitaiStream(BytesIO(data)))
    if _values(case, mine) != _values(case, its):
        message = f"{case.title}: the readers differ"
        raise ValueError(message)
    stored, room = np.frombuffer(data, np.uint8), np.empty(len(data), np.uint8)
    found = measure(
        {
            "quire": lambda: _made(kind.from_bytes(data), case),
            "kaitai": lambda: case.peer(KaitaiStream(BytesIO(data))),
            "copy": partial(np.copyto, room, stored),
        },
        options.rounds,
    )
    each = [found.median(name) / count * 1e9 for name in ("quire", "kaitai")]
    return [case.title, *each, found.ratio("kaitai", "quire"), found.ratio("quire", "copy")]


def _made(record: Any, case: Case) -> Any:
    """A record whose list somebody has looked at."""
    getattr(record, case.rows)[:0]
    return record


def _values(case: Case, record: Any) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in case.names) for row in getattr(record, case.rows)]


# -- writing -----------------------------------------------------------------------------------


class PlainWriter(ReadWriteKaitaiStruct):  # type: ignore[misc]  # kaitaistruct has no types
    """A record as Kaitai's compiler writes it: a call of the runtime for each field."""

    def __init__(self, record: Any) -> None:
        super().__init__(None)
        for name in record._fields:
            setattr(self, name, getattr(record, name))
        self._dirty = False

    def _fetch_instances(self) -> None:
        pass


class FixedRowWriter(PlainWriter):
    """A row of `FIXED`."""

    def _write__seq(self, io: Any = None) -> None:
        super()._write__seq(io)
        self._io.write_u4le(self.ident)
        self._io.write_u2le(self.kind)
        self._io.write_f4le(self.weight)
        self._io.write_s8le(self.stamp)
        self._io.write_u1(self.flag)
        self._io.write_bytes(self.pad)


class PacketWriter(PlainWriter):
    """A packet of `PACKETS`."""

    def _write__seq(self, io: Any = None) -> None:
        super()._write__seq(io)
        self._io.write_u4le(self.ts_sec)
        self._io.write_u4le(self.ts_usec)
        self._io.write_u4le(self.len_body)
        self._io.write_u4le(self.len_original)
        self._io.write_bytes(self.body)


class ListWriter(PlainWriter):
    """`FIXED` or `PACKETS`."""

    def __init__(self, record: Any, rows: str, each: Any, size: int) -> None:
        super().__init__(record)
        self.records = [each(row) for row in getattr(record, rows)]
        self.size, self._dirty = size, False

    def _fetch_instances(self) -> None:
        for record in self.records:
            record._fetch_instances()

    def _write__seq(self, io: Any = None) -> None:
        super()._write__seq(io)
        if hasattr(self, "num_rows"):
            self._io.write_u4le(self.num_rows)
        for record in self.records:
            record._write__seq(self._io)  # noqa: SLF001  # as its compiler does

    def to_bytes(self) -> bytes:
        """The bytes, in a stream of the final size."""
        stream = KaitaiStream(BytesIO(bytearray(self.size)))
        self._write(stream)
        found: bytes = stream.to_byte_array()
        return found


def _writing(options: Options) -> Table:
    """Records that were read and not looked at, and such that are objects."""
    count = 20_000 if options.quick else 200_000
    cases = ((CASES[0], FixedRowWriter), (CASES[2], PacketWriter))
    rows = [row for case, each in cases for row in _written(case, each, count, options)]
    note = (
        f"{count:,} records to bytes. The peer is written by hand as Kaitai's compiler writes it "
        "with `--read-write`, and does not check. What was read and not looked at is copied; "
        "`objects` are records that somebody has looked at."
    )
    columns = ["records", "ns a record", "Kaitai's runtime", "times as fast", "times a copy"]
    return Table("Writing records", columns, rows, note)


def _written(case: Case, each: Any, count: int, options: Options) -> Iterator[list[Cell]]:
    data = _bytes(case, count)
    kind = _class_of(case)
    unseen, seen = kind.from_bytes(data), kind.from_bytes(data)
    peer = ListWriter(kind.from_bytes(data), case.rows, each, len(data))
    list(getattr(seen, case.rows))
    if not unseen.to_bytes() == seen.to_bytes() == peer.to_bytes() == data:
        message = f"{case.title}: the writers differ"
        raise ValueError(message)
    stored, room = np.frombuffer(data, np.uint8), np.empty(len(data), np.uint8)
    tasks = {"unseen": unseen.to_bytes, "seen": seen.to_bytes, "kaitai": peer.to_bytes}
    found = measure(tasks | {"copy": partial(np.copyto, room, stored)}, options.rounds)
    for name, what in (("unseen", "as read"), ("seen", "objects")):
        times = [found.median(task) / count * 1e9 for task in (name, "kaitai")]
        ratios = [found.ratio("kaitai", name), found.ratio(name, "copy")]
        yield [f"{case.title}, {what}", *times, *ratios]


def _class_of(case: Case) -> Any:
    with scratch(needed=1 << 20) as folder:
        spec = folder / "records.ksy"
        spec.write_text(case.spec, encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])


# -- compiling ---------------------------------------------------------------------------------

TYPE = """
  part_{n}:
    params: [{{id: scale, type: u4}}]
    seq:
      - {{id: len_body, type: u2}}
      - {{id: kind, type: u1, enum: kind}}
      - {{id: flags, type: b3, if: kind == kind::some}}
      - id: body
        size: len_body
        type:
          switch-on: kind
          cases:
            'kind::some': leaf
            'kind::other': part_{previous}(scale * 2 + {n})
      - {{id: name, type: strz, repeat: until, repeat-until: _.length == 0 or _ == "{n}"}}
    instances:
      first: {{pos: 4 * scale, type: u4, valid: {{min: 1, max: {n}00}}}}
      total: {{value: "first + len_body * scale - (flags > 3 ? 1 : {n})"}}
"""
HEAD = """meta: {id: parts, endian: le, encoding: UTF-8}
seq: [{id: part, type: part_1(1)}]
enums:
  kind: {1: some, 2: other}
types:
  leaf: {seq: [{id: rest, size-eos: true}]}
"""
GEN = "import sys; from quire.cli.main import main; sys.argv[0] = 'quire'; main()"


def _compiling(options: Options) -> Table:
    """CPU of whole processes: one that only starts, and those that compile."""
    with scratch(needed=1 << 20) as folder:
        spec = folder / "parts.ksy"
        parts = [TYPE.format(n=n, previous=max(n - 1, 1)) for n in range(1, 30)]
        spec.write_text(HEAD + "".join(parts), encoding="utf-8")
        lines = len(spec.read_text(encoding="utf-8").splitlines())
        tasks = {
            "Python alone": ("pass",),
            "import numpy": ("import numpy",),
            f"quire gen, {lines} lines": (GEN, "gen", str(spec), "-o", str(folder)),
        }
        found = costs(tasks, options.rounds)
    rows: list[list[Cell]] = [[name, cost.cpu, cost.wall] for name, cost in found.items()]
    note = "A new process each time. Target: at most 0.6 s of processors for 500 lines."
    return Table("Compiling a spec", ["process", "CPU s", "wall s"], rows, note)
