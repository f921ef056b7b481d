"""`pq` on the CPU, compiled.

A codebook of 152 x 256 x 2 floats lives in the second-level cache, and fetching centroids from
there takes as long as a copy. What is fetched is put together to whole lines of the cache, which go
past it: writing centroid by centroid through the cache takes twice as long. Where rows stay in the
cache themselves, all of them are decoded by a few codebooks before the next ones.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sized
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import CACHE_LINE, past_cache, read_only, values_before_line
from quire.kernels.backends.numba import fetch_after, finish_stores, kernel, wide_vectors
from quire.kernels.backends.vectors import PAST_BYTES
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.codecs.pq.lanes import store_centroids, store_scaled
from quire.kernels.codecs.pq.reference import Values, undone_blocks

Words = npt.NDArray[np.unsignedinteger[Any]]
Floats = npt.NDArray[np.float32]

TILED_BYTES = 512 * 1024
"""Rows that are decoded codebook by codebook, then multiplied by their norms."""

PROJECTED_BYTES = 1024 * 1024
"""Rows that are put together before they are multiplied by the projection."""

CENTROIDS = 256
"""Centroids of a codebook, as many as a code can name: other numbers take half as long again."""

UNROLLED = 16
"""Words of a centroid up to which the loop over them is compiled for their number."""


def decode(
    stored: npt.NDArray[np.uint8],
    out: Floats,
    codec: Pq,
    *,
    fresh: bool = False,
) -> None:
    """See `reference.decode`."""
    codec.check(stored)
    if not out.size:
        return
    codes = read_only(stored.reshape(out.shape[0], codec.codes))
    books, lanes = _words(codec.codebooks)
    norms = None if codec.norms is None else _plain(codec.norms)
    if codec.projection is not None:
        _decode_projected(codes, books, lanes, out, codec.projection, norms)
        return
    words = out.reshape(-1).view(books.dtype)
    begin, end = past_cache(out.reshape(-1), out, fresh=fresh)
    past = begin < end and out.ctypes.data % PAST_BYTES == 0
    done = _gather_lines(codes, books, words, lanes, norms) if past else 0
    if done:
        codes, words = codes[done:], words[done * codec.codes * len(lanes) :]
        norms = None if norms is None else norms[done:]
    _gather(codes, books, words, lanes, norms)


def _decode_projected(
    codes: npt.NDArray[np.uint8],
    books: Words,
    lanes: Sized,
    out: Floats,
    projection: Floats,
    norms: Floats | None,
) -> None:
    """Decode block by block, for BLAS."""
    step = max(1, PROJECTED_BYTES // (out.shape[1] * out.itemsize))
    scratch = np.empty((min(step, len(out)), out.shape[1]), np.float32)
    for start in range(0, len(out), step):
        block = out[start : start + step]
        rows = scratch[: len(block)]
        words = rows.reshape(-1).view(books.dtype)
        _gather(codes[start : start + step], books, words, lanes, None)
        with np.errstate(all="ignore"):  # a file may ask for it
            np.matmul(rows, projection.T, out=block)
            if norms is not None:
                block *= norms[start : start + step, np.newaxis]


def _gather_lines(
    codes: npt.NDArray[np.uint8],
    books: Words,
    out: Words,
    lanes: Sized,
    norms: Floats | None,
) -> int:
    """Write rows of centroids past the cache, times their norms; gives how many rows were.

    None are, if a line of the cache is no whole number of centroids, or longer than a row.
    """
    parts, centroid = codes.shape[1], len(lanes) * books.itemsize
    each = CACHE_LINE // centroid
    if CACHE_LINE % centroid or parts < each:
        return 0
    # The last codes of a row may share a line with the first ones of the next.
    around = books if parts % each == 0 else np.concatenate((books, books[: each - 1]))
    gather = _past_cache_gatherer(_known(books))
    done: int = gather(codes, read_only(around), out, lanes, norms) // parts
    return done


def _words(codebooks: Floats) -> tuple[Words, Sized]:
    """Codebooks as words (q, c, words), and something as long as a centroid is in words.

    Of a tuple, kernels know the length when they are compiled.
    """
    word = np.uint32 if codebooks.shape[2] % 2 else np.uint64
    words: Words = _plain(_plain(codebooks).view(word))
    count = words.shape[2]
    return words, (0,) * count if count <= UNROLLED else np.empty(count, np.uint8)


def _plain(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same values, contiguous and aligned; copied if need be."""
    flags = array.flags
    if not (flags.c_contiguous and flags.aligned):
        array = np.require(array, requirements=["C", "A"])
    return read_only(array)


def encode(array: Values, out: npt.NDArray[np.uint8], codec: Pq) -> None:
    """See `reference.encode`."""
    codes = out.reshape(codec.shape[0], codec.codes)
    dtype = array.dtype.newbyteorder("=")
    word = np.uint64 if dtype.itemsize == 8 else np.uint32
    # Centroids side by side for each component: many distances at a time.
    known = codec.codebooks[:, : codec.centroids].transpose(0, 2, 1)
    books = read_only(known.astype(dtype, order="C"))
    distances = np.empty(codec.centroids, dtype)
    bits: Words = distances.view(word)
    infinite: Any = np.array(np.inf, dtype).view(word)[()]
    for start, parts in undone_blocks(array, codec):
        chosen = codes[start : start + len(parts)]
        _choose(read_only(parts), books, distances, bits, infinite, chosen)


