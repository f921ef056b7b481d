"""Codes of a few bits, many at once: vectors that LLVM does not find in loops by itself.

The vectors are LLVM's own, so they compile for every processor. `bits` is the width of a code and
has to be known to the compiler: a number in the source, or one that a kernel is a closure over.
The caller makes sure that whatever is read and written lies within the arrays.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16
"""Codes that are unpacked at once; their bytes are twice the bits of a code."""

WINDOW = 16
"""Bytes that unpacking `LANES` codes reads, however few of them it needs."""

MERGED = 64
"""Codes that are packed at once."""

SPILL = 56
"""Bytes behind `MERGED` codes that packing them may write to; what is left there means nothing."""

PAST_BYTES = 16
"""What addresses are a multiple of where stores go past the cache: numpy's arrays have that."""

_I1, _I8, _I16, _I32, _I64 = (ir.IntType(size) for size in (1, 8, 16, 32, 64))
_F32 = ir.FloatType()
_WORDS = ir.VectorType(_I64, MERGED // 8)


def _inlined(generator: Callable[..., Any]) -> Callable[..., Any]:
    """`numba.extending.intrinsic` that sees the values of constants."""
    return cast(Callable[..., Any], intrinsic(prefer_literal=True)(generator))


@_inlined
def load_f32(_typing: Any, stored: Any, _at: Any) -> Any:
    """The float32 that begins with byte `at` of a uint8 array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load(builder.bitcast(place, _F32.as_pointer()), align=1)

    return types.float32(stored, types.intp), generate


@_inlined
def store_f32(_typing: Any, out: Any, _at: Any, _value: Any) -> Any:
    """The bytes of a float32 from byte `at` of a uint8 array on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(place, _F32.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.float32), generate


@_inlined
def unpack(_typing: Any, stored: Any, _at: Any, out: Any, _start: Any, bits: Any) -> Any:
    """`LANES` codes from byte `at` on, less their bias, to an int8 array."""
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = _pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        codes = builder.trunc(_codes(builder, source, width), _vector(_I8, LANES))
        _store(builder, codes, target)
        return context.get_dummy_value()

    return types.void(stored, types.intp, out, types.intp, bits), generate


@_inlined
def scale_codes(
    _typing: Any, stored: Any, _at: Any, out: Any, _start: Any, _scale: Any, bits: Any, past: Any
) -> Any:
    """`LANES` codes from byte `at` on, as numbers times a scale, to a float32 array.

    Codes of 8 bits are int8, others have a bias. If `past` is 1, values are written past the cache:
    their address is a multiple of `PAST_BYTES`, and `finish_stores` has to follow.
    """
    width, hint = bits.literal_value, past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = _pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        values = builder.sitofp(_codes(builder, source, width), _vector(_F32, LANES))
        _store(builder, builder.fmul(values, _splat(builder, arguments[4])), target, past=hint)
        return context.get_dummy_value()

    return types.void(stored, types.intp, out, types.intp, types.float32, bits, past), generate


@_inlined
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
        source = _pointer(context, builder, kinds[0], arguments[0], arguments[1])
        flags = _pointer(context, builder, kinds[0], arguments[0], arguments[2])
        target = _pointer(context, builder, kinds[3], arguments[3], arguments[4])
        values = builder.sitofp(_codes(builder, source, width), _vector(_F32, LANES))
        word = builder.load(builder.bitcast(flags, _I16.as_pointer()), align=1)
        mask = builder.bitcast(word, _vector(_I1, LANES))
        scale, flagged = (_splat(builder, arguments[i]) for i in (5, 6))
        scaled = builder.fmul(values, builder.select(mask, flagged, scale))
        _store(builder, scaled, target, past=hint)
        return context.get_dummy_value()

    sizes, scales = (types.intp,) * 2, (types.float32,) * 2
    return types.void(stored, *sizes, out, types.intp, *scales, bits, past), generate


@_inlined
def largest(_typing: Any, values: Any, _start: Any) -> Any:
    """The largest magnitude of `MERGED` float32, as its bits; what is not finite counts as 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        sizes = [_magnitude(builder, part) for part in _parts(builder, source)]
        return _reduced(builder, functools.reduce(functools.partial(_larger, builder), sizes))

    return types.int32(values, types.intp), generate


@_inlined
def ranked(_typing: Any, values: Any, _start: Any, rank: Any) -> Any:
    """The magnitude with that index among `MERGED` float32 in descending order, as its bits.

    The rank is a constant. Each lane of four is sorted, then the largest is taken away, again and
    again: of equal ones a single one.
    """
    pops = rank.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        rows = [_magnitude(builder, part) for part in _parts(builder, source)]
        for i, j in ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)):
            rows[i], rows[j] = (
                _larger(builder, rows[i], rows[j]),
                _smaller(builder, rows[i], rows[j]),
            )
        rows.append(_constant(_I32, [0] * LANES))
        for _ in range(pops):
            top = _splat(builder, _reduced(builder, rows[0]))
            hits = builder.bitcast(builder.icmp_signed("==", rows[0], top), _I16)
            first = builder.and_(hits, builder.neg(hits))
            lane = builder.bitcast(first, _vector(_I1, LANES))
            rows = [builder.select(lane, rows[i + 1], rows[i]) for i in range(4)] + rows[4:]
        return _reduced(builder, rows[0])

    return types.int32(values, types.intp, rank), generate


@_inlined
def quantise(
    _typing: Any, values: Any, _start: Any, _scale: Any, out: Any, _at: Any, bits: Any
) -> Any:
    """`MERGED` float32 over a scale, rounded half away from zero, packed from byte `at` on.

    The scale is above 0. What is not finite becomes 0. Codes of 8 bits are int8, others have a
    bias. Bytes behind them are written to as with `merge`.
    """
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = _pointer(context, builder, signature.args[3], arguments[3], arguments[4])
        divisor = _splat(builder, arguments[2])
        codes = [_quantised(builder, part, divisor, width) for part in _parts(builder, source)]
        _store_merged(builder, _joined(builder, codes), target, width)
        return context.get_dummy_value()

    return types.void(values, types.intp, types.float32, out, types.intp, bits), generate


@_inlined
def quantise_flagged(
    _typing: Any,
    values: Any,
    _start: Any,
    _bulk: Any,
    _scale: Any,
    _flagged: Any,
    out: Any,
    _flags: Any,
    _at: Any,
    bits: Any,
) -> Any:
    """As `quantise`; by the second scale, and with its flag, where a magnitude is above `bulk`."""
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kinds = signature.args
        source = _pointer(context, builder, kinds[0], arguments[0], arguments[1])
        flags = _pointer(context, builder, kinds[5], arguments[5], arguments[6])
        target = _pointer(context, builder, kinds[5], arguments[5], arguments[7])
        bulk, scale, flagged = (_splat(builder, arguments[i]) for i in (2, 3, 4))
        codes = []
        for i, part in enumerate(_parts(builder, source)):
            above = builder.icmp_signed(">", _magnitude(builder, part), bulk)
            place = builder.gep(flags, [ir.Constant(_I64, LANES // 8 * i)])
            _store(builder, builder.bitcast(above, _I16), place)
            divisor = builder.select(above, flagged, scale)
            codes.append(_quantised(builder, part, divisor, width))
        _store_merged(builder, _joined(builder, codes), target, width)
        return context.get_dummy_value()

    scales, sizes = (types.float32,) * 2, (types.intp,) * 2
    return types.void(values, types.intp, types.int32, *scales, out, *sizes, bits), generate


@_inlined
def merge(_typing: Any, codes: Any, _first: Any, out: Any, _at: Any, bits: Any) -> Any:
    """`MERGED` biased codes of a uint8 array, packed, from byte `at` of another on.

    Up to `SPILL` bytes behind them are written to as well: pack in ascending order.
    """
    width = bits.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = _pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = _pointer(context, builder, signature.args[2], arguments[2], arguments[3])
        words = builder.load(builder.bitcast(source, _WORDS.as_pointer()), align=1)
        _store_merged(builder, words, target, width)
        return context.get_dummy_value()

    return types.void(codes, types.intp, out, types.intp, bits), generate


def _store_merged(builder: Any, words: Any, target: Any, width: int) -> None:
    """Words of 8 codes each, packed, as one store of whole words: the bytes in use go first."""
    if width == 8:
        _store(builder, words, target)
        return
    joined = builder.bitcast(_merged(builder, words, width), _vector(_I8, MERGED))
    used = [8 * i + k for i in range(MERGED // 8) for k in range(width)]
    order = used + [7] * (MERGED - len(used))
    _store(builder, builder.shuffle_vector(joined, joined, _constant(_I32, order)), target)


def _merged(builder: Any, words: Any, width: int) -> Any:
    """The codes of each word next to each other: neighbours are joined, then pairs, then fours."""
    for codes in (1, 2, 4):
        field, apart = codes * width, codes * 8
        even = sum(((1 << field) - 1) << 2 * apart * i for i in range(32 // apart))
        odd = even << field & (1 << 64) - 1
        gap = _constant(_I64, [apart - field] * (MERGED // 8))
        low = builder.and_(words, _constant(_I64, [even] * (MERGED // 8)))
        high = builder.lshr(words, gap)
        words = builder.or_(low, builder.and_(high, _constant(_I64, [odd] * (MERGED // 8))))
    return words


def _joined(builder: Any, codes: list[Any]) -> Any:
    """Four vectors of codes, as words of 8 codes each."""
    halves = [
        builder.shuffle_vector(codes[i], codes[i + 1], _constant(_I32, list(range(2 * LANES))))
        for i in (0, 2)
    ]
    whole = builder.shuffle_vector(*halves, _constant(_I32, list(range(MERGED))))
    return builder.bitcast(whole, _WORDS)


def _quantised(builder: Any, bits_of_values: Any, divisor: Any, width: int) -> Any:
    """Codes as bytes; what is beyond the largest is clamped.

    A half is looked for when the whole is taken off: to add it before would round 0.49999997 up.
    """
    most = (1 << (width - 1)) - 1
    size = builder.bitcast(_magnitude(builder, bits_of_values), _vector(_F32, LANES))
    steps, limit = builder.fdiv(size, divisor), _constant(_F32, [float(most)] * LANES)
    steps = builder.select(builder.fcmp_ordered("<", steps, limit), steps, limit)
    whole = builder.fptosi(steps, _vector(_I32, LANES))
    rest = builder.fsub(steps, builder.sitofp(whole, _vector(_F32, LANES)))
    up = builder.fcmp_ordered(">=", rest, _constant(_F32, [0.5] * LANES))
    whole = builder.add(whole, builder.zext(up, _vector(_I32, LANES)))
    sign = builder.ashr(bits_of_values, _constant(_I32, [31] * LANES))
    code = builder.sub(builder.xor(whole, sign), sign)
    bias = _constant(_I32, [most if width < 8 else 0] * LANES)
    return builder.trunc(builder.add(code, bias), _vector(_I8, LANES))


def _parts(builder: Any, source: Any) -> list[Any]:
    """`MERGED` values, as vectors of their bits."""
    loaded = _vector(_I32, LANES).as_pointer()
    places = (builder.gep(source, [ir.Constant(_I64, i)]) for i in range(0, MERGED, LANES))
    return [builder.load(builder.bitcast(place, loaded), align=1) for place in places]


def _magnitude(builder: Any, bits_of_values: Any) -> Any:
    """The bits without their sign, which order as the values do; 0 for what is not finite."""
    size = builder.and_(bits_of_values, _constant(_I32, [0x7FFFFFFF] * LANES))
    finite = builder.icmp_signed("<", size, _constant(_I32, [0x7F800000] * LANES))
    return builder.select(finite, size, _constant(_I32, [0] * LANES))


def _larger(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_signed(">", one, other), one, other)


def _smaller(builder: Any, one: Any, other: Any) -> Any:
    return builder.select(builder.icmp_signed(">", one, other), other, one)


def _reduced(builder: Any, lanes: Any) -> Any:
    """The largest lane."""
    for apart in (8, 4, 2, 1):
        moved = [(i + apart) % LANES for i in range(LANES)]
        lanes = _larger(
            builder, lanes, builder.shuffle_vector(lanes, lanes, _constant(_I32, moved))
        )
    return builder.extract_element(lanes, ir.Constant(_I32, 0))


def _codes(builder: Any, source: Any, width: int) -> Any:
    """`LANES` codes as int32; those with a bias get the two bytes in each lane that they are in."""
    read = 8 if 2 * width <= 8 else WINDOW
    loaded = builder.load(builder.bitcast(source, _vector(_I8, read).as_pointer()), align=1)
    if width == 8:
        return builder.sext(loaded, _vector(_I32, LANES))
    places, shifts = [], []
    for lane in range(LANES):
        first, shift = divmod(lane * width, 8)
        places += [first, min(first + 1, 2 * width - 1), first, first]
        shifts.append(shift)
    windows = builder.shuffle_vector(loaded, loaded, _constant(_I32, places))
    shifted = builder.lshr(builder.bitcast(windows, _vector(_I32, LANES)), _constant(_I32, shifts))
    codes = builder.and_(shifted, _constant(_I32, [(1 << width) - 1] * LANES))
    return builder.sub(codes, _constant(_I32, [(1 << (width - 1)) - 1] * LANES))


def _vector(element: Any, count: int) -> Any:
    return ir.VectorType(element, count)


def _constant(element: Any, values: Sequence[float]) -> Any:
    return ir.Constant(_vector(element, len(values)), list(values))


def _splat(builder: Any, value: Any) -> Any:
    undefined = ir.Constant(_vector(value.type, LANES), ir.Undefined)
    first = builder.insert_element(undefined, value, ir.Constant(_I32, 0))
    return builder.shuffle_vector(first, undefined, _constant(_I32, [0] * LANES))


def _store(builder: Any, value: Any, target: Any, *, past: int = 0) -> None:
    place = builder.bitcast(target, value.type.as_pointer())
    store = builder.store(value, place, align=PAST_BYTES if past else 1)
    if past:
        store.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(_I32, 1)]))


def _pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """The address of an element of an array."""
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    return builder.gep(proxy(context, builder, array).data, [index])
