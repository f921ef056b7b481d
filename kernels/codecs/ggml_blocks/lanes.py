"""Blocks of ggml as vectors, which LLVM does not find in loops by itself.

The vectors are LLVM's own, so they compile for every processor. A kind is the number of its place
in `KINDS`, known to the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from numba import types

from quire.kernels.backends.vectors import (
    F32,
    I1,
    I8,
    I16,
    I32,
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
from quire.kernels.codecs.ggml_blocks.codec import KINDS

Decoder = Callable[..., Iterator[Any]]


@inlined
def scale_block(
    _typing: Any,
    stored: Any,
    _at: Any,
    out: Any,
    _start: Any,
    _scale: Any,
    _minimum: Any,
    kind: Any,
    past: Any,
) -> Any:
    """The values of the block from byte `at` on, to a float32 array.

    Its scale and minimum are given as float32. If `past` is 1, values are written past the cache:
    their address is a multiple of `PAST_BYTES`, and `finish_stores` has to follow.
    """
    decoder, hint = _DECODERS[list(KINDS)[kind.literal_value]], past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        for run, values in enumerate(decoder(builder, source, arguments[4], arguments[5])):
            store(builder, values, _after(builder, target, run * LANES), past=hint)
        return context.get_dummy_value()

    sizes, scales = (types.intp,) * 2, (types.float32,) * 2
    return types.void(stored, sizes[0], out, sizes[1], *scales, kind, past), generate


def _q4_0(builder: Any, source: Any, scale: Any, _minimum: Any) -> Iterator[Any]:
    for codes in _nibbles(builder, source, 2):
        yield builder.fmul(_numbers(builder, codes, 8), splat(builder, scale))


def _q4_1(builder: Any, source: Any, scale: Any, minimum: Any) -> Iterator[Any]:
    for codes in _nibbles(builder, source, 4):
        scaled = builder.fmul(_numbers(builder, codes), splat(builder, scale))
        yield builder.fadd(scaled, splat(builder, minimum))


def _q5_0(builder: Any, source: Any, scale: Any, _minimum: Any) -> Iterator[Any]:
    for codes in _fives(builder, source, 2):
        yield builder.fmul(_numbers(builder, codes, 16), splat(builder, scale))


def _q5_1(builder: Any, source: Any, scale: Any, minimum: Any) -> Iterator[Any]:
    for codes in _fives(builder, source, 4):
        scaled = builder.fmul(_numbers(builder, codes), splat(builder, scale))
        yield builder.fadd(scaled, splat(builder, minimum))


def _q8_0(builder: Any, source: Any, scale: Any, _minimum: Any) -> Iterator[Any]:
    for run in range(2):
        codes = _run(builder, source, 2 + run * LANES)
        yield builder.fmul(_signed(builder, codes), splat(builder, scale))


def _q4_k(builder: Any, source: Any, scale: Any, minimum: Any) -> Iterator[Any]:
    steps, lows = _sixes(builder, source, scale, minimum)
    for group in range(8):
        for half in range(2):
            codes = _run(builder, source, 16 + group // 2 * 32 + half * LANES)
            codes = _bits(builder, codes, group % 2 * 4, 15)
            yield _less_minimum(builder, codes, steps, lows, group)


def _q5_k(builder: Any, source: Any, scale: Any, minimum: Any) -> Iterator[Any]:
    steps, lows = _sixes(builder, source, scale, minimum)
    for group in range(8):
        for half in range(2):
            codes = _run(builder, source, 48 + group // 2 * 32 + half * LANES)
            codes = _bits(builder, codes, group % 2 * 4, 15)
            tops = _bits(builder, _run(builder, source, 16 + half * LANES), group, 1)
            codes = builder.or_(codes, builder.shl(tops, every(I8, 4)))
            yield _less_minimum(builder, codes, steps, lows, group)


def _q6_k(builder: Any, source: Any, scale: Any, _minimum: Any) -> Iterator[Any]:
    small = _signed(builder, _run(builder, source, 192))
    steps = builder.fmul(splat(builder, scale), small)
    for part in range(16):  # 16 values with a scale of their own
        half, quarter, odd = part // 8, part // 2 % 4, part % 2 * LANES
        codes = _run(builder, source, half * 64 + quarter % 2 * 32 + odd)
        codes = _bits(builder, codes, quarter // 2 * 4, 15)
        tops = _bits(builder, _run(builder, source, 128 + half * 32 + odd), quarter * 2, 3)
        codes = builder.or_(codes, builder.shl(tops, every(I8, 4)))
        yield builder.fmul(_numbers(builder, codes, 32), shuffled(builder, steps, [part] * LANES))


_DECODERS: dict[str, Decoder] = {
    "q4_0": _q4_0, "q4_1": _q4_1, "q5_0": _q5_0, "q5_1": _q5_1, "q8_0": _q8_0,
    "q4_k": _q4_k, "q5_k": _q5_k, "q6_k": _q6_k,
}  # fmt: skip  # laid out as a table


def _after(builder: Any, place: Any, offset: int) -> Any:
    """An address so many elements further on."""
    return builder.gep(place, [I32(offset)])


def _run(builder: Any, source: Any, at: int) -> Any:
    """`LANES` bytes of a block."""
    return load(builder, _after(builder, source, at), vector(I8, LANES))


def _bits(builder: Any, codes: Any, shift: int, mask: int) -> Any:
    """Some bits of each byte."""
    count = codes.type.count
    return builder.and_(builder.lshr(codes, every(I8, shift, count)), every(I8, mask, count))


def _numbers(builder: Any, codes: Any, bias: int = 0) -> Any:
    """Codes without a sign as float32, less their bias."""
    wide = builder.zext(codes, vector(I32, LANES))
    return builder.sitofp(builder.sub(wide, every(I32, bias)), vector(F32, LANES))


def _signed(builder: Any, codes: Any) -> Any:
    """Codes in two's complement as float32."""
    return builder.sitofp(builder.sext(codes, vector(I32, LANES)), vector(F32, LANES))