@functools.cache
def _past_cache_gatherer(known: int) -> Callable[..., int]:
    """The kernel for codebooks of so many centroids; of any number, if that is 0."""

    @kernel
    def gather_past_cache(
        codes: npt.NDArray[np.uint8],
        books: Words,
        out: Words,
        lanes: Sized,
        norms: Floats | None,
    ) -> int:
        """As `_gather`, times the norms of the rows; gives how many codes filled whole lines.

        After the last codebook come the first ones again, as far as a line reaches.
        """
        wide_vectors()
        width, parts = len(lanes), codes.shape[1]
        count = CACHE_LINE // (out.itemsize * width)
        flat = codes.reshape(codes.size)
        at = 0
        for row in range(codes.shape[0]):
            fetch_after(codes[row])
            end = (row + 1) * parts
            while at < end and at + count <= flat.size:
                part, to = at - row * parts, at * width
                if norms is None:
                    store_centroids(flat, at, books, part, out, to, lanes, known, 1)
                elif at + count <= end:
                    one = norms[row]
                    store_scaled(flat, at, books, part, out, to, lanes, known, count, one, one)
                else:
                    one, two = norms[row], norms[row + 1]
                    store_scaled(flat, at, books, part, out, to, lanes, known, end - at, one, two)
                at += count
        finish_stores()
        return at

    return gather_past_cache


@functools.cache
def _gatherer(known: int, *, lines: bool) -> Callable[..., None]:
    """The kernel for codebooks of so many centroids; of any number, if that is 0.

    `lines` says whether a line of the cache is a whole number of centroids.
    """

    @kernel
    def gather(
        codes: npt.NDArray[np.uint8],
        books: Words,
        norms: Floats | None,
        out: Words,
        lanes: Sized,
        start: int,
        step: int,
    ) -> None:
        """Words of the centroids that codes (n, q) name, to `out` (n * q * lanes).

        `step` rows at a time, codebook by codebook: a few of them stay in the first-level cache.
        Lines of the cache begin with the code `start` of each row.
        """
        wide_vectors()
        width, parts = len(lanes), codes.shape[1]
        flat, stop = codes.reshape(codes.size), start
        for first in range(0, codes.shape[0], step):
            last = min(first + step, codes.shape[0])
            if lines:
                count = CACHE_LINE // (out.itemsize * width)
                stop = start + (parts - start) // count * count
                for part in range(start, stop, count):
                    for row in range(first, last):
                        at = row * parts + part
                        store_centroids(flat, at, books, part, out, at * width, lanes, known, 0)
            some = codes[first:last]
            rows = out[first * parts * width : last * parts * width]
            _gather_each(some, books, rows, lanes, 0, start)
            _gather_each(some, books, rows, lanes, stop, parts)
            if norms is not None:
                _scale(rows.view(np.float32), norms[first:last])

    return gather


def _gather(
    codes: npt.NDArray[np.uint8], books: Words, out: Words, lanes: Sized, norms: Floats | None
) -> None:
    """Rows of centroids through the cache, times their norms."""
    start, centroid = 0, len(lanes) * books.itemsize
    row = codes.shape[1] * centroid
    lines = isinstance(lanes, tuple) and CACHE_LINE % centroid == 0
    if lines and row % CACHE_LINE == 0:  # storing to two lines at a time takes half as long again
        start = values_before_line(out) * out.itemsize // centroid
    step = max(1, TILED_BYTES // row)
    _gatherer(_known(books), lines=lines)(codes, books, norms, out, lanes, start, step)


def _known(books: Words) -> int:
    """The number of centroids if it is the usual one, which a kernel is compiled for; or 0."""
    return CENTROIDS if books.shape[1] == CENTROIDS else 0


@kernel
def _gather_each(
    codes: npt.NDArray[np.uint8], books: Words, out: Words, lanes: Sized, begin: int, end: int
) -> None:
    """As `_gather`, of the codes from `begin` to `end` of each row, one by one."""
    width = len(lanes)
    parts = out.reshape((codes.shape[0], codes.shape[1], width))
    for row in range(codes.shape[0]):
        names = codes[row]
        target = parts[row]
        for part in range(begin, end):
            centroid = books[part, names[part]]
            for lane in range(width):
                target[part, lane] = centroid[lane]


@kernel
def _scale(values: Floats, norms: Floats) -> None:
    """Multiply rows, which are as many as norms, in place."""
    width = values.size // norms.size
    wide_vectors()
    for row in range(norms.size):
        norm = norms[row]
        part = values[row * width : (row + 1) * width]
        for i in range(part.size):
            part[i] *= norm


@kernel
def _choose(
    parts: Values,
    books: Values,
    distances: Values,
    bits: Words,
    infinite: np.unsignedinteger[Any],
    out: npt.NDArray[np.uint8],
) -> None:
    """Code of the nearest centroid of each part.

    Args:
        parts: (n, q, d / q).
        books: (q, d / q, c), of the same dtype.
        distances: (c,), to be overwritten.
        bits: The same memory as integers. Distances are not negative, so their bits are in the
            same order; and NaN is above infinity.
        infinite: Bits of infinity.
        out: (n, q).
    """
    wide_vectors()
    for row in range(parts.shape[0]):
        for part in range(parts.shape[1]):
            values = parts[row, part]
            distances[:] = 0
            for component in range(values.size):
                value = values[component]
                centroids = books[part, component]
                for i in range(distances.size):
                    difference = value - centroids[i]
                    distances[i] += difference * difference
            least = infinite
            for i in range(bits.size):
                least = min(least, bits[i])
            nearest = 0
            if least < infinite:
                while bits[nearest] != least:
                    nearest += 1
            out[row, part] = nearest
