"""Words and the planes of their bytes, a line of the cache at a time, as vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from quire.kernels.backends.arrays import CACHE_LINE
from quire.kernels.backends.vectors import (
    I8,
    I32,
    I64,
    LANES,
    constant,
    inlined,
    load,
    pointer,
    shuffled,
    splat,
    store,
    vector,
)

SPLIT = CACHE_LINE
"""Words that are split at once: a line of the cache of each plane."""

PART = 16
"""Bytes within which a shuffle is one step on any processor."""


@inlined
def split_planes(_typing: Any, words: Any, planes: Any, _start: Any) -> Any:
    """The bytes of words to planes (bytes of a word, n) uint8, from column `start` on.

    There are a multiple of `SPLIT` words, unsigned and of 2 or 4 bytes; the lowest bytes go first.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = signature.args[0].dtype.bitwidth // 8
        zero = ir.Constant(I64, 0)
        source = pointer(context, builder, signature.args[0], arguments[0], zero)
        target = pointer(context, builder, signature.args[1], arguments[1], arguments[2])
        count = _field(context, builder, signature.args[0], arguments[0], "nitems")
        columns = _field(context, builder, signature.args[1], arguments[1], "shape", 1)
        step = ir.Constant(I64, SPLIT)
        with cgutils.for_range(builder, builder.udiv(count, step)) as loop:
            done = builder.mul(loop.index, step)
            at = builder.gep(source, [done])
            lines = [_grouped(builder, at, size, line) for line in range(size)]
            for plane, line in enumerate(_transposed(builder, lines)):
                place = builder.mul(columns, ir.Constant(I64, plane))
                store(builder, line, builder.gep(target, [builder.add(place, done)]))
        return context.get_dummy_value()

    return types.void(words, planes, types.intp), generate


@inlined
def sum_column(_typing: Any, planes: Any, _begin: Any, words: Any, _start: Any, _count: Any) -> Any:
    """`words[start + i] = words[start + i - 1] ^ joined[begin + i]`, for `count` words.

    Joined are the bytes of words that stand in planes (bytes of a word, n) uint8; `count` is a
    multiple of `CACHE_LINE` bytes of words. The words of a line are summed up all at once, in as
    many steps as there are bits in their number.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        bits = kinds[2].dtype.bitwidth
        lanes = CACHE_LINE * 8 // bits
        columns = _field(context, builder, kinds[0], arguments[0], "shape", 1)
        source = pointer(context, builder, kinds[0], arguments[0], arguments[1])
        target = pointer(context, builder, kinds[2], arguments[2], arguments[3])
        before = builder.load(builder.gep(target, [ir.Constant(I64, -1)]))
        above = cgutils.alloca_once_value(builder, before)  # type: ignore[no-untyped-call]  # numba's
        step = ir.Constant(I64, lanes)
        with cgutils.for_range(builder, builder.udiv(arguments[4], step)) as loop:
            done = builder.mul(loop.index, step)
            sums = _prefixes(builder, _joined(builder, source, columns, done, bits))
            last = builder.load(above)
            line = builder.xor(sums, splat(builder, last, lanes))
            total = builder.extract_element(sums, ir.Constant(I32, lanes - 1))
            builder.store(builder.xor(last, total), above)
            store(builder, line, builder.gep(target, [done]))
        return context.get_dummy_value()

    sizes = (types.intp,) * 2
    return types.void(planes, types.intp, words, *sizes), generate


def _joined(builder: Any, planes: Any, columns: Any, at: Any, bits: int) -> Any:
    """A line of words from column `at` on."""
    lanes = CACHE_LINE * 8 // bits
    kind = vector(ir.IntType(bits), lanes)
    words = ir.Constant(kind, None)
    for plane in range(bits // 8):
        place = builder.add(builder.mul(columns, ir.Constant(I64, plane)), at)
        stored = load(builder, builder.gep(planes, [place]), vector(I8, lanes))
        shift = ir.Constant(kind, [8 * plane] * lanes)
        words = builder.or_(words, builder.shl(builder.zext(stored, kind), shift))
    return words


def _prefixes(builder: Any, words: Any) -> Any:
    """Each word of a line with all before it, by XOR."""
    lanes, none = words.type.count, ir.Constant(words.type, None)
    distance = 1
    while distance < lanes:
        order = constant(I32, range(lanes - distance, 2 * lanes - distance))
        words = builder.xor(words, builder.shuffle_vector(none, words, order))
        distance *= 2
    return words


def _grouped(builder: Any, words: Any, size: int, line: int) -> Any:
    """The bytes of a line of words, as many vectors of 32 bits: those of plane after plane."""
    start = builder.gep(words, [ir.Constant(I64, line * CACHE_LINE // size)])
    stored = load(builder, start, vector(I8, CACHE_LINE))
    within = [size * i + plane for plane in range(size) for i in range(PART // size)]
    parts = range(0, CACHE_LINE, PART)
    stored = shuffled(builder, stored, [part + i for part in parts for i in within])
    chunks = builder.bitcast(stored, vector(I32, CACHE_LINE // 4))
    each = PART // size // 4  # numbers of 32 bits that a part has of a plane
    order = [
        4 * part + each * plane + i
        for plane in range(size)
        for part in range(len(parts))
        for i in range(each)
    ]
    return shuffled(builder, chunks, order)


def _transposed(builder: Any, lines: Sequence[Any]) -> list[Any]:
    """Of 2 or 4 lines, each in as many blocks: what all have as the first, as the second, ..."""
    if len(lines) == 2:
        return [_blocks(builder, lines, (plane, 2 + plane)) for plane in range(2)]
    pairs = [
        [_blocks(builder, two, (first, first + 1, first + 4, first + 5)) for first in (0, 2)]
        for two in (lines[:2], lines[2:])
    ]
    return [
        _blocks(builder, [pair[half] for pair in pairs], (odd, 2 + odd, 4 + odd, 6 + odd))
        for half in range(2)
        for odd in range(2)
    ]


def _blocks(builder: Any, two: Sequence[Any], chosen: Sequence[int]) -> Any:
    """These of the blocks of two lines, which are numbered on from one line to the next."""
    size = LANES // len(chosen)
    order = [size * block + i for block in chosen for i in range(size)]
    return builder.shuffle_vector(*two, constant(I32, order))


def _field(context: Any, builder: Any, kind: Any, array: Any, name: str, *index: int) -> Any:
    """A field of what an array consists of."""
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    found = getattr(proxy(context, builder, array), name)
    return builder.extract_value(found, *index) if index else found
