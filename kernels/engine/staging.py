"""Arrays for other libraries, and decoding on a GPU: stored bytes cross the bus, never values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import NVCOMP, ArrayCodec, Operation
from quire.kernels.engine.batches import Bytes, Decoder, Piece, cut, together
from quire.kernels.engine.dispatch import choose, load, load_many
from quire.kernels.engine.given import is_one_of
from quire.kernels.engine.lanes import (
    LANES,
    check_framework,
    decode_batches,
    library,
    on_device,
    placement,
)
from quire.runtime.errors import BackendUnavailable

STAGE_BYTES = 32 * 2**20
"""Stored bytes that are copied at a time; there are two pinned buffers of this size."""


def to_framework(array: npt.NDArray[Any], framework: str) -> Any:
    """A numpy array as one of another library.

    Args:
        array: In memory of the host.
        framework: "torch" shares the memory of an array that can be written to, "cupy" copies to
            the current GPU, "numpy" gives the array itself.

    Raises:
        BackendUnavailable: the library is missing, or has no GPU to copy to.
        ValueError: there is no such framework.
    """
    if is_one_of(framework, ("numpy",)):
        return array
    module = library(framework)
    if framework == "torch":
        # Torch knows no memory that cannot be written to, and warns of it.
        writable = np.require(array, requirements="W")
        if array.dtype.name == "bfloat16":  # one of numpy's no more than the package makes it
            return module.from_numpy(writable.view(np.int16)).view(module.bfloat16)
        return module.from_numpy(writable)
    try:
        return module.asarray(array)
    except module.cuda.runtime.CUDARuntimeError as error:
        raise BackendUnavailable(f"CuPy finds no GPU: {error}") from error


def decode_on_gpu(
    codec: ArrayCodec,
    stored: Bytes,
    *,
    framework: str = "torch",
    backend: str = "auto",
    device: str = "cuda",
) -> Any:
    """Decode one payload as `decode_many_on_gpu` does: (codec, stored) are a `Piece`."""
    return decode_many_on_gpu(
        [Piece(codec, stored)],
        codec.output().shape,
        framework=framework,
        backend=backend,
        device=device,
    )


def decode_many_on_gpu(
    pieces: Sequence[Piece],
    shape: tuple[int, ...],
    *,
    framework: str = "torch",
    backend: str = "auto",
    device: str = "cuda",
) -> Any:
    """Copy stored bytes to a GPU and decode them there, into one array.

    The bytes pass through two buffers of pinned memory, each with a stream of its own: while
    one is copied, what was in the other is decoded. Small pieces share a buffer, and a launch,
    where their kernel takes many. The result is ready for what is queued
    on the current stream of the backend's library.

    Args:
        pieces: They may differ in codec, and rows that none covers are undefined.
        shape: Of the whole.
        framework: Whose array to return; that of another library is handed over by DLPack.
            "numpy" has none on a GPU: then it is that of the backend's own library.
        backend: "auto", or the name of one; "nvcomp" decompresses, and takes any for the rest.
        device: "cuda" or "cuda:N".

    Returns:
        A torch tensor or CuPy array of the dtype that the codecs give.

    Raises:
        BackendUnavailable: `backend` cannot run, or the library of `framework` is missing.
        StoredError: stored bytes mean nothing to their codec; mostly, no GPU has seen them.
        FormatError: what nvCOMP could not decompress, the CPU cannot, either.
        ValueError: the pieces are no rows of an array of that shape, or of several dtypes.
    """
    check_framework(framework)
    dtype = _common_dtype(pieces, shape)
    decoders: dict[type[ArrayCodec], Decoder] = {}
    backend = "auto" if backend == NVCOMP else backend
    for piece in pieces:
        if piece.packed is None:
            piece.codec.check(piece.stored)
        kind = type(piece.codec)
        if kind not in decoders:
            kernel = choose(kind, Operation.DECODE, device, backend)
            backend = kernel.backend  # the arrays of one library for all
            decoders[kind] = Decoder(load(kernel), load_many(kernel))
    target = None if framework == "numpy" else library(framework)
    native, lane = LANES[backend]
    batches = list(together(cut(pieces, STAGE_BYTES), STAGE_BYTES))
    size = max((batch.size for batch in batches), default=0)
    room = max((batch.size + batch.behind for batch in batches), default=0)
    with on_device(native, device):
        out = library(native).empty(shape, **placement(native, dtype))
        decode_batches(batches, decoders, [lane(size, room) for _ in batches[:2]], out)
    return out if target is None or framework == native else target.from_dlpack(out)


def _common_dtype(pieces: Sequence[Piece], shape: tuple[int, ...]) -> str:
    specs = [piece.codec.output() for piece in pieces]
    for piece, spec in zip(pieces, specs, strict=True):
        inside = spec.shape == shape if not shape else spec.shape[1:] == shape[1:]
        if shape and inside:
            inside = bool(spec.shape) and 0 <= piece.row <= shape[0] - spec.shape[0]
        if not inside:
            found = f"{list(spec.shape)} from row {piece.row} on"
            raise ValueError(f"pieces: expected rows of an array {list(shape)}, found {found}")
    dtypes = sorted({spec.dtype for spec in specs})
    if len(dtypes) != 1:
        raise ValueError(f"pieces: expected one dtype, found {', '.join(dtypes) or 'no piece'}")
    return dtypes[0]
