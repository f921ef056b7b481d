"""How much is looked at to write one change: it grows with the file, and not faster."""

from __future__ import annotations

import copy
import json
import pickle
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generated.zip import Zip
from quire.runtime import places
from quire.runtime.editing.comparing import columns as column_wise
from quire.runtime.editing.comparing import same_values as alike
from quire.runtime.editing.comparing import unedited
from quire.runtime.editing.comparing import unseen as aside
from quire.runtime.editing.comparing import what_tells as telling
from quire.runtime.editing.pairing import pairing
from quire.runtime.editing.pairing.pairing import Pairing
from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.runtime.writing import lost_values, writer
from quire.runtime.writing.layout import Layout
from quire.runtime.writing.pieces import Pieces

ITEMS = """
meta: {id: items, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u4}
      - {id: weight, type: f4}
      - {id: len_body, type: u1}
      - {id: body, size: len_body}
"""
PLACED = """
meta: {id: placed, endian: le}
seq: [{id: num_items, type: u4}, {id: items, type: item, repeat: expr, repeat-expr: num_items}]
types:
  item:
    seq: [{id: ofs_body, type: u4}]
    instances:
      body: {pos: ofs_body, type: body}
  body: {seq: [{id: a, type: u2}, {id: b, type: u2}]}
"""
PARTED = PLACED.replace(
    "body: {seq: [{id: a, type: u2}, {id: b, type: u2}]}",
    "body: {seq: [{id: parts, type: part, repeat: expr, repeat-expr: 2}]}\n"
    "  part: {seq: [{id: tag, type: u1}, {id: len_rest, type: u1}, {id: rest, size: len_rest}]}",
)
TEXTS = """
meta: {id: texts, endian: le}
seq: [{id: num_rows, type: u1}, {id: ofs_texts, type: u1}]
instances:
  rows: {pos: 2, type: row, repeat: expr, repeat-expr: num_rows}
types:
  row:
    seq: [{id: ofs_text, type: u2}]
    instances:
      text: {io: _root._io, pos: _root.ofs_texts + ofs_text, size: 2}
"""
CHAIN = """
meta: {id: chain}
seq: [{id: next, type: u1}]
instances:
  following: {pos: next, type: link}
types:
  link:
    seq: [{id: next, type: u1}]
    instances:
      value: {pos: 0, type: u1}
      following: {pos: next, type: link}
"""
SOME = """
meta: {id: some, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: few, type: u1, if: kind == 1}
      - {id: many, type: u4, if: kind == 2}
"""
UNION = """
meta: {id: union}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: a, type: u1, if: kind == 1}
      - {id: b, type: u1, if: kind == 2}
      - {id: c, type: u1, if: kind == 3}
      - {id: d, type: u1, if: kind == 4}
      - {id: e, type: u1, if: kind == 5}
      - {id: f, type: u1, if: kind == 6}
"""
SHAPES = """
meta: {id: shapes, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: box, type: box}
      - {id: num_parts, type: u1}
      - {id: parts, type: u1, repeat: expr, repeat-expr: num_parts}
      - {id: points, type: point, repeat: expr, repeat-expr: num_parts}
  box: {seq: [{id: least, type: point}, {id: most, type: point}]}
  point: {seq: [{id: x, type: f4}, {id: y, type: f4}]}
"""
NESTED = """
meta: {id: nested, endian: le}
seq: [{id: tag, type: u1}, {id: node, type: node}]
types:
  node:
    seq:
      - {id: more, type: u1}
      - {id: len_rest, type: u2}
      - {id: rest, size: len_rest, type: {switch-on: more, cases: {1: node, 0: leaf}}}
  leaf: {seq: [{id: data, size-eos: true}]}
"""
SUMMED = NESTED.replace(
    "      - {id: rest,",
    "      - {id: crc, type: u4, -checksum: {algorithm: crc32, over: rest}}\n      - {id: rest,",
)
PLACED_IN_NEST = NESTED.replace(
    "      - {id: rest,", "      - {id: ofs_end, type: u2}\n      - {id: rest,"
).replace("  leaf:", "    instances: {end: {pos: ofs_end, size: 2}}\n  leaf:")
ENDED = NESTED.replace("  leaf:", "      - {id: tail, type: u1, if: not _io.eof}\n  leaf:")
MEASURED = """
meta: {id: measured, endian: le}
seq: [{id: tag, type: u1}, {id: node, type: node}]
types:
  node:
    seq:
      - {id: more, type: u1}
      - {id: len_rest, type: u2, -derive: rest._sizeof}
      - {id: rest, type: {switch-on: more, cases: {1: node, 0: leaf}}}
  leaf: {seq: [{id: data, type: strz, encoding: ASCII}]}
"""
CHUNKS = """
meta: {id: chunks, endian: le}
seq: [{id: items, type: chunk, repeat: eos}]
types:
  chunk:
    seq:
      - {id: kind, type: u1}
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: {switch-on: kind, cases: {0: chunks}}}
  chunks: {seq: [{id: items, type: chunk, repeat: eos}]}
"""
SIZES = (100, 800)


