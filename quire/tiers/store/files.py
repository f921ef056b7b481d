"""What the files of a store in a folder are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from quire.storage.folder import Folder

DATA = "data"

_NAME = re.compile(r"[0-9a-f]{16}\.(qtr|recipe)")


def data_name(number: int) -> str:
    """The file of a tensor."""
    return f"{DATA}/{number:016x}.qtr"


def recipe_name(number: int) -> str:
    """The file of a recipe."""
    return f"{DATA}/{number:016x}.recipe"


def numbered(folder: Folder) -> Iterator[str]:
    """The files in `data` that are a store's."""
    return (f"{DATA}/{name}" for name in folder.names(DATA) if _NAME.fullmatch(name))
