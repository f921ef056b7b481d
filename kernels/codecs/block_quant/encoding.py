"""The compiled half of encoding: scales of blocks, which blocks need two, codes packed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.lanes import MERGED, SPILL, store_f32
from quire.kernels.backends.numba import kernel, wide_vectors
from quire.kernels.backends.vectors import LANES
from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes, num_outliers
from quire.kernels.codecs.block_quant.groups import GROUPED, PLAIN_FROM, PLAIN_TO, encode_group
from quire.kernels.codecs.block_quant.lanes import (
    NOT_FINITE,
    fetch,
    flag,
    largest,
    largest_below,
    least_above,
    num_above,
    part_of_caller,
    quantise,
    quantise_flagged,
)
from quire.kernels.services.bits.layout import bias

Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.uint16]
Values = npt.NDArray[np.int32]
"""The bits of float32."""

ALL_SET = (1 << LANES) - 1
"""The flags of a group whose blocks all have two scales."""

AHEAD = 2048
"""How many values ahead memory is fetched, of blocks that are too long for groups."""

_outliers = kernel(num_outliers)


def encoder_of(codec: BlockQuant) -> Callable[..., Any]:
    """The kernel for codes of that width in blocks of that size.

    It takes the bits of the values, uint8 of the stored size, the size of a block, and the flags of
    each group of `LANES` blocks as uint16: the lowest bit is set if the first has two scales.
    """
    size, two_levels = codec.block_size, codec.two_level or bool(codec.two_level_blocks)
    grouped = size if size % MERGED == 0 and size <= GROUPED else 0
    rank = num_outliers(size) if two_levels and grouped else 0
    return _encoder(codec.bits, grouped, rank, whole=size % MERGED == 0)


@functools.cache
def _encoder(bits: int, size: int, rank: int, *, whole: bool) -> Callable[..., Any]:  # noqa: C901  # its parts know the width, and kernels that call closures are compiled in every process
    """The kernel for codes of that width.

    Plain blocks are encoded in groups, if they have a size here and not 0: those with two scales by
    the rank of the value after their outliers. All are a multiple of `MERGED` long if `whole`.
    """
    step, most, two_levels = MERGED // 8 * bits, np.float32(bias(bits)), bits == 3
    one, two = (LANES * block_bytes(size, bits, two_level=level) for level in (False, True))
    room = (two if rank else one) + SPILL

    @kernel
    def encoder(values: Values, out: Bytes, block_size: int, flags: Flags) -> None:  # noqa: C901  # as above
        wide_vectors()
        at, blocks = 0, (values.size + block_size - 1) // block_size
        for group in range(flags.size):
            begin, flagged = group * LANES, flags[group]
            fits = (begin + LANES) * block_size <= values.size and at + room <= out.size
            done = 0
            if size > 0 and fits and flagged == 0:  # a size of 0 spares compiling what follows
                done = one * int(encode_group(values, begin * size, size, out, at, bits, 0))
            if rank > 0 and fits and flagged == ALL_SET:
                done = two * int(encode_group(values, begin * size, size, out, at, bits, rank))
            at += done
            for block in range(begin, begin if done else min(begin + LANES, blocks)):
                first = block * block_size
                stop = min(first + block_size, values.size)
                top = _largest(values, first, stop)
                finite = top < NOT_FINITE
                bulk = top if finite else _largest_below(values, first, stop, np.int32(NOT_FINITE))
                scale = np.int32(bulk).view(np.float32) / most
                inner, codes = scale, at + 4
                two_scales = two_levels and (flagged >> (block - begin)) & 1 == 1
                if two_levels and two_scales:  # said first, it spares other widths compiling it
                    bulk = _below_outliers(values, first, stop, bulk)
                    inner = np.int32(bulk).view(np.float32) / most
                    store_f32(out, codes, scale)
                    codes = _store_flags(values, first, stop, bulk, out, codes + 4)
                store_f32(out, at, inner)
                at = codes + ((stop - first) * bits + 7) // 8
                plain = finite and inner >= PLAIN_FROM and scale <= PLAIN_TO
                low, high, i = _divisor(inner), _divisor(scale), first
                end = stop if whole else values.size
                while i < stop and i + MERGED <= end and codes + step + SPILL <= out.size:
                    live = MERGED if whole else min(MERGED, stop - i)
                    fetch(values, i + AHEAD)
                    if two_levels and two_scales and plain:
                        quantise_flagged(values, i, live, bulk, low, high, out, codes, bits, 1)
                    elif two_levels and two_scales:
                        quantise_flagged(values, i, live, bulk, low, high, out, codes, bits, 0)
                    elif plain:
                        quantise(values, i, live, low, out, codes, bits, 1)
                    else:
                        quantise(values, i, live, low, out, codes, bits, 0)
                    i += MERGED
                    codes += step
                if i < stop:
                    _pack_rest(values[i:stop], bulk, low, high, out, codes, np.int64(bits))

    return encoder


@kernel
def find_heavy(values: Values, block_size: int, threshold: float, bitmap: Bytes) -> None:
    """Set the bits of the blocks whose largest magnitude is above `threshold` medians.

    A median need not be known for that, but where the two in the middle are on both sides of the
    edge: how many magnitudes are above the edge says the rest.
    """
    wide_vectors()
    for block in range((values.size + block_size - 1) // block_size):
        first = block * block_size
        stop = min(first + block_size, values.size)
        top = _largest(values, first, stop)
        finite = top < NOT_FINITE
        top = top if finite else _largest_below(values, first, stop, np.int32(NOT_FINITE))
        if top == 0:
            continue
        edge = _edge(top, threshold)
        above = _num_above(values, first, stop, edge)
        if not finite:
            above -= _num_above(values, first, stop, np.int32(NOT_FINITE))
        heavy = 2 * above < stop - first
        if 2 * above == stop - first:
            low = _largest_below(values, first, stop, edge)
            high = _least_above(values, first, stop, edge)
            heavy = bool(_number(top) / ((_number(low) + _number(high)) / 2) > threshold)
        bitmap[block // 8] |= np.uint8(int(heavy) << (block % 8))


@kernel
def largest_finite(values: Values) -> np.float32:
    """The largest magnitude that is finite."""
    wide_vectors()
    top = _largest(values, 0, values.size)
    if top >= NOT_FINITE:
        top = _largest_below(values, 0, values.size, np.int32(NOT_FINITE))
    return np.int32(top).view(np.float32)


@kernel
def _largest(values: Values, first: int, stop: int) -> np.int32:
    """The bits of the largest magnitude; more than those of any number if one is not finite."""
    part_of_caller()
    most, i = np.int32(0), first
    while i + MERGED <= stop:
        most = max(most, largest(values, i, MERGED))
        i += MERGED
    if i < stop and i + MERGED <= values.size:
        most, i = max(most, largest(values, i, stop - i)), stop
    for k in range(i, stop):
        most = max(most, np.int32(values[k] & np.int32(0x7FFFFFFF)))
    return most


@kernel
def _largest_below(values: Values, first: int, stop: int, limit: np.int32) -> np.int32:
    """The bits of the largest magnitude that has less than these, or 0."""
    wide_vectors()
    most, i = np.int32(0), first
    while i + MERGED <= stop:
        most = max(most, largest_below(values, i, MERGED, limit))
        i += MERGED
    if i < stop and i + MERGED <= values.size:
        most, i = max(most, largest_below(values, i, stop - i, limit)), stop
    for k in range(i, stop):
        size = np.int32(values[k] & np.int32(0x7FFFFFFF))
        most = max(most, size) if size < limit else most
    return most


@kernel
def _magnitude(value: np.int32) -> np.int32:
    """Bits without their sign, which order as the values do; 0 for what is not finite."""
    size = np.int32(value & np.int32(0x7FFFFFFF))
    return size if size < np.int32(NOT_FINITE) else np.int32(0)


@kernel
def _below_outliers(values: Values, first: int, stop: int, top: np.int32) -> np.int32:
    """The bits of the magnitude that comes after the outliers in descending order.

    It is looked for between 0 and the largest: from that downwards, then by halves, until no other
    is left between them. What is not finite comes last, and is not to be counted as first.
    """
    rank = min(_outliers(stop - first), stop - first - 1)
    rank += _num_above(values, first, stop, np.int32(NOT_FINITE))
    low, high, gap = np.int32(0), np.int32(top + 1), 1 << 22
    while high - low > 1:
        tried = np.int32(top - gap if low == 0 and gap < top else (low + high) // 2)
        gap *= 2
        above = _num_above(values, first, stop, tried)
        if above == rank + 1:
            return _least_above(values, first, stop, tried)
        if above > rank:
            low = tried
        else:
            high = tried
    return low


@kernel
def _num_above(values: Values, first: int, stop: int, least: np.int32) -> int:
    """How many magnitudes have at least these bits, which are above 0."""
    part_of_caller()
    found, i = 0, first
    while i + MERGED <= stop:
        found += num_above(values, i, MERGED, least)
        i += MERGED
    if i < stop and i + MERGED <= values.size:
        found, i = found + num_above(values, i, stop - i, least), stop
    for k in range(i, stop):
        found += int(np.int32(values[k] & np.int32(0x7FFFFFFF)) >= least)
    return found


@kernel
def _least_above(values: Values, first: int, stop: int, least: np.int32) -> np.int32:
    """The least of the magnitudes that have at least these bits, which are above 0."""
    wide_vectors()
    found, i = np.int32(0x7FFFFFFF), first
    while i + MERGED <= stop:
        found = min(found, least_above(values, i, MERGED, least))
        i += MERGED
    if i < stop and i + MERGED <= values.size:
        found, i = min(found, least_above(values, i, stop - i, least)), stop
    for k in range(i, stop):
        size = np.int32(values[k] & np.int32(0x7FFFFFFF))
        found = min(found, size) if size >= least else found
    return found


@kernel
def _edge(top: np.int32, threshold: float) -> np.int32:
    """The bits of the least number that `top` is not more than `threshold` times of."""
    if threshold < 1:
        return np.int32(NOT_FINITE)
    edge = max(np.int32(1), np.float32(_number(top) / threshold).view(np.int32))
    while _number(top) / _number(edge) > threshold:
        edge = np.int32(edge + 1)
    while edge > 1 and not _number(top) / _number(edge - 1) > threshold:
        edge = np.int32(edge - 1)
    return edge


@kernel
def _number(bits: np.int32) -> np.float64:
    """The float32 with these bits, for arithmetic in float64."""
    return np.float64(np.int32(bits).view(np.float32))


@kernel
def _divisor(scale: np.float32) -> np.float32:
    """The scale, or what makes codes 0 where that is 0."""
    return scale if scale > np.float32(0) else np.float32(np.inf)


@kernel
def _store_flags(values: Values, first: int, stop: int, bulk: np.int32, out: Bytes, at: int) -> int:
    """A bit for each value above the bulk, from a byte on; returned is where they end."""
    part_of_caller()
    i, end = first, at + (stop - first + 7) // 8
    while i + MERGED <= stop:
        flag(values, i, MERGED, bulk, out, at)
        i += MERGED
        at += 8
    if i < stop and i + MERGED <= values.size and at + 8 <= out.size:
        flag(values, i, stop - i, bulk, out, at)
        i = stop
    for start in range(i, stop, 8):
        byte = 0
        for k in range(start, min(start + 8, stop)):
            byte |= int(_magnitude(values[k]) > bulk) << (k - start)
        out[at] = np.uint8(byte)
        at += 1
    return end


@kernel
def _pack_rest(
    values: Values,
    bulk: np.int32,
    low: np.float32,
    high: np.float32,
    out: Bytes,
    at: int,
    bits: np.int64,
) -> None:
    """Quantise and pack one by one; by `high` what is above the bulk, by `low` the others."""
    most = (1 << (bits - 1)) - 1
    mask = (1 << bits) - 1
    word, have = np.int64(0), np.int64(0)
    for i in range(values.size):
        size = _magnitude(values[i])
        step = np.int32(size).view(np.float32) / (high if size > bulk else low)
        step = min(step, np.float32(most))
        code = np.int64(step)
        code += np.int64(step - np.float32(code) >= np.float32(0.5))
        code = -code if values[i] < 0 else code
        word |= ((code if bits == 8 else code + most) & mask) << have
        have += bits
        while have >= 8 or (have > 0 and i + 1 == values.size):
            out[at] = np.uint8(word & 0xFF)
            at += 1
            word >>= 8
            have -= 8
