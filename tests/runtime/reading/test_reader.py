"""The stream of a reader: bounded, positioned, and still kaitaistruct's."""

from __future__ import annotations

import mmap
import os
import re
from array import array
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kaitaistruct import EndOfStreamError, InvalidArgumentError, KaitaiStream

from quire import FormatError, LimitError, TruncatedError
from quire.runtime import Reader
from quire.runtime.reading import source

DATA = bytes(range(10))


def test_a_stream_of_which_only_the_beginning_is_there_can_be_passed_over() -> None:
    io = Reader(DATA, base=100, size=50)
    assert (io.u1("a"), io.size()) == (0, 50)
    io.take(49, "b")
    assert (io.pos(), io.is_eof()) == (50, True)
    with pytest.raises(TruncatedError) as caught:
        Reader(DATA, size=50).take(51, "c")
    assert caught.value.bytes_available == 50


def test_numbers_are_read_in_order() -> None:
    io = Reader(bytes.fromhex("ff fffe 0100 3fc00000"))
    assert (io.u1("a"), io.s2be("b"), io.u2le("c"), io.f4be("d")) == (255, -2, 1, 1.5)
    assert io.pos() == io.size() == 9


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("u1", 1),
        ("s1", 1),
        ("u2le", 2),
        ("s2be", 2),
        ("u4be", 4),
        ("s4le", 4),
        ("u8le", 8),
        ("s8be", 8),
        ("f4le", 4),
        ("f8be", 8),
    ],
)
def test_a_number_that_is_cut_off_says_what_it_needs(name: str, size: int) -> None:
    io = Reader(bytes(size - 1), base=100)
    with pytest.raises(TruncatedError) as caught:
        getattr(io, name)("field")
    error = caught.value
    assert (error.path, error.offset) == ("field", 100)
    assert (error.bytes_needed, error.bytes_available) == (size, size - 1)
    assert io.pos() == 0


def test_a_truncated_read_is_kaitais_end_of_stream_too() -> None:
    with pytest.raises(EndOfStreamError):
        Reader(b"").u1("a")
    with pytest.raises(EOFError):
        Reader(b"").take(1, "a")


def test_a_view_shares_memory_and_cannot_be_written_to() -> None:
    data = bytearray(DATA)
    view = Reader(data).take(3, "a")
    data[1] = 99
    assert bytes(view) == b"\x00\x63\x02"
    with pytest.raises(TypeError):
        view[0] = 1


@pytest.mark.parametrize(("size", "left"), [(11, 10), (2**64, 10)])
def test_bytes_beyond_the_end_are_refused_before_anything_is_taken(size: int, left: int) -> None:
    io = Reader(DATA)
    with pytest.raises(TruncatedError) as caught:
        io.take(size, "a")
    assert caught.value.bytes_available == left
    assert io.pos() == 0


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(
        FormatError, match=r"a at byte 0: expected a size of 0 or more bytes, found -1"
    ):
        Reader(DATA).take(-1, "a")


def test_a_size_beyond_its_limit_is_refused() -> None:
    with pytest.raises(LimitError) as caught:
        Reader(DATA).take(5, "a", limit=4)
    assert (caught.value.expected, caught.value.found) == ("at most 4 bytes", "5")
    assert bytes(Reader(DATA).take(4, "a", limit=4)) == DATA[:4]


def test_the_rest_is_all_that_is_left() -> None:
    io = Reader(DATA)
    io.seek(7)
    assert io.left() == 3
    assert bytes(io.rest("a")) == DATA[7:]
    assert bytes(io.rest("a")) == b""


def test_a_substream_counts_from_zero_and_its_errors_from_the_start_of_the_file() -> None:
    io = Reader(DATA, base=1000)
    io.seek(2)
    inner = io.substream(4, "window")
    assert (inner.pos(), inner.size(), io.pos()) == (0, 4, 6)
    inner.seek(3)
    assert inner.offset() == 1005
    with pytest.raises(TruncatedError) as caught:
        inner.u2le("x")
    assert caught.value.offset == 1005
    deeper = Reader(DATA, base=1000).substream(8, "a").substream(4, "b")
    assert deeper.offset() == 1000


def test_seeking_beyond_the_end_is_allowed_and_reading_there_is_not() -> None:
    io = Reader(DATA)
    io.seek(20)
    assert io.is_eof()
    assert io.left() == 0
    with pytest.raises(TruncatedError) as caught:
        io.u1("a")
    assert caught.value.bytes_available == 0
    with pytest.raises(TruncatedError):
        io.take(1, "a")
    assert bytes(io.take(0, "a")) == b""  # nothing can be read anywhere, as in Kaitai's runtime


