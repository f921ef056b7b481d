"""What encoding blocks does to 64 values at once: vectors that LLVM does not find by itself.

As in `quire.kernels.backends.lanes`, `bits` has to be known to the compiler, and the caller makes
sure that whatever is read and written lies within the arrays. `live` is how many of the values
belong to the block: the others are read, and leave no trace.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba import types

from quire.kernels.backends.arrays import CACHE_LINE
from quire.kernels.backends.lanes import MERGED, store_merged
from quire.kernels.backends.vectors import (
    F32,
    I8,
    I32,
    I64,
    LANES,
    call,
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
from quire.kernels.services.bits.layout import bias

NOT_FINITE = 0x7F800000
"""The least bits of a magnitude that is not finite."""

FLOATS, WORDS = vector(F32, LANES), vector(I32, LANES)

_ALMOST_HALF = 0x3EFFFFFF
"""Bits of the float32 before 0.5."""

_SIGN = -(1 << 31)


@inlined
def part_of_caller(_typing: Any) -> Any:
    """Have this function made part of its callers: over a call they keep no vector in registers."""

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        builder.function.attributes.add("alwaysinline")
        return context.get_dummy_value()

    return types.void(), generate


@inlined
def largest(_typing: Any, values: Any, _start: Any, live: Any) -> Any:
    """The largest magnitude of `live` float32, as its bits, which order as the values do."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        sizes = sizes_of(builder, source, _mask(builder, live, arguments[2]))
        return _reduced(builder, functools.reduce(functools.partial(larger, builder), sizes))

    return types.int32(values, types.intp, _count(live)), generate


@inlined
def largest_below(_typing: Any, values: Any, _start: Any, live: Any, _limit: Any) -> Any:
    """The largest of the magnitudes whose bits are less than `limit`, or 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        limit, found = splat(builder, arguments[3]), every(I32, 0)
        for size in sizes_of(builder, source, _mask(builder, live, arguments[2])):
            below = builder.icmp_signed("<", size, limit)
            found = larger(builder, found, builder.select(below, size, every(I32, 0)))
        return _reduced(builder, found)

    return types.int32(values, types.intp, _count(live), types.int32), generate


@inlined
def num_above(_typing: Any, values: Any, _start: Any, live: Any, _least: Any) -> Any:
    """How many magnitudes have at least the bits `least`, which are above 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        least, mask = splat(builder, arguments[3]), _mask(builder, live, arguments[2])
        sizes = sizes_of(builder, source, mask)
        flags = joined(builder, [builder.icmp_signed(">=", size, least) for size in sizes])
        return call(builder, "llvm.ctpop.i64", I64, builder.bitcast(flags, I64))

    return types.int64(values, types.intp, _count(live), types.int32), generate


@inlined
def least_above(_typing: Any, values: Any, _start: Any, live: Any, _least: Any) -> Any:
    """The least of the magnitudes that have at least the bits `least`, which are above 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        least, mask = splat(builder, arguments[3]), _mask(builder, live, arguments[2])
        found = every(I32, 0x7FFFFFFF)
        for size in sizes_of(builder, source, mask):
            above = builder.icmp_signed(">=", size, least)
            found = smaller(builder, found, builder.select(above, size, every(I32, 0x7FFFFFFF)))
        return call(builder, f"llvm.vector.reduce.umin.v{LANES}i32", I32, found)

    return types.int32(values, types.intp, _count(live), types.int32), generate


@inlined
def fetch(_typing: Any, values: Any, _start: Any) -> Any:
    """Have `MERGED` values that are read soon brought to the cache; past the end does no harm."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        fetch_at(builder, pointer(context, builder, signature.args[0], arguments[0], arguments[1]))
        return context.get_dummy_value()

    return types.void(values, types.intp), generate


