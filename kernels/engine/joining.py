"""Small payloads of one coding that are decoded as one: many chunks of a few rows each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from quire.kernels.contract import ArraySpec
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.noted import NotedPayload
from quire.kernels.engine.payload import Encoded
from quire.runtime.lists.verified import column
from quire.runtime.reading.reader import Reader

SMALL = 4 << 10
"""Stored bytes of a payload, at most, that are verified and decoded in less time than it takes to
make the record that holds it."""

JOINED_BYTES = 1 << 20
"""Decoded bytes of payloads, at most, that are decoded as one."""

Found = Encoded | NotedPayload


class Joined:
    """Payloads of some rows each, one after another, as one of all their rows.

    Args:
        found: The payloads, coded alike.
        io: Where their stored bytes are.
        records: A list whose elements hold them in a field.
        first: The number of the first of these.
        verify: Whether each is compared with its digest.
    """

    def __init__(
        self,
        found: list[NotedPayload],
        io: Reader,
        records: list[Any],
        first: int,
        *,
        verify: bool = True,
    ) -> None:
        self._verifies = verify
        self._found = found
        self._io = io
        self._records = records
        self._first = first
        like = found[0].like
        self.parameters = like.parameters
        self.shape = (len(found) * like.shape[0], *like.shape[1:])

    @property
    def spec(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self._found[0].like.spec.dtype)

    @property
    def stream(self) -> Reader:
        """Where the stored bytes are."""
        return self._io

    def places(self, parts: Iterable[slice]) -> Iterator[tuple[int, int]]:  # noqa: ARG002  # all
        """Where in the stream the stored bytes are."""
        return ((found.start, found.start + found.size) for found in self._found)

    def decode(self, out: Any, **options: Any) -> Any:
        """As of `Encoded`."""
        return self._whole().decode(out, **options)

    def piece(self, rows: slice | None = None, row: int = 0, *, packed: bool = False) -> Piece:
        """As of `Encoded`."""
        return self._whole().piece(rows, row, packed=packed)

    def _whole(self) -> Encoded:
        return self._found[0].like.longer(self.shape, b"".join(self._verified()))

    def _verified(self) -> Iterator[memoryview]:
        """The stored bytes of each payload."""
        for number, found in enumerate(self._found, self._first):
            stored = self._io.view(found.start, found.size)
            guarded = self._verifies and found.algorithm is not None
            if guarded and found.digest_of(stored) != found.expected:
                _alone(found, self._io, self._records, number).verify()
            yield stored


def joined(
    records: list[Any], field: str, io: Reader, start: int, stop: int, *, verify: bool = True
) -> Iterator[tuple[Encoded | Joined, int]]:
    """The payloads in a field of some records, where it can be many as one.

    Args:
        records: The list.
        field: The name of the field.
        io: Where the stored bytes are.
        start: The number of the first of them.
        stop: That of the one after the last.
        verify: Whether they are compared with their digests.

    Yields:
        (what decodes them, how many payloads it is).
    """
    for group in _alike(column(records, field, start, stop)):
        first = group[0]
        if len(group) > 1:
            yield Joined(group, io, records, start, verify=verify), len(group)
        elif isinstance(first, NotedPayload) and first.size <= SMALL:
            alone = _alone(first, io, records, start)
            yield alone if verify else alone.trusted(), 1
        else:  # its digest is verified once, however often rows of it are read
            kept: Encoded = getattr(records[start], field)
            yield kept if verify else kept.trusted(), 1
        start += len(group)


def _alone(found: NotedPayload, io: Reader, records: list[Any], number: int) -> Encoded:
    """A payload whose record is made if there is an error to be told."""
    return found.made(io, partial(records.__getitem__, number))


def _alike(payloads: Iterable[Found]) -> Iterator[list[Any]]:
    """Payloads that can be decoded as one, or one alone."""
    group: list[Found] = []
    most = 0
    for payload in payloads:
        if not group or _like(payload) is not _like(group[0]):
            most = 0
        elif not most:
            most = _most(payload)
        if len(group) < most:
            group.append(payload)
            continue
        if group:
            yield group
        group = [payload]
    if group:
        yield group


def _like(payload: Found) -> Encoded:
    return payload.like if isinstance(payload, NotedPayload) else payload


def _most(payload: Found) -> int:
    """How many payloads like this one are decoded as one."""
    if isinstance(payload, Encoded) or payload.size > SMALL or payload.decoded:
        return 1
    return JOINED_BYTES // max(1, payload.like.nbytes) if payload.like.is_cut() else 1
