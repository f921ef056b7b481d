"""Lists that are given as columns are written as if their records had been given."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.columns import Pieces
from quire.columns import writing as writing_module
from quire.runtime.lists.columnar import given_rows
from tests.columns.test_reading import FIXED, RECORDS

ALL = """
meta: {id: all_kinds, endian: be, encoding: UTF-8}
seq:
  - {id: version, type: u1}
  - {id: num_rows, type: u2}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: behind, type: u4}
types:
  row:
    seq:
      - {id: small, type: b3}
      - {id: is_big, type: b1}
      - {id: rest, type: b12}
      - {id: offset, type: s8}
      - {id: ratio, type: f4}
      - {id: title, type: strz}
      - {id: code, type: str, size: 6, terminator: 0, encoding: ASCII}
      - {id: padded, size: 5, pad-right: 0x20}
      - {id: extra, type: u8le, if: is_big}
      - {id: newer, type: u1, if: _parent.version >= 2}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: len_body, type: u1}
      - id: body
        size: len_body
        type: {switch-on: kind, cases: {'kind::pair': pair, 'kind::text': text}}
      - {id: num_parts, type: u1}
      - {id: parts, type: pair, repeat: expr, repeat-expr: num_parts}
  pair: {seq: [{id: left, type: s2}, {id: right, type: u2le}]}
  text: {seq: [{id: text, type: str, size-eos: true}]}
enums:
  kind: {1: pair, 2: text}
"""


@pytest.fixture(params=["by Python", "compiled"])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which of both runs."""
    monkeypatch.setattr(writing_module, "SMALL", -1 if request.param == "compiled" else 1 << 40)
    return str(request.param)


def compiled(text: str, folder: Path) -> Any:
    """The class of a spec."""
    path = folder / "spec.ksy"
    path.write_text(text)
    module = quire.compile(path)
    name = module.__name__.rpartition(".")[2]
    return getattr(module, "".join(part.title() for part in name.split("_")))


def rows_of_all_kinds(count: int) -> list[dict[str, Any]]:
    """Rows of `ALL`, with everything that may be there or not."""
    return [
        {
            "small": i % 8,
            "is_big": i % 3 == 0,
            "rest": i * 7 % 4096,
            "offset": -i * 10**15,
            "ratio": i / 4,
            "title": "ü" * (i % 40),
            "code": "abcdef"[: i % 7],
            "padded": b"xyz"[: i % 4],
            **({"extra": 2**64 - 1 - i} if i % 3 == 0 else {}),
            "newer": i % 256,
            "kind": 1 + i % 2,
            "body": {"text": "t" * (i % 50)} if i % 2 else {"left": -i, "right": i},
            "parts": [{"left": i, "right": j} for j in range(i % 4)],
        }
        for i in range(count)
    ]


def of_all_kinds(kind: Any, count: int) -> Any:
    """A file of `ALL`."""
    rows = rows_of_all_kinds(count)
    for row in rows:
        case = kind.Text if row["kind"] == 2 else kind.Pair
        row["body"] = case.build(**row["body"])
    return kind.build(version=2, rows=rows, behind=7)


def stays(record: Any, name: str) -> bool:
    """Whether nobody has made records of a list that was given as columns."""
    return given_rows(getattr(record, name)) is not None


@pytest.mark.usefixtures("how")
def test_columns_of_all_kinds_are_written_as_the_file_they_were_read_from(tmp_path: Path) -> None:
    kind = compiled(ALL, tmp_path)
    data = of_all_kinds(kind, 300).to_bytes()
    again = kind.build(version=2, rows=kind.columns(data, "rows"), behind=7)
    assert again.to_bytes() == data
    assert stays(again, "rows")


@pytest.mark.usefixtures("how")
def test_what_build_derives_is_derived_of_columns(tmp_path: Path) -> None:
    kind = compiled(RECORDS, tmp_path)
    columns = {"name": ["a", "", "über"], "kind": [1, 2, 1], "number": [3, 4, 65535]}
    built = kind.build(records=columns)
    rows = ((b"a", 1, 3), (b"", 2, 4), ("über".encode(), 1, 65535))
    stored = (bytes([len(n)]) + n + struct.pack("<BH", k, v) for n, k, v in rows)
    assert built.to_bytes() == b"REC" + b"".join(stored)
    assert stays(built, "records")


def test_the_key_of_a_switch_and_counts_are_derived_of_the_cases(tmp_path: Path) -> None:
    kind = compiled(ALL, tmp_path)
    data = of_all_kinds(kind, 20).to_bytes()
    table = kind.columns(data, "rows")
    fewer = table.select([n for n in table.names if n not in ("kind", "num_parts")])
    built = kind.build(version=2, rows=fewer, behind=7)
    assert built.to_bytes() == data


def test_rows_that_all_take_the_same_bytes_come_from_arrays(tmp_path: Path) -> None:
    kind = compiled(FIXED, tmp_path)
    rows = np.zeros(70_000, [("a", ">u4"), ("b", ">i2"), ("c", ">f8"), ("d", "V3")])
    rows["a"], rows["b"], rows["c"] = np.arange(70_000), -5, np.arange(70_000) / 3
    rows["d"] = b"xyz"
    assert kind.build(rows=rows).to_bytes() == rows.tobytes()
    assert kind.build(rows={name: rows[name] for name in "abcd"}).to_bytes() == rows.tobytes()
    assert kind.build(rows=rows[::2]).to_bytes() == rows[::2].tobytes()
    assert kind.build(rows=rows[:0]).to_bytes() == b""


