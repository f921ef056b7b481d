"""What it costs to write a file of 100 MB that was read: as it was, and with one change.

Times are told beside a copy of the same bytes, and beside reading them with a look at all. Each is
taken in a process of its own, as that of who reads a file, changes it and writes it: memory that
was given back is faster to fill than new one, and reading fills more of it than writing.
"""

from __future__ import annotations

import gc
import struct
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import quire
from benchmarks.files import scratch
from benchmarks.suite import Cell, Options, Table
from quire.runtime.record import Record

PAYLOADS = """
meta: {id: payloads, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq: [{id: kind, type: u4}, {id: len_body, type: u4}, {id: body, size: len_body}]
"""
FIXED = """
meta: {id: fixed, endian: le}
seq: [{id: num_items, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: num_items}]
types:
  item:
    seq:
      - {id: kind, type: u4}
      - {id: weight, type: f4}
      - {id: stamp, type: s8}
      - {id: body, size: 234}
"""
CHUNKS = """
meta: {id: chunks, endian: le}
seq: [{id: items, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: kind, type: u4}
      - {id: len_body, type: u4}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {0: chunks}}
  chunks:
    seq: [{id: items, type: chunk, repeat: eos}]
"""
SUMS = """
meta: {id: sums, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u4}
      - {id: len_body, type: u4}
      - {id: body, size: len_body}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}}
"""
PAIRS = """
meta: {id: pairs, endian: le}
seq: [{id: items, type: pair, repeat: eos}]
types:
  pair:
    seq: [{id: key, type: vlq}, {id: len_body, type: vlq}, {id: body, size: len_body.value}]
  vlq:
    seq:
      - id: groups
        type: 'group(_index != 0 ? groups[_index - 1].so_far : 0)'
        repeat: until
        repeat-until: not _.has_next
    instances: {value: {value: groups.last.so_far}}
  group:
    params: [{id: before, type: u8}]
    seq: [{id: has_next, type: b1}, {id: low, type: b7}]
    instances: {so_far: {value: before * 128 + low}}
"""
OFFSETS = """
meta: {id: offsets, endian: le}
seq:
  - {id: num_items, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
types:
  item:
    seq: [{id: kind, type: u4}, {id: ofs_body, type: u4}, {id: len_body, type: u4}]
    instances:
      body: {pos: ofs_body, size: len_body}
"""
INDEX = """
meta: {id: indexed, endian: le}
seq: [{id: ofs_index, type: u4}, {id: len_index, type: u4}]
instances: {index: {pos: ofs_index, size: len_index, type: index}}
types:
  index: {seq: [{id: items, type: item, repeat: eos}]}
  item:
    seq:
      - {id: name, type: strz, size: 16, encoding: ASCII}
      - {id: ofs_body, type: u4}
      - {id: len_body, type: u4}
    instances: {body: {io: _root._io, pos: ofs_body, size: len_body}}
"""


SMALL = 100_000
"""Bytes of the file that a process has read before."""

OVERLAY = Path(__file__).parent.parent / "examples" / "overlays" / "zip.quire.yaml"


@dataclass(frozen=True, slots=True)
class Shape:
    """Files of one kind.

    Attributes:
        title: What they are.
        spec: The spec; none for the public one of zip with the overlay of the examples.
        make: Makes one of about so many bytes.
        alter: Changes something in the middle that takes as many bytes as before.
        move: Changes something in the middle that takes more, takes it out, or puts it in.
    """

    title: str
    spec: str | None
    make: Callable[[int], bytes]
    alter: Callable[[Any], None]
    move: Callable[[Any], None]


def _item(kind: int, body: bytes) -> bytes:
    return struct.pack("<II", kind, len(body)) + body


