"""Words and the planes of their bytes, a line of the cache at a time, as vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from quire.kernels.backends.arrays import CACHE_LINE
from quire.kernels.backends.half import HALF, SIGNALLING_HALF, has_instructions
from quire.kernels.backends.vectors import (
    F32,
    I1,
    I8,
    I16,
    I32,
    I64,
    LANES,
    constant,
    every,
    inlined,
    joined,
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
        zero = ir.Constant(I64, 0)
        source = pointer(context, builder, signature.args[0], arguments[0], zero)
        count = _field(context, builder, signature.args[0], arguments[0], "nitems")
        kind = _line_of(signature.args[0])

        def line(at: Any) -> Any:
            return load(builder, builder.gep(source, [at]), kind)

        _split(context, builder, signature.args[1], arguments[1:], count, kind, line)
        return context.get_dummy_value()

    return types.void(words, planes, types.intp), generate


@inlined
def split_differences(
    _typing: Any, words: Any, _begin: Any, planes: Any, _start: Any, _count: Any, _width: Any
) -> Any:
    """As `split_planes`, of `words[begin + i] ^ words[begin + i - width]`, for `count` words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        above = builder.gep(source, [builder.neg(arguments[5])])
        kind = _line_of(signature.args[0])

        def line(at: Any) -> Any:
            here, there = (builder.gep(place, [at]) for place in (source, above))
            return builder.xor(load(builder, here, kind), load(builder, there, kind))

        _split(context, builder, signature.args[2], arguments[2:], arguments[4], kind, line)
        return context.get_dummy_value()

    return types.void(words, types.intp, planes, *(types.intp,) * 3), generate


@inlined
def combine_above(
    _typing: Any, words: Any, _start: Any, _count: Any, _width: Any, _add: Any
) -> Any:
    """`words[i] = words[i - width] ^ words[i]`, or `+`, for `count` words from `start` on.

    Of unsigned words: `count` is a multiple of `CACHE_LINE` bytes of them, and `width` is no less.
    LLVM does not know that, and would go word by word.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = _line_of(signature.args[0])
        target = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        _, _, count, width, add = arguments

        def combine(operation: Callable[..., Any]) -> None:
            for done in _steps(builder, count, kind.count):
                here = builder.gep(target, [done])
                above = load(builder, builder.gep(here, [builder.neg(width)]), kind)
                store(builder, operation(above, load(builder, here, kind)), here)

        adds = builder.icmp_unsigned("!=", add, ir.Constant(add.type, 0))
        with builder.if_else(adds) as (then, otherwise):
            with then:
                combine(builder.add)
            with otherwise:
                combine(builder.xor)
        return context.get_dummy_value()

    return types.void(words, *(types.intp,) * 4), generate


@inlined
def join_planes(
    _typing: Any, planes: Any, _begin: Any, words: Any, _start: Any, _count: Any, _width: Any
) -> Any:
    """`words[start + i] = words[start + i - width] ^ joined[begin + i]`, for `count` words.

    Joined are the bytes of words that stand in planes: (bytes of a word, n) uint8, the lowest
    first. `count` is a multiple of `CACHE_LINE` bytes of words, and `width` is no less. LLVM would
    go over the words twice.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for _ in _sums(context, builder, signature.args, arguments):
            pass
        return context.get_dummy_value()

    return types.void(planes, types.intp, words, *(types.intp,) * 3), generate


@inlined
def join_planes_past_cache(
    _typing: Any,
    planes: Any,
    _begin: Any,
    words: Any,
    _start: Any,
    _count: Any,
    _width: Any,
    out: Any,
    _target: Any,
) -> Any:
    """As `join_planes`, and the words also to `out[target:]`, as `store_past_cache` writes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target = pointer(context, builder, signature.args[6], arguments[6], arguments[7])
        for done, line in _sums(context, builder, signature.args, arguments):
            store(builder, line, builder.gep(target, [done]), past=True)
        return context.get_dummy_value()

    sizes = (types.intp,) * 3
    return types.void(planes, types.intp, words, *sizes, out, types.intp), generate


@inlined
def widen_planes_past_cache(
    _typing: Any,
    planes: Any,
    _begin: Any,
    words: Any,
    _start: Any,
    _count: Any,
    _width: Any,
    out: Any,
    _target: Any,
) -> Any:
    """As `join_planes_past_cache`, of float16 whose float32 are written.

    Gives whether all are right: not where there may be a NaN that is signalling, as `half.widen`.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        target = pointer(context, builder, signature.args[6], arguments[6], arguments[7])
        kind = _line_of(signature.args[2])
        if not has_instructions(context):
            for _ in _sums(context, builder, signature.args, arguments):
                pass
            return ir.Constant(I1, 0)
        nearest = every(I16, int(SIGNALLING_HALF), kind.count)
        least = cgutils.alloca_once_value(builder, nearest)  # type: ignore[no-untyped-call]  # numba's
        for done, line in _sums(context, builder, signature.args, arguments):
            _store_widened(builder, line, builder.gep(target, [done]))
            magnitude = builder.and_(line, every(I16, 0x7FFF, kind.count))
            beyond = builder.sub(magnitude, every(I16, 0x7C01, kind.count))
            known = builder.load(least)
            nearer = builder.icmp_unsigned("<", beyond, known)
            builder.store(builder.select(nearer, beyond, known), least)
        found = builder.icmp_unsigned("<", builder.load(least), nearest)
        bits = builder.bitcast(found, ir.IntType(kind.count))
        return builder.icmp_unsigned("==", bits, ir.Constant(bits.type, 0))

    sizes = (types.intp,) * 3
    return types.boolean(planes, types.intp, words, *sizes, out, types.intp), generate