def compiled(folder: Path, spec: str) -> Any:
    """The class of files of a spec."""
    path = folder / "spec.ksy"
    path.write_text(spec, "utf-8")
    module = quire.compile(path)
    return getattr(module, module.__all__[0])


def item(number: int, body: bytes) -> bytes:
    return struct.pack("<IfB", number, number / 2, len(body)) + body


def chunk(kind: int, body: bytes) -> bytes:
    return struct.pack("<BH", kind, len(body)) + body


def items_file(count: int) -> bytes:
    return b"".join(item(n, bytes(n % 7)) for n in range(count))


def placed_file(count: int) -> bytes:
    places = (4 + 4 * count + 4 * n for n in range(count))
    bodies = (struct.pack("<HH", n, n) for n in range(count))
    return (
        struct.pack("<I", count) + b"".join(struct.pack("<I", n) for n in places) + b"".join(bodies)
    )


def nested_file(depth: int, data: bytes, tag: int = 7) -> bytes:
    for level in range(depth):
        data = struct.pack("<BH", min(level, 1), len(data)) + data
    return bytes([tag]) + data


class Counted:
    """A function that counts what it is given.

    Args:
        monkeypatch: Puts it into the place of the function.
        module: Where that is.
        name: Its name.
        size_of: Tells how much it is given.
    """

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        module: Any,
        name: str,
        size_of: Callable[..., int] = lambda *_: 1,
    ) -> None:
        self.total = 0
        function = getattr(module, name)

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.total += size_of(*args)
            return function(*args, **kwargs)

        monkeypatch.setattr(module, name, counted)

    def of(self, action: Callable[[], Any]) -> int:
        """How much it is given while something is done."""
        before = self.total
        action()
        return self.total - before


def walked(record: Any) -> Any:
    for each in record.items:
        _ = each.body
    return record


def put(record: Any, into: list[bytes]) -> None:
    """Write a record."""
    into.append(record.to_bytes())


def test_instances_of_many_records_are_compared_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, PLACED)
    columns = Counted(monkeypatch, alike, "_below")
    few, many = (columns.of(walked(kind.from_bytes(placed_file(n))).to_bytes) for n in SIZES)
    assert few == many


def test_instances_whose_places_may_have_been_set_are_compared_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = walked(compiled(tmp_path, PLACED).from_bytes(placed_file(200)))
    record.items[7].ofs_body = record.items[8].ofs_body
    compared = Counted(monkeypatch, alike, "are_same")
    assert compared.of(lambda: put(record, [])) < 100


def test_a_chain_of_instances_is_not_climbed_from_each_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, CHAIN)
    asked = Counted(monkeypatch, type(vars(Record)["_holder"]), "__get__")
    few, many = (asked.of(end_of(kind, n).to_bytes) for n in (100, 200))
    assert 0 < many < 3 * few


def end_of(kind: Any, count: int) -> Any:
    """A file of links, each of which leads to the next; all were looked at."""
    record = link = kind.from_bytes(bytes(range(1, count)) + b"\0")
    while link.next:
        link = link.following
        _ = link.value
    return record


