"""Edits that cannot be written are refused: they would be lost without a word."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: chunky, endian: le}
seq:
  - {id: slot, type: slot, size: 12}
types:
  slot: {}
  body: {seq: [{id: a, type: f4}, {id: rows, type: row, repeat: expr, repeat-expr: 2}]}
  row: {seq: [{id: n, type: u2}]}
instances:
  body: {io: slot._io, pos: 0, type: body}
  double: {value: body.a * 2}
  given: {value: body.a, -default: 7.0}
"""
DATA = struct.pack("<fHHI", float("nan"), 1, 2, 3)


@pytest.fixture(scope="module")
def chunky(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("chunky") / "chunky.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Chunky


def test_what_is_looked_at_in_another_stream_is_written_as_it_was(chunky: Any) -> None:
    record = chunky.from_bytes(DATA)
    assert record.body.rows[1].n == 2
    assert record.to_bytes() == DATA
    assert record.body.rows[1].n == 2


@pytest.mark.parametrize(
    "edit",
    [
        lambda body: setattr(body, "a", 1.0),
        lambda body: setattr(body.rows[1], "n", 5),
        lambda body: body.rows.pop(),
    ],
)
def test_an_edit_in_another_stream_is_refused(chunky: Any, edit: Any, tmp_path: Path) -> None:
    record = chunky.from_bytes(DATA)
    edit(record.body)
    with pytest.raises(quire.FormatError, match=r"body: expected what was read.*found an edit"):
        record.to_file(tmp_path / "out")
    assert not (tmp_path / "out").exists()
    del record.body
    assert record.to_bytes() == DATA


def test_what_cannot_be_written_cannot_be_set(chunky: Any) -> None:
    record = chunky.from_bytes(DATA)
    with pytest.raises(AttributeError, match="'body' is read from where quire cannot write it"):
        record.body = chunky.Body()
    with pytest.raises(AttributeError, match="'double' is computed from other fields"):
        record.double = 3.0
    with pytest.raises(TypeError, match="double cannot be given: it is computed"):
        chunky.build(double=3.0)
    record.given = 3.0
    assert (record.given, chunky().given, chunky.build(given=2.0).given) == (3.0, 7.0, 2.0)
