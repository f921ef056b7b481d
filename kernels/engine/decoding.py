"""Stored bytes of payloads unpacked, checked and decoded, all of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArrayCodec, Operation, StoredError
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.encoding import Stored, bytes_of, empty
from quire.kernels.engine.packing import Packing
from quire.runtime.errors import LimitError
from quire.runtime.reading import budget

Array = npt.NDArray[Any]
Bytes = npt.NDArray[np.uint8]


class Decoding(Stored):
    """A payload whose stored bytes can be decoded."""

    def expect_worth(self, made: int) -> None:
        """Refuse to make so many bytes of too small a file.

        Raises:
            LimitError: they are more than the file may become; see `quire.limits`.
        """
        if self._array is not None:
            return  # as large as one that is there
        stored = self.stored_size if self._window is None else self._window[0].budget.size
        try:
            budget.expect_worth(made, stored, self._field, self._offset)
        except LimitError as error:
            raise self._located(error) from None

    def _new(self) -> Array:
        """Memory for the decoded array."""
        self.expect_worth(self.nbytes)
        return empty(self.spec)

    def _decode_into(self, target: Array, backend: str, *, fresh: bool) -> None:
        if self._packing is not None and self.parameters.plain and backend == "auto":
            self._unpack(self._packing, bytes_of(target))
            return
        decode = select(type(self.parameters), Operation.DECODE, "cpu", backend, self.nbytes)
        plain = self._plain()
        try:
            decode(plain, target, self.parameters, fresh=fresh)
        except StoredError as error:
            raise self._misstored(error, 0) from error

    def _plain(self) -> Bytes:
        """The bytes that the codec of the array takes: the stored ones, unpacked."""
        if self._packing is None:
            return self._checked(self.stored, self.parameters, 0)
        plain = np.empty(self._taken or 0, np.uint8)
        self._unpack(self._packing, plain)
        try:
            self.parameters.check(plain)
        except StoredError as error:
            # Where in the stored bytes it came from, nobody knows.
            error.index = 0
            raise self._misstored(error, 0) from error
        return plain

    def _unpack(self, packing: Packing, out: Bytes) -> None:
        stored = np.frombuffer(self.stored, np.uint8)
        try:
            packing.refuse(stored.size, out.size)
            packing.unpack(stored, out)
        except StoredError as error:
            raise self._misstored(error, 0) from error

    def _measured(self) -> int:
        packing = self._packing
        if packing is None:
            raise TypeError(self._field)
        try:
            return packing.measure(np.frombuffer(self.stored, np.uint8))
        except StoredError as error:
            raise self._misstored(error, 0) from error

    def _checked(self, stored: memoryview, codec: ArrayCodec, begin: int) -> Bytes:
        """Stored bytes, from byte `begin` of the payload on, that all mean something."""
        found = np.frombuffer(stored, np.uint8)
        try:
            codec.check(found)
        except StoredError as error:
            raise self._misstored(error, begin) from error
        return found
