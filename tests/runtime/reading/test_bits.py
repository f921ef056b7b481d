"""A run of bits is what its fields are one by one, wherever it begins and however it goes wrong."""

from __future__ import annotations

from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kaitaistruct import KaitaiStream

from quire import FormatError, TruncatedError
from quire.runtime import BitRun, Reader, Writer

FLAGS = BitRun("le", ("a", "flag"), ("b", "b3"), ("c", "b12"))
HEAD = BitRun("be", ("a", "b4"), ("b", "flag"), ("c", "b19"))


class Layout(NamedTuple):
    """A run, and the bits that were taken before it."""

    order: str
    widths: list[int]
    before: int

    @property
    def names(self) -> list[str]:
        return [f"f{i}" for i in range(len(self.widths))]

    @property
    def bits(self) -> int:
        return self.before + sum(self.widths)

    @property
    def size(self) -> int:
        return (self.bits + 7) // 8

    def run(self) -> BitRun:
        kinds = [f"b{width}" for width in self.widths]
        return BitRun(self.order, *zip(self.names, kinds, strict=True))

    def cut(self, number: int) -> list[int]:
        """The fields of the number that a run is."""
        found = []
        widths = self.widths if self.order == "le" else self.widths[::-1]
        for width in widths:
            found.append(number & ((1 << width) - 1))
            number >>= width
        assert number == 0
        return found if self.order == "le" else found[::-1]


layouts = st.builds(
    Layout,
    st.sampled_from(["be", "le"]),
    st.lists(st.integers(1, 70), min_size=2, max_size=9),
    st.integers(0, 7),
) | st.builds(  # whole bytes
    lambda order, sizes: Layout(order, [*sizes, -sum(sizes) % 8 or 8], 0),
    st.sampled_from(["be", "le"]),
    st.lists(st.integers(1, 12), min_size=1, max_size=9),
)


def opened(layout: Layout, data: bytes) -> Reader:
    """A reader that has taken the bits before the run."""
    io = Reader(data, base=100)
    if layout.before:
        getattr(io, f"bits_{layout.order}")(layout.before, "before")
    return io


def one_by_one(layout: Layout, io: Reader) -> list[int]:
    read = getattr(io, f"bits_{layout.order}")
    return [read(width, name) for name, width in zip(layout.names, layout.widths, strict=True)]


def state(io: Reader) -> tuple[int, int, bool]:
    return io.pos(), io.bits_left, io.is_eof()


def told(error: Exception) -> tuple[Any, ...]:
    return type(error), str(error), getattr(error, "path", None), getattr(error, "offset", None)


# -- reading ---------------------------------------------------------------------------------------


def test_the_first_field_has_the_lowest_bits_or_the_highest() -> None:
    assert FLAGS.read(Reader(b"\x35\xa0")) == 0xA035
    assert HEAD.read(Reader(b"\x4d\x00\x01")) == 0x4D0001


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a machine that has much to do
@given(layouts, st.data())
def test_a_run_is_read_as_kaitai_reads_its_fields(layout: Layout, data: st.DataObject) -> None:
    stored = data.draw(st.binary(min_size=layout.size, max_size=layout.size + 2))
    theirs = KaitaiStream(BytesIO(stored))
    read = getattr(theirs, f"read_bits_int_{layout.order}")
    if layout.before:
        read(layout.before)
    ours = opened(layout, stored)
    assert layout.cut(layout.run().read(ours)) == [read(width) for width in layout.widths]
    assert (ours.pos(), ours.is_eof()) == (theirs.pos(), theirs.is_eof())
    behind = 8 * layout.size - layout.bits
    assert ours.bits_left == behind
    if behind:
        assert getattr(ours, f"bits_{layout.order}")(behind, "") == read(behind)