def test_fields_that_are_not_there_are_compared_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, SOME)
    apart = Counted(monkeypatch, alike, "_is_same")
    record = kind.from_bytes(bytes([1, 7, 2, 3, 4, 5, 6] * 50))
    assert apart.of(record.to_bytes) == 0


def test_instances_that_nobody_has_looked_at_are_not_asked_whether_they_were_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = "".join(f"      v{i}: {{value: a + {i}}}\n" for i in range(30))
    spec = (
        "meta: {id: many}\nseq: [{id: items, type: item, repeat: eos}]\ntypes:\n"
        "  item:\n    seq: [{id: a, type: u1}, {id: b, type: u1, if: v3 != 9}]\n"
        f"    instances:\n{computed}"
    )
    record = compiled(tmp_path, spec).build(items=[{"a": 1, "b": 2}] * 200)
    asked = Counted(monkeypatch, lost_values, "is_set")
    assert asked.of(lambda: put(record, [])) <= 2 * 200  # and not 30 of each record


def test_of_fields_that_most_leave_out_only_those_are_compared_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, UNION)
    values = Counted(monkeypatch, column_wise, "column", lambda records, _: len(records))
    record = kind.from_bytes(bytes([1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6, 9] * 50))
    assert len([*record.items]) == 300  # somebody looks at all of them
    # The list, and of each item its kind and one field, in both readings.
    assert values.of(record.to_bytes) == 2 * (1 + 2 * 300)


@pytest.mark.parametrize("change", [{"a": None}, {"a": 8}, {"a": None, "b": 9}, {"c": 9}])
def test_fields_that_most_leave_out_are_seen_to_come_and_go(
    change: dict[str, int | None], tmp_path: Path
) -> None:
    record = compiled(tmp_path, UNION).from_bytes(data := bytes([1, 9, 2, 9, 7] * 50))
    item = record.items[30]  # of kind 1, with `a`
    for name, value in change.items():
        delattr(item, name) if value is None else setattr(item, name, value)
    if change == {"a": 8}:
        assert record.to_bytes() == data[:51] + b"\x08" + data[52:]
    else:
        with pytest.raises(FormatError, match=r"items\[30\]"):
            record.to_bytes()


def test_floats_are_compared_where_they_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = struct.pack("<4fB", 1, 2, 3, 4, 0) * 50
    record = compiled(tmp_path, SHAPES).from_bytes(data)
    apart = Counted(monkeypatch, alike, "_below", lambda column, _: type(column[0][0]) is float)
    assert apart.of(record.to_bytes) == 0
    record.items[7].box.least.x = -1.0
    assert record.to_bytes() == data[: 7 * 17] + struct.pack("<f", -1) + data[7 * 17 + 4 :]


def test_only_fields_are_gone_through_for_long_lists_that_may_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, SHAPES)
    data = (struct.pack("<4fB", 1, 2, 3, 4, 2) + bytes(2 + 16)) * 50
    record, twin = kind.from_bytes(data), kind.from_bytes(data)
    assert len([*record.items]) == len([*twin.items]) == 50  # somebody looks at all of them
    values = Counted(monkeypatch, column_wise, "column", lambda records, _: len(records))

    def look() -> None:
        with aside.unseen(record, twin):
            pass

    assert values.of(look) == 2 * (1 + 50)  # the list of items, and of each its points


def test_bytes_at_positions_are_not_read_again_to_be_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, PLACED.replace("type: body}", "size: 4}"))
    data = placed_file(SIZES[0])
    reads = Counted(monkeypatch, vars(kind.Item)["body"], "fget")
    record = kind.from_bytes(data)
    assert reads.of(lambda: walked(record)) == SIZES[0]
    assert reads.of(record.to_bytes) == 0
    record.items[7].body = b"four"
    written: list[bytes] = []
    put(record, written)
    assert written == [data[:-372] + b"four" + data[-368:]]


