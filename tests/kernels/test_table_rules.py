"""`valid` of the columns of tables: what single records refuse, a million of them do, too."""

from __future__ import annotations

import copy
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.generator.diagnostics import SpecError

SPEC = """
meta: {id: ruled, endian: le}
seq:
  - {id: top, type: u1}
  - {id: num_rows, type: u2}
  - {id: rows, type: row(top), repeat: expr, repeat-expr: num_rows, -array: {}}
types:
  row:
    params: [{id: top, type: u1}]
    seq:
      - {id: version, type: u2, valid: 7}
      - {id: len_name, type: u1, valid: {max: 3}}
      - {id: name, size: len_name}
      - {id: level, type: s1, valid: {min: -2, max: top}}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: mode, type: u8, valid: {any-of: [0, 0xffffffffffffffff]}}
      - {id: share, type: f4, valid: {min: 0.1}}
enums: {kind: {1: cat, 2: dog}}
"""
GOOD = {"version": 7, "name": b"ab", "level": 4, "kind": 2, "mode": 2**64 - 1, "share": 0.5}
ROW = struct.Struct("<HB2sbBQf")
PLACES = {"version": 0, "len_name": 2, "level": 5, "kind": 6, "mode": 7, "share": 15}

BAD = [
    ("version", 8, quire.ValidationNotEqualError, "7"),
    ("level", 5, quire.ValidationGreaterThanError, "at most 4"),
    ("level", -3, quire.ValidationLessThanError, "at least -2"),
    ("kind", 3, quire.ValidationNotInEnumError, "cat (1) or dog (2)"),
    ("mode", 1, quire.ValidationNotAnyOfError, "0 or 18446744073709551615"),
    ("mode", 2**64 - 2, quire.ValidationNotAnyOfError, "0 or 18446744073709551615"),
    ("share", 0.0625, quire.ValidationLessThanError, "at least 0.1"),
    ("share", float("nan"), quire.ValidationLessThanError, "at least 0.1"),
]


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return compiled(tmp_path_factory.mktemp("specs"), SPEC).Ruled


def compiled(folder: Path, text: str) -> Any:
    path = folder / "ruled.ksy"
    path.write_text(text, encoding="utf-8")
    return quire.compile(path)


def stored(*rows: dict[str, Any]) -> bytes:
    packed = [
        ROW.pack(r["version"], 2, r["name"], r["level"], r["kind"], r["mode"], r["share"])
        for r in rows
    ]
    return b"\4" + len(rows).to_bytes(2, "little") + b"".join(packed)


def test_rows_that_keep_all_rules_are_read_and_written(kind: Any) -> None:
    data = stored(GOOD, {**GOOD, "level": -2, "kind": 1, "mode": 0})
    record = kind.from_bytes(data)
    assert record.rows.column("level").tolist() == [4, -2]
    assert kind.build(top=4, rows=record.rows).to_bytes() == data
    assert kind.build(top=4, rows=[*record.rows]).to_bytes() == data
    assert kind.from_bytes(stored()).num_rows == 0


@pytest.mark.parametrize(("field", "value", "error", "expected"), BAD)
def test_the_first_row_that_breaks_a_rule_is_told_with_its_place(
    kind: Any, field: str, value: Any, error: type[quire.FormatError], expected: str
) -> None:
    bad = {**GOOD, field: value}
    with pytest.raises(error) as raised:
        kind.from_bytes(stored(GOOD, GOOD, bad, bad))
    assert raised.value.path == f"rows[2].{field}"
    assert raised.value.offset == 3 + 2 * ROW.size + PLACES[field]
    assert raised.value.expected == expected
    assert str(raised.value.src_path).startswith("/types/row/seq/")


@pytest.mark.parametrize(("field", "value", "error", "expected"), BAD)
@pytest.mark.parametrize("as_columns", [False, True])
def test_what_breaks_a_rule_is_not_written(
    kind: Any,
    field: str,
    value: Any,
    error: type[quire.FormatError],
    expected: str,
    *,
    as_columns: bool,
) -> None:
    rows: Any = [GOOD, {**GOOD, field: value}]
    if as_columns:
        rows = {name: [row[name] for row in rows] for name in GOOD}
    with pytest.raises(error) as raised:
        kind.build(top=4, rows=rows).to_bytes()
    assert raised.value.path == f"rows[1].{field}"
    assert raised.value.expected == expected


def test_of_several_the_first_row_counts_and_in_it_the_first_field(kind: Any) -> None:
    rows = GOOD, {**GOOD, "kind": 9, "share": 0.0}, {**GOOD, "version": 1}
    with pytest.raises(quire.FormatError) as raised:
        kind.from_bytes(stored(*rows))
    assert raised.value.path == "rows[1].kind"


def test_a_number_that_tells_a_length_keeps_its_rule(kind: Any) -> None:
    with pytest.raises(quire.ValidationGreaterThanError) as raised:
        kind.build(top=4, rows=[{**GOOD, "name": b"four"}]).to_bytes()
    assert raised.value.path == "rows[0].len_name"


def test_a_table_with_rules_is_copied_with_them(kind: Any) -> None:
    rows = kind.from_bytes(stored(GOOD)).rows
    again = copy.deepcopy(rows)
    assert again == rows
    assert again.table.cells[4].rules == rows.table.cells[4].rules


def test_many_rows_say_the_same_as_single_records_do(tmp_path: Path) -> None:
    alone = compiled(tmp_path, SPEC.replace(", -array: {}", "")).Ruled
    kind = compiled(tmp_path, SPEC).Ruled
    rng = np.random.default_rng(5)
    for _ in range(40):
        pairs = zip(rng.integers(-4, 7, 6), rng.choice([0.1, 0.5, 0.0], 6), strict=True)
        rows = [{**GOOD, "level": int(level), "share": float(share)} for level, share in pairs]
        told: list[tuple[str, int | None]] = []
        for each in (alone, kind):
            try:
                each.from_bytes(stored(*rows))
                told.append(("", None))
            except quire.FormatError as error:
                told.append((error.path, error.offset))
        assert told[0] == told[1]


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("level, type: s1, valid: {expr: _ > 0}", "the `valid` of `level` has `expr`"),
        ("level, type: s1, valid: {max: version}", "is not the same in all records"),
        ("level, type: str, encoding: UTF-8, size: 1, valid: '\"a\"'", "is no number"),
    ],
)
def test_rules_that_no_column_can_keep_are_refused(tmp_path: Path, rule: str, reason: str) -> None:
    text = SPEC.replace("level, type: s1, valid: {min: -2, max: top}", rule)
    with pytest.raises(SpecError, match="Q505") as raised:
        compiled(tmp_path, text)
    assert reason in str(raised.value)
