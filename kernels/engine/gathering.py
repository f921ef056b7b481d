"""Rows of a payload by their numbers: their stored bytes are put together, and decoded at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArrayCodec, FixedCodec, Operation, Rows
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.encoding import Array
from quire.kernels.engine.payload import Encoded


def decode_numbered(payload: Encoded, numbers: npt.NDArray[np.intp], out: Array) -> bool:
    """Decode rows by their numbers, where each of them stands in bytes of its own.

    Args:
        payload: With one axis at least; all of its stored bytes are at hand.
        numbers: (n,), each of a row, in any order.
        out: (n, …), C-contiguous, in other memory than the stored bytes; all of it is filled.

    Returns:
        Whether that is so; else nothing is done.

    Raises:
        FormatError: the payload is damaged.
    """
    codec = payload.parameters
    if payload.coding[0] is not None or not _are_alike(codec):
        return False
    lines = payload.piece().stored.reshape(payload.shape[0], -1)[numbers]
    some = replace(codec, shape=(len(numbers), *codec.shape[1:]))
    decode = select(type(some), Operation.DECODE, "cpu", "auto", some.output().nbytes)
    decode(lines.reshape(-1), out, some, fresh=False)
    return True


def _are_alike(codec: ArrayCodec) -> bool:
    """Whether all rows are stored as the first one is, each in bytes of its own."""
    count = codec.shape[0]
    if not count or not isinstance(codec, FixedCodec):
        return False
    size = codec.stored_size() // count
    alone = replace(codec, shape=(1, *codec.shape[1:]))
    last = codec.row_range(count - 1, count)
    return last == Rows((count - 1) * size, count * size, alone)