def test_lists_in_records_that_are_what_they_were_are_not_compared_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, PARTED)
    heads = b"".join(struct.pack("<I", 4 + 4 * 80 + 4 * n) for n in range(80))
    data = struct.pack("<I", 80) + heads + b"a\0b\0" * 80
    compared = Counted(monkeypatch, pairing, "aligned")
    record = walked(kind.from_bytes(data))
    record.items[40].body.parts[1].tag = ord("c")
    found: list[bytes] = []
    assert compared.of(partial(put, record, found)) < 5
    assert found == [data[: 4 + 4 * 80 + 4 * 40 + 2] + b"c" + data[4 + 4 * 80 + 4 * 40 + 3 :]]


def test_values_at_positions_that_are_what_they_were_are_no_parts_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = compiled(tmp_path, TEXTS).from_bytes(
        data := b"\x50\xa2" + b"".join(struct.pack("<H", 2 * n) for n in range(80)) + b"ab" * 80
    )
    assert [each.text for each in record.rows] == [b"ab"] * 80
    record.rows[40].text = b"cd"
    parts = Counted(monkeypatch, Pairing, "_part_of")
    found: list[bytes] = []
    assert parts.of(partial(put, record, found)) < 5  # the rows, and one text
    assert found == [data[: 162 + 2 * 40] + b"cd" + data[162 + 2 * 41 :]]


