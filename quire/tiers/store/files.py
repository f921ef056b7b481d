"""The files of a store in a folder: what they are called, and whose they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from quire.runtime.errors import EncodingError, FormatError
from quire.storage.folder import Folder
from quire.tiers.store.meta import Key, TensorMeta, block_key, block_name, check_key

DATA = "data"

_NAME = re.compile(r"[0-9a-f]{16}\.(qtr|recipe)")

_MEMBER = "store"


def data_name(number: int) -> str:
    """The file of a tensor."""
    return f"{DATA}/{number:016x}.qtr"


def recipe_name(number: int) -> str:
    """The file of a recipe."""
    return f"{DATA}/{number:016x}.recipe"


def files_of(meta: TensorMeta | None) -> list[str]:
    """The files of a tensor: that with its data, if they are kept, and that of its recipe."""
    names = [data_name(meta.data)] if meta and meta.data else []
    return [*names, recipe_name(meta.recipe)] if meta and meta.recipe else names


def strays(folder: Folder, metas: Iterable[TensorMeta]) -> list[str]:
    """The files in `data` that are a store's, and of none of some tensors."""
    known = {name for meta in metas for name in files_of(meta)}
    found = (f"{DATA}/{name}" for name in folder.names(DATA) if _NAME.fullmatch(name))
    return [name for name in found if name not in known]


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