@inlined
def sum_column(
    _typing: Any,
    planes: Any,
    _begin: Any,
    words: Any,
    _start: Any,
    _count: Any,
    _above: Any,
    past: Any,
) -> Any:
    """`words[start + i] = above ^ joined[begin] ^ ... ^ joined[begin + i]`, for `count` words.

    Joined are the bytes of words that stand in planes (bytes of a word, n) uint8; `count` is a
    multiple of `CACHE_LINE` bytes of words. The words of a line are summed up all at once, in as
    many steps as there are bits in their number. If `past` is 1, they are written past the cache:
    their address is a multiple of `PAST_BYTES`, and `finish_stores` has to follow.
    """
    hint = past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        kind = _line_of(kinds[2])
        columns = _field(context, builder, kinds[0], arguments[0], "shape", 1)
        source = pointer(context, builder, kinds[0], arguments[0], arguments[1])
        target = pointer(context, builder, kinds[2], arguments[2], arguments[3])
        last = splat(builder, arguments[5], kind.count)
        above = cgutils.alloca_once_value(builder, last)  # type: ignore[no-untyped-call]  # numba's
        for done in _steps(builder, arguments[4], kind.count):
            stored = _joined(builder, source, columns, done, kind.element.width)
            sums = _prefixes(builder, stored)
            last = builder.load(above)
            total = shuffled(builder, sums, [kind.count - 1] * kind.count)
            builder.store(builder.xor(last, total), above)
            line = builder.xor(sums, last)
            store(builder, line, builder.gep(target, [done]), past=hint)
        return context.get_dummy_value()

    sizes, above = (types.intp,) * 2, words.dtype
    return types.void(planes, types.intp, words, *sizes, above, past), generate


def _store_widened(builder: Any, line: Any, target: Any) -> None:
    """The float32 of a line of float16, past the cache."""
    for first in range(0, line.type.count, LANES):
        halves = shuffled(builder, line, range(first, first + LANES))
        values = builder.fpext(builder.bitcast(halves, vector(HALF, LANES)), vector(F32, LANES))
        store(builder, values, builder.gep(target, [ir.Constant(I64, first)]), past=True)


def _sums(context: Any, builder: Any, kinds: Any, arguments: Any) -> Iterator[tuple[Any, Any]]:
    """The loop of `join_planes`: what is built after a line is given belongs to it, too.

    Gives:
        How many words are done, and the line of words that follows.
    """
    columns = _field(context, builder, kinds[0], arguments[0], "shape", 1)
    source = pointer(context, builder, kinds[0], arguments[0], arguments[1])
    target = pointer(context, builder, kinds[2], arguments[2], arguments[3])
    kind = _line_of(kinds[2])
    for done in _steps(builder, arguments[4], kind.count):
        here = builder.gep(target, [done])
        above = load(builder, builder.gep(here, [builder.neg(arguments[5])]), kind)
        stored = _joined(builder, source, columns, done, kind.element.width)
        line = builder.xor(above, stored)
        store(builder, line, here)
        yield done, line


def _steps(builder: Any, count: Any, step: int) -> Iterator[Any]:
    """A loop over `count` elements, so many at a time: how many are done."""
    size = ir.Constant(I64, step)
    with cgutils.for_range(builder, builder.udiv(count, size)) as loop:
        yield builder.mul(loop.index, size)


def _line_of(words: Any) -> Any:
    """The type of a line of the cache of an array's words."""
    bits = words.dtype.bitwidth
    return vector(ir.IntType(bits), CACHE_LINE * 8 // bits)


def _joined(builder: Any, planes: Any, columns: Any, at: Any, bits: int) -> Any:
    """A line of words from column `at` on."""
    lanes, size = CACHE_LINE * 8 // bits, bits // 8
    parts = []
    for plane in range(size):
        place = builder.add(builder.mul(columns, ir.Constant(I64, plane)), at)
        parts.append(load(builder, builder.gep(planes, [place]), vector(I8, lanes)))
    order = [lanes * plane + i for i in range(lanes) for plane in range(size)]
    line = shuffled(builder, joined(builder, parts), order)
    return builder.bitcast(line, vector(ir.IntType(bits), lanes))


def _prefixes(builder: Any, words: Any) -> Any:
    """Each word of a line with all before it, by XOR."""
    lanes, none = words.type.count, ir.Constant(words.type, None)
    distance = 1
    while distance < lanes:
        order = constant(I32, range(lanes - distance, 2 * lanes - distance))
        words = builder.xor(words, builder.shuffle_vector(none, words, order))
        distance *= 2
    return words


def _split(
    context: Any,
    builder: Any,
    planes: Any,
    arguments: Any,
    count: Any,
    kind: Any,
    line: Callable[[Any], Any],
) -> None:
    """The loop of `split_planes`: arguments are planes and a column of them."""
    target = pointer(context, builder, planes, arguments[0], arguments[1])
    columns = _field(context, builder, planes, arguments[0], "shape", 1)
    size = SPLIT // kind.count
    for done in _steps(builder, count, SPLIT):
        ats = [builder.add(done, ir.Constant(I64, part * kind.count)) for part in range(size)]
        lines = [_grouped(builder, line(at), size) for at in ats]
        for plane, bytes_ in enumerate(_transposed(builder, lines)):
            place = builder.mul(columns, ir.Constant(I64, plane))
            store(builder, bytes_, builder.gep(target, [builder.add(place, done)]))


def _grouped(builder: Any, words: Any, size: int) -> Any:
    """The bytes of a line of words, as many vectors of 32 bits: those of plane after plane."""
    stored = builder.bitcast(words, vector(I8, CACHE_LINE))
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