@pytest.mark.parametrize("make", [items_file, placed_file])
def test_records_are_compared_a_few_times_for_one_edit(
    make: Callable[[int], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, ITEMS if make is items_file else PLACED)
    compared = Counted(monkeypatch, alike, "_fields", lambda column, _: len(column.values))
    changed = Counted(monkeypatch, unedited, "_changed", lambda records, _: len(records))
    for count in SIZES:
        record = walked(kind.from_bytes(make(count)))
        last = record.items[count // 2]
        if make is items_file:
            last.body += b"more"
        else:
            last.body.b += 1
        before = compared.total, changed.total
        record.to_bytes()
        assert compared.total - before[0] < 10 * count
        assert changed.total - before[1] < 5 * count


@pytest.mark.parametrize("place", [0, 1, 50, 99])
def test_elements_around_one_that_was_put_in_or_taken_out_are_told_by_their_places(
    place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, ITEMS)
    told = Counted(monkeypatch, telling, "what_tells")
    was = [item(n, bytes(n % 7)) for n in range(100)]
    for new in ([item(1000, b"new")], []):
        record = walked(kind.from_bytes(b"".join(was)))
        if new:
            record.items.insert(place, {"kind": 1000, "weight": 500.0, "body": b"new"})
            expected = [*was[:place], *new, *was[place:]]
        else:
            del record.items[place]
            expected = [*was[:place], *was[place + 1 :]]
        found: list[bytes] = []
        assert told.of(partial(put, record, found)) < 30
        assert found == [b"".join(expected)]


def test_equal_elements_that_are_put_in_and_taken_out_leave_the_others(tmp_path: Path) -> None:
    kind = compiled(tmp_path, ITEMS)
    one, other = item(1, b"one"), item(2, b"other")
    record = walked(kind.from_bytes((one + other) * 3))
    del record.items[2]
    assert record.to_bytes() == one + other * 2 + one + other
    record.items[1].kind = 3
    edited = struct.pack("<IfB", 3, 1.0, 5) + b"other"
    assert record.to_bytes() == one + edited + other + one + other


def test_what_has_changed_is_found_once_for_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, NESTED)
    changed = Counted(monkeypatch, unedited, "_changed", lambda records, _: len(records))
    for depth in (20, 80):
        record = kind.from_bytes(nested_file(depth, b"data"))
        leaf = record.node
        for _ in range(depth):
            leaf = leaf.rest
        leaf.data += b"!"
        record.tag = 8
        found: list[bytes] = []
        looks = changed.of(partial(put, record, found))
        assert found == [nested_file(depth, b"data!", 8)]
        assert looks < 4 * depth


@pytest.mark.parametrize("depth", [3, 60])
def test_what_grows_deep_in_a_nest_is_joined_once(
    depth: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, NESTED.replace("len_rest, type: u2", "len_rest, type: u4"))
    joined = Counted(monkeypatch, Pieces, "getvalue", lambda pieces: pieces.size)
    data = bytes(1 << 20)

    def nest(data: bytes) -> bytes:
        for level in range(depth):
            data = struct.pack("<BI", min(level, 1), len(data)) + data
        return b"\7" + data

    record = kind.from_bytes(nest(data))
    leaf = record.node
    for _ in range(depth):
        leaf = leaf.rest
    leaf.data += b"more"
    found: list[bytes] = []
    copied = joined.of(partial(put, record, found))
    assert found == [nest(data + b"more")]
    assert copied < 2 * len(data)


def plain_level(more: int, data: bytes) -> bytes:
    return struct.pack("<BH", more, len(data)) + data


def summed_level(more: int, data: bytes) -> bytes:
    return struct.pack("<BHI", more, len(data), zlib.crc32(data)) + data


def placed_level(more: int, data: bytes) -> bytes:
    return struct.pack("<BHH", more, len(data), 5 + len(data)) + data + b"!!"


def ended_level(more: int, data: bytes) -> bytes:
    return plain_level(more, data) + b"t"


def nest(level: Callable[[int, bytes], bytes], depth: int, data: bytes) -> bytes:
    for i in range(depth):
        data = level(min(i, 1), data)
    return b"\7" + data


def leaf_of(record: Any, depth: int) -> Any:
    """What is deepest in a nest; all instances on the way are looked at."""
    node = record.node
    for _ in range(depth):
        _ = getattr(node, "end", None)
        node = node.rest
    return node


@pytest.mark.parametrize("new", [b"date", b"more data", b""])
@pytest.mark.parametrize(
    ("spec", "level"),
    [(SUMMED, summed_level), (PLACED_IN_NEST, placed_level), (ENDED, ended_level)],
    ids=["checksum", "instance", "end"],
)
def test_each_level_of_a_nest_is_laid_out_a_few_times(
    spec: str,
    level: Callable[[int, bytes], bytes],
    new: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = compiled(tmp_path, spec)
    laid_out = Counted(monkeypatch, Layout, "settle")
    for depth in (3, 60):
        record = kind.from_bytes(nest(level, depth, b"data"))
        leaf_of(record, depth).data = new
        found: list[bytes] = []
        assert laid_out.of(partial(put, record, found)) < 5 * depth
        assert found == [nest(level, depth, new)]


@pytest.mark.parametrize(("name", "drafts"), [(b"x.txt", 0), (b"longer.txt", 3)])
def test_an_archive_is_laid_out_until_it_has_the_same_bytes_once_more(
    name: bytes, drafts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for n in range(9):
            file.writestr(f"{n}.txt", f"text {n}")
    record = Zip.from_bytes(archive.getvalue())
    record.entries[4].name = name
    laid_out = Counted(monkeypatch, Layout, "settle")
    found: list[bytes] = []
    assert laid_out.of(partial(put, record, found)) == drafts
    with zipfile.ZipFile(BytesIO(found[0])) as file:
        assert file.testzip() is None
        names = [name.decode() if n == 4 else f"{n}.txt" for n in range(9)]
        assert file.namelist() == names
        assert [file.read(each) for each in names] == [f"text {n}".encode() for n in range(9)]


def test_a_nest_is_built_that_asks_for_its_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, ENDED)
    laid_out = Counted(monkeypatch, Layout, "settle")
    for depth in (3, 60):
        fields: dict[str, Any] = {"data": b"data"}
        for i in range(depth):
            fields = {"more": min(i, 1), "rest": fields, "tail": ord("t")}
        found: list[bytes] = []
        assert laid_out.of(partial(put, kind.build(tag=7, node=fields), found)) < 5 * depth
        assert found == [nest(ended_level, depth, b"data")]


def test_what_is_measured_is_measured_once_in_a_nest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, MEASURED)
    measured = Counted(monkeypatch, writer, "Gauge")
    for depth in (3, 30):
        record = kind.from_bytes(nest(plain_level, depth, b"data\0"))
        leaf_of(record, depth).data = "other"
        found: list[bytes] = []
        assert measured.of(partial(put, record, found)) < 5 * depth
        assert found == [nest(plain_level, depth, b"other\0")]


def test_lists_in_lists_are_compared_once_for_each_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, CHUNKS)
    below = Counted(monkeypatch, alike, "_below")
    compared = []
    for depth in (10, 40):
        inner, expected = chunk(1, b"data"), chunk(1, b"date")
        for _ in range(depth):
            inner, expected = (chunk(1, b"") + chunk(0, each) for each in (inner, expected))
        record = kind.from_bytes(inner)
        last = record.items[-1]
        while last.kind == 0:
            last = last.body.items[-1]
        last.body = b"date"
        found: list[bytes] = []
        compared.append(below.of(partial(put, record, found)))
        assert found == [expected]
    assert compared[1] < 5 * compared[0]


