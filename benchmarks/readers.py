"""The same records by all who read records in Python: million records a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from typing import Any

import construct as con
import numba
import numpy as np
import numpy.typing as npt
from awkward.forth import ForthMachine64
from kaitaistruct import KaitaiStream

from benchmarks.record_cases import CASES, Case, class_of, plain, stored_rows
from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import measure

Array = npt.NDArray[Any]
Rows = list[tuple[Any, ...]]

HEADS = {"rows": 4, "words": 0, "packets": 0, "chunks": 0}
"""Bytes before the records of each case, by the name of their list."""

ROW = np.dtype(
    [("ident", "<u4"), ("kind", "<u2"), ("weight", "<f4"), ("stamp", "<i8"), ("flag", "u1"),
     ("pad", "V3")]
)  # fmt: skip  # laid out as the record
PACKET = ("ts_sec", "ts_usec", "len_body", "len_original")

BODIES = {
    0: con.Struct("width" / con.Int32ub, "height" / con.Int32ub, "depth" / con.Int8ub),
    1: con.Struct("entries" / con.GreedyRange(
        con.Struct("r" / con.Int8ub, "g" / con.Int8ub, "b" / con.Int8ub)
    )),
    2: con.Struct("key" / con.CString("utf8"), "value" / con.GreedyString("utf8")),
    3: con.Struct("year" / con.Int16ub, "month" / con.Int8ub, "day" / con.Int8ub),
    4: con.Struct("num" / con.Int8ub, "items" / con.Array(con.this.num, con.Int16ub)),
}  # fmt: skip  # laid out as the records
DECLARED = {
    "rows": con.Struct(
        "ident" / con.Int32ul, "kind" / con.Int16ul, "weight" / con.Float32l,
        "stamp" / con.Int64sl, "flag" / con.Int8ul, "pad" / con.Bytes(3),
    ),
    "words": con.Struct("len_text" / con.Int32ul, "text" / con.Bytes(con.this.len_text)),
    "packets": con.Struct(
        *(name / con.Int32ul for name in PACKET), "body" / con.Bytes(con.this.len_body)
    ),
    "chunks": con.Struct(
        "len_body" / con.Int32ub, "kind" / con.Int32ub,
        "body" / con.FixedSized(con.this.len_body, con.Switch(con.this.kind, BODIES)),
        "crc" / con.Int32ub,
    ),
}  # fmt: skip  # laid out as the records

FORTH = {
    "rows": """
        input source
        output ident uint32 output kind uint16 output weight float32 output stamp int64
        output flag uint8 output pad uint8
        begin
            source I-> ident source H-> kind source f-> weight source q-> stamp source B-> flag
            3 source #B-> pad
        source end until
    """,
    "words": """
        input source
        output ends int64 output text uint8
        0 ends <- stack
        begin source I-> stack dup ends +<- stack source #B-> text source end until
    """,
    "packets": """
        input source
        output ts_sec uint32 output ts_usec uint32 output len_body uint32 output len_original uint32
        output ends int64 output body uint8
        0 ends <- stack
        begin
            source I-> ts_sec source I-> ts_usec source I-> stack dup len_body <- stack
            source I-> len_original dup ends +<- stack source #B-> body
        source end until
    """,
}


@numba.njit(nogil=True)
def _pieces(
    buf: Array, head: Any, place: Any, numbers: Array, ends: Array, data: Array
) -> tuple[int, int]:
    """Records of some u4 and bytes whose length one of them is, bounds checked, in one pass."""
    pos: Any = 0
    used: Any = 0
    row: Any = 0
    while pos < buf.size:
        if pos + head > buf.size:
            return -1, 0
        for i in range(head // 4):
            at = pos + 4 * i
            numbers[i, row] = (
                buf[at] | buf[at + 1] << 8 | buf[at + 2] << 16 | np.uint32(buf[at + 3]) << 24
            )
        length = np.int64(numbers[place, row])
        pos += head
        if length > buf.size - pos:
            return -1, 0
        for i in range(length):
            data[used + i] = buf[pos + i]
        pos += length
        used += length
        row += 1
        ends[row] = used
    return row, used


@dataclass(frozen=True, slots=True)
class Reader:
    """A way to read all records of a case.

    Attributes:
        name: What it is.
        read: Reads bytes.
        rows: The values of a case's names in what was read, to be compared.
    """

    name: str
    read: Callable[[bytes], Any]
    rows: Callable[[Any], Rows]


def readers_table(options: Options) -> Table:
    """All readers, on all cases."""
    count = 20_000 if options.quick else 100_000
    speeds = [_speeds(case, stored_rows(case, count), count, options) for case in CASES]
    rows = [[name, *(each.get(name) for each in speeds)] for name in speeds[0]]
    note = (
        f"Million records a second; {count:,} records, from bytes in memory, as large as those "
        "above. What each found is compared before. Objects are all made; columns are arrays. By "
        "hand are loops that Numba compiles, and numpy's copies of columns where records are "
        "fixed; nested chunks nobody has written by hand, or in Forth."
    )
    return Table("Readers beside each other", ["reader", *(c.title for c in CASES)], rows, note)


def _speeds(case: Case, data: bytes, count: int, options: Options) -> dict[str, Cell]:
    readers = [*_readers(case)]
    first, *others = ((each.name, each.rows(each.read(data))) for each in readers)
    for name, rows in others:
        if rows != first[1]:
            message = f"{case.title}: {name} differs from {first[0]}"
            raise ValueError(message)
    actions = {each.name: (lambda read=each.read: read(data)) for each in readers}
    found = measure(actions, options.rounds)
    return {each.name: count / found.median(each.name) / 1e6 for each in readers}


def _readers(case: Case) -> Iterator[Reader]:
    def attributes(record: Any) -> Rows:
        rows = getattr(record, case.rows)
        return [tuple(plain(getattr(row, name)) for name in case.names) for row in rows]

    def values(columns: Any) -> Rows:
        return [*zip(*(_listed(columns[name]) for name in case.names), strict=True)]

    def objects(data: bytes) -> Any:
        record = kind.from_bytes(data)
        for row in getattr(record, case.rows):  # makes each
            getattr(row, case.names[1 if is_nested else 0])
        return record

    kind, head, is_nested = class_of(case), HEADS[case.rows], case.rows == "chunks"
    declared = con.GreedyRange(DECLARED[case.rows])
    yield Reader("Kaitai's runtime", lambda d: case.peer(KaitaiStream(BytesIO(d))), attributes)
    yield Reader(
        "Construct", lambda d: declared.parse(d[head:]), lambda found: _declared(case, found)
    )
    yield Reader("quire, objects", objects, attributes)
    if not is_nested:  # somebody would have to write them
        yield Reader("AwkwardForth", lambda d: _by_forth(case.rows, d[head:]), values)
        yield Reader("by hand", lambda d: _by_hand(case.rows, d[head:]), values)
    yield Reader("quire, columns", lambda d: kind.columns(d, case.rows), values)


def _listed(column: Any) -> list[Any]:
    """The values of a column; bytes as numpy has them, and pieces, are bytes or texts."""
    if isinstance(column, tuple):
        ends, data, is_text = column
        pieces = [data[a:b].tobytes() for a, b in pairwise(ends)]
        return [piece.decode() if is_text else piece for piece in pieces]
    if getattr(column, "dtype", np.dtype("u1")).kind == "V":
        return [each.tobytes() for each in column]
    found: list[Any] = plain(column.tolist())
    return found


def _declared(case: Case, found: Any) -> Rows:
    rows = [tuple(plain(row[name]) for name in case.names) for row in found]
    return [tuple(v.decode() for v in row) for row in rows] if case.rows == "words" else rows


@cache
def _machine(name: str) -> Any:
    return ForthMachine64(FORTH[name])


def _by_forth(name: str, data: bytes) -> dict[str, Any]:
    machine = _machine(name)
    machine.run({"source": np.frombuffer(data, np.uint8)})
    found = {each: np.asarray(buffer) for each, buffer in machine.outputs.items()}
    return _named(name, found, found)


def _by_hand(name: str, data: bytes) -> dict[str, Any]:
    if name == "rows":
        view = np.frombuffer(data, ROW)
        return {each: view[each].copy() for each in ROW.names or ()}
    names = ("len_text",) if name == "words" else PACKET
    buf, most = np.frombuffer(data, np.uint8), len(data) // (4 * len(names))
    numbers = np.empty((len(names), most), np.uint32)
    ends, pieces = np.zeros(most + 1, np.int64), np.empty(len(data), np.uint8)
    place = names.index("len_text" if name == "words" else "len_body")
    rows, used = _pieces(buf, 4 * len(names), place, numbers, ends, pieces)
    columns = {each: numbers[i, :rows] for i, each in enumerate(names)}
    return _named(name, columns, {"ends": ends[: rows + 1], "text": pieces[:used], "body": pieces})


def _named(name: str, columns: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Columns with the pieces of a case: their ends, their bytes, whether they are texts."""
    if name == "rows":
        pad = columns["pad"]
        return {**columns, "pad": pad if pad.dtype.kind == "V" else pad.view("V3")}
    piece = "text" if name == "words" else "body"
    return {**columns, piece: (found["ends"], found[piece], name == "words")}
