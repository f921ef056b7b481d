"""Columns as users read them."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.columns import NoColumnsError, Pieces, Table, read_columns
from quire.columns import reading as reading_module
from tests.columns.objects import differences, told

RECORDS = """
meta: {id: rec, endian: le, encoding: UTF-8}
seq:
  - {id: magic, contents: REC}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: number, type: u2}
enums:
  kind: {1: one, 2: two}
"""
FIXED = """
meta: {id: fixed, endian: be}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row: {seq: [{id: a, type: u4}, {id: b, type: s2}, {id: c, type: f8}, {id: d, size: 3}]}
"""
TREE = """
meta: {id: tree, endian: le, encoding: ASCII}
seq: [{id: num_nodes, type: u1}, {id: nodes, type: node, repeat: expr, repeat-expr: num_nodes}]
types:
  node:
    seq:
      - {id: name, type: strz}
      - {id: num_below, type: u1}
      - {id: flags, type: b3}
      - {id: is_leaf, type: b1}
      - {id: rest, type: b4}
      - {id: extra, type: u8, if: is_leaf}
      - {id: value, type: {switch-on: rest, cases: {1: u2, 2: pair}}}
      - {id: below, type: node, repeat: expr, repeat-expr: num_below}
  pair: {seq: [{id: left, type: f4}, {id: right, type: s1, repeat: expr, repeat-expr: 2}]}
"""


@pytest.fixture(params=["by Python", "compiled"])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Scans run by Python, and such that are compiled."""
    monkeypatch.setattr(reading_module, "SMALL", -1 if request.param == "compiled" else 1 << 30)
    return str(request.param)


def compiled(text: str, folder: Path) -> Any:
    """The class of a spec."""
    spec = folder / "spec.ksy"
    spec.write_text(text, encoding="utf-8")
    module = quire.compile(spec)
    return getattr(module, module.__all__[0])


def records(count: int) -> bytes:
    """A file of `RECORDS`."""
    names = [("ä" * (i % 4) + str(i)).encode() for i in range(count)]
    rows = (struct.pack("B", len(n)) + n + struct.pack("<BH", 1 + i % 2, i % 65536)
            for i, n in enumerate(names))  # fmt: skip  # laid out as the record
    return b"REC" + b"".join(rows)


def tree() -> bytes:
    """A file of `TREE`."""
    leaf = b"leaf\0\0\x10" + struct.pack("<Q", 1 << 63)
    pair = b"pair\0\0\x02" + struct.pack("<fbb", 1.5, -1, 2)
    inner = b"in\0\x02\x01" + struct.pack("<H", 7) + leaf + pair
    return b"\x03" + b"top\0\x02\xe0" + inner + leaf + pair + leaf


def test_numbers_are_arrays_and_texts_are_made_when_they_are_looked_at(
    tmp_path: Path, how: str
) -> None:
    kind = compiled(RECORDS, tmp_path)
    table = kind.columns(records(1000), "records")
    assert table.names == ("len_name", "name", "kind", "number")
    assert table["number"].dtype == np.uint16
    assert table["number"].tolist() == list(range(1000))
    assert table["name"][3] == "äää3"
    assert table["name"].offsets.dtype == np.int32
    assert table.enums["kind"] == {1: "one", 2: "two"}
    assert table[7] == {"len_name": 7, "name": "äää7", "kind": 2, "number": 7}
    assert how


def test_arrays_grow_with_what_is_found(tmp_path: Path, how: str) -> None:
    kind, data = compiled(RECORDS, tmp_path), records(20_000)
    assert differences(kind.columns(data, "records"), kind.from_bytes(data).records) == ""
    assert how


@pytest.mark.parametrize("text", [b"", b"\x01a"])
def test_few_rows_and_none_are_read(tmp_path: Path, how: str, text: bytes) -> None:
    kind = compiled("{meta: {id: few, encoding: ASCII}, seq: [{id: texts, type: text, repeat: eos}]"
                    ", types: {text: {seq: [{id: n, type: u1}, {id: s, type: str, size: n}]}}}",
                    tmp_path)  # fmt: skip  # one argument
    assert len(kind.columns(text, "texts")) == len(text) // 2
    assert how


def test_records_in_records_of_their_type_are_rows_that_say_who_holds_them(
    tmp_path: Path, how: str
) -> None:
    kind = compiled(TREE, tmp_path)
    table = kind.columns(tree(), "nodes")
    assert table["_parent"].tolist() == [-1, 0, 1, 1, 0, -1, -1]
    assert table["name"][:] == ["top", "in", "leaf", "pair", "leaf", "pair", "leaf"]
    assert table["extra"].tolist() == [None, None, 1 << 63, None, 1 << 63, None, 1 << 63]
    assert table["value"].rows("pair").tolist() == [3, 5]
    assert table["value"].cases["u2"].tolist() == [7]
    assert table[5]["value"] == {"left": 1.5, "right": [-1, 2]}
    assert table["is_leaf"].dtype == bool
    assert differences(table, kind.from_bytes(tree()).nodes) == ""
    assert how


