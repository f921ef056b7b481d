"""`gif_rows` in numpy."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted
from quire.kernels.codecs.gif_rows.codec import GifRows

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    codec: GifRows,
    *,
    fresh: bool = False,  # noqa: ARG001  # all is written
) -> None:
    """Put each row where it belongs.

    Args:
        stored: uint8 of the stored size.
        out: uint8 of `codec.shape`.
        codec: The shape.
        fresh: Whether the memory of `out` was never touched.
    """
    out[codec.order()] = stored.reshape(codec.shape)


def encode(data: Bytes, out: Bytes, codec: GifRows) -> None:
    """Store rows pass by pass.

    Args:
        data: uint8 of `codec.shape`, any strides.
        out: uint8 of the stored size.
        codec: The shape.
    """
    out.reshape(codec.shape)[:] = converted(data, codec.dtype)[codec.order()]
