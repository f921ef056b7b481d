"""Cyclic redundancy checks by their parameters, which are those of the catalogue of CRC RevEng."""

from __future__ import annotations

import binascii
import importlib
import importlib.util
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from quire.runtime.coding.zlibs import fastest_zlib

Buffer = bytes | bytearray | memoryview

Step = Callable[[int, Buffer], int]
"""From a register and more bytes to the register after them."""


class Crc(NamedTuple):
    """The parameters of a CRC.

    Attributes:
        bits: Its width.
        polynomial: The generator, without its highest bit, the most significant bit first.
        init: The register before the first byte.
        is_reflected: Whether bytes are taken the least significant bit first, and the result, too.
        xor: What the register is combined with in the end.
    """

    bits: int
    polynomial: int
    init: int
    is_reflected: bool
    xor: int


_ONES = (1 << 64) - 1

CRCS = {
    "crc8": Crc(8, 0x07, 0, is_reflected=False, xor=0),
    "crc8_maxim": Crc(8, 0x31, 0, is_reflected=True, xor=0),
    "crc16_arc": Crc(16, 0x8005, 0, is_reflected=True, xor=0),
    "crc16_modbus": Crc(16, 0x8005, 0xFFFF, is_reflected=True, xor=0),
    "crc16_usb": Crc(16, 0x8005, 0xFFFF, is_reflected=True, xor=0xFFFF),
    "crc16_xmodem": Crc(16, 0x1021, 0, is_reflected=False, xor=0),
    "crc16_ccitt": Crc(16, 0x1021, 0xFFFF, is_reflected=False, xor=0),
    "crc16_kermit": Crc(16, 0x1021, 0, is_reflected=True, xor=0),
    "crc16_x25": Crc(16, 0x1021, 0xFFFF, is_reflected=True, xor=0xFFFF),
    "crc24_openpgp": Crc(24, 0x864CFB, 0xB704CE, is_reflected=False, xor=0),
    "crc32": Crc(32, 0x04C11DB7, 0xFFFFFFFF, is_reflected=True, xor=0xFFFFFFFF),
    "crc32c": Crc(32, 0x1EDC6F41, 0xFFFFFFFF, is_reflected=True, xor=0xFFFFFFFF),
    "crc32_bzip2": Crc(32, 0x04C11DB7, 0xFFFFFFFF, is_reflected=False, xor=0xFFFFFFFF),
    "crc32_mpeg2": Crc(32, 0x04C11DB7, 0xFFFFFFFF, is_reflected=False, xor=0),
    "crc64_ecma": Crc(64, 0x42F0E1EBA9EA3693, 0, is_reflected=False, xor=0),
    "crc64_xz": Crc(64, 0x42F0E1EBA9EA3693, _ONES, is_reflected=True, xor=_ONES),
}


def step_of(name: str) -> Step:
    """What goes on with a CRC, by a library if there is one for it."""
    crc = CRCS[name]
    if name == "crc32":
        return _inverted(crc32(), crc.bits)
    if name == "crc32c" and importlib.util.find_spec("google_crc32c"):
        extend = importlib.import_module("google_crc32c").extend
        return _inverted(lambda data, before: extend(before, bytes(data)), crc.bits)
    if (crc.bits, crc.polynomial, crc.is_reflected) == (16, 0x1021, False):
        return lambda register, data: binascii.crc_hqx(data, register)
    table = _table(crc.bits, crc.polynomial, is_reflected=crc.is_reflected)
    if crc.is_reflected:
        return lambda register, data: _reflected(table, register, data)
    return lambda register, data: _plain(table, crc.bits, register, data)


@lru_cache  # files have many checksums of one kind
def register_of(crc: Crc, init: int) -> int:
    """The register that a CRC begins with, as steps have it."""
    return _mirrored(init, crc.bits) if crc.is_reflected else init


@cache
def crc32() -> Callable[..., int]:
    """From bytes, and the checksum of what came before them, if there is any, to that of all."""
    found: Callable[..., int] = fastest_zlib().crc32
    return found


def _inverted(function: Callable[[Buffer, int], int], bits: int) -> Step:
    """A function of checksums whose register is inverted before and after, as one of registers."""
    ones = (1 << bits) - 1
    return lambda register, data: function(data, register ^ ones) ^ ones


def _mirrored(value: int, bits: int) -> int:
    return int(f"{value:0{bits}b}"[::-1], 2)


@cache
def _table(bits: int, polynomial: int, *, is_reflected: bool) -> tuple[int, ...]:
    """What each byte makes of a register that is 0."""
    found = []
    for byte in range(256):
        register = _mirrored(byte, 8) << (bits - 8) if is_reflected else byte << (bits - 8)
        for _ in range(8):
            carried = register >> (bits - 1)
            register = (register << 1 ^ (polynomial if carried else 0)) & ((1 << bits) - 1)
        found.append(_mirrored(register, bits) if is_reflected else register)
    return tuple(found)


def _reflected(table: tuple[int, ...], register: int, data: Buffer) -> int:
    for byte in memoryview(data).cast("B"):
        register = table[(register ^ byte) & 0xFF] ^ register >> 8
    return register


def _plain(table: tuple[int, ...], bits: int, register: int, data: Buffer) -> int:
    shift, ones = bits - 8, (1 << bits) - 1
    for byte in memoryview(data).cast("B"):
        register = table[register >> shift ^ byte] ^ register << 8 & ones
    return register
