"""Lists of records as tables, and exported rows: those of columns are those of objects."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import quire
from quire.columns import NoColumnsError
from quire.exchange.json_values import JsonForm
from quire.exchange.plain import Plain
from quire.exchange.rows import Selection, dicts_of
from quire.runtime.struct import Struct
from tests.columns.objects import list_at, lists_of
from tests.conformance.conftest import FOLDERS, CompileAll, compile_all  # noqa: F401  # a fixture
from tests.conformance.test_round_trips import case_of, is_readable

HERE = Path(__file__).parents[1] / "conformance"

SPEC = """
meta: {id: log, endian: le, encoding: UTF-8}
seq:
  - {id: num, type: u1}
  - {id: lines, type: line, repeat: expr, repeat-expr: num}
  - {id: sizes, type: u2, repeat: eos}
types:
  line:
    seq:
      - {id: class, type: u1, enum: level}
      - {id: at, type: place}
      - {id: note, type: strz, if: class != level::low}
      - {id: raw, size: 1, process: xor(1)}
  place: {seq: [{id: x, type: u2}, {id: y, type: f4}]}
enums:
  level: {1: low, 2: high}
"""

DATA = bytes.fromhex("02 01 0500 0000c03f 40 02 0600 00000040 686f00 41 0100 0200")


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:  # noqa: F811  # the fixture
    """The packages of the conformance cases."""
    return compile_all()


def cases() -> list[tuple[str, str]]:
    return [
        (folder, path.stem)
        for folder in FOLDERS
        for path in sorted((HERE / folder / "expected").glob("*.json"))
        if is_readable(case_of(folder, path.stem))
    ]


def test_rows_of_columns_are_those_of_objects(packages: dict[str, str]) -> None:
    compared = 0
    for folder, name in cases():
        case = case_of(folder, name)
        module = importlib.import_module(f"{packages[folder]}.{case['module']}")
        kind, source = getattr(module, case["class"]), HERE / folder / case["sample"]
        if kind._params or not kind._auto_read:
            continue
        for path in lists_of(kind):
            selection = Selection(kind, source, path)
            try:
                tables = [*selection.tables()]
            except (NoColumnsError, quire.FormatError):
                continue
            if any("_parent" in table.names for table in tables):
                continue
            record = kind.from_file(source)
            plain = Plain(record, exact=False)
            rows = [plain.value(each, path) for each in list_at(record, path)]
            found = [row for table in tables for row in dicts_of(table)]
            assert JsonForm().of(found) == JsonForm().of(rows), f"{folder}-{name}: {path}"
            compared += 1
    assert compared >= 35


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("log") / "log.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Log


def test_a_list_is_a_table_of_arrow(log: Any, tmp_path: Path) -> None:
    plain = SPEC.replace(", process: xor(1)", "")
    (tmp_path / "log.ksy").write_text(plain)
    direct = quire.compile(tmp_path / "log.ksy").Log
    rows = [
        {"class": 1, "at": {"x": 5, "y": 1.5}, "note": None, "raw": b"@"},
        {"class": 2, "at": {"x": 6, "y": 2.0}, "note": "ho", "raw": b"A"},
    ]
    table = direct.from_bytes(DATA).to_arrow("lines")
    assert isinstance(table, pa.Table)
    assert table.to_pylist() == rows
    assert table.schema.field("class").type == pa.uint8()
    decoded = log.from_bytes(DATA).to_arrow("lines").to_pylist()  # of objects: it has no columns
    assert [row["raw"] for row in decoded] == [b"A", b"@"]
    assert [{**row, "raw": b""} for row in decoded] == [{**row, "raw": b""} for row in rows]


def test_numbers_are_a_column_called_value(log: Any) -> None:
    assert log.from_bytes(DATA).to_arrow("sizes").to_pylist() == [{"value": 1}, {"value": 2}]


def test_an_edited_record_is_as_it_is_now(log: Any) -> None:
    record = log.from_bytes(DATA)
    record.lines[1].note = "hey"
    del record.lines[0]
    assert [row["note"] for row in record.to_arrow("lines").to_pylist()] == ["hey"]
    built = log.build(num=0, lines=[], sizes=[3])
    assert built.to_arrow("sizes").to_pylist() == [{"value": 3}]
    assert built.to_arrow("lines").num_rows == 0


def test_what_is_no_list_is_refused(log: Any) -> None:
    record = log.from_bytes(DATA)
    with pytest.raises(ValueError, match="`num` is not a list, but of the type int"):
        record.to_arrow("num")
    with pytest.raises(ValueError, match="there is no `lins`"):
        record.to_arrow("lins")


def test_a_list_is_a_frame_of_pandas(log: Any) -> None:
    frame = log.from_bytes(DATA).to_pandas("lines")
    assert list(frame.columns) == ["class", "at", "raw", "note"]
    assert frame["class"].tolist() == [1, 2]
    assert frame["note"].isna().tolist() == [True, False]


def test_pandas_is_asked_for_by_name(log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.exchange.tables.find_spec", lambda _: None)
    with pytest.raises(quire.BackendUnavailable, match="pip install pandas"):
        log.from_bytes(DATA).to_pandas("lines")


def test_records_inside_of_others_have_tables(tmp_path: Path) -> None:
    (tmp_path / "box.ksy").write_text(
        "meta: {id: box}\nseq: [{id: n, type: u1}, {id: inner, type: inner}]\n"
        "types:\n  inner: {seq: [{id: all, type: one, repeat: expr, repeat-expr: _root.n}]}\n"
        "  one: {seq: [{id: v, type: u1}]}\n"
    )
    box = quire.compile(tmp_path / "box.ksy").Box.from_bytes(b"\2\7\x08")
    assert box.inner.to_arrow("all").to_pylist() == [{"v": 7}, {"v": 8}]
    assert box.to_arrow("inner.all").to_pylist() == [{"v": 7}, {"v": 8}]
    assert json.loads(Struct.to_json(box)) == {"n": 2, "inner": {"all": [{"v": 7}, {"v": 8}]}}