def test_a_list_of_columns_is_a_list_of_records_to_who_looks(tmp_path: Path) -> None:
    kind = compiled(RECORDS, tmp_path)
    columns = {"name": ["a", "b"], "kind": [1, 2], "number": [3, 4]}
    built = kind.build(records=columns)
    assert len(built.records) == 2
    assert built.records[1].name == "b"
    built.records[1].name = "bb"
    assert built.to_bytes() == b"REC\x01a\x01\x03\x00\x02bb\x02\x04\x00"


def test_files_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing_module, "ROOM", 16)
    kind = compiled(RECORDS, tmp_path)
    columns = {"name": ["x" * n for n in range(100)], "kind": [1] * 100, "number": range(100)}
    columns["number"] = np.arange(100)
    sizes: list[int] = []

    class Sink:
        def write(self, data: bytes) -> int:
            sizes.append(len(data))
            return len(data)

    kind.build(records=columns).write_to(Sink())
    assert sum(sizes) == 3 + sum(4 + n for n in range(100))
    assert max(sizes) < 300


@pytest.mark.usefixtures("how")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"number": [3, 70000]}, "records[1].number: expected an integer from 0 to 65535"),
        ({"number": [3, -1]}, "records[1].number: expected an integer from 0 to 65535"),
        ({"number": [3, 1.5]}, "records[0].number: expected an integer"),
        ({"kind": [1, 3]}, "records[1].kind"),
        ({"name": ["a", None]}, "records[1].name: expected a value"),
        ({"name": [b"a", b"b"]}, "records[0].name: expected text, found bytes"),
        ({"len_name": [1, 2]}, "records[1].len_name: given 2, but name makes it 1"),
        ({"name": ["a", "x" * 256]}, "records[1].len_name"),
    ],
)
def test_what_no_file_can_say_is_an_error_that_names_column_and_row(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    kind = compiled(RECORDS, tmp_path)
    columns = {"name": ["a", "b"], "kind": [1, 2], "number": [3, 4], **change}
    built = kind.build(records=columns)
    with pytest.raises(quire.FormatError) as error:
        built.to_file(tmp_path / "file")
    assert said in str(error.value)
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize(
    ("columns", "error", "said"),
    [
        ({"name": ["a"], "kind": [1, 2]}, ValueError, "name has 1 rows, another column 2"),
        ({"nam": ["a"]}, TypeError, "did you mean 'name'?"),
        ({"name": np.array(["2020-01-01"], "M8[s]")}, TypeError, "name: expected numbers"),
        ({"name": "a", "kind": 1}, TypeError, "expected a list, found dict"),
        ({"name": ["a", 1]}, TypeError, "row 0: expected values of one kind, found str"),
        (np.zeros((2, 2), [("kind", "u1")]), TypeError, "of one dimension"),
    ],
)
def test_what_are_no_columns_of_the_records_is_refused_when_given(
    columns: Any, error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match="records") as found:
        compiled(RECORDS, tmp_path).build(records=columns)
    assert said in str(found.value)


def test_offsets_that_go_back_are_an_error_and_never_looked_at(tmp_path: Path) -> None:
    kind = compiled(RECORDS, tmp_path)
    for ends in ([0, 5, 2], [0, 1, 1 << 40], [-3, 1, 2]):
        name = Pieces(np.array(ends), np.zeros(2, np.uint8), None, is_text=True)
        with pytest.raises(ValueError, match="records: name: expected offsets"):
            kind.build(records={"name": name, "kind": [1, 1], "number": [1, 1]})


def test_bytes_that_no_field_describes_are_not_lost_without_a_word(tmp_path: Path) -> None:
    text = """
meta: {id: rest, endian: le}
seq: [{id: rows, type: row, size: 4, repeat: eos}]
types: {row: {seq: [{id: a, type: u2}]}}
"""
    kind = compiled(text, tmp_path)
    table = kind.columns(b"\1\0ab\2\0cd", "rows")
    assert table.has_rest
    with pytest.raises(TypeError, match="bytes that no field describes"):
        kind.build(rows=table)
    assert kind.build(rows={"a": [1, 2]}).to_bytes() == b"\1\0\0\0\2\0\0\0"


def test_tables_of_arrow_are_written(tmp_path: Path) -> None:
    import pyarrow as pa

    kind = compiled(ALL, tmp_path)
    data = of_all_kinds(kind, 40).to_bytes()
    table = pa.table(kind.columns(data, "rows"))
    batches = pa.Table.from_batches(
        [*table.slice(0, 13).to_batches(), *table.slice(13).to_batches()]
    )
    for each in (table, batches, table.to_batches()[0]):
        assert kind.build(version=2, rows=each, behind=7).to_bytes() == data


def test_frames_are_written(tmp_path: Path) -> None:
    import pandas as pd
    import polars as pl

    kind = compiled(RECORDS, tmp_path)
    columns = {"name": ["a", "", "über"], "kind": [1, 2, 1], "number": [3, 4, 65535]}
    expected = kind.build(records=columns).to_bytes()
    for frame in (pl.DataFrame(columns), pd.DataFrame(columns)):
        assert kind.build(records=frame).to_bytes() == expected
