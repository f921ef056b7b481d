"""A run of numbers read in one call still knows its fields one by one."""

from __future__ import annotations

from io import BytesIO

import pytest

from quire import FormatError, TruncatedError
from quire.runtime import Block, Reader, Writer

BLOCK = Block(("a", "u1"), ("b", "u4be"), ("c", "s2be"), ("d", "f8be"))
DATA = bytes.fromhex("01 00000002 fffd 3ff0000000000000")
STARTS = {"a": 0, "b": 1, "c": 5, "d": 7}


def test_a_block_reads_its_fields() -> None:
    io = Reader(b"\xee" + DATA)
    io.seek(1)
    assert BLOCK.read(io) == (1, 2, -3, 1.0)
    assert io.pos() == 16


def test_a_block_is_as_long_as_its_fields_are_together() -> None:
    assert BLOCK.size == 15
    assert Block(("a", "u1"), ("b", "u8le")).size == 9


def test_a_block_of_single_bytes_has_no_order() -> None:
    assert Block(("a", "u1"), ("b", "s1")).read(Reader(b"\x01\xff")) == (1, -1)


@pytest.mark.parametrize("size", range(15))
def test_a_cut_names_the_field_that_is_not_whole(size: int) -> None:
    name = [name for name, start in STARTS.items() if start <= size][-1]
    with pytest.raises(TruncatedError) as caught:
        BLOCK.read(Reader(DATA[:size], base=100))
    assert caught.value.path == name
    assert caught.value.offset == 100 + STARTS[name]
    assert caught.value.bytes_available == size - STARTS[name]


def test_a_cut_block_takes_nothing() -> None:
    io = Reader(DATA[:14])
    with pytest.raises(TruncatedError):
        BLOCK.read(io)
    assert io.pos() == 0


def test_a_block_far_beyond_the_end_is_cut_at_its_first_field() -> None:
    io = Reader(DATA)
    io.seek(500)
    with pytest.raises(TruncatedError) as caught:
        BLOCK.read(io)
    assert (caught.value.path, caught.value.bytes_available) == ("a", 0)


def test_a_block_writes_its_fields() -> None:
    sink = BytesIO()
    BLOCK.write(Writer(sink), 1, 2, -3, 1.0)
    assert sink.getvalue() == DATA


@pytest.mark.parametrize(
    ("values", "name", "found"),
    [
        ((256, 2, -3, 1.0), "a", "256"),
        ((1, -1, -3, 1.0), "b", "-1"),
        ((1, 2, 40_000, 1.0), "c", "40000"),
        ((1, 2, -3, "x"), "d", "x"),
        ((1, 2.5, -3, 1.0), "b", "2.5"),
    ],
)
def test_a_value_that_does_not_fit_names_its_field(
    values: tuple[float, ...], name: str, found: str
) -> None:
    sink = BytesIO()
    with pytest.raises(FormatError) as caught:
        BLOCK.write(Writer(sink), *values)
    assert (caught.value.path, caught.value.found) == (name, found)
    assert sink.getvalue() == b""
