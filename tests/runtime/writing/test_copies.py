"""How often the bytes of large files are copied while they are written."""

from __future__ import annotations

import gc
import os
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.editing.comparing.unedited import large_values
from quire.runtime.editing.making import restored
from quire.runtime.reading.source import same_bytes

SIZE = 8 << 20
BODY = os.urandom(SIZE)
HEAD = b"\x07\0\0\0" + SIZE.to_bytes(4, "little")
FILE = HEAD + BODY + b"ab" * 2

SPEC = """
meta: {id: large, endian: le}
seq:
  - {id: tag, type: u4}
  - {id: len_body, type: u4}
  - {id: body, size: len_body}
  - {id: pair, type: str, size: 2, encoding: ASCII, repeat: expr, repeat-expr: 2}
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("large") / "large.ksy"
    path.write_text(SPEC)
    found = quire.compile(path).Large
    assert found.from_bytes(FILE).to_bytes() == FILE  # what is loaded late is loaded
    return found


def tag(record: Any) -> bytes:
    record.tag = 8
    return b"\x08" + FILE[1:]


def nothing(_: Any) -> bytes:
    return FILE


def last_byte(record: Any) -> bytes:
    record.body = record.body[:-1] + b"?"
    return FILE[: SIZE + 7] + b"?" + FILE[SIZE + 8 :]


def longer(record: Any) -> bytes:
    record.body += b"?"
    return FILE[:4] + (SIZE + 1).to_bytes(4, "little") + BODY + b"?" + FILE[SIZE + 8 :]


@pytest.mark.parametrize(("edit", "copies"), [(nothing, 0), (tag, 2), (last_byte, 3), (longer, 3)])
def test_what_a_record_has_is_not_copied_to_be_compared(
    large: Any, edit: Callable[[Any], bytes], copies: int
) -> None:
    record = large.from_bytes(FILE)
    expected = edit(record)
    tracemalloc.start()
    try:
        written = record.to_bytes()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert written == expected
    assert peak < (copies + 0.2) * SIZE


PLACED = """
meta: {id: placed, endian: le}
seq: [{id: ofs_body, type: u4}, {id: len_body, type: u4}, {id: ofs_end, type: u4}]
instances:
  body: {pos: ofs_body, size: len_body}
  end: {pos: ofs_end, size: 2}
"""
NESTED = """
meta: {id: nested, endian: le}
seq: [{id: node, type: node}]
types:
  node:
    seq:
      - {id: more, type: u1}
      - {id: len_rest, type: u4}
      - {id: rest, size: len_rest, type: {switch-on: more, cases: {1: node, 0: leaf}}}
    instances: {first: {pos: 0, type: u1}}
  leaf: {seq: [{id: data, size-eos: true}]}
"""


ITEMS = """
meta: {id: items, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: kind, type: u4}, {id: len_body, type: u4}, {id: body, size: len_body}]}
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
      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: body}, if: kind == 1}
  chunks: {seq: [{id: items, type: chunk, repeat: eos}]}
