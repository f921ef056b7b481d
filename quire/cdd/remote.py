"""Reading stores behind URLs (https, s3, gs, …) through fsspec, with few requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quire.cdd.storage import Range, StorageBackend, check_range
from quire.sources import file_system

GAP = 64 << 10
"""Bytes between two ranges that cost less to fetch than a second request."""
BLOCK = 16 << 20
"""The most bytes that ranges are merged to."""


class RemoteBackend(StorageBackend):
    """A file behind a URL, read in ranges.

    Args:
        url: What fsspec opens, with what it needs installed (aiohttp for https, s3fs for s3, …).
        gap: Ranges with this many bytes between them or fewer are fetched as one.
        block: The most bytes that they are merged to. A longer range is fetched by itself.
        storage_options: What fsspec's file system is told: credentials, an endpoint.

    Raises:
        ImportError: fsspec, or what it needs for such a URL, is not installed.
        OSError: it is not there, or does not tell its size.
    """

    def __init__(
        self, url: str, *, gap: int = GAP, block: int = BLOCK, **storage_options: Any
    ) -> None:
        self.name = url
        self._gap = gap
        self._block = block
        self._fs, self._path = file_system(url, storage_options)
        self._size = self._found_size()

    def size(self) -> int:
        """See `StorageBackend.size`; as it was on opening, or at the last `refresh`."""
        self._check_open()
        return self._size

    def refresh(self) -> None:
        """See `StorageBackend.refresh`."""
        self._check_open()
        self._fs.invalidate_cache(self._path)
        self._size = self._found_size()

    def read_at(self, offset: int, n: int) -> memoryview:
        """See `StorageBackend.read_at`; one request, none where there is nothing."""
        return self.read_many([(offset, n)])[0]

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        """See `StorageBackend.read_many`; neighbours are fetched together.

        A view keeps alive all that was fetched with it: `block` bytes at most, or its own.
        """
        size = self.size()
        wanted = []
        for offset, n in ranges:
            check_range(offset, n)
            # A server may answer what lies beyond the end with an error.
            wanted.append((min(offset, size), min(offset + n, size)))
        merged, places = coalesce(wanted, self._gap, self._block)
        fetched = self._fetch(merged)
        found = []
        for (start, stop), place in zip(wanted, places, strict=True):
            if place is None:
                found.append(memoryview(b""))
            else:
                first = merged[place][0]
                found.append(fetched[place][start - first : stop - first])
        return found

    def _fetch(self, spans: list[Range]) -> list[memoryview]:
        """The bytes of (start, stop), in one call, which may send the requests at once."""
        if not spans:
            return []
        starts, stops = map(list, zip(*spans, strict=True))
        pieces = self._fs.cat_ranges([self._path] * len(spans), starts, stops, on_error="raise")
        for piece, (start, stop) in zip(pieces, spans, strict=True):
            if len(piece) > stop - start:
                raise OSError(
                    f"{self.name}: asked for {stop - start} bytes, found {len(piece)}: "
                    "the server does not serve ranges"
                )
        return [memoryview(piece).toreadonly() for piece in pieces]

    def _found_size(self) -> int:
        size = self._fs.size(self._path)
        if size is None:
            raise OSError(f"{self.name}: the server does not tell the size")
        return int(size)


def coalesce(
    spans: list[tuple[int, int]], gap: int, block: int
) -> tuple[list[tuple[int, int]], list[int | None]]:
    """Merge neighbours.

    Args:
        spans: (start, stop), in any order; they may overlap.
        gap: The most bytes between two that are merged.
        block: The most bytes that two are merged to, unless one holds the other.

    Returns:
        The merged spans in ascending order; and the number of the one that holds each of `spans`,
        None for those that are empty.
    """
    merged: list[tuple[int, int]] = []
    places: list[int | None] = [None] * len(spans)
    for number in sorted(range(len(spans)), key=lambda number: spans[number]):
        start, stop = spans[number]
        if start == stop:
            continue
        if merged:
            first, last = merged[-1]
            held = stop <= last
            if held or (start - last <= gap and stop - first <= block):
                merged[-1] = first, max(last, stop)
                places[number] = len(merged) - 1
                continue
        merged.append((start, stop))
        places[number] = len(merged) - 1
    return merged, places
