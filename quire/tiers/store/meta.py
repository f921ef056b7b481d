"""What a store knows of a tensor, its use included."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from quire.generated.tensor_store import TensorStore
from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.values.number_at import largest
from quire.tiers.crate.record import BlockKey
from quire.tiers.store.config import Tier

LONGEST = largest(TierCatalogue.Key, "len_text")
"""Bytes of a name in UTF-8."""

LAST_BLOCK = largest(TensorStore.BlockRecord, "block_index")
"""The highest place of a block in its tensor."""

NEW = -1
"""The epoch of values that are to be put: the layout gives them one."""

Key = str | BlockKey
"""A name, or what the crate calls a tensor's block."""

WINDOW = 64
"""Ticks that the window covers."""

MOST = largest(TierCatalogue.State, "access_count")
"""What ticks and counts stop at."""

_MASK = (1 << WINDOW) - 1


@dataclass(frozen=True, slots=True)
class TensorMeta:
    """A tensor as it is at a moment; whatever changes makes a new one.

    Attributes:
        shape: Of the tensor.
        tier: Where it is.
        bits: Of a code; 0 when it is absent.
        nbytes: Of its quantised blocks; 0 when it is absent.
        access: When and how often it was used.
        tier_since: The tick at which it came into its tier.
        data: Which payload of the layout is its own; 0 for none.
        recipe: Which recipe of the layout says how it is made when it is absent; 0 for none.
        epoch: A new number each time that it is put; moving to another tier keeps it.
        id: Its key, where the store was asked for it; else None.
    """

    shape: tuple[int, ...]
    tier: Tier
    bits: int
    nbytes: int
    access: Access
    tier_since: int
    data: int = 0
    recipe: int = 0
    epoch: int = NEW
    id: Key | None = None

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """float32, as all tensors of a store are when they are read."""
        return np.dtype(np.float32)

    @property
    def size(self) -> int:
        """How many values it has."""
        return math.prod(self.shape)


def check_key(key: Key) -> None:
    """Refuse what cannot be a key, by an EncodingError."""
    if not isinstance(key, str):
        block_name(key)
        return
    try:
        size = len(key.encode())
    except UnicodeEncodeError as error:
        raise EncodingError(f"expected a key of Unicode text, found {key!r}") from error
    if size > LONGEST:
        raise EncodingError(f"expected a key of at most {LONGEST} bytes, found {size}")


def block_name(key: Any) -> str:
    """What a block is called."""
    numbers = isinstance(key, tuple) and len(key) == 2 and all(isinstance(n, int) for n in key)
    if not numbers or not (0 <= key[0] < 1 << 128 and 0 <= key[1] <= LAST_BLOCK):
        raise EncodingError(f"expected a name or a BlockKey, found {key!r}")
    return f"{key[0]:032x}_{key[1]}"


def block_key(name: str) -> BlockKey:
    """The block that is called so; a FormatError if there is none."""
    tensor_id, _, block_index = name.partition("_")
    try:
        key = BlockKey(int(tensor_id, 16), int(block_index))
    except ValueError:
        raise FormatError("key.text", "the name of a block", name) from None
    if not 0 <= key.block_index <= LAST_BLOCK or block_name(key) != name:
        raise FormatError("key.text", "the name of a block", name)
    return key


@dataclass(frozen=True, slots=True)
class Access:
    """The history of a tensor, in ticks.

    Attributes:
        created_at: When it was first put.
        last_access_at: When it was last put, read or touched.
        access_count: How often.
        ema_rate: Moving average of accesses per tick.
        window: A bit for each of the last 64 ticks before the last access, that one in the lowest.
    """

    created_at: int
    last_access_at: int
    access_count: int = 1
    ema_rate: float = 0.0
    window: int = 1

    @classmethod
    def of(cls, stored: Any) -> Self:
        """The history in a record that calls its numbers the same."""
        times = stored.created_at, stored.last_access_at
        return cls(*times, stored.access_count, stored.ema_rate, stored.window)

    def touched(self, now: int, alpha: float) -> Access:
        """The history after an access; one in the same tick adds to the count alone."""
        elapsed = max(0, now - self.last_access_at)
        count = min(self.access_count + 1, MOST)
        if not elapsed:
            return dataclasses.replace(self, access_count=count)
        shifted = self.window << elapsed & _MASK if elapsed < WINDOW else 0
        rate = alpha / elapsed + (1 - alpha) * self.ema_rate
        return Access(self.created_at, now, count, rate, shifted | 1)