def test_seeking_before_the_start_is_a_wrong_argument() -> None:
    with pytest.raises(InvalidArgumentError):
        Reader(DATA).seek(-1)


def test_contents_must_be_there() -> None:
    io = Reader(b"QUIRE", base=10)
    assert io.contents(b"QU", "magic", "/seq/0") == b"QU"
    with pytest.raises(FormatError) as caught:
        io.contents(b"XX", "magic", "/seq/0")
    assert (caught.value.offset, caught.value.expected, caught.value.found) == (
        12,
        "b'XX'",
        "b'IR'",
    )


@pytest.mark.parametrize(
    ("number", "least", "limit", "error"),
    [
        (3, 4, None, TruncatedError),
        (2**63, 1, None, TruncatedError),
        (5, 1, 4, LimitError),
        (2**40, 0, None, LimitError),
    ],
)
def test_a_count_that_cannot_be_is_refused_before_a_list_is_made(
    number: int, least: int, limit: int | None, error: type[FormatError]
) -> None:
    with pytest.raises(error) as caught:
        Reader(DATA).count(number, "items", least, limit)
    assert caught.value.path == "items"
    assert type(caught.value) is error


def test_a_count_that_fits_is_given_back() -> None:
    assert Reader(DATA).count(5, "items", 2) == 5
    assert Reader(DATA).count(1000, "items", 0) == 1000
    assert Reader(DATA).count(0, "items", 4) == 0


def test_turns_to_the_end_stop_there() -> None:
    io = Reader(DATA)
    assert [io.u2le("a") for _ in io.turns("a", to_end=True)] == [256, 770, 1284, 1798, 2312]
    assert list(Reader(b"").turns("a", to_end=True)) == []


def test_turns_that_read_nothing_are_refused() -> None:
    with pytest.raises(FormatError, match="elements that take bytes"):
        for _ in Reader(DATA).turns("a", to_end=True):
            pass


@pytest.mark.parametrize(
    ("include", "consume", "value", "pos"),
    [
        (False, True, b"ab", 3),
        (False, False, b"ab", 2),
        (True, True, b"ab;", 3),
        (True, False, b"ab;", 2),
    ],
)
def test_a_terminator_is_included_and_consumed_as_told(
    *, include: bool, consume: bool, value: bytes, pos: int
) -> None:
    io = Reader(b"ab;cd")
    assert io.until(b";", "a", include=include, consume=consume, eos_error=True) == value
    assert io.pos() == pos


def test_a_terminator_that_is_missing_is_an_error_or_the_end() -> None:
    io = Reader(b"abc", base=5)
    with pytest.raises(FormatError) as caught:
        io.until(b";", "a", include=False, consume=True, eos_error=True)
    assert (caught.value.path, caught.value.offset) == ("a", 5)
    assert io.until(b";", "a", include=False, consume=True, eos_error=False) == b"abc"
    assert io.is_eof()


def test_a_wide_terminator_stands_at_a_multiple_of_its_size() -> None:
    io = Reader(b"\x41\x00\x00\x41\x00\x00")
    found = io.until(b"\x00\x00", "a", include=False, consume=True, eos_error=True)
    assert found == b"\x41\x00\x00\x41"


@given(head=st.binary(max_size=3), gap=st.integers(65_520, 65_560))
def test_a_terminator_is_found_across_the_windows_of_the_search(head: bytes, gap: int) -> None:
    data = head.replace(b"\xff", b"") + bytes(gap) + b"\xff\xff"
    io = Reader(data)
    found = io.until(b"\xff", "a", include=False, consume=True, eos_error=True)
    assert found == data[: data.index(b"\xff")]


@given(data=st.binary(max_size=40), steps=st.lists(st.integers(0, 12), max_size=6))
def test_it_reads_what_kaitais_own_stream_reads(data: bytes, steps: list[int]) -> None:
    ours, theirs = Reader(data), KaitaiStream(BytesIO(data))
    for size in steps:
        try:
            expected: object = theirs.read_bytes(size)
        except EOFError:
            with pytest.raises(EOFError):
                ours.read_bytes(size)
            return
        assert ours.read_bytes(size) == expected
        assert (ours.pos(), ours.is_eof()) == (theirs.pos(), theirs.is_eof())
    assert (ours.size(), ours.read_bytes_full()) == (theirs.size(), theirs.read_bytes_full())


