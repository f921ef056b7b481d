"""A look between two edits, or before them, changes nothing of what is written."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: led, endian: le}
seq:
  - {id: ofs, type: u1}
  - {id: a, type: u1}
  - {id: b, type: u1}
  - {id: rest, size: 4}
instances:
  tail: {pos: ofs, size: 2}
"""
FILE = b"\x01ABrest"


@pytest.fixture(scope="module")
def led(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files in which one field tells where bytes are, which others may have, too."""
    path = tmp_path_factory.mktemp("led") / "led.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Led


def look(record: Any) -> None:
    with suppress(quire.FormatError):  # there may be no bytes yet
        assert record.tail


def with_looks(*edits: str) -> list[tuple[str, ...]]:
    """Edits in all orders, without a look, and with one in each place."""
    orders = [*permutations(edits)]
    return [
        *orders,
        *((*order[:i], "look", *order[i:]) for order in orders for i in range(len(order) + 1)),
    ]


@pytest.mark.parametrize(
    ("position", "written"),
    [
        (7, b"\x07ABrest!?"),  # behind all
        (9, b"\x09ABrest\0\0!?"),
        (5, b"\x05ABre!?"),  # bytes of another field than before
        (2, b"\x02A!?est"),  # of two
    ],
)
def test_bytes_that_are_led_to_the_place_of_others_take_it(
    position: int, written: bytes, led: Any
) -> None:
    for steps in with_looks("place", "set"):
        record = led.from_bytes(FILE)
        for step in steps:
            if step == "place":
                record.ofs = position
            elif step == "set":
                record.tail = b"!?"
            else:
                look(record)
        assert record.to_bytes() == written, steps
        again = led.from_bytes(written)
        shown = [(each.ofs, each.a, each.b, each.rest, each.tail) for each in (record, again)]
        assert shown[0] == shown[1]


@pytest.mark.parametrize("edit", [{"rest": b"REST"}, {"rest": b"rEst"}])
def test_two_edits_of_the_same_bytes_are_refused_looked_at_or_not(
    edit: dict[str, Any], led: Any
) -> None:
    for steps in with_looks("place", "set", "other"):
        record = led.from_bytes(FILE)
        for step in steps:
            if step == "place":
                record.ofs = 4
            elif step == "set":
                record.tail = b"!?"
            elif step == "other":
                record.rest = edit["rest"]
            else:
                look(record)
        with pytest.raises(quire.FormatError, match="change one of them"):
            record.to_bytes()


def test_padding_in_front_of_what_was_led_away_is_zeros(led: Any) -> None:
    record = led.from_bytes(FILE)
    record.ofs, record.tail = 12, b"!?"
    assert record.to_bytes() == b"\x0cABrest" + bytes(5) + b"!?"
