"""Searching in place: however long the bytes are, and wherever a window ends."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.runtime.values.units import FIRST, WINDOW, find_unit, without_padding

PLACES = (0, 1, FIRST - 1, FIRST, FIRST + 1, 5 * FIRST - 1, WINDOW, 2 * WINDOW + 3)


def test_a_terminator_is_found_wherever_it_stands() -> None:
    for place in PLACES:
        data = b"x" * place + b"\0" + b"x" * 5
        assert find_unit(memoryview(data), b"\0") == place
        assert find_unit(memoryview(data), b"\0", place + 1) == -1


def test_a_terminator_of_several_bytes_stands_at_a_multiple_of_its_length() -> None:
    for place in PLACES:
        data = b"x" * place + b"\0\0" + b"x" * 5
        assert find_unit(memoryview(data), b"\0\0") == (place if place % 2 == 0 else -1)
        assert find_unit(memoryview(b"y" + data), b"\0\0", 1) == (
            place + 1 if place % 2 == 0 else -1
        )


@given(
    data=st.lists(st.sampled_from([0, 1]), max_size=40).map(bytes),
    unit=st.lists(st.sampled_from([0, 1]), min_size=1, max_size=4).map(bytes),
    start=st.integers(0, 45),
)
def test_the_first_such_place_is_found(data: bytes, unit: bytes, start: int) -> None:
    places = range(start, len(data) - len(unit) + 1, len(unit))
    expected = next((at for at in places if data[at : at + len(unit)] == unit), -1)
    assert find_unit(memoryview(data), unit, start) == expected


@given(data=st.lists(st.sampled_from([0, 7]), max_size=30).map(bytes), byte=st.sampled_from([0, 7]))
def test_padding_is_what_rstrip_takes_away(data: bytes, byte: int) -> None:
    assert without_padding(memoryview(data), byte) == len(data.rstrip(bytes([byte])))


def test_long_padding_is_found() -> None:
    for place in PLACES:
        data = b"x" * place + bytes(2 * WINDOW + 1)
        assert without_padding(memoryview(data), 0) == place
