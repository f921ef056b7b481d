"""What is taken in one call is told apart when something is wrong: the first thing first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from quire.runtime import EndOfStreamError, FormatError, ValidationNotEqualError
from tests.drop_in.conftest import Compile

SPEC = """
meta: {id: head, endian: le, encoding: UTF-8}
seq:
  - {id: version, type: u2}
  - {id: magic, contents: QQ}
  - {id: kind, type: u1, enum: kinds}
  - {id: name, type: str, size: 4}
  - {id: raw, size: 2}
  - {id: seen, contents: [1]}
  - {id: label, type: strz, size: 4}
  - {id: last, type: u4}
enums: {kinds: {1: one}}
"""
RIGHT = b"\x02\x01QQ\x01abcd\xff\xfe\x01hi\0x\x04\x03\x02\x01"


@pytest.fixture
def head(compiled: Compile) -> Any:
    return compiled(SPEC)


def with_byte(at: int, value: int) -> bytes:
    return RIGHT[:at] + bytes([value]) + RIGHT[at + 1 :]


def test_each_field_is_what_stands_in_its_place(head: Any) -> None:
    record = head.from_bytes(RIGHT)
    found = (record.version, record.magic, record.kind, record.name, record.raw, record.seen)
    assert found == (0x0102, b"QQ", head.Kinds.one, "abcd", b"\xff\xfe", b"\x01")
    assert (record.label, record.last) == ("hi", 0x01020304)
    assert record.to_bytes() == RIGHT
    again = head.build(**{name: getattr(record, name) for name in head._fields})
    assert head.from_bytes(again.to_bytes()) == record


@pytest.mark.parametrize(
    ("data", "kind", "path", "offset"),
    [
        (with_byte(3, 0), ValidationNotEqualError, "magic", 2),
        (with_byte(3, 0)[:6], ValidationNotEqualError, "magic", 2),
        (with_byte(7, 0xFF), UnicodeDecodeError, "name", 7),
        (with_byte(7, 0xFF)[:10], UnicodeDecodeError, "name", 7),
        (with_byte(7, 0xFF)[:8], EndOfStreamError, "name", 5),
        (with_byte(11, 2), ValidationNotEqualError, "seen", 11),
        (with_byte(11, 2)[:3], EndOfStreamError, "magic", 2),
        (with_byte(11, 2)[:13], ValidationNotEqualError, "seen", 11),
        (with_byte(12, 0xFF), UnicodeDecodeError, "label", 12),
        (with_byte(12, 0xFF)[:-1], UnicodeDecodeError, "label", 12),
        (RIGHT[:-1], EndOfStreamError, "last", 16),
        (RIGHT[:10], EndOfStreamError, "raw", 9),
        (RIGHT[:1], EndOfStreamError, "version", 0),
        (b"", EndOfStreamError, "version", 0),
    ],
)
def test_the_first_field_that_is_wrong_is_told_and_where_it_stands(
    head: Any, data: bytes, kind: type[Exception], path: str, offset: int
) -> None:
    for read in (head.from_bytes, piped(head)):
        with pytest.raises(FormatError) as caught:
            read(data)
        assert isinstance(caught.value, kind)
        assert (caught.value.path, caught.value.offset) == (path, offset)


def piped(head: Any) -> Callable[[bytes], Any]:
    """What reads the same from a file that cannot seek, some bytes at a time."""

    class Pipe:
        def __init__(self, data: bytes) -> None:
            self._left = data

        def seekable(self) -> bool:
            return False

        def readable(self) -> bool:
            return True

        def read(self, size: int) -> bytes:
            found, self._left = self._left[: min(size, 3)], self._left[min(size, 3) :]
            return found

    return lambda data: head.from_io(Pipe(data))
