"""The words of a scan, as Numba compiles them: loads and stores at addresses, without checks.

A scan asks for bytes and for room before it loads and stores.
"""

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from quire.kernels.backends.numba import OPTIONS

Address: Any = types.CPointer(types.int64)  # type: ignore[no-untyped-call]  # numba has no types


def compiled(function: Any) -> Any:
    """Compile a word; only whole scans are kept (`machine.py`)."""
    return numba.njit(**OPTIONS)(function)


def whole(function: Any) -> Any:
    """Leave a scan as it is, for `as_c`."""
    return function


def calls_itself(function: Any) -> Any:
    """Make a word of what goes over a record and the records in it: a call by its name in C.

    Numba's own recursion uses an address that it sets in this process, and nowhere else.
    """

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(args[1].type, [each.type for each in args])
        called: Any = cgutils.get_or_insert_function(builder.module, kind, function.__name__)  # type: ignore[no-untyped-call]  # numba has no types
        if called.is_declaration:  # Numba wants one; that of `machine.py` takes its place
            called.linkage = "weak"
            ir.IRBuilder(called.append_basic_block()).ret(args[1].type(0))
        return builder.call(called, args)

    def call(_typing: Any, _1: Any, _2: Any, _3: Any, _4: Any, _5: Any, _6: Any) -> Any:
        return types.int64(Address, *[types.int64] * 5), generate

    word: Any = intrinsic(call)
    word.whole = function
    return word


def as_c(text: str) -> dict[str, Any]:
    """What a module's text defines for C, by its names: `int64_t scan(int64_t *)` and its parts."""
    module: dict[str, Any] = {"__name__": "quire.columns.compiled_scan"}
    exec(compile(text, "<a scan>", "exec"), module)  # noqa: S102  # the text is our own
    options = {name: value for name, value in OPTIONS.items() if name != "nogil"}  # C holds no lock
    parts = {name: each.whole for name, each in module.items() if hasattr(each, "whole")}
    made = {"scan": numba.cfunc(types.int64(Address), **options)(module["scan"])}
    for name, part in parts.items():
        made[name] = numba.cfunc(types.int64(Address, *[types.int64] * 5), **options)(part)
    return made


WIDE = 32
"""Bytes that are copied at once, whether they are all wanted or not, where there is room."""


def _loads(bits: int, *, big: bool = False, signed: bool = False) -> Any:
    """A word that loads a number of so many bits."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = ir.IntType(bits)
        place = builder.bitcast(builder.gep(args[0], [args[1]]), kind.as_pointer())
        value = builder.load(place, align=1)
        value = builder.bswap(value) if big else value
        if bits == 64:
            return value
        return (builder.sext if signed else builder.zext)(value, ir.IntType(64))

    def load(_typing: Any, buf: Any, _pos: Any) -> Any:
        return types.int64(buf, types.int64), generate

    return intrinsic(load)


u1, s1 = _loads(8), _loads(8, signed=True)
u2le, u2be = _loads(16), _loads(16, big=True)
s2le, s2be = _loads(16, signed=True), _loads(16, big=True, signed=True)
u4le, u4be = _loads(32), _loads(32, big=True)
s4le, s4be = _loads(32, signed=True), _loads(32, big=True, signed=True)
s8le, s8be = _loads(64), _loads(64, big=True)


def _stores(bits: int, *, big: bool = False) -> Any:
    """A word that stores the lowest bits of a number."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = ir.IntType(bits)
        value = builder.trunc(args[2], kind) if bits < 64 else args[2]
        place = builder.bitcast(builder.gep(args[0], [args[1]]), kind.as_pointer())
        builder.store(builder.bswap(value) if big else value, place, align=1)
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    def store(_typing: Any, buf: Any, _pos: Any, _value: Any) -> Any:
        return types.void(buf, types.int64, types.int64), generate

    return intrinsic(store)


store_1 = _stores(8)
store_2le, store_4le, store_8le = _stores(16), _stores(32), _stores(64)
store_2be, store_4be, store_8be = (_stores(bits, big=True) for bits in (16, 32, 64))


def _get(_typing: Any, cells: Any, _row: Any) -> Any:
    """A number of a column."""

    def generate(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0].dtype
        value = builder.load(builder.gep(args[0], [args[1]]))
        if kind.bitwidth == 64:
            return value
        return (builder.sext if kind.signed else builder.zext)(value, ir.IntType(64))

    return types.int64(cells, types.int64), generate


get: Any = intrinsic(_get)


