"""Columns of lists, beside loops by hand that Numba compiles, copies of numpy, and objects."""

from __future__ import annotations

import struct
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

import quire
from benchmarks.files import scratch
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
    rows = [_variable(count, options), _fixed(count, options)]
    note = (
        f"{count:,} records, from bytes in memory. The peer is a loop by hand that Numba compiles, "
        "or numpy's copy of each column. Objects are all looked at."
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


def _row(title: str, found: Any, count: int) -> list[Cell]:
    speeds = [count / found.median(name) / 1e6 for name in ("quire", "peer")]
    return [title, *speeds, found.ratio("peer", "quire"), found.ratio("objects", "quire")]


def _compiled(text: str) -> Any:
    with scratch(needed=1 << 20) as folder:
        spec = folder / "spec.ksy"
        spec.write_text(text, encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])