"""


def compiled(folder: Path, spec: str, name: str) -> Any:
    (folder / "spec.ksy").write_text(spec)
    return getattr(quire.compile(folder / "spec.ksy"), name)


def peak_of(record: Any, expected: bytes) -> int:
    """The most memory that writing a record takes."""
    tracemalloc.start()
    try:
        written = record.to_bytes()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert written == expected
    return peak


def test_what_grows_at_a_position_is_not_copied_for_each_draft(tmp_path: Path) -> None:
    kind = compiled(tmp_path, PLACED, "Placed")

    def file(body: bytes) -> bytes:
        return struct.pack("<3I", 12, len(body), 12 + len(body)) + body + b"!!"

    for body, more in ((b"small", b"?"), (BODY, b"?")):  # what is loaded late is loaded
        record = kind.from_bytes(file(body))
        record.body += more
        peak = peak_of(record, file(body + more))
    assert peak < 2.2 * SIZE


@pytest.mark.parametrize("depth", [2, 30])
def test_what_grows_in_a_nest_with_positions_is_not_copied_for_each_level(
    depth: int, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, NESTED, "Nested")

    def file(data: bytes) -> bytes:
        for level in range(depth):
            data = struct.pack("<BI", min(level, 1), len(data)) + data
        return data

    for body in (b"small", BODY):
        record = kind.from_bytes(file(body))
        leaf = record.node
        for _ in range(depth):
            leaf = leaf.rest
        leaf.data += b"?"
        peak = peak_of(record, file(body + b"?"))
    assert peak < 2.2 * SIZE


@pytest.mark.parametrize("more", [b"", b"?"])
def test_what_is_the_same_in_a_list_that_was_walked_over_is_copied_once(
    more: bytes, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, ITEMS, "Items")

    def file(data: bytes, tag: int = 1, more: bytes = b"") -> bytes:
        head, last = (struct.pack("<II", n, len(data) // 8) for n in (1, 2))
        bodies = [data[i : i + len(data) // 8] for i in range(0, len(data), len(data) // 8)]
        changed = struct.pack("<II", tag, len(bodies[3]) + len(more)) + bodies[3] + more
        return b"".join([head + each for each in bodies[:3]] + [changed]) + b"".join(
            last + each for each in bodies[4:]
        )

    for data in (BODY[: 8 << 10], BODY):
        record = kind.from_bytes(file(data))
        assert len([*record.items]) == 8
        record.items[3].kind, record.items[3].body = 9, record.items[3].body + more
        peak = peak_of(record, file(data, 9, more))
    assert peak < 1.5 * SIZE


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_what_many_records_have_is_not_copied_to_be_compared(depth: int, tmp_path: Path) -> None:
    kind = compiled(tmp_path, CHUNKS, "Chunks")

    def file(tag: int = 2) -> bytes:
        """A thousand bodies of 8 kB, ten in each chunk in chunks."""
        rows = []
        for n in range(1000):
            body = bytes([n % 7]) * (8000 + n % 3)
            crc = struct.pack("<I", zlib.crc32(body)) if n % 2 else b""
            rows.append(struct.pack("<II", 1 if crc else tag if n == 500 else 2, len(body)))
            rows[-1] += body + crc
        for _ in range(depth):
            tens = [b"".join(rows[i : i + 10]) for i in range(0, len(rows), 10)]
            rows = [struct.pack("<II", 0, len(each)) + each for each in tens]
        return b"".join(rows)

    size = len(file())
    gc.disable()  # what leads to itself must not be left to it
    try:
        assert peak_of(kind.from_bytes(file()), file()) < 0.4 * size
        record = kind.from_bytes(file())
        item = record.items[len(record.items) // 2]
        while item.kind == 0:
            item = item.body.items[0]
        item.kind = 3
        tracemalloc.start()
        written = record.to_bytes()
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert written == file(3)
    assert peak < 2.5 * size
    assert left < 1.3 * size


def test_small_records_that_are_read_again_go_at_once(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ITEMS, "Items")

    def file(count: int, middle: bytes) -> bytes:
        bodies = [bytes([n % 7]) * (240 + n % 3) for n in range(count)]
        bodies[count // 2] = middle
        return b"".join(struct.pack("<II", 2, len(each)) + each for each in bodies)

    for count in (10, 16_000):  # what is loaded late is loaded
        record = kind.from_bytes(file(count, b"as it was"))
        assert {each.kind for each in record.items} == {2}  # all are made
        record.items[count // 2].body = b"another"
        peak = peak_of(record, file(count, b"another"))
    assert peak < 5.6 * len(file(count, b""))  # twice what was there, and what is written


def test_large_values_that_are_nearly_equal_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "many.ksy").write_text(
        "meta: {id: many, endian: le}\n"
        "seq:\n"
        "  - {id: tag, type: u1}\n"
        f"  - {{id: parts, size: {1 << 20}, repeat: eos}}\n"
    )
    many = quire.compile(tmp_path / "many.ksy").Many
    parts = [bytes((1 << 20) - 1) + bytes([i]) for i in (1, 2, 1, 3, 4, 5, 6, 2)]
    record = many.from_bytes(b"\0" + b"".join(parts))
    record.parts[1], record.parts[6] = record.parts[6], record.parts[1]
    record.tag = 1
    parts[1], parts[6] = parts[6], parts[1]
    assert record.to_bytes() == b"\1" + b"".join(parts)


def test_large_values_are_found_wherever_bytes_may_be(tmp_path: Path) -> None:
    (tmp_path / "wide.ksy").write_text(
        "meta: {id: wide, endian: le}\n"
        "seq:\n"
        "  - {id: tag, type: u1, enum: tags}\n"
        "  - {id: plain, size: 2000}\n"
        "  - {id: maybe, size: 2001, if: tag == tags::one}\n"
        "  - {id: parts, size: 2002, repeat: expr, repeat-expr: 2}\n"
        "  - {id: either, type: {switch-on: tag, cases: {'tags::one': inner}}, size: 2003}\n"
        "  - {id: rest, size: 2004, type: {switch-on: tag, cases: {'tags::two': inner}}}\n"
        "instances:\n"
        "  again: {pos: 0, size: 2005}\n"
        "enums: {tags: {1: one, 2: two}}\n"
        "types: {inner: {seq: [{id: number, type: u2}, {id: body, size: 1999}]}}\n"
    )
    wide = quire.compile(tmp_path / "wide.ksy").Wide
    record = wide.from_bytes(b"\1" + bytes(20_000))
    _ = record.again
    found = sorted(map(len, large_values(record, 1 << 20)))
    assert found == [1999, 2000, 2001, 2002, 2002, 2004, 2005]


def test_rows_that_were_changed_are_not_taken_for_what_their_bytes_were(tmp_path: Path) -> None:
    (tmp_path / "rows.ksy").write_text(
        "meta: {id: rows, endian: le}\n"
        "seq:\n"
        "  - {id: num_rows, type: u4}\n"
        "  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}\n"
        "types:\n"
        "  row:\n"
        "    seq:\n"
        "      - {id: len_name, type: u1}\n"
        "      - {id: name, size: len_name}\n"
    )
    kind = quire.compile(tmp_path / "rows.ksy").Rows
    names = [b"n%d" % i for i in range(5000)]

    def file() -> bytes:
        rows = b"".join(bytes([len(name)]) + name for name in names)
        return len(names).to_bytes(4, "little") + rows

    record = kind.from_bytes(file())
    assert [row.name for row in record.rows] == names
    assert record.to_bytes() == file()
    record.rows[4321].name = names[4321] = b"another"
    assert record.to_bytes() == file()
    del record.rows[17], names[17]
    assert record.to_bytes() == file()
    record = kind.from_bytes(file())
    assert [row.name for row in record.rows] == names
    record.rows[3].len_name = 9
    with pytest.raises(
        quire.FormatError, match=r"rows\[3\].len_name: given 9, but name makes it 2"
    ):
        record.to_bytes()
    record.rows[3].len_name = 2
    record.rows[5].naem = b"slip"
    with pytest.raises(AttributeError, match="naem"):
        record.to_bytes()


@pytest.mark.parametrize("depth", [2, 20])
def test_what_stands_deep_in_a_nest_is_not_compared_at_each_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, depth: int
) -> None:
    (tmp_path / "nest.ksy").write_text(
        "meta: {id: nest, endian: le}\n"
        "params: [{id: left, type: u4}]\n"
        "seq:\n"
        "  - {id: len, type: u4}\n"
        "  - {id: body, size: len, type: nest(left - 1), if: left > 1}\n"
        "  - {id: data, size: len, if: left <= 1}\n"
    )
    kind = quire.compile(tmp_path / "nest.ksy").Nest

    def file(data: bytes) -> bytes:
        for _ in range(depth):
            data = len(data).to_bytes(4, "little") + data
        return data

    compared = 0

    def counting(left: memoryview, right: memoryview) -> bool:
        nonlocal compared
        compared += left.nbytes
        return same_bytes(left, right)

    monkeypatch.setattr(restored, "same_bytes", counting)
    inner = record = kind.from_bytes(file(BODY), depth)
    while inner.left > 1:
        inner = inner.body
    inner.data += b"?"
    assert record.to_bytes() == file(BODY + b"?")
    assert compared < 1.2 * SIZE
