"""`sparse_scatter` on an NVIDIA GPU: torch scatters by itself. Arrays are torch tensors."""

from __future__ import annotations

import numpy as np
import torch

from quire.kernels.backends.triton import aligned
from quire.kernels.codecs.sparse_scatter.codec import SparseScatter
from quire.kernels.codecs.sparse_scatter.faults import repeated

_WORDS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
"""By bytes of an element, as what it is moved."""


def decode(stored: torch.Tensor, out: torch.Tensor, codec: SparseScatter) -> None:
    """See `reference.decode`; the caller has checked the indices.

    Args:
        stored: uint8 on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
        codec: Shape, dtype and indices, in memory of the host.
    """
    if not out.numel():
        return  # torch cannot view every empty tensor as another dtype
    word = _WORDS[out.itemsize]
    flat, values = out.view(-1).view(word), aligned(stored).view(word)
    flat.zero_()
    indices = torch.tensor(codec.indices.astype(np.int64), device=out.device)
    if repeated(codec.indices, out.numel()) >= 0:  # the last one counts, and a GPU has no order
        _, last = np.unique(codec.indices[::-1], return_index=True)
        kept = torch.tensor(codec.indices.size - 1 - last, device=out.device)
        indices, values = indices[kept], values[kept]
    flat[indices] = values
