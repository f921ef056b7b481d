"""Centroids as vectors: as many as fill a line of the cache, fetched one by one, stored at once."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from quire.kernels.backends.arrays import CACHE_LINE
from quire.kernels.backends.vectors import (
    F32,
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
) -> Any:
    """The centroids that the codes from `at` on name, to the words from `start` on: a line of them.

    The first is looked up in the codebook `part`, the next in the one after it, and so on. `lanes`
    is a tuple as long as a centroid is in words; a line is a whole number of centroids. They are
    written past the cache: their address is a multiple of `PAST_BYTES`, and `finish_stores` has to
    follow.
    """
    words = lanes.count

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        line = _line(context, builder, signature, arguments, words)
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        store(builder, line, target, past=True)
        return context.get_dummy_value()

    at = (types.intp,)
    return types.void(codes, *at, books, *at, out, *at, lanes), generate


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
    _left: Any,
    _norm: Any,
    _next: Any,
) -> Any:
    """As `store_centroids`, the first `left` times a norm, the others times the next row's."""
    words = lanes.count

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        line = _line(context, builder, signature, arguments, words)
        floats = builder.bitcast(line, vector(F32, LANES))
        each = signature.args[2].dtype.bitwidth // 32 * words
        left = builder.mul(builder.trunc(arguments[7], I32), ir.Constant(I32, each))
        first = builder.icmp_signed("<", constant(I32, range(LANES)), splat(builder, left))
        norms = builder.select(first, splat(builder, arguments[8]), splat(builder, arguments[9]))
        target = pointer(context, builder, signature.args[4], arguments[4], arguments[5])
        store(builder, builder.fmul(floats, norms), target, past=True)
        return context.get_dummy_value()

    at, norm = (types.intp,), (types.float32,) * 2
    return types.void(codes, *at, books, *at, out, *at, lanes, *at, *norm), generate


def _line(context: Any, builder: Any, signature: Any, arguments: Any, words: int) -> Any:
    """A vector of words: those of centroid after centroid."""
    bits = signature.args[2].dtype.bitwidth
    source = pointer(context, builder, signature.args[0], arguments[0], arguments[1])
    count = CACHE_LINE * 8 // (bits * words)
    kind = signature.args[2]
    proxy: Any = cgutils.create_struct_proxy(kind)  # type: ignore[no-untyped-call]  # numba's
    array = proxy(context, builder, arguments[2])
    centroids = builder.extract_value(array.shape, 1)
    book = builder.mul(arguments[3], centroids)
    parts = []
    for index in range(count):
        code = builder.load(builder.gep(source, [ir.Constant(I64, index)]))
        word = builder.mul(builder.add(book, builder.zext(code, I64)), ir.Constant(I64, words))
        place = builder.gep(array.data, [word])
        parts.append(load(builder, place, vector(ir.IntType(bits), words)))
        book = builder.add(book, centroids)
    return joined(builder, parts)
