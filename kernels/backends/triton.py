"""How the Triton kernels cut their work: whole vectors first, then the rest; and their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import torch

BLOCK = 4096
"""Values a program: 32 a thread, enough reads under way to hide the latency of memory."""

ALIGNMENT = 16
"""What Triton has to know of addresses (bytes) and counts to use 128-bit accesses."""


class Variant(NamedTuple):
    """What a kernel can be compiled for without being called.

    Attributes:
        kernel: Its name.
        types: Of its arguments, by name, as Triton writes them.
        constants: The arguments that it is compiled with.
    """

    kernel: str
    types: Mapping[str, str]
    constants: Mapping[str, int]


Tile = tuple[tuple[int], torch.Tensor, torch.Tensor]


def aligned(stored: torch.Tensor) -> torch.Tensor:
    """The same bytes at an aligned address: copied if need be, at the speed of GPU memory."""
    return stored if stored.data_ptr() % ALIGNMENT == 0 else stored.clone()


def tiles(stored: torch.Tensor, out: torch.Tensor) -> Iterator[Tile]:
    """Cut n stored items and n values into launches: (grid, items, values).

    An odd count would make *every* access of a launch a single byte, so a multiple of
    `ALIGNMENT` goes first and the rest, less than one program, second.
    """
    count = out.numel()
    body = count - count % ALIGNMENT
    for start, stop in ((0, body), (body, count)):
        if start < stop:
            programs = -(-(stop - start) // BLOCK)
            yield (programs,), stored[start:stop], out[start:stop]