def _items(size: int, *, count: int) -> bytes:
    body = bytes(range(256)) * (size // count // 256 + 1)
    return b"".join(_item(n + 1, body[: size // count - n % 9]) for n in range(count))


def _fixed(size: int) -> bytes:
    count = size // 250
    rows = (struct.pack("<Ifq", n, 0.5, n << 33) + bytes(234) for n in range(count))
    return struct.pack("<I", count) + b"".join(rows)


def _wide(size: int) -> bytes:
    """Chunks in chunks in chunks, twenty each, with 12.5 kB in the innermost."""
    body = bytes(size // 8000)
    for kind in (1, 0, 0):
        body = _item(kind, body) * 20
    return body


def _deep(size: int, *, depth: int = 60) -> bytes:
    body = _item(1, bytes(size))
    for _ in range(depth):
        body = _item(1, bytes(8)) + _item(0, body)
    return body


def _sums(size: int) -> bytes:
    bodies = (bytes([n % 256]) * (size // 5000 - n % 9) for n in range(5000))
    return b"".join(_item(1, each) + struct.pack("<I", zlib.crc32(each)) for each in bodies)


def _pairs(size: int) -> bytes:
    body = bytes(size // 8000)
    head = bytes([1, 0x80 | len(body) >> 14, 0x80 | len(body) >> 7 & 0x7F, len(body) & 0x7F])
    return (head + body) * 8000


def _offsets(size: int) -> bytes:
    count = 5000
    each = size // count
    begin = 4 + 12 * count
    rows = (struct.pack("<III", n, begin + n * each, each) for n in range(count))
    return struct.pack("<I", count) + b"".join(rows) + bytes(range(100)) * (size // 100)


def _index(size: int) -> bytes:
    count = 5000
    each = size // count
    rows = (struct.pack("<16sII", b"body-%d" % n, 8 + n * each, each) for n in range(count))
    index, bodies = b"".join(rows), bytes(range(100)) * (size // 100)
    return struct.pack("<II", 8 + len(bodies), len(index)) + bodies + index


def _zip(size: int) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for n in range(5000):
            file.writestr(f"member-{n}.txt", bytes([n % 256]) * (size // 5000))
    return buffer.getvalue()


def _middle(record: Any) -> Any:
    return record.items[len(record.items) // 2]


def _alter(record: Any) -> None:
    _middle(record).kind = 7


def _grow(record: Any) -> None:
    item = _middle(record)
    item.body = bytes(item.body) + b"more"


def _insert(record: Any) -> None:
    items = record.items
    items.insert(len(items) // 2, {"kind": 1, "weight": 0.5, "stamp": 1, "body": bytes(234)})


def _fill(record: Any) -> None:
    item = _middle(record)
    item.body = b"x" * len(item.body)


def _take_out(record: Any) -> None:
    del record.items[len(record.items) // 2]


def _exchange(record: Any) -> None:
    items = record.index.items
    items[1], items[-2] = items[-2], items[1]


def _put_in(record: Any) -> None:
    items = record.index.items
    items.insert(len(items) // 2, {"name": "more", "body": b"more"})


def _innermost(record: Any) -> Any:
    while (item := record.items[-1]).kind == 0:
        record = item.body
    return item


def _alter_inside(record: Any) -> None:
    _innermost(record).kind = 7


def _grow_inside(record: Any) -> None:
    item = _innermost(record)
    item.body = bytes(item.body) + b"more"


def _member(record: Any) -> Any:
    return record.sections[len(record.sections) // 4].body


def _rename(record: Any) -> None:
    header = _member(record).header
    header.file_name = header.file_name[:-3] + "doc"


def _grow_member(record: Any) -> None:
    body = _member(record)
    body.body = bytes(body.body) + b"more"


def _add_member(record: Any) -> None:
    sections = record.sections
    member, entry = deepcopy(sections[len(sections) // 4]), deepcopy(sections[-2])
    member.body.header.file_name = "new.txt"
    entry.body.local_header = member
    sections.insert(len(sections) // 4, member)
    sections.insert(len(sections) - 1, entry)


SHAPES = (
    Shape("10 payloads", PAYLOADS, lambda size: _items(size, count=10), _alter, _grow),
    Shape("400,000 records of one size", FIXED, _fixed, _alter, _insert),
    Shape(
        "400,000 records with lengths",
        PAYLOADS,
        lambda size: _items(size, count=size // 250),
        _alter,
        _grow,
    ),
    Shape("8,000 chunks, 3 deep", CHUNKS, _wide, _alter_inside, _grow_inside),
    Shape("1 chunk, 60 deep", CHUNKS, _deep, _alter_inside, _grow_inside),
    Shape("8,000 pairs that know no place", PAIRS, _pairs, _fill, _take_out),
    Shape("5,000 bodies with checksums", SUMS, _sums, _alter, _grow),
    Shape("5,000 bodies at positions", OFFSETS, _offsets, _alter, _grow),
    Shape("5,000 entries of an index", INDEX, _index, _exchange, _put_in),
    Shape("5,000 members of a zip", None, _zip, _rename, _grow_member),
    Shape("a member more in such a zip", None, _zip, _rename, _add_member),
)


class Once(NamedTuple):
    """Seconds of the processor that a process has taken for one file.

    Attributes:
        copy: To copy its bytes.
        reading: To read it; with a look at all, if somebody has looked.
        writing: To write it.
    """

    copy: float
    reading: float
    writing: float


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite."""
    size = 10_000_000 if options.quick else 100_000_000
    rounds = 1 if options.quick else 3
    rows = [_row(shape, size, rounds, options) for shape in shapes_of(options)]
    note = (
        f"Files of {size // 1_000_000} MB; times of the processor, each in a new process that has "
        "written a small file of the kind before. Reading: with a look at all. "
        "Unseen: nobody has looked at anything but what was changed, in copies. Seen: after a look "
        "at all, in readings. "
        "The members of a zip: with `--specs`, by the public spec and an overlay."
    )
    kinds = ("as it was", "same size", "grown")
    heads = (f"{kind}, {seen}" for seen in ("unseen", "seen") for kind in kinds)
    yield Table("Editing", ["file", "copy, ms", "reading, ms", *heads], rows, note)


def shapes_of(options: Options) -> list[Shape]:
    """The shapes that are asked for."""
    shapes = [each for each in SHAPES if each.spec or options.specs]
    if options.of:
        shapes = [each for each in shapes if any(word in each.title for word in options.of)]
    return shapes


def _row(shape: Shape, size: int, rounds: int, options: Options) -> list[Cell]:
    with scratch(needed=size) as folder:
        path = folder / "edited"
        path.write_bytes(shape.make(size))
        found = {
            (look, edit): [_apart(shape, path, look, edit, options) for _ in range(rounds)]
            for look in (leave, walked)
            for edit in (leave, shape.alter, shape.move)
        }
    copy = median(each.copy for some in found.values() for each in some)
    reading = median(e.reading for (look, _), some in found.items() if look is walked for e in some)
    cells = (
        median(each.writing for each in some) / (copy if look is leave else reading)
        for (look, _), some in found.items()
    )
    return [shape.title, copy * 1e3, reading * 1e3, *cells]


def _apart(
    shape: Shape,
    path: Path,
    look: Callable[[Any], None],
    edit: Callable[[Any], None],
    options: Options,
) -> Once:
    """What a new process takes for a file."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        place = SHAPES.index(shape)
        return pool.submit(_once, place, path, look, edit, options).result()


def _once(
    place: int,
    path: Path,
    look: Callable[[Any], None],
    edit: Callable[[Any], None],
    options: Options,
) -> Once:
    """The same in this process, which has read and written nothing yet."""
    kind = class_of(SHAPES[place], options)
    _timed(kind, SHAPES[place].make(SMALL), look, edit)  # what is imported late is there then
    gc.collect()
    return _timed(kind, path.read_bytes(), look, edit)


def _timed(
    kind: Any, data: bytes, look: Callable[[Any], None], edit: Callable[[Any], None]
) -> Once:
    start = time.process_time()
    bytes(memoryview(data))
    copied = time.process_time()
    record = kind.from_bytes(data)
    look(record)
    read = time.process_time()
    edit(record)
    edited = time.process_time()
    record.to_bytes()
    return Once(copied - start, read - copied, time.process_time() - edited)


def leave(_: Any) -> None:
    """Do nothing with a record."""


def walked(record: Any) -> None:
    """Look at all that a record has."""
    pending = [record]
    while pending:
        value = pending.pop()
        if isinstance(value, list):
            pending += value
        elif isinstance(value, Record):
            names = (*value._fields, *value._instances)  # noqa: SLF001  # what there is, in any record
            pending += [getattr(value, name, None) for name in names]  # an `if` leaves some out


def class_of(shape: Shape, options: Options) -> Any:
    """The class that reads the files of a shape."""
    if shape.spec is None and options.specs is not None:
        path = next(options.specs.rglob("zip.ksy"))
        return quire.compile(path, imports=[options.specs], overlays=[OVERLAY]).Zip
    with scratch(needed=1 << 20) as folder:
        spec = folder / "edited.ksy"
        spec.write_text(shape.spec or "", encoding="utf-8")
        module = quire.compile(spec)
    return getattr(module, module.__all__[0])
