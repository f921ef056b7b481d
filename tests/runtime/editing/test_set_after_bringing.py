"""Fields of records of elsewhere that somebody sets once these were written: nobody undoes that."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import FormatError
from tests.runtime.writing.test_building import compiled

SPEC = """
seq:
  - {id: num, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num}
types:
  row:
    seq:
      - {id: head, type: head}
      - {id: flag, type: u1}
      - {id: extra, type: u1, if: flag == 1}
      - {id: more, type: b1}
      - {id: rest, type: b7}
      - {id: other, type: u1, if: more}
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {1: text, 2: note, 3: at, 4: at}}}
      - {id: tail, type: {switch-on: head.kind, cases: {1: text, 2: at}}}
      - {id: width, type: u1}
      - {id: cell, type: cell(width)}
  head: {seq: [{id: kind, type: u1}]}
  text: {seq: [{id: value, type: strz, encoding: ASCII}]}
  note: {seq: [{id: value, type: strz, encoding: ASCII}]}
  at: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
  cell: {params: [{id: wide, type: u1}], seq: [{id: data, size: wide}]}
"""
ROW = b"\1\1\7\0\1\4one\0t\0\2ab"
FILE = b"\2" + ROW + ROW
Edit = Callable[[Any], object]
BRINGS: dict[str, Edit] = {
    "none": lambda record: record,
    "copy": lambda record: record.rows.append(copy.deepcopy(record.rows[0])),
    "other": lambda record: record.rows.append(type(record).from_bytes(FILE).rows[1]),
    "replaced": lambda record: record.rows.__setitem__(-1, type(record).from_bytes(FILE).rows[0]),
}


def _both(row: Any) -> None:
    row.kind, row.body.value = 2, "other"


@pytest.mark.parametrize("looks", [False, True])
@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("bring", BRINGS.values(), ids=BRINGS)
@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (lambda row: setattr(row, "kind", 2), "kind: given 2, but body makes it 1"),
        (_both, "kind: given 2, but body makes it 1"),
        (lambda row: setattr(row.head, "kind", 2), "kind: given 2, but tail makes it 1"),
        (lambda row: setattr(row, "flag", 0), "flag: given 0, but what is there makes it 1"),
        (lambda row: setattr(row, "more", True), "other: expected a value"),
        (lambda row: setattr(row.cell, "wide", 5), "wide: given 5, but the record around it pas"),
    ],
    ids=["tag", "tag and body", "tag inside", "flag", "flag of nothing", "parameter"],
)
def test_what_contradicts_the_rest_is_refused(
    tmp_path: Path, bring: Edit, edit: Edit, error: str, times: int, *, looks: bool
) -> None:
    record = compiled(tmp_path, SPEC).from_bytes(FILE)
    bring(record)
    before = [record.to_bytes() for _ in range(times)]
    if looks:
        assert record.rows[-1].body.value == "one"
    edit(record.rows[-1])
    for _ in range(2):  # it stays wrong
        with pytest.raises(FormatError, match=error):
            record.to_bytes()
    assert before == before[:1] * times


def _brought(folder: Path, bring: Edit, times: int) -> tuple[Any, Any, bytes]:
    """A file that a row was put into, written so often; the row, and what is before it."""
    record = compiled(folder, SPEC).from_bytes(FILE)
    bring(record)
    for _ in range(times):
        record.to_bytes()
    return record, record.rows[-1], bytes([len(record.rows)]) + ROW * (len(record.rows) - 1)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("bring", BRINGS.values(), ids=BRINGS)
def test_what_agrees_with_the_rest_is_written(tmp_path: Path, bring: Edit, times: int) -> None:
    record, row, before = _brought(tmp_path, bring, times)
    kind = type(record)
    row.kind, row.body = 4, kind.At.build(x=7, y=8)
    assert record.to_bytes() == record.to_bytes() == before + b"\1\1\7\0\4\2\7\x08t\0\2ab"
    row.kind = 3
    assert record.to_bytes() == record.to_bytes() == before + b"\1\1\7\0\3\2\7\x08t\0\2ab"
    row.flag = 0
    del row.extra
    assert record.to_bytes() == record.to_bytes() == before + b"\1\0\0\3\2\7\x08t\0\2ab"
    row.width, row.cell.data = 3, b"abc"
    assert record.to_bytes() == record.to_bytes() == before + b"\1\0\0\3\2\7\x08t\0\3abc"
    row.kind = 1
    with pytest.raises(FormatError, match="kind: given 1, but body makes it 3"):
        record.to_bytes()
    row.body = kind.Text.build(value="one")
    assert record.to_bytes() == record.to_bytes() == before + b"\1\0\0\1\4one\0t\0\3abc"


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("bring", BRINGS.values(), ids=BRINGS)
def test_what_nobody_has_set_follows(tmp_path: Path, bring: Edit, times: int) -> None:
    record, row, before = _brought(tmp_path, bring, times)
    kind = type(record)
    row.body, row.other = kind.Note.build(value="two"), 9
    expected = before + b"\1\1\7\x80\x09\2\4two\0t\0\2ab"
    assert record.to_bytes() == record.to_bytes() == expected
    row.body = kind.Text.build(value="one")
    del row.other
    assert record.to_bytes() == record.to_bytes() == before + ROW
