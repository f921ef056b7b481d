"""Columns of lists, beside loops by hand that Numba compiles, copies of numpy, and objects."""

from __future__ import annotations

import struct
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

import quire
from benchmarks.files import scratch
from benchmarks.process import costs
from benchmarks.record_cases import BODIES, NESTED
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import measure

Array = npt.NDArray[Any]

RECORDS = """
meta: {id: rec, endian: le, encoding: UTF-8}
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: kind, type: u1}
      - {id: number, type: u2}
"""
FIXED = """
meta: {id: fixed, endian: le}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: a, type: u4}, {id: b, type: u2}, {id: c, type: f8}, {id: d, type: u1}]}
"""
ROW = np.dtype([("a", "<u4"), ("b", "<u2"), ("c", "<f8"), ("d", "u1")])


@numba.njit(nogil=True)
def _by_hand(
    buf: Array, lengths: Array, ends: Array, data: Array, kinds: Array, numbers: Array
) -> Any:
    """One pass, bounds checked; gives the rows, and -1 where one does not fit or is no ASCII."""
    pos: Any = 0
    used: Any = 0
    row, high = 0, np.uint8(0)
    while pos < buf.size:
        length = np.int64(buf[pos])
        if pos + length + 4 > buf.size:
            return -1
        lengths[row] = length
        for i in range(length):
            byte = buf[pos + 1 + i]
            high |= byte
            data[used + i] = byte
        used += length
        pos += length + 1
        ends[row + 1] = used
        kinds[row] = buf[pos]
        numbers[row] = buf[pos + 1] | np.uint16(buf[pos + 2]) << 8
        pos += 3
        row += 1
    return -1 if high & 0x80 else row


def by_hand(stored: Array) -> tuple[int, list[Array]]:
    """The columns of `RECORDS`, with room for as many rows as could be there."""
    most = len(stored) // 4
    outs: list[Array] = [
        np.empty(most, np.uint8),
        np.zeros(most + 1, np.int32),
        np.empty(len(stored), np.uint8),
        np.empty(most, np.uint8),
        np.empty(most, np.uint16),
    ]
    return _by_hand(stored, *outs), outs


def columns_table(options: Options) -> Table:
    """Columns of variable and of fixed records."""
    count = 100_000 if options.quick else 300_000
    rows = [_variable(count, options), _fixed(10 * count, options), _nested(count, options)]
    note = (
        f"{count:,} records, of the fixed ones ten times as many, from bytes in memory. The peer "
        "is a loop by hand that Numba compiles, or numpy's copy of each column; chunks of five "
        "kinds, nested, have none. Objects are all looked at."
    )
    head = ["columns", "million/s", "peer", "times as fast as the peer", "… as objects"]
    return Table("Reading columns", head, rows, note)


def _variable(count: int, options: Options) -> list[Cell]:
    kind = _compiled(RECORDS)
    sizes = np.random.default_rng(1).integers(3, 12, count).tolist()
    data = b"".join(struct.pack("B", n) + b"abcdefghijkl"[:n] + b"\1\2\3" for n in sizes)
    stored = np.frombuffer(data, np.uint8)
    table, (rows, outs) = kind.columns(data, "records"), by_hand(stored)
    if rows != count or not np.array_equal(table["name"].offsets, outs[1][: rows + 1]):
        message = "the columns differ"
        raise ValueError(message)
    found = measure(
        {
            "quire": lambda: kind.columns(data, "records"),
            "peer": lambda: by_hand(stored),
            "objects": lambda: list(kind.from_bytes(data).records),
        },
        options.rounds,
    )
    return _row("u1, a string as long, u1, u2", found, count)


def _fixed(count: int, options: Options) -> list[Cell]:
    kind = _compiled(FIXED)
    data = np.random.default_rng(2).integers(0, 256, 15 * count, np.uint8).tobytes()
    view = np.frombuffer(data, ROW)
    if not np.array_equal(kind.columns(data, "rows")["b"], view["b"]):
        message = "the columns differ"
        raise ValueError(message)
    found = measure(
        {
            "quire": lambda: kind.columns(data, "rows"),
            "peer": lambda: [view[name].copy() for name in ("a", "b", "c", "d")],
            "objects": lambda: list(kind.from_bytes(data).rows),
        },
        options.rounds,
    )
    return _row("u4, u2, f8, u1", found, count)


