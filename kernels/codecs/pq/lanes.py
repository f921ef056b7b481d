"""Centroids as vectors: as many as fill a line of the cache, fetched one by one, stored at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from quire.kernels.backends.arrays import CACHE_LINE
from quire.kernels.backends.vectors import (
    F32,
    I8,
    I32,
    I64,
    LANES,
    constant,
    inlined,
    joined,
    load,
    pointer,
    splat,
    store,
    vector,
)


@inlined
def store_centroids(
    _typing: Any,
    codes: Any,
    _at: Any,
    books: Any,
    _part: Any,
    out: Any,
    _start: Any,
    lanes: Any,
    known: Any,
    past: Any,
) -> Any:
    """The centroids that the codes from `at` on name, to the words from `start` on: a line of them.

    The first is looked up in the codebook `part`, the next in the one after it, and so on. `lanes`
    is a tuple as long as a centroid is in words; a line is a whole number of centroids. `known` is
    a constant: how many centroids a codebook has, or 0. If `past` is 1, they are written past the
    cache: their address is a multiple of `PAST_BYTES`, and `finish_stores` has to follow.
    """
    words, centroids, hint = lanes.count, known.literal_value, past.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        line = _line(context, builder, signature, arguments, words, centroids)
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        store(builder, line, target, past=hint)
        return context.get_dummy_value()

    at = (types.intp,)
    return types.void(codes, *at, books, *at, out, *at, lanes, known, past), generate


@inlined
def store_scaled(
    _typing: Any,
    codes: Any,
    _at: Any,
    books: Any,
    _part: Any,
    out: Any,
    _start: Any,
    lanes: Any,
    known: Any,
    _left: Any,
    _norm: Any,
    _next: Any,
) -> Any:
    """As `store_centroids` past the cache; the first `left` times a norm, the others the next."""
    words, centroids = lanes.count, known.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        line = _line(context, builder, signature, arguments, words, centroids)
        floats = builder.bitcast(line, vector(F32, LANES))
        each = signature.args[2].dtype.bitwidth // 32 * words
        left = builder.mul(builder.trunc(arguments[8], I32), ir.Constant(I32, each))
        first = builder.icmp_signed("<", constant(I32, range(LANES)), splat(builder, left))
        norms = builder.select(first, splat(builder, arguments[9]), splat(builder, arguments[10]))
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        store(builder, builder.fmul(floats, norms), target, past=True)
        return context.get_dummy_value()

    at, norm = (types.intp,), (types.float32,) * 2
    return types.void(codes, *at, books, *at, out, *at, lanes, known, *at, *norm), generate


def _line(
    context: Any, builder: Any, signature: Any, arguments: Any, words: int, known: int
) -> Any:
    """A vector of words: those of centroid after centroid."""
    bits = signature.args[2].dtype.bitwidth
    count = CACHE_LINE * 8 // (bits * words)
    kind = signature.args[2]
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    array = proxy(context, builder, arguments[2])
    centroids = ir.Constant(I64, known) if known else builder.extract_value(array.shape, 1)
    size = builder.mul(centroids, ir.Constant(I64, words))
    first = builder.gep(array.data, [builder.mul(arguments[3], size)])
    parts = []
    for index, code in enumerate(_codes(context, builder, signature, arguments, count)):
        word = builder.mul(code, ir.Constant(I64, words))
        place = builder.gep(first, [builder.add(word, builder.mul(size, ir.Constant(I64, index)))])
        parts.append(load(builder, place, vector(ir.IntType(bits), words)))
    return joined(builder, parts)


def _codes(context: Any, builder: Any, signature: Any, arguments: Any, count: int) -> Iterator[Any]:
    """So many codes as numbers, from one load: there are 1, 2, 4 and so on to 16."""
    source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
    together = load(builder, source, ir.IntType(8 * count))
    for index in range(count):
        code = builder.lshr(together, ir.Constant(together.type, 8 * index))
        yield builder.zext(builder.trunc(code, I8), I64)
