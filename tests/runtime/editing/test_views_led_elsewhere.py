"""Records of fields that instances lead to once a file was laid out: another one, if told so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import FormatError
from tests.runtime.writing.test_building import compiled

LIMITS = """
seq:
  - {id: limits, type: limit, repeat: expr, repeat-expr: 3}
  - {id: of, type: index, repeat: eos}
types:
  limit: {seq: [{id: v, type: u1}]}
  index:
    seq: [{id: i, type: u1}]
    instances: {limit: {io: _root._io, pos: i, type: limit}}
"""


@pytest.fixture(scope="module")
def limits(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    return compiled(tmp_path_factory.mktemp("limits"), LIMITS)


def _laid_out(limits: Any, *, looked_at: bool) -> Any:
    """A file in which elements were exchanged, and that was written."""
    record = limits.from_bytes(b"xyz\0\1\2\0")
    if looked_at:
        assert _shown(record) == b"xyzx"
    of = record.of
    of[0], of[1] = of[1], of[0]
    assert record.to_bytes() == b"xyz\1\0\2\0"
    return record


def _shown(record: Any) -> bytes:
    """The limits that are led to."""
    return bytes(each.limit.v for each in record.of)


@pytest.mark.parametrize("looked_at", [False, True])
def test_what_is_told_to_be_elsewhere_after_an_exchange_shows_what_is_there(
    limits: Any, *, looked_at: bool
) -> None:
    record = _laid_out(limits, looked_at=looked_at)
    record.of[3].i = 1
    record.limits[1].v = ord("Y")
    assert record.to_bytes() == b"xYz\1\0\2\1"
    assert _shown(record) == b"YxzY"
    record.of[3].i = 0
    assert record.to_bytes() == b"xYz\1\0\2\0"
    assert _shown(record) == b"Yxzx"


@pytest.mark.parametrize("looked_at", [False, True])
def test_what_was_edited_where_it_was_and_is_told_to_be_elsewhere_is_refused(
    limits: Any, *, looked_at: bool
) -> None:
    record = _laid_out(limits, looked_at=looked_at)
    record.of[3].i = 1
    record.of[3].limit.v = ord("?")
    with pytest.raises(FormatError, match="given 1, but limit makes it 0"):
        record.to_bytes()


BODIES = """
seq:
  - {id: num, type: u1}
  - {id: recs, type: rec, repeat: expr, repeat-expr: num}
  - {id: bodies, type: body, repeat: eos}
types:
  rec:
    seq: [{id: ofs, type: u1}]
    instances: {body: {io: _root._io, pos: ofs, type: body}}
  body:
    seq:
      - {id: number, type: u1}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: ASCII}
      - {id: sub, type: sub}
  sub: {seq: [{id: a, type: u1}, {id: b, type: u1}]}
"""


@pytest.mark.parametrize(
    ("edit", "then"),
    [
        (lambda body: setattr(body, "number", 9), b"\x09\3cdeBb"),
        (lambda body: setattr(body, "text", "XYZ"), b"\2\3XYZBb"),
        (lambda body: setattr(body.sub, "b", ord("!")), b"\2\3cdeB!"),
        (lambda body: setattr(body, "sub", {"a": ord("?"), "b": ord("!")}), b"\2\3cde?!"),
    ],
)
def test_an_edit_of_what_is_shown_elsewhere_changes_that_alone(
    tmp_path: Path, edit: Callable[[Any], None], then: bytes
) -> None:
    first, second = b"\1\2xyAa", b"\2\3cdeBb"
    record = compiled(tmp_path, BODIES).from_bytes(b"\2\3\x09" + first + second)
    kept = record.recs[0].body
    record.recs[0].ofs = 9
    assert record.to_bytes() == b"\2\x09\x09" + first + second
    assert kept is record.recs[0].body
    assert (kept.text, kept.sub.a) == ("cde", ord("B"))
    edit(kept)
    assert record.to_bytes() == record.to_bytes() == b"\2\x09\x09" + first + then


TREE = """
seq:
  - {id: mark, size: 2}
  - {id: nodes, type: node, repeat: eos}
types:
  node:
    seq: [{id: left, type: u1}, {id: right, type: u1}]
    instances:
      on_left: {io: _root._io, pos: left, type: node, if: left != 0}
      on_right: {io: _root._io, pos: right, type: node, if: right != 0}
"""


def test_what_leads_to_an_edit_is_let_go_of_as_what_does_not(tmp_path: Path) -> None:
    # The second node leads to the fourth, which leads back.
    record = compiled(tmp_path, TREE).from_bytes(b"MM" + b"\0\0" + b"\6\x08" + b"\4\0" * 2)
    nodes = record.nodes
    nodes[0], nodes[3] = nodes[3], nodes[0]
    assert record.to_bytes() == b"MM" + b"\4\0" + b"\6\2" + b"\4\0" + b"\0\0"
    nodes[1].right = 0
    assert record.to_bytes() == b"MM" + b"\4\0" + b"\6\0" + b"\4\0" + b"\0\0"
    assert nodes[1].on_right is None
    assert nodes[0].on_left.right == 0


def test_a_view_that_is_edited_may_lead_its_field_nowhere(tmp_path: Path) -> None:
    # The first node leads to the second, which leads to the last.
    data = b"MM" + b"\4\0" + b"\x08\x08" + b"\0\0" * 2
    record = compiled(tmp_path, TREE).from_bytes(data)
    nodes = record.nodes
    nodes[1], nodes[2] = nodes[2], nodes[1]
    nodes[0].on_left.right = 0
    assert record.to_bytes() == b"MM" + b"\6\0" + b"\0\0" + b"\x08\0" + b"\0\0"
    assert nodes[2].right == 0
    assert [each.on_right for each in (nodes[0].on_left, nodes[2])] == [None, None]
    nodes[0].on_left.right = 8
    assert record.to_bytes() == b"MM" + b"\6\0" + b"\0\0" + b"\x08\x08" + b"\0\0"
    assert nodes[2].on_right.right == nodes[0].on_left.on_right.right == 0


CIRCLE = """
seq:
  - {id: body, size: 3, type: group}
  - {id: index, type: index, repeat: eos}
types:
  group:
    seq: [{id: count, type: u1}, {id: rows, type: row, repeat: expr, repeat-expr: count}]
  row:
    seq: [{id: to, type: u1}]
    instances: {led: {io: _root._io, pos: 3 + 2 * to, type: index}}
  index:
    seq: [{id: at, type: u1}, {id: is_there, type: u1}]
    instances: {group: {io: _root.body._io, pos: at, type: group, if: is_there != 0}}
"""


@pytest.mark.parametrize("looked_at", [False, True])
def test_rows_are_exchanged_by_a_view_to_which_one_of_them_leads(
    tmp_path: Path, *, looked_at: bool
) -> None:
    record = compiled(tmp_path, CIRCLE).from_bytes(b"\2\1\0" + b"\0\0" + b"\0\1")
    if looked_at:
        assert record.body.rows[0].led.group.rows[0].to == 1
    rows = record.index[1].group.rows
    rows[0], rows[1] = rows[1], rows[0]
    assert record.to_bytes() == b"\2\0\1" + b"\0\0" + b"\0\1"
    assert [each.to for each in record.body.rows] == [0, 1]
    assert [each.led.group is None for each in record.body.rows] == [True, False]
    assert record.to_bytes() == b"\2\0\1" + b"\0\0" + b"\0\1"
    rows[0], rows[1] = rows[1], rows[0]
    assert record.to_bytes() == b"\2\1\0" + b"\0\0" + b"\0\1"
    assert record.body.rows[0].led.group.rows[0].to == 1
