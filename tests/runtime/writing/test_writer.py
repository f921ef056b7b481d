"""The stream of a writer, and files that appear whole or not at all."""

from __future__ import annotations

from io import BytesIO, RawIOBase
from typing import Any

import pytest

from quire import FormatError
from quire.runtime import Struct, Writer
from quire.runtime.values.scalars import SCALARS


def test_numbers_are_written_in_order() -> None:
    sink = BytesIO()
    io = Writer(sink)
    io.u1(255, "a")
    io.s2be(-2, "b")
    io.u4le(1, "c")
    io.f4be(1.5, "d")
    assert sink.getvalue() == bytes.fromhex("ff fffe 01000000 3fc00000")
    assert io.pos() == 11


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
@pytest.mark.parametrize("count", [2, 1 << 17])
def test_padding_follows_whatever_has_the_bytes(kind: type[Any], count: int) -> None:
    sink, data = BytesIO(), b"q" * count
    io = Writer(sink)
    io.put_filled(kind(data), count + 2, "a", 0x20)
    io.put_trimmed(kind(data), count + 3, "b", 0x2E, b"\0", include=False)
    assert sink.getvalue() == data + b"  " + data + b"\0.."


@pytest.mark.parametrize(
    "name", [name for name, scalar in SCALARS.items() if scalar.minimum is not None]
)
def test_an_integer_beyond_its_type_is_refused(name: str) -> None:
    bits = 8 * int(name[1])
    low, high = (0, 2**bits - 1) if name[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    io = Writer(BytesIO())
    for value in (low, high):
        getattr(io, name)(value, "field")
    for value in (low - 1, high + 1):
        with pytest.raises(FormatError) as caught:
            getattr(io, name)(value, "field")
        assert caught.value.path == "field"
        assert caught.value.found == str(value)
        assert caught.value.expected == f"an integer from {low} to {high} ({name})"
        assert caught.value.offset == 2 * bits // 8


@pytest.mark.parametrize(
    ("name", "value"), [("u1", "1"), ("u4le", 1.5), ("u4le", None), ("f8be", "x"), ("f4le", 1e39)]
)
def test_what_is_no_such_number_is_refused(name: str, value: object) -> None:
    with pytest.raises(FormatError) as caught:
        getattr(Writer(BytesIO()), name)(value, "field")
    assert caught.value.path == "field"


def test_sized_bytes_must_have_their_size() -> None:
    sink = BytesIO()
    io = Writer(sink)
    io.put_sized(b"abc", 3, "a")
    with pytest.raises(FormatError) as caught:
        io.put_sized(b"abcd", 3, "a")
    assert (caught.value.expected, caught.value.found, caught.value.offset) == (
        "3 bytes",
        "4 bytes",
        3,
    )
    assert sink.getvalue() == b"abc"


def test_padding_of_no_bytes_ends_bits_as_it_does_when_it_is_read() -> None:
    sink = BytesIO()
    io = Writer(sink)
    io.bits_be(1, 1, "a")
    io.put_filled(b"", 0, "padding", 0)
    io.bits_be(1, 1, "b")
    io.align()
    assert sink.getvalue() == b"\x80\x80"


def test_padded_bytes_are_filled_up() -> None:
    sink = BytesIO()
    io = Writer(sink)
    io.put_filled(b"ab", 4, "a", 0x20)
    io.put_filled(b"abcd", 4, "a", 0)
    with pytest.raises(FormatError) as caught:
        io.put_filled(b"abcde", 4, "a", 0)
    assert (caught.value.expected, caught.value.found) == ("at most 4 bytes", "5 bytes")
    assert sink.getvalue() == b"ab  abcd"


def test_a_negative_size_is_refused() -> None:
    for put in (Writer(BytesIO()).put_sized,):
        with pytest.raises(FormatError):
            put(b"", -1, "a")
    with pytest.raises(FormatError):
        Writer(BytesIO()).put_filled(b"", -1, "a", 0)


@pytest.mark.parametrize("count", [0, 1, 65_535, 65_536, 65_537, 200_000])
def test_fill_writes_that_many_bytes(count: int) -> None:
    sink = BytesIO()
    Writer(sink).fill(count, 7)
    assert sink.getvalue() == b"\x07" * count


def test_a_view_of_wide_elements_counts_in_bytes() -> None:
    io = Writer(BytesIO())
    io.put(memoryview(bytearray(8)).cast("I"))
    assert io.pos() == 8


def test_a_sink_need_not_seek() -> None:
    class Sink:
        def __init__(self) -> None:
            self.data = b""

        def write(self, data: bytes | memoryview, /) -> None:
            self.data += bytes(data)

    sink = Sink()
    Writer(sink).u2be(258, "a")
    assert sink.data == b"\x01\x02"


class Sized(Struct):
    """A byte that tells the size of what comes next."""

    __slots__ = ("body",)
    body: bytes

    def _write__seq(self, io: Writer) -> None:
        io.u1(len(self.body), "len_body")
        io.put(self.body)


class Narrow(RawIOBase):
    """A file without a buffer that takes three bytes at a time, as a pipe that is nearly full."""

    def __init__(self) -> None:
        self.taken = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int | None:
        self.taken += bytes(data[:3])
        return min(len(data), 3)


def test_a_file_that_takes_a_part_at_a_time_gets_all_of_it() -> None:
    file = Narrow()
    Sized.build(body=b"0123456789").write_to(file)
    assert file.taken == b"\x0a0123456789"


def test_a_file_that_takes_nothing_now_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Narrow, "write", lambda *_: None)
    with pytest.raises(BlockingIOError):
        Sized.build(body=b"0123456789").write_to(Narrow())
