"""How the CUDA C kernels are compiled and launched."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import cupy
import numpy as np

THREADS = 256
"""Threads a block."""

VECTORS = 4
"""Vectors of 4 values a thread: reads under way at a time."""

OPTIONS = (f"-DVECTORS={VECTORS}", "--std=c++17", "--fmad=false")
"""For NVRTC. The kernels are held to the CPU's bits, which know no fused multiply-add."""

ALIGNMENT = 16
"""Bytes of the widest access."""


def aligned(stored: cupy.ndarray) -> cupy.ndarray:
    """The same bytes at an aligned address: copied if need be, at the speed of GPU memory."""
    return stored if stored.data.ptr % ALIGNMENT == 0 else stored.copy()


class Launcher:
    """A source whose kernel `decode` is compiled on the first launch."""

    def __init__(self, source: str) -> None:
        self._source = source

    def __call__(self, stored: cupy.ndarray, out: cupy.ndarray, *scalars: np.generic) -> None:
        """Launch on the current stream: a thread for every VECTORS * 4 of the values."""
        if not out.size:
            return
        blocks = -(-out.size // (THREADS * VECTORS * 4))
        # Rows of a larger array may begin anywhere, vectors may not.
        target = out if out.data.ptr % ALIGNMENT == 0 else cupy.empty_like(out)
        arguments = (aligned(stored), target, np.int64(out.size), *scalars)
        self._kernel((blocks,), (THREADS,), arguments)
        if target is not out:
            out[...] = target

    @cached_property
    def _kernel(self) -> Any:
        return cupy.RawKernel(self._source, "decode", options=OPTIONS)
