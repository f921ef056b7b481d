"""Opening a store for writing: one that exists is repaired, and has to be what was asked for."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from quire.cdd.backends import open_backend
from quire.cdd.index import Index
from quire.cdd.layouts import LAYOUTS, Layout
from quire.cdd.repair import put_right, restore_start
from quire.cdd.storage import StorageBackend
from quire.kernels.engine.given import expect_one_of, is_one_of, whole_number

Target = str | os.PathLike[str] | StorageBackend | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a caller asks of a store; None for what it has or, of a new one, for the default.

    Raises:
        ValueError, TypeError: no store can be so.
    """

    layout: str | None
    capacity: int | None
    user_metadata: bytes | None
    index_codec: str

    def __post_init__(self) -> None:
        if self.layout is not None:
            expect_one_of(self.layout, LAYOUTS, "layout")
        if self.capacity is not None:
            whole_number(self.capacity, "capacity")
        if not isinstance(self.user_metadata, bytes | bytearray | memoryview | None):
            found = type(self.user_metadata).__name__
            raise TypeError(f"user_metadata: expected bytes, found {found}")

    def start(self) -> bytes:
        """The start of a new store."""
        layout = LAYOUTS[self.layout or "cdd"]
        self.compresses(layout)
        return layout.start(self.capacity, self.user_metadata or b"")

    def compresses(self, layout: Layout) -> bool:
        """Whether full index blocks are compressed; a ValueError if the layout cannot do it so."""
        if not is_one_of(self.index_codec, ("raw", layout.index_codec)):
            expected = f"raw or {layout.index_codec} in layout {layout.name}"
            raise ValueError(f"index_codec: expected {expected}, found {self.index_codec!r}")
        return self.index_codec != "raw"

    def expect_of(self, index: Index) -> None:
        """Raise a ValueError if a store has another layout or capacity."""
        for what, asked, has in (
            ("layout", self.layout, index.layout.name),
            ("capacity", self.capacity, index.header.capacity),
        ):
            if asked is not None and asked != has:
                raise ValueError(f"{what}: the store has {has}, you asked for {asked}")


def open_storage(target: Target, asked: Asked) -> StorageBackend:
    """The storage to write to: what exists is continued."""
    if target is not None and not isinstance(target, StorageBackend):
        path = os.fsdecode(target)
        if "://" not in path and not Path(path).exists():
            asked.start()  # an error leaves no file behind
            return open_backend(target, "x")
    return open_backend(target, "r+")


def open_index(storage: StorageBackend, asked: Asked, *, wait: bool) -> Index:
    """The index of a store, which is made if there is none, and put right if need be.

    The user's metadata count for one that is made here alone; with `wait` it is on the disk then.
    A store that is damaged otherwise, or is not what was asked for, is not changed.
    """
    restore_start(storage)
    if _create(storage, asked) and wait:
        storage.sync()
    index = Index(storage)
    if index.unfinished is not None and put_right(index):
        index = Index(storage)
    asked.expect_of(index)
    return index


def _create(storage: StorageBackend, asked: Asked) -> bool:
    """Write the start of a store, if there is none yet, or not all of it; tell whether."""
    try:
        start = asked.start()
    except ValueError:
        if storage.size():
            return False  # a store that exists has a layout of its own
        raise
    found = storage.read_at(0, len(start))
    missing = len(found) < len(start) and start.startswith(found)
    if missing:
        storage.write_at(0, start)
    return missing
