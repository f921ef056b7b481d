"""Compressed payloads: the codec from bytes to bytes that stands before the one of the array."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import Codec, Operation, StoredError
from quire.kernels.engine.dispatch import select

Bytes = npt.NDArray[np.uint8]


class Packing:
    """A codec from bytes to bytes, with its parameters.

    Attributes:
        name: Of the codec.
    """

    def __init__(self, codec: Codec, parameters: Any) -> None:
        self._codec = codec
        self._parameters = parameters
        self.name = codec.name

    @property
    def coding(self) -> tuple[str, Any]:
        """The codec, and those of its parameters that unpacking takes."""
        return self.name, self._parameters

    def refuse(self, stored: int, size: int) -> None:
        """Refuse what cannot be, before memory is taken for it.

        Args:
            stored: Number of stored bytes.
            size: How many they have to become.

        Raises:
            StoredError: the codec never makes that many of them.
        """
        most = stored * self._codec.expansion
        if size > most:
            raise StoredError(0, f"at most {most} bytes from {stored} of {self.name}", size)

    def unpack(self, stored: Bytes, out: Bytes) -> None:
        """Fill `out` with exactly what the stored bytes hold.

        Raises:
            StoredError: they hold more or fewer bytes, or are damaged.
        """
        select(self.name, Operation.DECODE, "cpu", "auto", out.size)(stored, out, self._parameters)

    def pack(self, data: Bytes) -> bytes:
        """The bytes to store."""
        encode = select(self.name, Operation.ENCODE, "cpu", "auto", data.size)
        packed: bytes = encode(data, self._parameters)
        return packed
