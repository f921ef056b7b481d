"""`sub_blocks`, a block at a time."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.sub_blocks.codec import MOST, SubBlocks
from quire.kernels.contract import StoredError

Bytes = npt.NDArray[np.uint8]


def decode(
    stored: Bytes,
    out: Bytes,
    codec: SubBlocks,  # noqa: ARG001  # it has no parameters
    *,
    fresh: bool = False,  # noqa: ARG001  # all is written
) -> None:
    """Take the bytes out of their blocks.

    Args:
        stored: (n,) uint8, the blocks, with the empty one.
        out: (m,) uint8, contiguous.
        codec: It has no parameters.
        fresh: Whether the memory of `out` was never touched.

    Raises:
        StoredError: the blocks end too early or too late, or have other than m bytes.
    """
    data = joined(stored)
    if len(data) != out.size:
        raise StoredError(0, f"blocks of {out.size} bytes", len(data))
    out[:] = np.frombuffer(data, np.uint8)


def measure(stored: Bytes, codec: SubBlocks) -> int:  # noqa: ARG001  # it has no parameters
    """How many bytes there are in blocks.

    Raises:
        StoredError: the blocks end too early or too late.
    """
    return sum(end - begin for begin, end in blocks(stored))


def encode(data: Bytes, codec: SubBlocks) -> bytes:  # noqa: ARG001  # it has no parameters
    """Put bytes into blocks, as full as they can be."""
    return split(data.tobytes())


def joined(stored: Bytes) -> bytes:
    """The bytes that are in blocks.

    Raises:
        StoredError: the blocks end too early or too late.
    """
    held = stored.tobytes()
    return b"".join(held[begin:end] for begin, end in blocks(stored))


def split(data: bytes) -> bytes:
    """Bytes in blocks, with the empty one after them."""
    parts = (data[begin : begin + MOST] for begin in range(0, len(data), MOST))
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def blocks(stored: Bytes) -> Iterator[tuple[int, int]]:
    """Where the bytes of each block are.

    Raises:
        StoredError: the blocks end too early or too late.
    """
    at = 0
    while at < stored.size and (size := int(stored[at])):
        if at + 1 + size > stored.size:
            raise StoredError(at, f"a block of {size} bytes", stored.size - at - 1)
        yield at + 1, at + 1 + size
        at += 1 + size
    if at + 1 != stored.size:
        expected = "an empty block at the end"
        raise StoredError(min(at, stored.size), expected, f"{stored.size - at} bytes")