def _nested(count: int, options: Options) -> list[Cell]:
    kind = _compiled(NESTED)
    kinds = [(len(body), i, body, 0) for i, body in enumerate(BODIES)]
    chunks = [struct.pack(f">II{size}sI", size, i, body, crc) for size, i, body, crc in kinds]
    data = b"".join(chunks) * (count // len(chunks))
    last = kind.columns(data, "chunks")[-1]
    if last["body"]["items"] != [1, 2, 3]:
        message = "the columns differ"
        raise ValueError(message)
    calls = {
        "quire": lambda: kind.columns(data, "chunks"),
        "objects": lambda: _looked_at(kind.from_bytes(data).chunks),
    }
    found = measure(calls, options.rounds)
    speed = count / found.median("quire") / 1e6
    return ["chunks of five kinds, nested", speed, None, None, found.ratio("objects", "quire")]


def _looked_at(chunks: Any) -> None:
    for chunk in chunks:
        _ = chunk.body


def written_table(options: Options) -> Table:
    """Lists that are written from columns."""
    count = 100_000 if options.quick else 300_000
    sizes = np.random.default_rng(1).integers(3, 12, count).tolist()
    variable = b"".join(struct.pack("B", n) + b"abcdefghijkl"[:n] + b"\1\2\3" for n in sizes)
    fixed = np.random.default_rng(2).integers(0, 256, 150 * count, np.uint8).tobytes()
    rows = [
        _written("u1, a string as long, u1, u2", RECORDS, "records", variable, count, options),
        _written("u4, u2, f8, u1", FIXED, "rows", fixed, 10 * count, options),
    ]
    note = (
        f"{count:,} records, of the fixed ones ten times as many, from a table to bytes. The peer "
        "is numpy's copy: of the columns into a structured array, and of that to bytes; of records "
        "that differ in size, of the bytes."
    )
    return Table("Writing columns", ["columns", "million/s", "peer", "times the peer"], rows, note)


def _written(
    title: str, spec: str, name: str, data: bytes, count: int, options: Options
) -> list[Cell]:
    kind = _compiled(spec)
    table = kind.columns(data, name)
    if kind.build(**{name: table}).to_bytes() != data:
        message = "the bytes differ"
        raise ValueError(message)
    stored = np.frombuffer(data, np.uint8)
    peer = (lambda: _copied(table)) if spec is FIXED else stored.tobytes
    found = measure(
        {"quire": lambda: kind.build(**{name: table}).to_bytes(), "peer": peer}, options.rounds
    )
    speeds = [count / found.median(each) / 1e6 for each in ("quire", "peer")]
    return [title, *speeds, found.ratio("quire", "peer")]


def _copied(table: Any) -> bytes:
    rows = np.empty(len(table), ROW)
    for name in ROW.names or ():
        rows[name] = table[name]
    return rows.tobytes()


FIRST = """
import sys, tempfile
if len(sys.argv) > 3:
    tempfile.tempdir = tempfile.mkdtemp(dir=sys.argv[3])
import numpy, quire
quire.compile(sys.argv[1]).Rec.columns(sys.argv[2], "records")
"""


def first_table(options: Options) -> Table:
    """The first columns of a process: with nothing kept on disk, and with all."""
    with scratch(needed=1 << 24) as folder:
        spec, file = folder / "rec.ksy", folder / "rec.bin"
        spec.write_text(RECORDS, encoding="utf-8")
        file.write_bytes(b"\x04name\1\2\3" * 100_000)
        tasks = {
            "import numpy": ("import numpy",),
            "the first columns ever": (FIRST, str(spec), str(file), str(folder)),
            "the first columns of a process": (FIRST, str(spec), str(file)),
        }
        found = costs(tasks, options.rounds)
    numpy = found["import numpy"].cpu
    rows: list[list[Cell]] = [[name, each.cpu, each.cpu - numpy] for name, each in found.items()]
    note = (
        "A new process each time: it compiles a spec, and reads 100,000 records. What was compiled "
        "before is kept. Targets: 4 s of processors and 0.6 s beyond importing numpy."
    )
    return Table("The first columns", ["process", "CPU s", "beyond numpy"], rows, note)


def _row(title: str, found: Any, count: int) -> list[Cell]:
    speeds = [count / found.median(name) / 1e6 for name in ("quire", "peer")]
    return [title, *speeds, found.ratio("peer", "quire"), found.ratio("objects", "quire")]


def _compiled(text: str) -> Any:
    with scratch(needed=1 << 20) as folder:
        spec = folder / "spec.ksy"
        spec.write_text(text, encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])
