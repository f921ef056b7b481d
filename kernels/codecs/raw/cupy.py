"""`raw` on an NVIDIA GPU, beside kernels in CUDA C: CuPy copies. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.codecs.raw.codec import Raw


def decode(stored: cupy.ndarray, out: cupy.ndarray, _codec: Raw) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8, the elements, on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
    """
    if out.size:
        cupy.copyto(out.reshape(-1).view(np.uint8), stored)
