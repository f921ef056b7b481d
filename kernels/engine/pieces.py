"""Many payloads decoded into one array: in threads on the CPU, staged on a GPU."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from quire.kernels.contract import NVCOMP, ArraySpec, Operation, StoredError
from quire.kernels.engine.dispatch import choose
from quire.kernels.engine.encoding import Array
from quire.kernels.engine.given import device_name
from quire.kernels.engine.joining import Joined
from quire.kernels.engine.payload import Encoded, checked
from quire.kernels.engine.staging import decode_many_on_gpu, to_framework
from quire.kernels.engine.threads import run
from quire.runtime.reading.reader import Reader

Piece = tuple[Encoded | Joined, slice, slice]
"""A payload, the rows of it, and the rows of the result that they become."""

SMALL_PIECE = 16 << 10
"""Decoded bytes of a piece, in the mean, that take less time than the hand-over to a thread."""


def decode_pieces(
    pieces: Sequence[Piece],
    shape: tuple[int, ...],
    *,
    dtype: str = "float32",
    out: Array | None = None,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    workers: int | None = None,
) -> Any:
    """Decode rows of many payloads into one array.

    Args:
        pieces: What goes where; together they fill the result.
        shape: Of the result.
        dtype: Of the result, and of what each payload decodes to.
        out: Array to fill (CPU): C-contiguous, of this shape and dtype.
        device: "cpu" or "cuda", or a device of torch.
        framework: Whose array to return.
        backend: "auto", or the name of one.
        workers: Threads; None for the processors there are.
    """
    where = device_name(device)
    if where != "cpu":
        if out is not None:
            message = "out: expected None, as `out` is filled on the CPU only"
            raise ValueError(message)
        _fetch(pieces)
        packed = backend == NVCOMP
        parts = [payload.piece(rows, at.start, packed=packed) for payload, rows, at in pieces]
        options: dict[str, Any] = {"framework": framework, "backend": backend}
        try:
            return decode_many_on_gpu(parts, shape, device=where, **options)
        except StoredError:  # of one of many: the CPU finds which
            decode_pieces(pieces, shape, dtype=dtype, workers=workers)
            raise
    spec = ArraySpec(shape, dtype)
    target = checked(out, spec)
    _fetch(pieces)
    if len(pieces) == 1 and workers is None:
        _decode(pieces[0], target, backend, fresh=out is None)
        return to_framework(target, framework)
    # One choice for all: pieces are small, and numba pays by what they are together.
    kinds = {type(payload.parameters) for payload, _, _ in pieces}
    chosen = {
        kind: choose(kind, Operation.DECODE, "cpu", backend, spec.nbytes).backend for kind in kinds
    }
    jobs = (
        partial(_decode, piece, target, chosen[type(piece[0].parameters)], fresh=out is None)
        for piece in pieces
    )
    alone = workers is None and spec.nbytes <= SMALL_PIECE * len(pieces)
    run(jobs, 1 if alone else workers)
    return to_framework(target, framework)


def _decode(piece: Piece, target: Array, backend: str, *, fresh: bool) -> None:
    """Decode one piece into its rows of the result."""
    payload, rows, place = piece
    whole = rows == slice(0, payload.shape[0])
    payload.decode(target[place], rows=None if whole else rows, backend=backend, fresh=fresh)


def _fetch(pieces: Sequence[Piece]) -> None:
    """Have stored bytes that have to be fetched at hand, all together."""
    wanted: dict[int, tuple[Reader, list[tuple[int, int]]]] = {}
    for payload, rows, _ in pieces:
        if (io := payload.stream) is not None and not io.is_whole:
            wanted.setdefault(id(io), (io, []))[1].extend(payload.places([rows]))
    for io, places in wanted.values():
        io.fetch(places)
