"""A field that is the size or the number of several others: they are written if they agree."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire import FormatError

TYPES = """
types:
  row: {seq: [{id: x, type: u1}]}
  part: {seq: [{id: b, size: "_parent.as<pair>.n"}]}
  rows: {seq: [{id: b, type: u1, repeat: expr, repeat-expr: "_parent.as<pair>.n"}]}
  wrapped: {seq: [{id: b, size-eos: true}]}
"""
LIST = "type: u1, repeat: expr, repeat-expr: n"
TWO: dict[str, tuple[str, str, Any]] = {
    # Two fields that depend on `n`, and what is given for the second one that is so long.
    "two lists": (LIST, LIST, lambda n: [7] * n),
    "a list and bytes": (LIST, "size: n", bytes),
    "a list and a text": (LIST, "type: str, size: n", "a".__mul__),
    "a list and a record": (LIST, "type: wrapped, size: n", lambda n: {"b": bytes(n)}),
    "a list and bytes of a record": (LIST, "type: part", lambda n: {"b": bytes(n)}),
    "a list and one of a record": (LIST, "type: rows", lambda n: {"b": [7] * n}),
    "a list and a multiple": (LIST, "size: n * 2", lambda n: bytes(2 * n)),
    "a list and an array": (
        LIST,
        "size: n, -array: {dtype: u1, shape: [n]}",
        lambda n: np.zeros(n, "u1"),
    ),
    "records and bytes": ("type: row, repeat: expr, repeat-expr: n", "size: n", bytes),
    "a table and bytes": ("type: row, repeat: expr, repeat-expr: n, -array: {}", "size: n", bytes),
}


def compiled(folder: Path, *fields: str) -> Any:
    seq = "".join(
        f"  - {{id: {name}, {field}}}\n" for name, field in zip("ab", fields, strict=True)
    )
    head = "meta: {id: pair, endian: le, encoding: ASCII}\nseq:\n  - {id: n, type: u1}\n"
    (folder / "pair.ksy").write_text(f"{head}{seq}{TYPES}", encoding="utf-8")
    return quire.compile(folder / "pair.ksy").Pair


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("name", TWO)
def test_what_is_built_of_two_lengths_is_refused(
    name: str, tmp_path: Path, *, is_first: bool
) -> None:
    field, other, made = TWO[name]
    kind = compiled(tmp_path, *((field, other) if is_first else (other, field)))

    def built(count: int, size: int) -> Any:
        elements = {"x": [7] * count} if "row" in field else [7] * count
        values = (elements, made(size)) if is_first else (made(size), elements)
        return kind.build(**dict(zip("ab", values, strict=True)))

    stored = built(2, 2).to_bytes()
    assert kind.from_bytes(stored).n == 2
    for count, size in ((3, 2), (2, 3), (0, 2), (2, 0)):
        with pytest.raises(FormatError):
            built(count, size).to_bytes()


@pytest.mark.parametrize("edited", ["a", "b"])
@pytest.mark.parametrize("looked_at", ["", "a", "b"])
def test_the_error_of_an_edit_names_all(edited: str, looked_at: str, tmp_path: Path) -> None:
    rows = "type: row, repeat: expr, repeat-expr: n"
    kind = compiled(tmp_path, rows, rows)
    record = kind.from_bytes(b"\2abcd")
    if looked_at:
        assert getattr(record, looked_at)[0].x
    getattr(record, edited).append({"x": 1})
    number = "2 elements.*found 3" if edited == "a" else "3 elements.*found 2"
    advice = r"\(`n` tells it of `b`, too: change them alike\)"
    with pytest.raises(FormatError, match=f"pair: a: expected {number[:10]} {advice}"):
        record.to_bytes()
    getattr(record, "ab".replace(edited, "")).append({"x": 2})
    assert kind.from_bytes(record.to_bytes()).n == 3


def test_the_error_of_a_size_names_all(tmp_path: Path) -> None:
    record = compiled(tmp_path, "type: str, size: n", "size: n").from_bytes(b"\2abcd")
    record.b = b"xyz"
    advice = r"\(`n` tells it of `b`, too: change them alike\), found 2 bytes"
    with pytest.raises(FormatError, match=f"pair: a at byte 1: expected 3 bytes {advice}"):
        record.to_bytes()


AT_POSITIONS = """
meta: {id: pair, endian: le}
seq:
  - {id: n, type: u1}
  - {id: ofs_as, type: u1}
  - {id: ofs_b, type: u1}
instances:
  as: {pos: ofs_as, type: row, repeat: expr, repeat-expr: n}
  b: {pos: ofs_b, type: u1, repeat: expr, repeat-expr: n}
types:
  row: {seq: [{id: x, type: u1}]}
"""


@pytest.fixture
def apart(tmp_path: Path) -> Any:
    """The class of a file with two lists at positions, of which one field tells the number."""
    (tmp_path / "pair.ksy").write_text(AT_POSITIONS, encoding="utf-8")
    return quire.compile(tmp_path / "pair.ksy").Pair


@pytest.mark.parametrize("edited", ["as_", "b"])
@pytest.mark.parametrize("looked_at", [False, True])
@pytest.mark.parametrize("count", [0, 1, 3])
def test_one_of_two_lists_at_positions_is_not_edited_alone(
    apart: Any, edited: str, looked_at: Any, count: int
) -> None:
    record = apart.from_bytes(b"\2\3\5abcd")
    if looked_at:
        assert (record.as_[1].x, record.b) == (98, [99, 100])
    some = getattr(record, edited)
    some[:] = [*some, some[0]][:count]
    with pytest.raises(FormatError, match=r"`n` tells it of `(as|b)`, too: change them alike"):
        record.to_bytes()
    other = getattr(record, "as_" if edited == "b" else "b")
    other[:] = [*other, other[0]][:count]
    again = apart.from_bytes(record.to_bytes())
    assert [each.x for each in again.as_] == [*b"aba"][:count]
    assert again.b == [*b"cdc"][:count]


@pytest.mark.parametrize("counts", [(1, 2), (2, 1), (0, 1)])
def test_two_lists_at_positions_of_other_numbers_are_not_built(apart: Any, counts: Any) -> None:
    of_as, of_b = counts
    with pytest.raises(FormatError, match="`n` tells it of"):
        apart.build(as_=[{"x": 7}] * of_as, b=[7] * of_b).to_bytes()


def test_a_number_that_was_set_holds_for_lists_that_nobody_has_edited(apart: Any) -> None:
    record = apart.from_bytes(b"\2\3\5abcd")
    assert len(record.as_) == len(record.b) == 2
    record.n = 1
    assert record.to_bytes() == b"\1\3\5abcd"
    assert (record.as_[0].x, record.b) == (97, [99])
