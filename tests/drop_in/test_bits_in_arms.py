"""Fields of bits that end a byte in either arm of a condition: it makes no difference which."""

from __future__ import annotations

from typing import Any

import pytest

from quire.runtime import EndOfStreamError
from tests.drop_in.conftest import Compile

ORDERS = ("be", "le")


def of_spec(compiled: Compile, order: str, *fields: str) -> Any:
    listed = "\n".join(f"  - {{{field}}}" for field in fields)
    return compiled(f"meta: {{id: arms, endian: be, bit-endian: {order}}}\nseq:\n{listed}\n")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("yes", "no"), [("flag", "not flag"), ("flag == true", "flag == false")])
def test_bits_under_opposite_conditions_go_on_in_the_byte(
    compiled: Compile, order: str, yes: str, no: str
) -> None:
    kind = of_spec(
        compiled, order, "id: flag, type: b1", f"id: a, type: b15, if: {yes}",
        f"id: b, type: b15, if: {no}", "id: rest, type: u1",
    )  # fmt: skip  # a field a line
    number = 0b101_1010_0110_1001
    for flag in (True, False):
        word = flag << 15 | number if order == "be" else number << 1 | flag
        data = word.to_bytes(2, "big" if order == "be" else "little") + b"\x2a"
        record = kind.from_bytes(data)
        assert (record.flag, record.rest) == (flag, 42)
        assert {name: getattr(record, name) for name in "ab" if hasattr(record, name)} == {
            "a" if flag else "b": number
        }
        assert record.to_bytes() == data
        again = kind.build(flag=flag, rest=42, **{"a" if flag else "b": number})
        assert again.to_bytes() == data
        with pytest.raises(EndOfStreamError) as caught:
            kind.from_bytes(data[:1])
        assert caught.value.path == ("a" if flag else "b")


def test_arms_that_leave_different_bits_are_read_one_after_the_other(compiled: Compile) -> None:
    kind = of_spec(
        compiled, "be", "id: flag, type: b1", "id: a, type: b7, if: flag",
        "id: b, type: b3, if: not flag", "id: rest, type: u1",
    )  # fmt: skip  # a field a line
    assert (kind.from_bytes(b"\x85\x07").a, kind.from_bytes(b"\x85\x07").rest) == (5, 7)
    assert (kind.from_bytes(b"\x55\x07").b, kind.from_bytes(b"\x55\x07").rest) == (5, 7)


def test_an_arm_may_read_whole_bytes_and_a_condition_others_in_it(compiled: Compile) -> None:
    kind = of_spec(
        compiled, "be", "id: top, type: b4", "id: a, type: b4, if: top == 1",
        "id: b, type: b12, if: top != 1", "id: rest, type: u1",
    )  # fmt: skip  # a field a line
    short, long = kind.from_bytes(b"\x15\x07"), kind.from_bytes(b"\x25\x17\x07")
    assert (short.a, short.rest) == (5, 7)
    assert (long.b, long.rest) == (0x517, 7)
