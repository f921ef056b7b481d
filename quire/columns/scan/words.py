"""The words of a scan, as Python has them: for lists that are not worth loading a compiler for."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, Literal, TypeVar

import numpy as np

from quire.runtime.direct import find_at
from quire.runtime.stream import Bytes

Function = TypeVar("Function", bound=Callable[..., Any])


def whole(function: Function) -> Function:
    """Run a scan as it is."""
    return function


calls_itself = whole


def _loads(code: str) -> Callable[[Any, int], int]:
    unpack = struct.Struct(code).unpack_from

    def load(buf: Any, pos: int) -> int:
        value: int = unpack(buf, pos)[0]
        return value

    return load


u1, s1 = _loads("B"), _loads("b")
u2le, u2be, s2le, s2be = map(_loads, ("<H", ">H", "<h", ">h"))
u4le, u4be, s4le, s4be = map(_loads, ("<I", ">I", "<i", ">i"))
s8le, s8be = map(_loads, ("<q", ">q"))


def bits_be(buf: Any, pos: int, size: int) -> int:
    """Some bytes as one number, the first being the highest."""
    return int.from_bytes(buf[pos : pos + size], "big", signed=size == 8)


def bits_le(buf: Any, pos: int, size: int) -> int:
    """Some bytes as one number, the first being the lowest."""
    return int.from_bytes(buf[pos : pos + size], "little", signed=size == 8)


def as_u1(outs: Any, number: int) -> Any:
    """An array, by its number."""
    return outs[number]


as_u2 = as_u4 = as_s1 = as_s2 = as_s4 = as_s8 = as_u1


def put(cells: Any, row: int, value: int) -> None:
    """Store a number."""
    cells[row] = value


def put_bit(cells: Any, row: int, value: int) -> None:
    """Store a bit."""
    bit = 1 << (row & 7)
    byte = int(cells[row >> 3])
    cells[row >> 3] = byte | bit if value else byte & ~bit


def get(cells: Any, row: int) -> int:
    """A number of a column."""
    return int(cells[row])


def get_bit(cells: Any, row: int) -> int:
    """A bit of a column."""
    return int(cells[row >> 3]) >> (row & 7) & 1


def _stores(size: int, order: Literal["little", "big"]) -> Callable[[Any, int, int], None]:
    most = (1 << 8 * size) - 1

    def store(buf: Any, pos: int, value: int) -> None:
        buf[pos : pos + size] = (value & most).to_bytes(size, order)

    return store


store_1 = _stores(1, "little")
store_2le, store_4le, store_8le = (_stores(size, "little") for size in (2, 4, 8))
store_2be, store_4be, store_8be = (_stores(size, "big") for size in (2, 4, 8))


def store_bits_be(buf: Any, pos: int, size: int, bit: int, width: int, value: int) -> None:
    """Store bits behind the first ones of a byte, the highest first."""
    before = buf[pos] >> (8 - bit) << (8 * size - bit) if bit else 0
    stored = (value & (1 << width) - 1) << (8 * size - bit - width)
    buf[pos : pos + size] = (before | stored).to_bytes(size, "big")


def store_bits_le(buf: Any, pos: int, size: int, bit: int, width: int, value: int) -> None:
    """Store bits behind the first ones of a byte, the lowest first."""
    before = buf[pos] & (1 << bit) - 1 if bit else 0
    stored = (value & (1 << width) - 1) << bit
    buf[pos : pos + size] = (before | stored).to_bytes(size, "little")


def fill(buf: Any, begin: int, end: int, byte: int) -> None:
    """Store one byte again and again."""
    buf[begin:end] = bytes([byte]) * (end - begin)


def has_byte(data: Any, begin: int, end: int, byte: int) -> bool:
    """Whether a byte is among some of a column."""
    return byte in data[begin:end].tobytes()


def find_byte(buf: Bytes, pos: int, end: int, byte: int) -> int:
    """How many bytes stand before the next one of a value; -1 if there is none."""
    found = find_at(buf, bytes([byte]), pos, end)
    return found if found < 0 else found - pos


def cut(buf: Any, pos: int, length: int, byte: int, include: int) -> int:
    """How many bytes there are up to one of a value."""
    found = find_byte(buf, pos, pos + length, byte)
    return length if found < 0 else found + include


def stripped(buf: Any, pos: int, length: int, byte: int) -> int:
    """How many bytes there are without those of a value at the end."""
    return len(bytes(buf[pos : pos + length]).rstrip(bytes([byte])))


def copy(data: Any, used: int, _room: int, buf: Any, pos: int, _end: int, length: int) -> None:
    """Store bytes."""
    data[used : used + length] = np.frombuffer(buf, np.uint8, length, pos)


def is_text(buf: Any, pos: int, length: int, encoding: str) -> bool:
    """Whether bytes are a text in an encoding."""
    try:
        bytes(buf[pos : pos + length]).decode(encoding)
    except UnicodeError:
        return False
    return True
