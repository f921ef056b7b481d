"""Rows of a payload by their numbers: their stored bytes are put together, and decoded at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ItemCodec, Operation
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
    if not isinstance(codec, ItemCodec) or payload.coding[0] is not None:
        return False
    lines = payload.piece().stored.reshape(payload.shape[0], -1)[numbers]
    some = replace(codec, shape=(len(numbers), *codec.shape[1:]))
    decode = select(type(some), Operation.DECODE, "cpu", "auto", some.output().nbytes)
    decode(lines.reshape(-1), out, some, fresh=False)
    return True
