"""Codes of a few bits, many at once: vectors that LLVM does not find in loops by itself.

The vectors are LLVM's own, so they compile for every processor. `bits` is the width of a code and
has to be known to the compiler: a number in the source, or one that a kernel is a closure over.
The caller makes sure that whatever is read and written lies within the arrays.
"""

from __future__ import annotations

from typing import Any

from numba import types

from quire.kernels.backends.vectors import (
    F32,
    I1,
    I8,
    I16,
    I32,
    I64,
    LANES,
    constant,
    inlined,
    pointer,
    splat,
    store,
    vector,
)

WINDOW = 16
"""Bytes that unpacking `LANES` codes reads, however few of them it needs."""

MERGED = 64
"""Codes that are packed at once."""

SPILL = 56
"""Bytes after `MERGED` codes that packing them may write to; what is left there means nothing."""

_WORDS = vector(I64, MERGED // 8)


@inlined
def load_f32(_typing: Any, stored: Any, _at: Any) -> Any:
    """The float32 that begins with byte `at` of a uint8 array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load(builder.bitcast(place, F32.as_pointer()), align=1)

    return types.float32(stored, types.intp), generate


@inlined
def store_f32(_typing: Any, out: Any, _at: Any, _value: Any) -> Any:
    """The bytes of a float32 from byte `at` of a uint8 array on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(place, F32.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.float32), generate


@inlined
def unpack(_typing: Any, stored: Any, _at: Any, out: Any, _start: Any, bits: Any) -> Any:
    """`LANES` codes from byte `at` on, less their bias, to an int8 array."""
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        codes = builder.trunc(_codes(builder, source, width), vector(I8, LANES))
        store(builder, codes, target)
        return context.get_dummy_value()

    return types.void(stored, types.intp, out, types.intp, bits), generate


@inlined
def scale_codes(
    _typing: Any, stored: Any, _at: Any, out: Any, _start: Any, _scale: Any, bits: Any, past: Any
) -> Any:
    """`LANES` codes from byte `at` on, as numbers times a scale, to a float32 array.

    Codes of 8 bits are int8, others have a bias. If `past` is 1, values are written past the cache:
    their address is a multiple of `PAST_BYTES`, and `finish_stores` has to follow.
    """
    width, hint = bits.literal_value, past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        values = builder.sitofp(_codes(builder, source, width), vector(F32, LANES))
        store(builder, builder.fmul(values, splat(builder, arguments[4])), target, past=hint)
        return context.get_dummy_value()

    return types.void(stored, types.intp, out, types.intp, types.float32, bits, past), generate


@inlined
def scale_each(
    _typing: Any,
    stored: Any,
    _at: Any,
    scales: Any,
    _first: Any,
    out: Any,
    _start: Any,
    bits: Any,
    past: Any,
) -> Any:
    """As `scale_codes`, by `LANES` scales from `first` on; codes of 8 bits have a bias as well."""
    width, hint = bits.literal_value, past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, steps, target = (
            pointer(context, builder, signature.args[i], arguments[i], arguments[i + 1])
            for i in (0, 2, 4)
        )
        codes = _codes(builder, source, width)
        if width == 8:
            unsigned = builder.and_(codes, constant(I32, [255] * LANES))
            codes = builder.sub(unsigned, constant(I32, [127] * LANES))
        step = builder.load(builder.bitcast(steps, vector(F32, LANES).as_pointer()), align=4)
        values = builder.fmul(builder.sitofp(codes, vector(F32, LANES)), step)
        store(builder, values, target, past=hint)
        return context.get_dummy_value()

    return types.void(stored, types.intp, scales, types.intp, out, types.intp, bits, past), generate


@inlined
def scale_flagged(
    _typing: Any,
    stored: Any,
    _at: Any,
    _flags: Any,
    out: Any,
    _start: Any,
    _scale: Any,
    _flagged: Any,
    bits: Any,
    past: Any,
) -> Any:
    """As `scale_codes`; by the second scale where the bits from byte `flags` on are set."""
    width, hint = bits.literal_value, past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        source = pointer(context, builder, kinds[0], arguments[0], arguments[1])
        flags = pointer(context, builder, kinds[0], arguments[0], arguments[2])
        target = pointer(context, builder, kinds[3], arguments[3], arguments[4])
        values = builder.sitofp(_codes(builder, source, width), vector(F32, LANES))
        word = builder.load(builder.bitcast(flags, I16.as_pointer()), align=1)
        mask = builder.bitcast(word, vector(I1, LANES))
        scale, flagged = (splat(builder, arguments[i]) for i in (5, 6))
        scaled = builder.fmul(values, builder.select(mask, flagged, scale))
        store(builder, scaled, target, past=hint)
        return context.get_dummy_value()

    sizes, scales = (types.intp,) * 2, (types.float32,) * 2
    return types.void(stored, *sizes, out, types.intp, *scales, bits, past), generate


@inlined
def merge(_typing: Any, codes: Any, _first: Any, out: Any, _at: Any, bits: Any) -> Any:
    """`MERGED` biased codes of a uint8 array, packed, from byte `at` of another on.

    Up to `SPILL` bytes after them are written to as well: pack in ascending order.
    """
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        words = builder.load(builder.bitcast(source, _WORDS.as_pointer()), align=1)
        store_merged(builder, words, target, width)
        return context.get_dummy_value()

    return types.void(codes, types.intp, out, types.intp, bits), generate


def store_merged(builder: Any, words: Any, target: Any, width: int) -> None:
    """Words of 8 codes each, packed, as one store of whole words: the bytes in use go first."""
    if width == 8:
        store(builder, words, target)
        return
    joined = builder.bitcast(_merged(builder, words, width), vector(I8, MERGED))
    used = [8 * i + k for i in range(MERGED // 8) for k in range(width)]
    order = used + [7] * (MERGED - len(used))
    store(builder, builder.shuffle_vector(joined, joined, constant(I32, order)), target)


def _merged(builder: Any, words: Any, width: int) -> Any:
    """The codes of each word next to each other: neighbours are joined, then pairs, then fours."""
    for codes in (1, 2, 4):
        field, apart = codes * width, codes * 8
        even = sum(((1 << field) - 1) << 2 * apart * i for i in range(32 // apart))
        odd = even << field & (1 << 64) - 1
        gap = constant(I64, [apart - field] * (MERGED // 8))
        low = builder.and_(words, constant(I64, [even] * (MERGED // 8)))
        high = builder.lshr(words, gap)
        words = builder.or_(low, builder.and_(high, constant(I64, [odd] * (MERGED // 8))))
    return words


def _codes(builder: Any, source: Any, width: int) -> Any:
    """`LANES` codes as int32; those with a bias get the two bytes in each lane that they are in."""
    read = 8 if 2 * width <= 8 else WINDOW
    loaded = builder.load(builder.bitcast(source, vector(I8, read).as_pointer()), align=1)
    if width == 8:
        return builder.sext(loaded, vector(I32, LANES))
    places, shifts = [], []
    for lane in range(LANES):
        first, shift = divmod(lane * width, 8)
        places += [first, min(first + 1, 2 * width - 1), first, first]
        shifts.append(shift)
    windows = builder.shuffle_vector(loaded, loaded, constant(I32, places))
    shifted = builder.lshr(builder.bitcast(windows, vector(I32, LANES)), constant(I32, shifts))
    codes = builder.and_(shifted, constant(I32, [(1 << width) - 1] * LANES))
    return builder.sub(codes, constant(I32, [(1 << (width - 1)) - 1] * LANES))
