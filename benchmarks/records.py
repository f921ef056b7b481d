"""Generated readers and writers of small records, and what compiling a spec costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream, ReadWriteKaitaiStruct

from benchmarks.columns import columns_table, first_table, written_table
from benchmarks.files import scratch
from benchmarks.process import costs
from benchmarks.readers import readers_table
from benchmarks.record_cases import CASES, Case, class_of, plain, stored_rows
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import measure


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite."""
    count = 20_000 if options.quick else 100_000
    rows = [_row(case, stored_rows(case, count), count, options) for case in CASES]
    note = (
        f"{count:,} records, from bytes in memory; all of them are made. The peer is written by "
        "hand as Kaitai's compiler writes it: one call of its runtime for each field. The copy is "
        "that of the same bytes, by numpy."
    )
    columns = ["record", "ns a record", "Kaitai's runtime", "times as fast", "times a copy"]
    yield Table("Reading records", columns, rows, note)
    yield readers_table(options)
    yield columns_table(options)
    yield written_table(options)
    yield first_table(options)
    yield _writing(options)
    yield _compiling(options)


def _row(case: Case, data: bytes, count: int, options: Options) -> list[Cell]:
    kind = class_of(case)
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
    rows = getattr(record, case.rows)
    return [tuple(plain(getattr(row, name)) for name in case.names) for row in rows]


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
    data = stored_rows(case, count)
    kind = class_of(case)
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