def test_every_cut_is_refused_as_by_objects_or_agrees(tmp_path: Path, how: str) -> None:
    kind, data = compiled(TREE, tmp_path), tree()
    for size in range(len(data)):
        with pytest.raises(quire.FormatError) as found:
            kind.columns(data[:size], "nodes")
        with pytest.raises(quire.FormatError) as expected:
            kind.from_bytes(data[:size])
        assert told(found.value) == told(expected.value)
    assert how


@pytest.mark.parametrize(
    ("at", "byte", "path"), [(-3, 3, "records[19999].kind"), (-6, 0xFF, "records[19999].name")]
)
def test_one_bad_row_of_many_is_an_error_with_its_place(
    tmp_path: Path, how: str, at: int, byte: int, path: str
) -> None:
    kind, data = compiled(RECORDS, tmp_path), bytearray(records(20_000))
    data[at] = byte
    with pytest.raises(quire.FormatError) as found:
        kind.columns(bytes(data), "records")
    assert found.value.path == path
    assert found.value.offset is not None
    assert len(data) - 20 < found.value.offset < len(data)
    assert how


def test_a_character_that_two_texts_share_is_none(tmp_path: Path, how: str) -> None:
    kind = compiled(RECORDS, tmp_path)
    data = b"REC\x01\xc3\x01\0\0\x01\xa4\x01\0\0"  # both bytes of an ä
    with pytest.raises(quire.FormatError, match=r"records\[0\].name"):
        kind.columns(data, "records")
    assert how


def test_rows_of_one_size_are_copied_by_numpy_alone(tmp_path: Path) -> None:
    kind = compiled(FIXED, tmp_path)
    data = b"".join(struct.pack(">Ihd3s", i, -i, i / 7, b"abc") for i in range(100))
    table = kind.columns(data, "rows")
    assert table["a"].dtype == np.dtype(np.uint32)
    assert differences(table, kind.from_bytes(data).rows) == ""
    with pytest.raises(quire.FormatError, match=r"rows\[100\].a at byte 1700"):
        kind.columns(data + b"\0", "rows")


@pytest.mark.parametrize("text", [RECORDS, FIXED])
def test_batches_together_are_the_whole(tmp_path: Path, how: str, text: str) -> None:
    kind = compiled(text, tmp_path)
    data = records(1000) if text is RECORDS else bytes(17 * 1000)
    path = "records" if text is RECORDS else "rows"
    for size in (1, 7, 1000, 5000):
        batches = list(kind.columns(data, path, batch_rows=size))
        assert {len(each) for each in batches[:-1]} <= {size}
        rows = [row for batch in batches for row in batch]
        assert rows == list(kind.columns(data, path))
    assert how


def test_a_file_and_a_record_are_read_as_their_bytes(tmp_path: Path) -> None:
    kind, data = compiled(RECORDS, tmp_path), records(10)
    path = tmp_path / "file.rec"
    path.write_bytes(data)
    record = kind.from_bytes(data)
    record.records[3].number = 77
    assert read_columns(kind, path, "records")["number"][3] == 3
    assert kind.columns(record, "records")["number"][3] == 77
    assert kind.columns(memoryview(data), "records")["number"][3] == 3
    with pytest.raises(TypeError, match=r"expected a Rec, found a Rec\.Record"):
        kind.columns(record.records[0], "records")


def test_what_has_no_columns_is_refused_with_a_reason(tmp_path: Path) -> None:
    kind = compiled(RECORDS, tmp_path)
    with pytest.raises(
        NoColumnsError, match=r"rec\.rows has no columns: there is no such field; the"
    ):
        kind.columns(records(1), "rows")
    with pytest.raises(NoColumnsError, match=r"rec\.magic has no columns: it is not a list"):
        kind.columns(records(1), "magic")
    with pytest.raises(ValueError, match="batch_rows: expected at least 1, found 0"):
        kind.columns(records(1), "records", batch_rows=0)


def test_a_huge_count_of_rows_takes_no_memory(tmp_path: Path, how: str) -> None:
    kind = compiled("{meta: {id: many, endian: le}, seq: [{id: n, type: u8}, {id: rows, type: row, "
                    "repeat: expr, repeat-expr: n}], types: {row: {seq: [{id: k, type: u1}, "
                    "{id: b, size: k}]}}}", tmp_path)  # fmt: skip  # one argument
    for count in (3, 1 << 40, 1 << 63, (1 << 64) - 1):
        with pytest.raises(quire.FormatError) as found:
            kind.columns(struct.pack("<Q", count) + b"\0\0", "rows")
        with pytest.raises(quire.FormatError) as expected:
            kind.from_bytes(struct.pack("<Q", count) + b"\0\0")
        assert told(found.value) == told(expected.value)
    assert how


