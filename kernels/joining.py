"""Small payloads of one coding that are decoded as one: many chunks of a few rows each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from quire.kernels.binding import Encoded
from quire.kernels.contract import ArraySpec
from quire.kernels.noted import NotedPayload
from quire.kernels.staging import Piece
from quire.runtime.reader import Reader

SMALL = 16 << 10
"""Decoded bytes of a payload, at most, that are decoded faster than what leads to it."""

JOINED_BYTES = 1 << 20
"""Decoded bytes of payloads, at most, that are decoded as one."""

Found = Encoded | NotedPayload


class Joined:
    """Payloads of some rows each, one behind another, as one of all their rows.

    Args:
        found: The payloads, coded alike.
        io: Where their stored bytes are.
        made: Makes one of them, by its number, to say what is wrong with it.
        first: The number of the first of them.
    """

    def __init__(
        self, found: list[NotedPayload], io: Reader, made: Callable[[int], Encoded], first: int
    ) -> None:
        self._found = found
        self._io = io
        self._made = made
        self._first = first
        like = found[0].like
        self.codec = like.codec
        self.shape = (len(found) * like.shape[0], *like.shape[1:])
        self.spec = ArraySpec(self.shape, like.spec.dtype)

    def decode(self, out: Any, **options: Any) -> Any:
        """As of `Encoded`."""
        return self._whole().decode(out, **options)

    def piece(self, rows: slice | None = None, row: int = 0) -> Piece:
        """As of `Encoded`."""
        return self._whole().piece(rows, row)

    def _whole(self) -> Encoded:
        return self._found[0].like.longer(self.shape, b"".join(self._verified()))

    def _verified(self) -> Iterator[memoryview]:
        """The stored bytes of each payload."""
        for number, found in enumerate(self._found, self._first):
            stored = self._io.view(found.start, found.size)
            if found.algorithm is not None and found.digest_of(stored) != found.expected:
                self._made(number).verify()
            yield stored


def joined(
    payloads: Iterable[Found], io: Reader, made: Callable[[int], Encoded], first: int
) -> Iterator[tuple[Encoded | Joined, int]]:
    """Payloads, where it can be many as one.

    Args:
        payloads: As a list of records that nobody has looked at has them, or as others have them.
        io: Where the stored bytes are.
        made: Makes a payload, by its number.
        first: The number of the first of them.

    Yields:
        (what decodes them, how many payloads it is).
    """
    for group in _alike(payloads):
        one = made(first) if len(group) == 1 else Joined(group, io, made, first)
        yield one, len(group)
        first += len(group)


def _alike(payloads: Iterable[Found]) -> Iterator[list[Any]]:
    """Payloads that can be decoded as one, or one alone."""
    group: list[Any] = []
    most = 0
    for payload in payloads:
        if group and len(group) < most and _like(payload) is group[0].like:
            group.append(payload)
            continue
        if group:
            yield group
        group, most = [payload], _most(payload)
    if group:
        yield group


def _like(payload: Found) -> Encoded | None:
    return payload.like if isinstance(payload, NotedPayload) else None


def _most(payload: Found) -> int:
    """How many payloads like this one are decoded as one."""
    if isinstance(payload, Encoded) or payload.decoded:
        return 1
    like = payload.like
    return JOINED_BYTES // max(1, like.nbytes) if like.nbytes <= SMALL and like.is_cut() else 1