def _nibbles(builder: Any, source: Any, at: int) -> Iterator[Any]:
    """Codes of four bits: the lower halves of `LANES` bytes, then the upper ones."""
    codes = _run(builder, source, at)
    yield _bits(builder, codes, 0, 15)
    yield _bits(builder, codes, 4, 15)


def _fives(builder: Any, source: Any, at: int) -> Iterator[Any]:
    """Codes of five bits, the highest ones of all before the others."""
    for run, codes in enumerate(_nibbles(builder, source, at + 4)):
        word = load(builder, _after(builder, source, at + 2 * run), I16)
        set_ = builder.bitcast(word, vector(I1, LANES))
        yield builder.or_(codes, builder.select(set_, every(I8, 16), every(I8, 0)))


def _sixes(builder: Any, source: Any, scale: Any, minimum: Any) -> tuple[Any, Any]:
    """Eight scales and eight minima of six bits each, times those of the block."""
    low, mid, high = (
        load(builder, _after(builder, source, at), vector(I8, 4)) for at in (4, 8, 12)
    )
    steps = _eight(builder, low, _bits(builder, high, 0, 15), scale)
    return steps, _eight(builder, mid, _bits(builder, high, 4, 15), minimum)


def _eight(builder: Any, first: Any, rest: Any, factor: Any) -> Any:
    """Four numbers of six bits, and four whose two high bits are in the same bytes, times one."""
    others = builder.or_(rest, _bits(builder, first, 2, 48))
    numbers = joined(builder, [_bits(builder, first, 0, 63), others])
    return builder.fmul(builder.uitofp(numbers, vector(F32, 8)), splat(builder, factor, 8))


def _less_minimum(builder: Any, codes: Any, steps: Any, lows: Any, group: int) -> Any:
    """Codes times the scale of their group, less its minimum."""
    step, low = (
        builder.shuffle_vector(factors, factors, constant(I32, [group] * LANES))
        for factors in (steps, lows)
    )
    return builder.fsub(builder.fmul(_numbers(builder, codes), step), low)