def chunks_in_chunks(width: int, depth: int, last: bytes) -> bytes:
    """So many chunks in each of so many, some levels deep, and what the very last one has."""
    if not depth:
        return chunk(1, last)
    others = chunk(0, chunks_in_chunks(width, depth - 1, b"data")) * (width - 1)
    return others + chunk(0, chunks_in_chunks(width, depth - 1, last))


@pytest.mark.parametrize("new", [b"date", b"more data"])
def test_chunks_that_are_what_they_were_are_not_gone_through_one_by_one(
    new: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = compiled(tmp_path, CHUNKS)
    paired = Counted(monkeypatch, Pairing, "_within")
    record = kind.from_bytes(chunks_in_chunks(9, 3, b"data"))
    last = record
    for _ in range(3):
        last = last.items[-1].body
    last.items[0].body = new
    found: list[bytes] = []
    assert paired.of(partial(put, record, found)) < 200  # of 1638
    assert found == [chunks_in_chunks(9, 3, new)]
    there = copy.deepcopy(record)
    assert pickle.loads(pickle.dumps(there)).to_bytes() == found[0]  # noqa: S301  # made here


def test_what_types_refer_to_in_many_ways_is_read_once(tmp_path: Path) -> None:
    count = 24  # ways through them: 2 to the power of it
    types = {
        f"t{i}": {
            "seq": [{"id": "x", "type": "u1"}],
            "instances": {f"i{j}": {"pos": 0, "type": f"t{j}"} for j in range(i + 1, count)},
        }
        for i in range(count)
    }
    spec = {
        "meta": {"id": "ways", "endian": "le"},
        "seq": [{"id": "ofs", "type": "u1"}, {"id": "rest", "size": 2}],
        "instances": {"first": {"pos": "ofs", "type": "t0"}},
        "types": types,
    }
    record = compiled(tmp_path, json.dumps(spec)).from_bytes(b"\1ab")
    record.ofs = 2
    found: list[bytes] = []
    put(record, found)
    assert found == [b"\2ab"]


LED_TO = """
meta: {id: led_to, endian: le}
seq:
  - {id: num, type: u2le}
  - {id: leads, type: lead, repeat: expr, repeat-expr: num}
  - {id: texts, type: text, repeat: expr, repeat-expr: num}
types:
  text: {seq: [{id: len, type: u1}, {id: all, size: len}]}
  lead: {seq: [{id: ofs, type: u2le}], instances: {text: {io: _root._io, pos: ofs, type: text}}}
"""


def test_elements_are_not_looked_for_one_by_one_in_the_lists_beside_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, texts = 300, [b"ab"] * 300

    def stored() -> bytes:
        starts = [2 + 2 * count + sum(1 + len(each) for each in texts[:i]) for i in range(count)]
        leads = struct.pack(f"<{count}H", *starts)
        return struct.pack("<H", count) + leads + b"".join(bytes([len(e)]) + e for e in texts)

    record = compiled(tmp_path, LED_TO).from_bytes(stored())
    assert {each.text.all for each in record.leads} == {b"ab"}
    record.texts[5].all = texts[5] = b"longer"
    assert record.to_bytes() == stored()
    scans = Counted(monkeypatch, places, "scan")
    found: list[bytes] = []
    assert scans.of(partial(put, record, found)) < 9
    assert found == [stored()]
