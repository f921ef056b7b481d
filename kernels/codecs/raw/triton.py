"""`raw` on an NVIDIA GPU, beside kernels in Triton: torch copies. Arrays are torch tensors."""

from __future__ import annotations

import torch

from quire.kernels.codecs.raw.codec import Raw


def decode(stored: torch.Tensor, out: torch.Tensor, _codec: Raw) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8, the elements, on the GPU, at any address.
        out: On the GPU, contiguous, of `codec.shape` and `codec.dtype`.
    """
    if not out.numel():
        return  # torch cannot view every empty tensor as another dtype
    out.view(-1).view(torch.uint8).copy_(stored)