@pytest.mark.parametrize(
    "name", ["u1", "s2le", "u2be", "u4le", "s4be", "u8le", "s8be", "f4le", "f8be"]
)
def test_kaitais_names_of_reads_work(name: str) -> None:
    data = bytes(range(1, 9))
    assert (
        getattr(Reader(data), f"read_{name}")()
        == getattr(KaitaiStream(BytesIO(data)), f"read_{name}")()
    )


def test_bits_are_read_as_kaitai_reads_them() -> None:
    data = bytes.fromhex("b5 c3 7f")
    ours, theirs = Reader(data), KaitaiStream(BytesIO(data))
    assert [ours.read_bits_int_be(n) for n in (3, 7, 6)] == [
        theirs.read_bits_int_be(n) for n in (3, 7, 6)
    ]
    ours, theirs = Reader(data), KaitaiStream(BytesIO(data))
    assert [ours.read_bits_int_le(n) for n in (3, 7)] == [
        theirs.read_bits_int_le(n) for n in (3, 7)
    ]
    assert ours.is_eof() == theirs.is_eof()
    assert ours.read_u1() == theirs.read_u1()


def test_it_gives_all_its_bytes_and_a_file_over_them() -> None:
    io = Reader(DATA)
    io.seek(4)
    assert io.to_byte_array() == DATA
    assert io._io.read(2) == b"\x04\x05"


def test_a_reader_is_made_of_bytes_files_and_streams() -> None:
    theirs = KaitaiStream(BytesIO(DATA))
    theirs.seek(3)
    assert Reader.of(theirs).u1("a") == 3
    assert Reader.of(BytesIO(DATA)).size() == 10
    assert Reader.of(bytearray(DATA)).size() == 10
    assert Reader.of(memoryview(DATA)).size() == 10
    same = Reader(DATA)
    assert Reader.of(same) is same
    with pytest.raises(TypeError, match="int"):
        Reader.of(3)


@pytest.mark.parametrize("change", [b"", b"other bytes", None])
def test_a_small_file_that_is_changed_later_stays_what_was_read(
    tmp_path: Path, change: bytes | None
) -> None:
    path = tmp_path / "x"
    path.write_bytes(DATA)
    io = Reader.open(path)
    assert not io.is_mapped
    view = io.take(4, "a")
    if change is None:
        path.unlink()
    else:
        path.write_bytes(change)  # of a mapped file, the system would kill who looks at it
    assert (bytes(view), io.read_bytes_full()) == (DATA[:4], DATA[4:])
    io.close()


@pytest.mark.parametrize(("size", "is_mapped"), [(1 << 20, False), ((1 << 20) + 1, True)])
def test_a_large_file_is_mapped(tmp_path: Path, size: int, *, is_mapped: bool) -> None:
    path = tmp_path / "x"
    path.write_bytes(bytes(size - 1) + b"x")
    io = Reader.open(path, mmap=True)
    assert (io.is_mapped, io.size()) == (is_mapped, size)
    assert (bytes(io.whole()[-1:]), io._io.name) == (b"x", str(path))
    io.close()


def test_a_file_without_a_size_is_read_to_its_end(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    sent = bytes(range(256)) * 1000
    writer = Thread(target=(tmp_path / "pipe").write_bytes, args=(sent,))
    writer.start()
    assert Reader.open(tmp_path / "pipe").read_bytes_full() == sent
    writer.join()


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_is_no_file_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=re.escape(repr(str(tmp_path / name)))):
        Reader.open(tmp_path / name)


def test_a_file_is_mapped_and_can_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "READ_WHOLE", 0)
    path = tmp_path / "x"
    path.write_bytes(DATA)
    io = Reader.open(path)
    assert isinstance(io._source.mapped, mmap.mmap)
    view = io.take(4, "a")
    io.close()
    assert bytes(view) == DATA[:4]
    with pytest.raises((FormatError, ValueError)):
        io.u1("b")


def test_an_empty_file_opens(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert Reader.open(path).is_eof()


def test_bytes_are_those_of_the_elements_of_an_array() -> None:
    wide: Any = array("H", [0x0201, 0x0403])
    stored = wide.tobytes()
    assert Reader(wide).read_bytes_full() == stored
    assert Reader(memoryview(wide)).read_bytes_full() == stored
    assert Reader(memoryview(stored).cast("B", (2, 2))).read_bytes_full() == stored
    with pytest.raises(TypeError, match=r"contiguous bytes are needed: give `bytes\(...\)`"):
        Reader(memoryview(stored)[::2])
