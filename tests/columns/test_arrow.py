"""Tables are Arrow's: other libraries take them as they are."""

from __future__ import annotations

from pathlib import Path

import awkward as ak
import numpy as np
import pyarrow as pa
import pytest

from tests.columns.test_reading import FIXED, RECORDS, TREE, compiled, records, tree

NESTED = """
meta: {id: nested, endian: le, encoding: ASCII}
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: num, type: u1}
      - {id: points, type: point, repeat: expr, repeat-expr: num}
      - {id: kind, type: u1}
      - {id: value, type: {switch-on: kind, cases: {0: point, 1: label}}}
  point: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  label: {seq: [{id: text, type: strz}]}
"""
NESTED_FILE = b"\2\1\2\3\4\0\x09\x08" + b"\0\1one\0" + b"\1\5\6\1\0"
FILES = {RECORDS: ("records", records(50)), FIXED: ("rows", bytes(170)), TREE: ("nodes", tree())}


@pytest.mark.parametrize("text", FILES)
def test_pyarrow_has_the_same_values_and_finds_no_fault(tmp_path: Path, text: str) -> None:
    path, data = FILES[text]
    table = compiled(text, tmp_path).columns(data, path)
    taken = pa.table(table)
    taken.validate(full=True)
    assert taken.to_pylist() == list(table)
    assert pa.array(table).to_pylist() == list(table)


def test_a_stream_is_given_as_often_as_it_is_asked_for(tmp_path: Path) -> None:
    table = compiled(RECORDS, tmp_path).columns(records(5), "records")
    assert pa.table(table).equals(pa.table(table))
    assert pa.schema(table).names == list(table.names)


def test_numbers_and_texts_are_not_copied(tmp_path: Path) -> None:
    table = compiled(RECORDS, tmp_path).columns(records(5), "records")
    taken = pa.table(table)
    numbers = taken["number"].chunk(0).buffers()[1]
    texts = taken["name"].chunk(0).buffers()[2]
    assert numbers.address == table["number"].ctypes.data
    assert texts.address == table["name"].data.ctypes.data


def test_memory_lives_as_long_as_somebody_has_it(tmp_path: Path) -> None:
    taken = pa.table(compiled(RECORDS, tmp_path).columns(records(5000), "records"))
    junk = [np.zeros(5000, np.uint16) for _ in range(20)]
    assert taken["number"].to_pylist() == list(range(5000))
    assert len(junk) == 20


def test_polars_pandas_and_duckdb_take_a_table(tmp_path: Path) -> None:
    table = compiled(RECORDS, tmp_path).columns(records(50), "records")
    polars = pytest.importorskip("polars", reason="pip install polars")
    frame = polars.DataFrame(table)
    assert frame["name"].to_list() == table["name"].tolist()
    assert frame.schema["number"] == polars.UInt16
    read = pa.RecordBatchReader.from_stream(table)
    duckdb = pytest.importorskip("duckdb", reason="pip install duckdb")
    assert duckdb.sql("select sum(number) from read").fetchall() == [(sum(range(50)),)]
    assert read is not None


def test_awkward_takes_lists_and_unions_of_records(tmp_path: Path) -> None:
    table = compiled(NESTED, tmp_path).columns(NESTED_FILE, "items")
    taken = ak.from_arrow(pa.table(table))
    assert taken.to_list() == list(table)
    assert taken["points"]["x"].to_list() == [[1, 3], [], [5]]
    assert ak.sum(taken["points"]["y"], axis=1).to_list() == [6, 0, 6]