@given(layouts)
def test_a_cut_is_told_as_by_the_field_that_it_is_in(layout: Layout) -> None:
    for size in range((layout.before + 7) // 8, layout.size):
        run, single = (opened(layout, bytes(size)) for _ in range(2))
        with pytest.raises(TruncatedError) as expected:
            one_by_one(layout, single)
        with pytest.raises(TruncatedError) as caught:
            layout.run().read(run)
        assert told(caught.value) == told(expected.value)
        assert state(run) == state(single)


def test_bits_that_were_left_are_dropped_by_what_reads_bytes() -> None:
    io = Reader(b"\xff\x01\x35\xa0\x35\xa0")
    io.bits_le(3, "x")
    io.u1("y")
    assert FLAGS.read(io) == 0xA035
    io.bits_le(1, "x")
    io.seek(4)
    assert FLAGS.read(io) == 0xA035


def test_a_run_beyond_the_end_is_cut_at_its_first_field() -> None:
    io = Reader(bytes(2))
    io.seek(50)
    with pytest.raises(TruncatedError) as caught:
        FLAGS.read(io)
    assert (caught.value.path, caught.value.offset, caught.value.bytes_available) == ("a", 50, 0)


# -- writing ---------------------------------------------------------------------------------------


def written(layout: Layout, values: list[Any], *, together: bool) -> tuple[bytes, Any]:
    """The bytes of some values after ones, and the error that ended them, as it was told."""
    sink = BytesIO()
    io = Writer(sink)
    put = getattr(io, f"bits_{layout.order}")
    if layout.before:
        put(layout.before, (1 << layout.before) - 1, "before")
    try:
        if together:
            layout.run().write(io, *values)
        else:
            for name, width, value in zip(layout.names, layout.widths, values, strict=True):
                put(width, value, name)
    except (FormatError, TypeError) as error:
        return sink.getvalue(), (told(error), io.pos())
    io.finish()
    return sink.getvalue(), None


def values_of(layout: Layout) -> st.SearchStrategy[list[int]]:
    return st.tuples(*(st.integers(0, (1 << width) - 1) for width in layout.widths)).map(list)


@given(layouts, st.data())
def test_a_run_is_written_bit_by_bit(layout: Layout, data: st.DataObject) -> None:
    values = data.draw(values_of(layout))
    pairs = [((1 << layout.before) - 1, layout.before), *zip(values, layout.widths, strict=True)]
    digits = [f"{value:0{width}b}" if width else "" for value, width in pairs]
    if layout.order == "be":
        text = "".join(digits).ljust(8 * layout.size, "0")
        expected = int(text, 2).to_bytes(layout.size, "big")
    else:
        expected = int("".join(digits[::-1]), 2).to_bytes(layout.size, "little")
    assert written(layout, values, together=True) == (expected, None)


@given(layouts, st.data())
def test_a_wrong_value_is_refused_as_by_its_field(layout: Layout, data: st.DataObject) -> None:
    values: list[Any] = list(data.draw(values_of(layout)))
    for i in data.draw(st.sets(st.integers(0, len(values) - 1), min_size=1)):
        values[i] = data.draw(st.sampled_from([-1, 1 << layout.widths[i], None, "1", 0.5]))
    found = written(layout, values, together=True)
    assert found == written(layout, values, together=False)
    assert found[1] is not None


def test_a_value_that_does_not_fit_is_told_with_its_field() -> None:
    with pytest.raises(FormatError) as caught:
        FLAGS.write(Writer(BytesIO()), 1, 8, 0)
    assert str(caught.value) == "b at byte 0: expected an integer from 0 to 7 (b3), found 8"
    with pytest.raises(FormatError) as caught:
        HEAD.write(Writer(BytesIO()), 1, 0, 1 << 19)
    assert (caught.value.path, caught.value.offset) == ("c", 0)


def test_numbers_of_numpy_are_numbers() -> None:
    for order in ("be", "le"):
        layout = Layout(order, [4, 1, 19], 0)
        values = [np.uint8(4), np.int64(1), np.uint32(65537)]
        expected = written(layout, [4, 1, 65537], together=False)
        assert expected[1] is None
        assert written(layout, values, together=True) == expected
        assert written(layout, values, together=False) == expected


@pytest.mark.parametrize("flag", [True, 1, np.True_, 1.0, "1"])
def test_a_flag_is_what_python_makes_an_integer_of(flag: Any) -> None:
    sink = BytesIO()
    FLAGS.write(Writer(sink), flag, 2, 0xA03)
    assert sink.getvalue() == b"\x35\xa0"
