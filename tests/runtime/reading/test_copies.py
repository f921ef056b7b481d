"""Values that a record has already: they are found in bytes that are read again."""

from __future__ import annotations

from quire.runtime.reading.copies import FAR, copied, is_copy, sharing, viewed
from quire.runtime.writing.pieces import Pieces

SIZE = 2 * FAR
VALUE = bytes(i % 251 for i in range(SIZE))
OTHER = VALUE[:-1] + b"!"


def test_a_value_that_is_the_same_is_not_copied() -> None:
    with sharing([VALUE]):
        view = viewed(b"ab" + VALUE + OTHER)
        assert copied(view[2 : 2 + SIZE]) is VALUE
        assert copied(view[2 + SIZE :]) == OTHER
        assert copied(view[2 : 2 + SIZE - 1]) == VALUE[:-1]  # as far ahead, and shorter


def test_what_was_read_in_a_place_is_known_to_stand_there() -> None:
    data = VALUE + OTHER
    stored, elsewhere = memoryview(data), memoryview(bytes(bytearray(data)))
    with sharing([VALUE]):
        view = viewed(data)
        first, second = copied(view[:SIZE]), copied(view[SIZE:])
        assert is_copy(first, stored[:SIZE])
        assert is_copy(second, stored[SIZE:])
        assert not is_copy(first, stored[SIZE:])
        assert not is_copy(first, stored[: SIZE - 1])
        assert not is_copy(first, elsewhere[:SIZE])  # where nobody has read it
        assert not is_copy(bytes(bytearray(VALUE)), stored[:SIZE])
        assert copied(view[SIZE:]) is second
        viewed(bytes(bytearray(data)))
        assert not is_copy(first, stored[:SIZE])
    assert not is_copy(first, stored[:SIZE])


def test_bytes_that_are_not_of_the_file_are_compared() -> None:
    with sharing([VALUE]):
        viewed(VALUE + OTHER)
        for last in (b"!", b"?"):  # of a stream that was unpacked; the next may be where it was
            unpacked = bytearray(VALUE)
            unpacked[-1:] = last
            assert copied(memoryview(unpacked)) == VALUE[:-1] + last
            del unpacked


def test_the_pieces_of_a_file_tell_what_stands_in_it() -> None:
    made = Pieces()
    for piece in (b"ab", VALUE, memoryview(OTHER), memoryview(VALUE)[1:], b"c"):
        made.write(piece)
    data = made.getvalue()
    assert [*made.values(FAR)] == [(2, VALUE), (2 + SIZE, OTHER)]
    with sharing([bytes(FAR)]):
        view = viewed(data, made)
        assert copied(view[2 : 2 + SIZE]) is VALUE
        assert copied(view[2 + SIZE : 2 + 2 * SIZE]) is OTHER
        assert copied(view[2 + SIZE : 1 + 2 * SIZE]) == OTHER[:-1]
        assert copied(view[2 + 2 * SIZE : -1]) == VALUE[1:]
