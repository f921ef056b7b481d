"""What a record keeps of processed bytes as they were stored: nobody asked for others."""

from __future__ import annotations

import zlib
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any

from quire.runtime.members import own_members


class Kept:
    """What was stored of the elements of a list, by a checksum of what they are.

    Args:
        stored: It, in their order.
        sum_of: Tells the checksum of what something was made of.
    """

    def __init__(self, stored: list[bytes], sum_of: Callable[[bytes], bytes]) -> None:
        self._by_sum: dict[bytes, deque[bytes]] = defaultdict(deque)
        for each in stored:
            self._by_sum[sum_of(each)].append(each)

    def next_of(self, data: bytes) -> bytes | None:
        """What may be made of some bytes: of equal ones, each in its turn."""
        if (found := self._by_sum.get(adler(data))) is None:
            return None
        found.rotate(-1)
        return found[-1]


def adler(data: bytes) -> bytes:
    """The checksum of bytes, as zlib puts it at the end of what it makes of them."""
    return zlib.adler32(data).to_bytes(4, "big")


def kept_as(
    data: bytes,
    record: Any,
    name: str,
    is_made: Callable[[bytes, bytes], bool],
    sum_of: Callable[[bytes], bytes],
) -> bytes | None:
    """What a record keeps of some bytes; None, if it was made of others.

    Args:
        data: The bytes.
        record: The record.
        name: Its attribute that keeps what is stored, of one value or of all in a list.
        is_made: Whether something was made of some bytes.
        sum_of: Tells the checksum of what something was made of.
    """
    was: Any = getattr(record, name, None)
    if isinstance(was, list):
        was = _of_list(was, record, sum_of, data)
    return was if isinstance(was, bytes) and is_made(was, data) else None


def _of_list(
    stored: list[bytes], record: Any, sum_of: Callable[[bytes], bytes], data: bytes
) -> bytes | None:
    """What was stored of an element, while a file that was read is written."""
    if (revision := own_members(record._top()).get("_revision")) is None:
        return None
    kept: dict[int, Kept] = revision.kept
    if id(stored) not in kept:
        kept[id(stored)] = Kept(stored, sum_of)
    return kept[id(stored)].next_of(data)