def test_numbers_that_may_leave_64_bits_are_computed_or_refused(tmp_path: Path, how: str) -> None:
    kind = compiled("{meta: {id: wide, endian: le}, seq: [{id: a, type: u4}, {id: b, type: u4}, "
                    "{id: rows, type: row, repeat: eos}], types: {row: {seq: [{id: x, type: u1, "
                    "if: '_root.a * _root.b * 4 > 100'}, {id: y, type: u1}]}}}",
                    tmp_path)  # fmt: skip  # one argument
    for a, b in ((5, 6), (5, 4)):
        data = struct.pack("<II", a, b) + b"\1\2\3\4"
        table = kind.columns(data, "rows")
        assert differences(table, kind.from_bytes(data).rows) == ""
    with pytest.raises(NoColumnsError, match="too large for a scan"):
        kind.columns(struct.pack("<II", 0xFFFFFFFF, 0xFFFFFFFF) + b"\1\2\3\4", "rows")
    assert how


def _rows_in_a_new_process(folder: Path, spec: str, data: bytes, path: str) -> tuple[str, str]:
    """What a compiled scan gives there, and what is told on the way; code is kept in the folder."""
    (folder / "a.ksy").write_text(spec, encoding="utf-8")
    (folder / "a.bin").write_bytes(data)
    code = (
        "import sys, quire\nfrom quire.columns import reading\nreading.SMALL = -1\n"
        f"root = getattr(quire.compile('a.ksy'), {path.split('.', maxsplit=1)[0]!r})\n"
        f"print(root.columns('a.bin', {path.split('.')[1]!r}), 'numba' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout, found.stderr


def test_that_a_scan_is_compiled_is_told_once_and_after_damage(
    tmp_path: Path,
) -> None:
    first, second = (
        _rows_in_a_new_process(tmp_path, RECORDS, records(3), "Rec.records") for _ in range(2)
    )
    assert "rec.records: a scan" in first[1]
    assert "takes seconds" in first[1]
    assert first[0].endswith("True\n")
    assert second == (first[0].replace("True", "False"), "")  # and without Numba
    (kept,) = tmp_path.glob("*/quire_scan_*.o")
    stored = bytearray(kept.read_bytes())
    stored[-1] ^= 1
    kept.write_bytes(stored)
    assert _rows_in_a_new_process(tmp_path, RECORDS, records(3), "Rec.records") == first


def test_a_scan_of_records_in_records_runs_in_the_next_process_too(tmp_path: Path) -> None:
    first, second = (_rows_in_a_new_process(tmp_path, TREE, tree(), "Tree.nodes") for _ in range(2))
    assert first[0].startswith("<7 rows: _parent")
    assert second == (first[0].replace("True", "False"), "")


def test_a_scan_is_compiled_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / f"_jinja2-cache-{os.getuid()}").write_text("a file, and no folder")
    found, told_of = _rows_in_a_new_process(tmp_path, RECORDS, records(3), "Rec.records")
    assert found == "<3 rows: len_name, name, kind, number> True\n"
    assert "takes seconds" in told_of


def test_a_table_and_its_columns_say_what_they_are(tmp_path: Path) -> None:
    table = compiled(RECORDS, tmp_path).columns(records(2), "records")
    assert repr(table) == "<2 rows: len_name, name, kind, number>"
    assert isinstance(table, Table)
    assert isinstance(table["name"], Pieces)
    assert repr(table["name"]) == "<2 texts>"
    with pytest.raises(KeyError, match="no column 'nothing'; there are len_name, name"):
        table["nothing"]
    with pytest.raises(IndexError):
        table[2]


def test_a_field_is_left_as_the_bytes_that_are_stored(tmp_path: Path) -> None:
    spec = tmp_path / "packed.ksy"
    spec.write_text("""
meta: {id: packed, endian: le}
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
      - {id: size, type: u1}
      - {id: body, size: size, process: zlib}
      - {id: note, type: strz, encoding: ASCII}
""")
    kind = quire.compile(spec).Packed
    data = b"\x03abcnote\0\x00\0"  # which no zlib would take
    with pytest.raises(NoColumnsError, match="process: zlib"):
        kind.columns(data, "rows")
    table = kind.columns(data, "rows", raw=["body", "note"])
    assert table["body"].tolist() == [b"abc", b""]
    assert table["note"].tolist() == [b"note", b""]
    first, second = kind.columns(data, "rows", raw=["body"], batch_rows=1)
    assert (first["note"].tolist(), second["body"].tolist()) == (["note"], [b""])
    with pytest.raises(quire.FormatError):
        kind.columns(data[:-3], "rows", raw=["body"])


def test_a_file_that_is_open_is_read_from_where_it_stands(tmp_path: Path) -> None:
    kind = compiled(RECORDS, tmp_path)
    file = BytesIO(b"before" + records(4))
    file.seek(6)
    assert len(kind.columns(file, "records")) == 4
    with pytest.raises(TypeError, match="open in binary mode, or a Rec; found StringIO"):
        kind.columns(StringIO("text"), "records")
    with pytest.raises(TypeError, match="found int"):
        kind.columns(5, "records")