def _arrays(kind: Any) -> Any:
    """A word that gives the array of a number, by its address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = builder.load(builder.gep(args[0], [args[1]]))
        return builder.inttoptr(address, context.get_value_type(signature.return_type))

    def array(_typing: Any, outs: Any, _number: Any) -> Any:
        pointer: Any = types.CPointer(kind)  # type: ignore[no-untyped-call]  # numba has no types
        return pointer(outs, types.int64), generate

    return intrinsic(array)


as_u1, as_u2, as_u4 = map(_arrays, (types.uint8, types.uint16, types.uint32))
as_s1, as_s2, as_s4, as_s8 = map(_arrays, (types.int8, types.int16, types.int32, types.int64))


def _put(_typing: Any, cells: Any, _row: Any, _value: Any) -> Any:
    """Store a number: the lowest bits of it."""

    def generate(_context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits = signature.args[0].dtype.bitwidth
        value = builder.trunc(args[2], ir.IntType(bits)) if bits < 64 else args[2]
        builder.store(value, builder.gep(args[0], [args[1]]))
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.void(cells, types.int64, types.int64), generate


put: Any = intrinsic(_put)


@compiled
def put_bit(cells: Any, row: Any, value: Any) -> None:
    """Store a bit."""
    bit = 1 << (row & 7)
    byte = cells[row >> 3]
    put(cells, row >> 3, byte | bit if value else byte & ~bit)


@compiled
def get_bit(cells: Any, row: Any) -> Any:
    """A bit of a column."""
    return get(cells, row >> 3) >> (row & 7) & 1


@compiled
def store_bits_be(buf: Any, pos: Any, size: Any, bit: Any, width: Any, value: Any) -> None:
    """Store bits behind the first ones of a byte, the highest first."""
    before = get(buf, pos) >> (8 - bit) << (8 - bit) if bit else 0
    if width < 64:
        value &= (1 << width) - 1
    value <<= 8 * size - bit - width
    for i in range(size):
        put(buf, pos + i, (value >> (8 * (size - 1 - i))) & 255 | before)
        before = 0


@compiled
def store_bits_le(buf: Any, pos: Any, size: Any, bit: Any, width: Any, value: Any) -> None:
    """Store bits behind the first ones of a byte, the lowest first."""
    before = get(buf, pos) & (1 << bit) - 1 if bit else 0
    if width < 64:
        value &= (1 << width) - 1
    value <<= bit
    for i in range(size):
        put(buf, pos + i, (value >> (8 * i)) & 255 | before)
        before = 0


@compiled
def fill(buf: Any, begin: Any, end: Any, byte: Any) -> None:
    """Store one byte again and again."""
    for i in range(begin, end):
        put(buf, i, byte)


@compiled
def has_byte(data: Any, begin: Any, end: Any, byte: Any) -> Any:
    """Whether a byte is among some of a column."""
    return find_byte(data, begin, end, byte) >= 0


@compiled
def bits_be(buf: Any, pos: Any, size: Any) -> Any:
    """Some bytes as one number, the first being the highest."""
    value = 0
    for i in range(size):
        value = (value << 8) | buf[pos + i]
    return value


@compiled
def bits_le(buf: Any, pos: Any, size: Any) -> Any:
    """Some bytes as one number, the first being the lowest."""
    value = 0
    for i in range(size):
        value = (value << 8) | buf[pos + size - 1 - i]
    return value


@compiled
def find_byte(buf: Any, pos: Any, end: Any, byte: Any) -> Any:
    """How many bytes stand before the next one of a value; -1 if there is none."""
    for at in range(pos, end):
        if buf[at] == byte:
            return at - pos
    return -1


@compiled
def cut(buf: Any, pos: Any, length: Any, byte: Any, include: Any) -> Any:
    """How many bytes there are up to one of a value."""
    found = find_byte(buf, pos, pos + length, byte)
    return length if found < 0 else found + include


@compiled
def stripped(buf: Any, pos: Any, length: Any, byte: Any) -> Any:
    """How many bytes there are without those of a value at the end."""
    while length > 0 and buf[pos + length - 1] == byte:
        length -= 1
    return length


@compiled
def copy(data: Any, used: Any, room: Any, buf: Any, pos: Any, end: Any, length: Any) -> None:
    """Store bytes; a few of them together with some more, which are stored over later."""
    if length <= WIDE and room - used >= WIDE and end - pos >= WIDE:
        for i in range(WIDE):
            put(data, used + i, buf[pos + i])
    else:
        for i in range(length):
            put(data, used + i, buf[pos + i])
