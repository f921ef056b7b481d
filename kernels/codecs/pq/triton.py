"""`pq` on an NVIDIA GPU, in Triton; the projection by cuBLAS. Arrays are torch tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.triton import (
    ALIGNMENT,
    BLOCK,
    Variant,
    beside,
    decode_together,
    of_pieces,
    piece_of,
)
from quire.kernels.codecs.pq.codec import Pq

PROJECTED_BYTES = 64 * 2**20
"""Rows that are put together before they are multiplied by the projection."""

_TYPES = {
    "stored": "*u8",
    "books": "*fp32",
    "norms": "*fp32",
    "out": "*fp32",
    "first": "i64",
    "stop": "i64",
}

_MANY = {
    "stored": "*u8",
    "out": "*fp32",
    "programs": "*i32",
    "table": "*i64",
    "books": "*fp32",
    "norms": "*fp32",
    "rows": "*i64",
}

_BOOKS = {"CODES": 152, "CENTROIDS": 256, "WIDTH": 2, "BLOCK": BLOCK}

VARIANTS = (Variant("gather", _TYPES, _BOOKS), Variant("gather_many", _MANY, _BOOKS))
"""To compile ahead of time."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: Pq) -> None:
    """See `reference.decode`; the caller has checked the codes.

    Args:
        stored: (rows * q,) uint8 on the GPU, at any address.
        out: (rows, d) float32 on the GPU, contiguous.
        codec: Shape, codebooks, projection and norms, in memory of the host.
    """
    if not out.numel():
        return
    books = beside(out, codec.codebooks)
    norms = None if codec.norms is None else _of_rows(out, codec.norms)
    if codec.projection is None:
        _gather(stored, books, norms, out)
        return
    projection = beside(out, codec.projection)
    codes = stored.view(-1, codec.codes)
    step = max(1, PROJECTED_BYTES // (out.shape[1] * out.itemsize))
    scratch = torch.empty_like(out[:step])
    for start in range(0, len(out), step):
        block = out[start : start + step]
        rows = scratch[: len(block)]
        _gather(codes[start : start + step].view(-1), books, None, rows)
        with _in_float32():
            torch.matmul(rows, projection.T, out=block)
        if norms is not None:
            block *= norms[start : start + step, None]


def decode_many(
    stored: torch.Tensor, places: Sequence[int], pieces: Sequence[tuple[Pq, torch.Tensor]]
) -> bool:
    """Decode many pieces by one launch; see `DecodeManyOnGpu`.

    They have the same codebooks, and no projection.
    """
    (first, like), codecs = pieces[0], [codec for codec, _ in pieces]
    if any(codec.codebooks is not first.codebooks for codec in codecs):
        return False
    norms = [codec.norms for codec in codecs if codec.norms is not None]
    if first.projection is not None or len(norms) not in (0, len(codecs)):
        return False
    counts = [codec.shape[0] for codec in codecs]
    rows = of_pieces(stored, [(row,) for row in accumulate(counts[:-1], initial=0)], torch.int64)
    books, outputs = beside(like, first.codebooks), [out for _, out in pieces]
    known = dict(zip(("CODES", "CENTROIDS", "WIDTH"), books.shape, strict=True))
    together = _of_rows(like, np.concatenate(norms)) if norms else None
    return decode_together(gather_many, stored, places, outputs, books, together, rows, **known)


def _of_rows(out: torch.Tensor, array: np.ndarray) -> torch.Tensor:
    """Numbers of these rows alone, on the device of `out`."""
    return torch.tensor(np.ascontiguousarray(array), device=out.device)


@contextmanager
def _in_float32() -> Iterator[None]:
    """Multiply matrices in float32, and not with 10 bits of their fractions (TF32)."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def _gather(
    stored: torch.Tensor, books: torch.Tensor, norms: torch.Tensor | None, out: torch.Tensor
) -> None:
    """Launch for the values up to a multiple of `ALIGNMENT`, and for the rest (see `tiles`)."""
    count = out.numel()
    body = count - count % ALIGNMENT
    codes, centroids, width = books.shape
    for first, stop in ((0, body), (body, count)):
        if first < stop:
            gather[(-(-(stop - first) // BLOCK),)](
                stored, books, norms, out, first, stop, codes, centroids, width, BLOCK=BLOCK
            )


@triton.jit
def gather(
    stored,
    books,
    norms,
    out,
    first,
    stop,
    CODES: tl.constexpr,
    CENTROIDS: tl.constexpr,
    WIDTH: tl.constexpr,
    BLOCK: tl.constexpr,
) -> None:
    """One program: BLOCK values, which begin anywhere in a row and in a centroid."""
    begin = first + tl.program_id(0).to(tl.int64) * BLOCK
    index = begin + tl.arange(0, BLOCK)
    inside = index < stop
    values = values_of(stored, books, norms, begin, inside, CODES, CENTROIDS, WIDTH, BLOCK)
    tl.store(out + index, values, mask=inside)


@triton.jit
def gather_many(
    stored,
    out,
    programs,
    table,
    books,
    norms,
    rows,
    CODES: tl.constexpr,
    CENTROIDS: tl.constexpr,
    WIDTH: tl.constexpr,
    BLOCK: tl.constexpr,
) -> None:
    """One program: BLOCK values of one piece; the norms are those of all, `rows` the first ones."""
    piece, place, start, begin, count = piece_of(programs, table, BLOCK)
    index = begin + tl.arange(0, BLOCK)
    inside = index < count
    if norms is not None:
        norms += tl.load(rows + piece)
    values = values_of(stored + place, books, norms, begin, inside, CODES, CENTROIDS, WIDTH, BLOCK)
    tl.store(out + start + index, values, mask=inside)


@triton.jit
def values_of(
    stored,
    books,
    norms,
    begin,
    inside,
    CODES: tl.constexpr,
    CENTROIDS: tl.constexpr,
    WIDTH: tl.constexpr,
    BLOCK: tl.constexpr,
) -> tl.tensor:
    """BLOCK values of rows, from `begin` on."""
    # Large numbers are divided once a program; each value only has 32-bit divisions by constants.
    begin_code = begin // WIDTH
    begin_row = begin_code // CODES
    value = (begin % WIDTH).to(tl.int32) + tl.arange(0, BLOCK)
    code = value // WIDTH
    part = (begin_code % CODES).to(tl.int32) + code
    name = tl.load(stored + begin_code + code, mask=inside, other=0).to(tl.int64)
    name = tl.minimum(name, CENTROIDS - 1)  # whatever the codes are, nothing else is read
    centroid = (part % CODES).to(tl.int64) * CENTROIDS + name
    found = tl.load(books + centroid * WIDTH + value % WIDTH, mask=inside)
    if norms is not None:
        found = found * tl.load(norms + begin_row + part // CODES, mask=inside)
    return found