@inlined
def quantise(
    _typing: Any,
    values: Any,
    _start: Any,
    live: Any,
    _scale: Any,
    out: Any,
    _at: Any,
    bits: Any,
    plain: Any,
) -> Any:
    """Float32 over a scale, rounded half away from zero, packed from byte `at` on.

    The scale is above 0. Codes of 8 bits are int8, others have a bias. Bytes after them are
    written to as with `merge`. If `plain` is 0, what is not finite becomes 0; if it is 1, values
    are finite, and the scale is neither very small nor very large, which takes half the time.
    """
    width, easy = bits.literal_value, plain.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        scale = with_inverse(builder, arguments[3])
        codes = [
            _code(builder, part, scale, width, plain=easy) for part in parts_of(builder, source)
        ]
        store_codes(builder, codes, _mask(builder, live, arguments[2]), target, width)
        return context.get_dummy_value()

    kinds = (values, types.intp, _count(live), types.float32, out, types.intp, bits, plain)
    return types.void(*kinds), generate


@inlined
def quantise_flagged(
    _typing: Any,
    values: Any,
    _start: Any,
    live: Any,
    _bulk: Any,
    _scale: Any,
    _flagged: Any,
    out: Any,
    _at: Any,
    bits: Any,
    plain: Any,
) -> Any:
    """As `quantise`; by the second scale where a magnitude is above `bulk`."""
    width, easy = bits.literal_value, plain.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[6], arguments[6], arguments[7])
        bulk = splat(builder, arguments[3])
        scale, flagged = (with_inverse(builder, arguments[i]) for i in (4, 5))
        codes = []
        for part in parts_of(builder, source):
            size = _finite(builder, builder.and_(part, every(I32, 0x7FFFFFFF)))
            above = builder.icmp_signed(">", size, bulk)
            divisor = [builder.select(above, *pair) for pair in zip(flagged, scale, strict=True)]
            codes.append(_code(builder, part, divisor, width, plain=easy))
        store_codes(builder, codes, _mask(builder, live, arguments[2]), target, width)
        return context.get_dummy_value()

    scales = (types.int32, types.float32, types.float32)
    kinds = (values, types.intp, _count(live), *scales, out, types.intp, bits, plain)
    return types.void(*kinds), generate


