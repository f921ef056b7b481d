"""Payloads and their digests: verified when they are first decoded, computed when written."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple, Self

import numpy.typing as npt

from quire.kernels.contract import Operation
from quire.kernels.engine.decoding import Decoding
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.encoding import bytes_of
from quire.runtime.coding.digests import digest as digest_of
from quire.runtime.coding.digests import start as start_digest
from quire.runtime.errors import ChecksumError

Array = npt.NDArray[Any]

DIGEST_BYTES = 32 << 20
"""Stored bytes that are hashed at a time; of a longer payload in a mapped file, the pages are given
back in between. Those of a shorter one stay, as it is most often decoded next."""


class Guard(NamedTuple):
    """A digest that a payload has to match.

    Attributes:
        algorithm: As `digests.start` names it.
        expected: A number (a checksum), or bytes (a hash).
        decoded: Whether it is that of the decoded array, and not of the stored bytes.
    """

    algorithm: str
    expected: int | bytes
    decoded: bool

    @property
    def size(self) -> int | None:
        """Bytes of a hash; None for a checksum."""
        return len(self.expected) if isinstance(self.expected, bytes) else None


_VERIFYING = tuple(threading.RLock() for _ in range(64))
"""Who compares a payload with its digest holds one of these: one each would take more memory than
the digest."""


class Guarded(Decoding):
    """A payload that may have to match a digest."""

    _guard: Guard | None = None

    def guard_with(self, algorithm: str, expected: int | bytes, *, decoded: bool = False) -> None:
        """Have the payload verified against a digest when it is first decoded.

        Args:
            algorithm: As for `digests.start`.
            expected: The digest.
            decoded: Whether it is that of the decoded array, and not of the stored bytes.
        """
        self._guard = Guard(algorithm, expected, decoded)

    def expect_matched(self, digest: object) -> None:
        """Compare the payload with a digest, if it is that which guards it.

        Raises:
            ChecksumError: it is damaged: a digest of another one in its place would hide that.
        """
        if self._guard is not None and self._guard.expected == digest:
            self._match_digest()

    def trust(self) -> None:
        """Do not verify the digest: take the bytes as they are."""
        self._guard = None

    def trusted(self) -> Self:
        """This payload, which is decoded without a look at its digest."""
        return self if self._guard is None else self._with(_guard=None)

    def digest(self, algorithm: str, size: int | None = None, *, decoded: bool = False) -> Any:
        """The digest of the stored bytes, which are encoded for it if they are not there yet.

        Args:
            algorithm: As for `digests.start`.
            size: Bytes of a hash; None for a checksum.
            decoded: Whether it is that of the array that a reader will decode instead.

        Returns:
            A number (a checksum), or bytes.

        Raises:
            ChecksumError: they were read, and are damaged: a new digest would only hide that.
        """
        self._match_digest()
        return self._digest(algorithm, size, decoded=decoded)

    def _decode_verified(self, target: Array, backend: str, *, fresh: bool) -> None:
        """Decode all; a digest of the decoded array is compared with what was decoded here."""
        guard = self._guard
        if guard is None or not guard.decoded:
            self._match_digest()
            self._decode_into(target, backend, fresh=fresh)
            return
        self._decode_into(target, backend, fresh=True)  # to the cache, where it is hashed next
        found = digest_of(guard.algorithm, bytes_of(target).data, guard.size)
        self._compare(guard, found)

    def _match_digest(self) -> None:
        """Compare the payload with the digest that guards it, once."""
        if self._guard is None:
            return
        with _VERIFYING[id(self) // 16 % len(_VERIFYING)]:
            guard = self._guard
            if guard is not None:
                found = self._digest(guard.algorithm, guard.size, decoded=guard.decoded)
                self._compare(guard, found)

    def _compare(self, guard: Guard, found: int | bytes) -> None:
        if found != guard.expected:
            wanted = f"{guard.algorithm} {_shown(guard.expected)}"
            raise self._located(
                ChecksumError(self._field, wanted, _shown(found), offset=self._offset)
            )
        self._guard = None

    def _digest(self, algorithm: str, size: int | None, *, decoded: bool) -> int | bytes:
        if decoded and (
            not self.parameters.plain or self._packing is not None or self._array is not None
        ):
            return digest_of(algorithm, bytes_of(self._as_decoded()).data, size)
        if len(stored := self.stored) <= DIGEST_BYTES:
            return digest_of(algorithm, stored, size)
        running = start_digest(algorithm, size)
        for begin in range(0, len(stored), DIGEST_BYTES):
            end = min(begin + DIGEST_BYTES, len(stored))
            running.update(stored[begin:end])
            if self._window is not None and self._offset is not None and end < len(stored):
                self._window[0].release(self._offset + begin, self._offset + end)
        return running.value

    def _as_decoded(self) -> Array:
        """The array that decoding gives: that which was given, unless encoding loses something."""
        array = self._array
        if array is not None and self.parameters.exact and array.dtype == self.dtype:
            return array
        target = self._new()
        if array is None:
            plain = self._plain()
        elif self._digested_next is not None:
            plain, self._digested_next = self._digested_next, None
        else:
            plain = self._encoded(array, self.parameters)
        decode = select(type(self.parameters), Operation.DECODE, "cpu", "auto", self.nbytes)
        decode(plain, target, self.parameters, fresh=True)
        return target


def _shown(digest: int | bytes) -> str:
    return digest.hex() if isinstance(digest, bytes) else f"0x{digest:08x}"
