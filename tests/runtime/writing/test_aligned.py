"""Positions that a writer chooses are multiples of what `-align` says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.diagnostics import SpecError

SPEC = """
meta: {id: pile, endian: le}
seq:
  - {id: step, type: u1}
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: padding, size: (16 - _io.pos % 16) % 16, -fill: 0}
  - {id: area, type: area, size-eos: true}
types:
  area: {}
  item:
    seq: [{id: len_body, type: u1}, {id: ofs_body, type: u1}]
    instances:
      body: {io: _root.area._io, pos: ofs_body, size: len_body, -align: _root.step}
"""


@pytest.fixture
def pile(tmp_path: Path) -> Any:
    """The class of the spec."""
    (tmp_path / "pile.ksy").write_text(SPEC)
    return quire.compile(tmp_path / "pile.ksy").Pile


def offsets(record: Any) -> list[int]:
    return [item.ofs_body for item in record.items]


def bodies(record: Any) -> list[bytes]:
    return [item.body for item in record.items]


BODIES = [b"abc", b"defgh", b"", b"i"]


def built(pile: Any, step: int) -> bytes:
    data: bytes = pile.build(step=step, items=[{"body": body} for body in BODIES]).to_bytes()
    return data


@pytest.mark.parametrize(
    ("step", "found"), [(1, [0, 3, 8, 8]), (4, [0, 4, 12, 12]), (7, [0, 7, 14, 14])]
)
def test_what_is_built_stands_at_multiples(pile: Any, step: int, found: list[int]) -> None:
    data = built(pile, step)
    made = pile.from_bytes(data)
    assert (offsets(made), bodies(made)) == (found, BODIES)
    assert made.to_bytes() == data


def test_what_moves_goes_to_the_next_multiple(pile: Any) -> None:
    made = pile.from_bytes(built(pile, 4))
    made.items[0].body = b"abcde"
    again = pile.from_bytes(made.to_bytes())
    assert (offsets(again), bodies(again)) == ([0, 8, 16, 16], [b"abcde", *BODIES[1:]])
    made = pile.from_bytes(built(pile, 4))
    made.items[1].body = b"d"
    again = pile.from_bytes(made.to_bytes())
    assert (offsets(again), bodies(again)) == ([0, 4, 8, 8], [b"abc", b"d", *BODIES[2:]])


def test_what_goes_leaves_no_hole(pile: Any) -> None:
    made = pile.from_bytes(built(pile, 4))
    del made.items[0]
    again = pile.from_bytes(made.to_bytes())
    assert (offsets(again), bodies(again)) == ([0, 8, 8], BODIES[1:])


@pytest.mark.parametrize("body", [b"", b"j", b"0123456789abcdef"])
def test_a_dict_that_is_added_is_written_where_the_size_stays_too(pile: Any, body: bytes) -> None:
    made = pile.from_bytes(built(pile, 4) + bytes(7))
    made.items.append({"body": body})
    again = pile.from_bytes(made.to_bytes())
    assert bodies(again) == [*BODIES, body]
    assert all(offset % 4 == 0 for offset in offsets(again))


def test_what_stood_elsewhere_stays_as_long_as_nothing_moves(pile: Any) -> None:
    data = bytes([4, 1, 2, 1]) + bytes(12) + b"?ab"
    made = pile.from_bytes(data)
    assert bodies(made) == [b"ab"]
    made.items[0].body = b"xy"
    assert made.to_bytes() == data[:-2] + b"xy"


def test_a_step_of_nothing_is_refused(pile: Any) -> None:
    with pytest.raises(quire.FormatError, match="an alignment of at least 1"):
        built(pile, 0)


def test_it_stands_on_instances_with_a_position_alone(tmp_path: Path) -> None:
    (tmp_path / "x.ksy").write_text("meta: {id: x}\nseq: [{id: a, type: u1, -align: 4}]\n")
    with pytest.raises(SpecError, match="only on instances with `pos`"):
        quire.compile(tmp_path / "x.ksy")