@inlined
def flag(_typing: Any, values: Any, _start: Any, live: Any, _bulk: Any, out: Any, _at: Any) -> Any:
    """A bit for each float32 whose magnitude is above `bulk`: 8 bytes from byte `at` on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        bulk = splat(builder, arguments[3])
        sizes = [
            _finite(builder, size)
            for size in sizes_of(builder, source, _mask(builder, live, arguments[2]))
        ]
        above = joined(builder, [builder.icmp_signed(">", size, bulk) for size in sizes])
        store(builder, builder.bitcast(above, I64), target)
        return context.get_dummy_value()

    return types.void(values, types.intp, _count(live), types.int32, out, types.intp), generate


def _count(live: Any) -> Any:
    """The type of a number of values: a constant, or not."""
    return live if isinstance(live, types.IntegerLiteral) else types.intp


def _mask(builder: Any, live: Any, count: Any, vectors: int = MERGED // LANES) -> Any:
    """Which lanes count; nothing if all do, which has to be known to the compiler."""
    lanes = vectors * LANES
    if isinstance(live, types.IntegerLiteral) and live.literal_value == lanes:
        return None
    of_each = splat(builder, builder.trunc(count, I8), lanes)
    return builder.icmp_unsigned("<", constant(I8, range(lanes)), of_each)


def parts_of(builder: Any, source: Any, vectors: int = MERGED // LANES) -> list[Any]:
    """Values, as vectors of their bits."""
    places = (builder.gep(source, [ir.Constant(I64, LANES * i)]) for i in range(vectors))
    return [load(builder, place, WORDS) for place in places]


def sizes_of(builder: Any, source: Any, mask: Any, vectors: int = MERGED // LANES) -> list[Any]:
    """Magnitudes, 0 where they do not count."""
    parts = parts_of(builder, source, vectors)
    sizes = [builder.and_(part, every(I32, 0x7FFFFFFF)) for part in parts]
    if mask is None:
        return sizes
    masks = (shuffled(builder, mask, range(i * LANES, (i + 1) * LANES)) for i in range(vectors))
    pairs = zip(masks, sizes, strict=True)
    return [builder.select(counts, size, every(I32, 0)) for counts, size in pairs]


def _finite(builder: Any, sizes: Any) -> Any:
    """Magnitudes, 0 where they are not finite."""
    finite = builder.icmp_signed("<", sizes, every(I32, NOT_FINITE))
    return builder.select(finite, sizes, every(I32, 0))


def with_inverse(builder: Any, scale: Any) -> tuple[Any, Any]:
    """A scale, and one over it, in every lane."""
    return splat(builder, scale), splat(builder, builder.fdiv(ir.Constant(F32, 1.0), scale))


def _code(builder: Any, part: Any, divisor: Sequence[Any], width: int, *, plain: int) -> Any:
    """Values over a scale, rounded, as bytes."""
    rounded = (
        quotients(builder, part, *divisor) if plain else _any(builder, part, divisor[0], width)
    )
    return builder.trunc(rounded, vector(I8, LANES))


def quotients(builder: Any, part: Any, scale: Any, inverse: Any) -> Any:
    """What `_any` gives if values are finite and the scale neither very small nor large.

    The quotient is corrected by what its product with the scale lacks, so that it is the one that
    division gives; that there is nothing to clamp follows from the scale. Rounded is by adding the
    largest number below a half: a half itself would take 0.49999997 to 1.
    """
    value, name = builder.bitcast(part, FLOATS), f"llvm.fma.v{LANES}f32"
    about = builder.fmul(value, inverse)
    lacking = call(builder, name, FLOATS, builder.fneg(about), scale, value)
    quotient = call(builder, name, FLOATS, lacking, inverse, about)
    sign = builder.and_(part, every(I32, _SIGN))
    half = builder.bitcast(builder.or_(sign, every(I32, _ALMOST_HALF)), FLOATS)
    return builder.fptosi(builder.fadd(quotient, half), WORDS)


def _any(builder: Any, part: Any, divisor: Any, width: int) -> Any:
    """Divided, clamped to the largest code, rounded half away from zero.

    A half is looked for when the whole is taken off: to add it before would round 0.49999997 up.
    """
    size = _finite(builder, builder.and_(part, every(I32, 0x7FFFFFFF)))
    steps = builder.fdiv(builder.bitcast(size, FLOATS), divisor)
    limit = every(F32, bias(width))
    steps = builder.select(builder.fcmp_ordered("<", steps, limit), steps, limit)
    whole = builder.fptosi(steps, WORDS)
    rest = builder.fsub(steps, builder.sitofp(whole, FLOATS))
    up = builder.fcmp_ordered(">=", rest, every(F32, 0.5))
    whole = builder.add(whole, builder.zext(up, WORDS))
    sign = builder.ashr(part, every(I32, 31))
    return builder.sub(builder.xor(whole, sign), sign)


def store_codes(builder: Any, codes: list[Any], mask: Any, target: Any, width: int) -> None:
    """Codes with their bias, packed; zeros where they do not count."""
    whole = joined(builder, codes)
    if width < 8:
        whole = builder.add(whole, every(I8, bias(width), MERGED))
    if mask is not None:
        whole = builder.select(mask, whole, every(I8, 0, MERGED))
    store_merged(builder, builder.bitcast(whole, vector(I64, MERGED // 8)), target, width)


def larger(builder: Any, one: Any, other: Any) -> Any:
    """The larger of each two magnitudes."""
    return builder.select(builder.icmp_signed(">", one, other), one, other)


def smaller(builder: Any, one: Any, other: Any) -> Any:
    """The smaller of each two magnitudes."""
    return builder.select(builder.icmp_signed(">", one, other), other, one)


def fetch_at(builder: Any, source: Any) -> None:
    """Have `MERGED` values at an address brought to the cache."""
    hints = [ir.Constant(I32, hint) for hint in (0, 3, 1)]  # to read, to keep, data
    for line in range(MERGED * 4 // CACHE_LINE):
        place = builder.gep(source, [ir.Constant(I64, line * CACHE_LINE // 4)])
        place = builder.bitcast(place, I8.as_pointer())
        call(builder, "llvm.prefetch.p0i8", ir.VoidType(), place, *hints)


def _reduced(builder: Any, lanes: Any) -> Any:
    """The largest lane."""
    return call(builder, f"llvm.vector.reduce.umax.v{LANES}i32", I32, lanes)
