"""Which tensor a file of a store is of, as the metadata of the file say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from quire.runtime.errors import EncodingError, FormatError
from quire.tiers.store.meta import Key, block_key, block_name, check_key

_MEMBER = "store"


class Owner(NamedTuple):
    """A tensor of a store, and which of its values."""

    key: Key
    epoch: int

    def to_metadata(self) -> dict[str, Any]:
        """As metadata."""
        name = {"key": self.key} if isinstance(self.key, str) else {"block": block_name(self.key)}
        return {_MEMBER: name | {"epoch": self.epoch}}


def owner_of(metadata: Mapping[str, Any]) -> Owner | None:
    """What metadata say of it; None if they do not."""
    found = metadata.get(_MEMBER)
    if not isinstance(found, dict):
        return None
    key, block, epoch = found.get("key"), found.get("block"), found.get("epoch")
    if type(epoch) is not int or not 0 <= epoch < 1 << 64:
        return None
    try:
        if isinstance(key, str):
            check_key(key)
            return Owner(key, epoch)
        return Owner(block_key(block), epoch) if isinstance(block, str) else None
    except (FormatError, EncodingError):
        return None
