"""What is written in pieces is one file, of which large values are not copied twice."""

from __future__ import annotations

import numpy as np
import pytest

from quire.runtime.writing.pieces import LARGE, Pieces


def test_small_and_large_values_come_out_in_their_order() -> None:
    file, expected = Pieces(), b""
    for size in (3, LARGE, 0, LARGE - 1, 5, 2 * LARGE):
        data = bytes([size % 251]) * size
        file.write(data)
        expected += data
        assert file.size == len(expected)
    assert file.getvalue() == expected
    file.write(b"more")
    assert file.getvalue() == expected + b"more"


def test_nothing_is_an_empty_file() -> None:
    assert Pieces().getvalue() == b""


def test_one_large_value_is_the_file() -> None:
    data, file = bytes(LARGE), Pieces()
    file.write(data)
    assert file.getvalue() is data


def test_a_part_of_a_value_is_not_the_value() -> None:
    data, file = bytes(LARGE) + b"more", Pieces()
    file.write(memoryview(data)[:LARGE])
    assert file.getvalue() == bytes(LARGE)


@pytest.mark.parametrize("size", [8, LARGE])
def test_what_others_may_change_is_copied(size: int) -> None:
    data, view = bytearray(size), bytearray(size)
    file = Pieces()
    file.write(data)
    file.write(memoryview(view).toreadonly())
    data[0] = view[0] = 1
    assert file.getvalue() == bytes(2 * size)


def test_numbers_are_their_bytes() -> None:
    numbers = np.arange(LARGE, dtype=">u4")
    file = Pieces()
    file.write(numbers.data)
    assert file.size == 4 * LARGE
    assert file.getvalue() == numbers.tobytes()


def test_what_was_written_is_changed_where_it_stands() -> None:
    file, expected = Pieces(), bytearray(LARGE + 16)
    file.write(bytes(LARGE + 8))
    file.write(bytes(8))
    for place in (0, LARGE, LARGE + 15):
        file.getbuffer()[place] = expected[place] = 7
    file.write(b"more")
    assert file.getvalue() == bytes(expected) + b"more"


@pytest.mark.parametrize(
    ("start", "size"), [(0, 3), (LARGE - 2, 4), (LARGE + 5, LARGE + 9), (2 * LARGE + 14, 9)]
)
def test_bytes_are_put_over_others_and_after_the_last_one(start: int, size: int) -> None:
    first, last = bytes([1]) * LARGE, bytes([3]) * LARGE
    file, expected = Pieces(), bytearray(first + b"small" + last + b"some more")
    for piece in (first, b"small", last, b"some more"):
        file.write(piece)
    new = bytes([9]) * size
    assert bytes(file[start : start + size]) == expected[start : start + size]
    file.overwrite(start, new)
    expected[start : start + size] = new
    file.write(b"end")
    assert file.getvalue() == bytes(expected) + b"end"
    assert first == bytes([1]) * LARGE  # it is somebody else's


def test_nothing_stands_after_the_end() -> None:
    file = Pieces()
    file.write(b"abc")
    assert (file[1:9], file[3:9], file[2:1]) == (b"bc", b"", b"")


def test_a_small_file_has_one_digest_however_it_was_put_together() -> None:
    data = bytes(range(256)) * 5 * (LARGE // 1024)
    whole, parts = Pieces(), Pieces()
    whole.write(data)
    for i in range(0, len(data), 100):
        parts.write(data[i : i + 100])
        _ = parts[i : i + 1]  # which ends a piece
    parts.overwrite(300, data[300:400])
    assert len([*whole]) < len([*parts])
    assert whole.digest() == parts.digest()
    parts.overwrite(300, b"another")
    assert whole.digest() != parts.digest()


def test_files_with_other_bytes_have_other_digests() -> None:
    files = []
    for middle in (b"abc", b"abd", b"abc"):
        file = Pieces()
        for piece in (bytes(LARGE), middle, bytearray(LARGE)):
            file.write(piece)
        files.append(file)
    same, other, again = files
    assert same.digest() == again.digest() != other.digest()
    assert same.is_all(memoryview(again.getvalue()))
    assert not same.is_all(memoryview(other.getvalue()))
    assert not same.is_all(memoryview(again.getvalue() + b"!"))


def test_what_stands_in_a_place_is_known_whatever_pieces_it_is_of() -> None:
    stored = bytes(i % 251 for i in range(5 * LARGE))
    file = Pieces()
    for piece in (b"ab", memoryview(stored)[LARGE:], bytes(LARGE), b"cd", memoryview(stored)):
        file.write(piece)
    made = file.getvalue()
    edges = [0, 1, 2, 2 + 2 * LARGE, 2 + 4 * LARGE, 5 * LARGE, 5 * LARGE + 4, len(made)]
    places = [(start, stop) for start in edges for stop in edges if start <= stop]
    for start, stop in places:
        there = made[start:stop]
        assert file.has(memoryview(there), start)
        for i in {0, len(there) // 2, len(there) - 1} if there else ():
            other = bytearray(there)
            other[i] ^= 1
            assert not file.has(memoryview(other), start)
    assert file.has(memoryview(stored)[LARGE : 3 * LARGE], 2)
    assert not file.has(memoryview(stored)[LARGE : 3 * LARGE], 3)  # the same memory, moved
    assert not file.has(memoryview(stored), len(made) - 1)
