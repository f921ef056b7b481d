"""Reading stores behind URLs (https, s3, gs, …), with few requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quire.cdd.storage import Range, StorageBackend, check_range
from quire.remote import BLOCK, GAP, RemoteFile


class RemoteBackend(StorageBackend):
    """A file behind a URL, read in ranges; see `RemoteFile`.

    Args:
        url: As there.
        gap: As there.
        block: As there.
        storage_options: What fsspec's file system is told: credentials, an endpoint.

    Raises:
        ImportError: fsspec, or what it needs for such a URL, is not installed.
        OSError: it is not there, or does not tell its size.
    """

    def __init__(
        self, url: str, *, gap: int = GAP, block: int = BLOCK, **storage_options: Any
    ) -> None:
        self.name = url
        self._file = RemoteFile(url, storage_options, gap=gap, block=block)

    def size(self) -> int:
        """See `StorageBackend.size`; as it was on opening, or at the last `refresh`."""
        self._check_open()
        return self._file.size

    def refresh(self) -> None:
        """See `StorageBackend.refresh`."""
        self._check_open()
        self._file.refresh()

    def read_at(self, offset: int, n: int) -> memoryview:
        """See `StorageBackend.read_at`; one request, none where there is nothing."""
        return self.read_many([(offset, n)])[0]

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        """See `StorageBackend.read_many`; neighbours are fetched together.

        A view keeps alive all that was fetched with it: `block` bytes at most, or its own.
        """
        self._check_open()
        wanted = []
        for offset, n in ranges:
            check_range(offset, n)
            wanted.append((offset, offset + n))
        return self._file.read_many(wanted)
