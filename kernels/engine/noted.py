"""What stands for a payload while its record is one of very many."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from quire.runtime.coding.digests import digest
from quire.runtime.lists.verified import Noted
from quire.runtime.reading.reader import Reader

if TYPE_CHECKING:
    from quire.kernels.engine.payload import Encoded
    from quire.kernels.engine.pipeline import Stage


_SHARED = frozenset(("shape", "dtype"))
"""Arguments of codecs whose values are the same where they are equal."""


class Last(NamedTuple):
    """The payload before: its codec, and the arguments and the size if others may share them."""

    like: Encoded
    name: str
    arguments: dict[str, Any] | None
    size: int | None


def noted(like: Encoded, stages: tuple[Stage, ...], size: int | None) -> Last:
    """What there is to know of a payload for those after it."""
    stage = stages[-1]
    shared = len(stages) == 1 and stage.arguments.keys() <= _SHARED
    return Last(like, stage.name, stage.arguments if shared else None, size)


def same_coding(last: Last | None, stages: tuple[Stage, ...]) -> Last | None:
    """The payload before, if these stages are those that it has."""
    if last is None:
        return None
    stage = stages[0]
    return last if stage.arguments == last.arguments and stage.name == last.name else None


class NotedPayload(Noted):
    """Where the stored bytes of a payload are, and one that is coded alike.

    Attributes:
        like: A payload with the same codec and parameters, without stored bytes.
        start: Where the stored bytes begin in their stream.
        size: How many they are.
        algorithm: Of the digest that they have to match; None without one.
        expected: The digest.
        decoded: Whether it is that of the decoded array.
    """

    __slots__ = parts = ("like", "start", "size", "algorithm", "expected", "decoded")

    def __init__(
        self,
        like: Encoded,
        start: int,
        size: int,
        algorithm: str | None = None,
        expected: int | bytes = 0,
        decoded: bool = False,  # noqa: FBT001, FBT002  # in the order of `parts`
    ) -> None:
        self.like = like
        self.start = start
        self.size = size
        self.algorithm = algorithm
        self.expected = expected
        self.decoded = decoded

    def guard_with(self, algorithm: str, expected: int | bytes, *, decoded: bool = False) -> None:
        """As of `Encoded`."""
        self.algorithm, self.expected, self.decoded = algorithm, expected, decoded

    def digest_of(self, stored: memoryview) -> int | bytes:
        """What stored bytes have for the digest."""
        size = len(self.expected) if isinstance(self.expected, bytes) else None
        return digest(self.algorithm or "", stored, size)

    def made(self, io: Reader, owner: Callable[[], Any]) -> Encoded:
        """The payload."""
        made = self.like.at(io, self.start, self.size, owner)
        if self.algorithm is not None:
            made.guard_with(self.algorithm, self.expected, decoded=self.decoded)
        return made
