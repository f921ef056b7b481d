"""What encodes `LANES` blocks at once, so that the vectors of the processor are kept busy.

A block by itself is a chain of some hundred cycles, more than a processor looks ahead: its largest
value, one division, another, then the codes. Of a group, one division makes all scales.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from quire.kernels.backends.lanes import MERGED
from quire.kernels.backends.vectors import (
    F32,
    I8,
    I32,
    I64,
    LANES,
    constant,
    every,
    inlined,
    joined,
    pointer,
    splat,
    store,
    vector,
)
from quire.kernels.codecs.block_quant.codec import block_bytes
from quire.kernels.codecs.block_quant.lanes import (
    FLOATS,
    fetch_at,
    larger,
    parts_of,
    quotients,
    sizes_of,
    smaller,
    store_codes,
)
from quire.kernels.services.bits.layout import bias

GROUPED = 128
"""Values that a block of a group has at most."""

AHEAD = 4096
"""How many values ahead memory is fetched: a group is read faster than memory gives it."""

PLAIN_FROM, PLAIN_TO = 2.0**-96, 2.0**96
"""Scales between which quotients need not be clamped, nor lose bits on the way."""


@inlined
def encode_group(
    _typing: Any, values: Any, _start: Any, size: Any, out: Any, _at: Any, bits: Any, rank: Any
) -> Any:
    """Encode `LANES` blocks of `size` float32 from byte `at` on, if all of them are plain.

    They have one scale each if `rank` is 0; otherwise another one, for what is above the magnitude
    with that index in descending order. Size, bits and rank are constants, and the size is a
    multiple of `MERGED`. Up to `SPILL` bytes after the blocks are written to as well.

    Returns:
        Whether all values are finite and all scales 0, or neither very small nor large. Otherwise
        nothing was written.
    """
    group = _Group(size.literal_value, bits.literal_value, rank.literal_value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        target = pointer(context, builder, signature.args[3], arguments[3], arguments[4])
        return _encode(builder, group, source, target)

    return types.boolean(values, types.intp, size, out, types.intp, bits, rank), generate


@dataclass(frozen=True, slots=True)
class _Group:
    """Blocks of so many values, with codes of so many bits; with one scale if the rank is 0."""

    size: int
    bits: int
    rank: int


def _encode(builder: Any, group: _Group, source: Any, target: Any) -> Any:
    """Write blocks, if they are plain; whether they are."""
    tops, bulks = _measured(builder, group, source, range(LANES))
    known, plain = [bulks], None
    for sizes in (bulks, tops) if group.rank else (tops,):
        scale = builder.fdiv(builder.bitcast(sizes, FLOATS), every(F32, bias(group.bits)))
        empty = builder.icmp_signed("==", sizes, every(I32, 0))
        enough = builder.or_(empty, builder.fcmp_ordered(">=", scale, every(F32, PLAIN_FROM)))
        fits = builder.and_(enough, builder.fcmp_ordered("<=", scale, every(F32, PLAIN_TO)))
        plain = fits if plain is None else builder.and_(plain, fits)
        known += [scale, builder.select(empty, every(F32, 0), builder.fdiv(every(F32, 1), scale))]
    lanes = builder.bitcast(plain, ir.IntType(LANES))
    plain = builder.icmp_unsigned("==", lanes, ir.Constant(lanes.type, -1))
    with builder.if_then(plain):
        kept = [_kept(builder, lanes) for lanes in known]
        step, stored = group.size, block_bytes(group.size, group.bits, two_level=group.rank > 0)
        with cgutils.for_range(builder, ir.Constant(I64, LANES)) as loop:
            first = builder.gep(source, [builder.mul(loop.index, ir.Constant(I64, step))])
            place = builder.gep(target, [builder.mul(loop.index, ir.Constant(I64, stored))])
            bulk, *scales = [builder.load(builder.gep(lanes, [loop.index])) for lanes in kept]
            _encode_block(builder, group, first, place, bulk, scales)
    return plain


def _kept(builder: Any, lanes: Any) -> Any:
    """The address of lanes that were written to the stack."""
    place = cgutils.alloca_once(builder, lanes.type)  # type: ignore[no-untyped-call]  # numba's
    builder.store(lanes, place)
    return builder.bitcast(place, lanes.type.element.as_pointer())


def _encode_block(
    builder: Any, group: _Group, first: Any, place: Any, bulk: Any, scales: list[Any]
) -> None:
    """Write a block: its scales, each of which has one over it beside, flags and codes."""
    for i, scale in enumerate(scales[::2]):
        store(builder, scale, _after(builder, place, 4 * i))
    steps = [splat(builder, scale) for scale in scales]
    codes = block_bytes(0, group.bits) if not group.rank else 8 + group.size // 8
    for i in range(0, group.size, MERGED):
        values = _after(builder, first, i)
        fetch_at(builder, _after(builder, values, AHEAD))
        parts = parts_of(builder, values)
        divisors = [steps] * len(parts)
        if group.rank:
            sizes = [builder.and_(part, every(I32, 0x7FFFFFFF)) for part in parts]
            above = [builder.icmp_signed(">", size, splat(builder, bulk)) for size in sizes]
            flags = builder.bitcast(joined(builder, above), I64)
            store(builder, flags, _after(builder, place, 8 + i // 8))
            pairs = list(zip(steps[2:], steps[:2], strict=True))
            divisors = [[builder.select(flag, *pair) for pair in pairs] for flag in above]
        found = (quotients(builder, part, *by) for part, by in zip(parts, divisors, strict=True))
        rounded = [builder.trunc(quotient, vector(I8, LANES)) for quotient in found]
        packed = _after(builder, place, codes + i // 8 * group.bits)
        store_codes(builder, rounded, None, packed, group.bits)


def _after(builder: Any, place: Any, count: int) -> Any:
    """The address so many elements after another."""
    return builder.gep(place, [ir.Constant(I64, count)])


def _measured(builder: Any, group: _Group, source: Any, blocks: range) -> tuple[Any, Any]:
    """The largest magnitude of each block, and the one with the rank; as bits, which order alike.

    Lanes of a block are sorted each by itself. Then one half of them is merged with the other, of
    two blocks at once, until there is one lane a block.
    """
    ranked = _ranked(builder, group, source, blocks)
    kinds = functools.partial(larger, builder), functools.partial(smaller, builder)
    largest, least = (functools.reduce(kind, ranked) for kind in kinds)
    return largest, least


def _ranked(builder: Any, group: _Group, source: Any, blocks: range) -> list[Any]:
    """The largest magnitudes of blocks, in as many lanes each; of one lane, in any order."""
    wanted = group.rank + 1
    if len(blocks) == 1:
        start = _after(builder, source, blocks[0] * group.size)
        return _sorted(builder, sizes_of(builder, start, None, group.size // LANES))[:wanted]
    half, lanes = len(blocks) // 2, LANES // len(blocks)
    parts = (_ranked(builder, group, source, part) for part in (blocks[:half], blocks[half:]))
    rows = list(zip(*parts, strict=True))
    low, high = (_half(builder, rows, lanes, len(blocks), side) for side in (0, 1))
    found = _top(builder, low, high, min(wanted, 2 * len(rows)))
    return _sorted(builder, found) if lanes > 1 else found


def _half(
    builder: Any, rows: list[tuple[Any, Any]], lanes: int, blocks: int, side: int
) -> list[Any]:
    """Of pairs of vectors with two times so many lanes a block, one half of each block's."""
    starts = [(2 * block + side) * lanes for block in range(blocks)]
    order = constant(I32, [start + lane for start in starts for lane in range(lanes)])
    return [builder.shuffle_vector(*row, order) for row in rows]


def _top(builder: Any, one: list[Any], other: list[Any], count: int) -> list[Any]:
    """The largest of two descending lists together, in any order."""
    found = []
    for i in range(count):
        pair = one[i : i + 1] + other[count - 1 - i : count - i]
        found.append(functools.reduce(functools.partial(larger, builder), pair))
    return found


def _sorted(builder: Any, rows: list[Any]) -> list[Any]:
    """Each lane of the rows in descending order."""
    rows = list(rows)
    for i, j in _exchanges(len(rows)):
        one, other = rows[i], rows[j]
        rows[i], rows[j] = larger(builder, one, other), smaller(builder, one, other)
    return rows


def _exchanges(count: int) -> Iterator[tuple[int, int]]:
    """Which to compare, to sort so many: Batcher's merge exchange (Knuth 5.2.2, algorithm M)."""
    top = 1 << max(count - 1, 1).bit_length() - 1
    step = top
    while step:
        width, phase, apart = top, 0, step
        while apart:
            yield from ((i, i + apart) for i in range(count - apart) if i & step == phase)
            width, phase, apart = width >> 1, step, width - step
        step >>= 1
