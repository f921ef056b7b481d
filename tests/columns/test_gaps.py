"""Columns of lists that go on after an element that is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.columns import NoColumnsError
from quire.runtime.errors import FormatError

SPEC = """
meta: {id: SPEC, endian: le, encoding: UTF-8}
seq:
  - {id: head, size: 3}
  - {id: body, type: body}
types:
  body: {seq: [{id: entries, type: entry, REPEAT, -sync: {}}]}
  entry:
    seq:
      - {id: mark, contents: EN}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
      - {id: level, type: u1, valid: {max: 5}}
      - {id: more, type: u2, if: level > 2, valid: {max: 70}}
      - {id: last, type: u1, if: not _io.eof, valid: {max: 80}}
      - {id: numbers, type: u1, repeat: expr, repeat-expr: level}
"""
REPEATS = {"eos": "repeat: eos", "until": "repeat: until, repeat-until: _.level == 5"}
GOOD = b"EN\2ok\1\7\x09"
"""One entry: its text is "ok", its level 1, its number 9."""


@pytest.fixture(params=sorted(REPEATS))
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    name: str = request.param
    path = tmp_path / f"{name}.ksy"
    path.write_text(SPEC.replace("SPEC", name).replace("REPEAT", REPEATS[name]))
    return getattr(quire.compile(path), name.capitalize())


def entry(rng: random.Random, *, last: bool) -> bytes:
    level = 5 if last else rng.randrange(5)
    text = rng.choice(["", "x", "é", "longer"]).encode()
    more = rng.randrange(70).to_bytes(2, "little") if level > 2 else b""
    stored = [b"EN", bytes([len(text)]), text, bytes([level]), more, bytes([7, *range(level)])]
    return b"".join(stored)


def damaged(seed: int, count: int, damages: int) -> bytes:
    rng = random.Random(seed)  # noqa: S311  # test data
    data = bytearray(b"HHH" + b"".join(entry(rng, last=i == count - 1) for i in range(count)))
    for _ in range(damages):
        data[rng.randrange(3, len(data))] = rng.randrange(256)
    return bytes(data)


def rows_and_gaps(tables: list[Any]) -> tuple[list[Any], list[Any]]:
    gaps = [gap for table in tables for gap in table.gaps]
    rows = [tuple(row.values()) for table in tables for row in table]
    return rows, [(*gap[:3], str(gap.error), gap.stored) for gap in gaps]


def as_objects(kind: Any, data: bytes) -> tuple[list[Any], list[Any]]:
    body = kind.from_bytes(data).body
    names = ("mark", "len_text", "text", "level", "more", "last", "numbers")
    rows = [tuple(getattr(each, name, None) for name in names) for each in body.entries]
    gaps = body.gaps_of("entries")
    return rows, [(*gap[:3], str(gap.error), gap.stored) for gap in gaps]


def outcome(action: Callable[[], Any]) -> Any:
    """What comes out, or the text of the error."""
    try:
        return action()
    except FormatError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(40))
def test_rows_and_gaps_are_those_of_objects(kind: Any, seed: int) -> None:
    data = damaged(seed, 1 + seed % 12, seed % 4)
    wanted = outcome(lambda: as_objects(kind, data))
    assert outcome(lambda: rows_and_gaps([kind.columns(data, "body.entries")])) == wanted
    if isinstance(wanted, str):
        return
    for rows in (1, 3):
        batches = [*kind.columns(data, "body.entries", batch_rows=rows)]
        assert rows_and_gaps(batches) == wanted
        assert all(len(table) <= rows for table in batches)


def test_compiled_scans_leave_out_gaps(kind: Any) -> None:
    data = damaged(1, 40_000, 12)
    wanted = as_objects(kind, data)
    assert wanted[1]
    assert rows_and_gaps([kind.columns(data, "body.entries")]) == wanted
    assert rows_and_gaps([*kind.columns(data, "body.entries", batch_rows=999)]) == wanted


@pytest.mark.parametrize("wrong", [b"EN\2\xff\xfe\1\7\x09", b"EN\2ok\x66\7\x09", b"EN\xf0k"])
def test_one_that_is_wrong_loses_no_other(wrong: bytes, tmp_path: Path) -> None:
    path = tmp_path / "eos.ksy"
    path.write_text(SPEC.replace("SPEC", "eos").replace("REPEAT", REPEATS["eos"]))
    kind = quire.compile(path).Eos
    table = kind.columns(b"HHH" + 2 * GOOD + wrong + 3 * GOOD, "body.entries")
    assert table["text"].tolist() == ["ok"] * 5
    assert [gap[:3] for gap in table.gaps] == [(2, 19, len(wrong))]
    whole = kind.columns(b"HHH" + 2 * GOOD, "body.entries")
    assert (len(whole), whole.gaps) == (2, ())
    nothing = kind.columns(b"HHH" + wrong, "body.entries")
    assert (len(nothing), [gap.before for gap in nothing.gaps]) == (0, [0])


def test_lists_without_it_are_wrong_as_before(tmp_path: Path) -> None:
    path = tmp_path / "eos.ksy"
    text = SPEC.replace("SPEC", "eos").replace("REPEAT, -sync: {}", REPEATS["eos"])
    path.write_text(text)
    with pytest.raises(FormatError, match=r"entries\[1\].level at byte 16"):
        quire.compile(path).Eos.columns(b"HHH" + GOOD + b"EN\2ok\x66\7\x09", "body.entries")


def test_records_that_hold_their_own_kind_are_refused_with_gaps(tmp_path: Path) -> None:
    path = tmp_path / "tree.ksy"
    path.write_text("""
meta: {id: tree}
seq: [{id: nodes, type: node, repeat: eos, -sync: {}}]
types:
  node:
    seq:
      - {id: mark, contents: N}
      - {id: num, type: u1, valid: {max: 3}}
      - {id: nodes, type: node, repeat: expr, repeat-expr: num}
""")
    kind = quire.compile(path).Tree
    leaf = b"N\0"
    assert len(kind.columns(b"N\1" + leaf + leaf, "nodes")) == 3
    data = b"N\1" + leaf + b"N\x09" + leaf
    assert len(kind.from_bytes(data).nodes) == 2
    with pytest.raises(NoColumnsError, match="-sync"):
        kind.columns(data, "nodes")
