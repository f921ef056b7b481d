"""Compressed payloads: the codec from bytes to bytes that stands before the one of the array."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import NVCOMP, BytesCodec, Operation, StoredError, Streams, Unpack
from quire.kernels.engine.dispatch import select

MOST_UNPACKED = (1 << 31) - 1
"""Bytes that nvCOMP makes of a stream of zstd, at most; of others it makes more."""

Bytes = npt.NDArray[np.uint8]


class Packing:
    """A codec from bytes to bytes.

    Attributes:
        codec: With those of its parameters that unpacking takes, and others.
        name: Of the codec.
        measures: Whether the codec can tell how many bytes stored ones hold.
    """

    def __init__(self, codec: BytesCodec) -> None:
        self.codec = codec
        self.name = codec.name
        self.measures = _measures(type(codec))  # type: ignore[arg-type]  # a class has a hash

    def refuse(self, stored: int, size: int) -> None:
        """Refuse what cannot be, before memory is taken for it.

        Args:
            stored: Number of stored bytes.
            size: How many they have to become.

        Raises:
            StoredError: the codec never makes that many of them.
        """
        most = stored * self.codec.expansion
        if size > most:
            raise StoredError(0, f"at most {most} bytes from {stored} of {self.name}", size)

    def unpack(self, stored: Bytes, out: Bytes) -> None:
        """Fill `out` with exactly what the stored bytes hold.

        Raises:
            StoredError: they hold more or fewer bytes, or are damaged.
        """
        decode = select(type(self.codec), Operation.DECODE, "cpu", "auto", out.size)
        decode(stored, out, self.codec)

    def streams(self, stored: Bytes, size: int) -> Streams | None:
        """What nvCOMP is to decompress on a GPU; None if this is for the CPU.

        Args:
            stored: What is packed.
            size: How many bytes it has to become.

        Raises:
            BackendUnavailable: nvCOMP cannot run.
        """
        if NVCOMP not in self.codec.kernels or not 0 < size <= MOST_UNPACKED:
            return None
        find: Unpack[BytesCodec] = select(type(self.codec), Operation.DECODE, "cuda", NVCOMP)
        return find(stored, size, self.codec)

    def measure(self, stored: Bytes) -> int:
        """How many bytes the stored bytes hold.

        Raises:
            StoredError: they are damaged.
        """
        return select(type(self.codec), Operation.MEASURE)(stored, self.codec)

    def pack(self, data: Bytes) -> bytes:
        """The bytes to store."""
        encode = select(type(self.codec), Operation.ENCODE, "cpu", "auto", data.size)
        return encode(data, self.codec)


@cache
def _measures(kind: type[BytesCodec]) -> bool:
    return any(Operation.MEASURE in each for each in kind.kernels.values())
