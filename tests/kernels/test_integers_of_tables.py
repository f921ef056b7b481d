"""Integers of 3 and of 16 bytes in tables: columns, rows and writing, against Python's own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.generator.diagnostics import SpecError

SPEC = """
meta: {{id: ledger, endian: le}}
seq:
  - {{id: num_rows, type: u2}}
  - {{id: rows, type: row, repeat: expr, repeat-expr: num_rows, -array: {{}}}}
types:
  row:
    seq:
      - {{id: key, type: b128{order}}}
      - {{id: len_note, type: u1}}
      - {{id: note, size: len_note}}
      - {{id: cents, type: b24{order}}}
"""


@pytest.fixture(params=[("le", "little"), ("be", "big")], ids=["le", "be"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Any, Any]:
    order, python = request.param
    path = tmp_path / "ledger.ksy"
    path.write_text(SPEC.format(order=order))
    return quire.compile(path).Ledger, python


def stored(rows: list[tuple[int, bytes, int]], order: Any) -> bytes:
    parts = [
        key.to_bytes(16, order) + bytes([len(note)]) + note + cents.to_bytes(3, order)
        for key, note, cents in rows
    ]
    return len(rows).to_bytes(2, "little") + b"".join(parts)


def some_rows(count: int) -> list[tuple[int, bytes, int]]:
    drawn = random.Random(7)  # noqa: S311  # no secret
    return [
        (drawn.getrandbits(128), drawn.randbytes(drawn.randrange(4)), drawn.getrandbits(24))
        for _ in range(count)
    ] + [(0, b"", 0), (2**128 - 1, b"end", 2**24 - 1)]


def test_columns_and_rows_have_the_numbers_that_are_stored(ledger: tuple[Any, Any]) -> None:
    kind, order = ledger
    rows = some_rows(300)
    table = kind.from_bytes(stored(rows, order)).rows
    assert table.column("key").tolist() == [key for key, _, _ in rows]
    assert table.column("key").dtype == object
    assert table.column("cents").tolist() == [cents for _, _, cents in rows]
    assert table.column("cents").dtype == np.uint64
    assert [(row.key, row.note, row.cents) for row in table] == rows
    assert (table[-1].key, table[-1].cents) == (2**128 - 1, 2**24 - 1)


def test_columns_records_and_arrays_are_written(ledger: tuple[Any, Any]) -> None:
    kind, order = ledger
    rows = some_rows(20)
    data = stored(rows, order)
    keys, notes, cents = zip(*rows, strict=True)
    records = [{"key": key, "note": note, "cents": cent} for key, note, cent in rows]
    columns = {"key": keys, "note": notes, "cents": np.array(cents)}
    assert kind.build(rows=records).to_bytes() == data
    assert kind.build(rows=columns).to_bytes() == data
    table = kind.from_bytes(data).rows
    again = {name: table.column(name) for name in ("key", "note", "cents")}
    assert kind.build(rows=again).to_bytes() == data


@pytest.mark.parametrize("wrong", [-1, 2**128, "1", 1.5, None, [1, 2]])
def test_what_is_no_such_integer_is_refused_by_its_row(
    ledger: tuple[Any, Any], wrong: object
) -> None:
    kind, _ = ledger
    rows = [{"key": 1, "note": b"", "cents": 1}, {"key": wrong, "note": b"", "cents": 1}]
    with pytest.raises(quire.FormatError, match=r"rows\[1\]\.key: expected an integer from 0 to 2"):
        kind.build(rows=rows).to_bytes()


def test_bits_that_do_not_fill_bytes_are_no_cell(tmp_path: Path) -> None:
    path = tmp_path / "ledger.ksy"
    path.write_text(SPEC.format(order="le").replace("b24", "b20"))
    with pytest.raises(SpecError, match="`cents` is neither a number of whole bytes"):
        quire.compile(path)
