"""Files behind URLs (https, s3, gs, …), of which ranges are read through fsspec in few requests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Range = tuple[int, int]
"""(first byte, the one after the last)."""

GAP = 64 << 10
"""Bytes between two ranges that cost less to fetch than a second request."""

BLOCK = 16 << 20
"""The most bytes that ranges are merged to."""


class NoRanges(OSError):
    """A server gives whole files alone, or does not tell their size."""


class RemoteFile:
    """A file behind a URL, read in ranges; by several threads, too.

    Args:
        url: What fsspec opens, with what it needs installed (aiohttp for https, s3fs for s3, …).
        options: What fsspec's file system is told: credentials, an endpoint.
        gap: Ranges with this many bytes between them or fewer are fetched as one.
        block: The most bytes that they are merged to. A longer range is fetched by itself.
        size: Its bytes, if they are known; None to ask.

    Raises:
        ImportError: fsspec, or what it needs for such a URL, is not installed.
        NoRanges: the server does not tell its size.
        OSError: it is not there.

    Attributes:
        url: The URL.
        size: Bytes, as there were when it was opened, or at the last `refresh`.
    """

    def __init__(
        self,
        url: str,
        options: Mapping[str, Any],
        *,
        gap: int = GAP,
        block: int = BLOCK,
        size: int | None = None,
    ) -> None:
        self.url = url
        self._gap, self._block = gap, block
        self._fs, self._path = file_system(url, options)
        self.size = self._found_size() if size is None else size

    def refresh(self) -> None:
        """Ask for the size again."""
        self._fs.invalidate_cache(self._path)
        self.size = self._found_size()

    def read(self) -> bytes:
        """All of it, in parts that are asked for together: one answer seldom fills a link."""
        starts = range(0, self.size, self._block)
        return b"".join(self.read_many((start, start + self._block) for start in starts))

    def read_many(self, ranges: Iterable[Range]) -> list[memoryview]:
        """The bytes of ranges, which are asked for together; neighbours are fetched as one.

        A view keeps alive all that was fetched with it: `block` bytes at most, or its own.

        Args:
            ranges: What is beyond the end of the file is left out.

        Raises:
            NoRanges: the server gives more than it was asked for.
            OSError: they cannot be had.
        """
        # A server may answer what lies beyond the end with an error.
        wanted = [(min(start, self.size), min(stop, self.size)) for start, stop in ranges]
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
        """The bytes of spans, in one call, which may send the requests at once."""
        if not spans:
            return []
        starts, stops = map(list, zip(*spans, strict=True))
        pieces = self._fs.cat_ranges([self._path] * len(spans), starts, stops, on_error="raise")
        for piece, (start, stop) in zip(pieces, spans, strict=True):
            if len(piece) > stop - start:
                raise NoRanges(
                    f"{self.url}: asked for {stop - start} bytes, found {len(piece)}: "
                    "the server does not serve ranges"
                )
        return [memoryview(piece).toreadonly() for piece in pieces]

    def _found_size(self) -> int:
        size = self._fs.size(self._path)
        if size is None:
            raise NoRanges(f"{self.url}: the server does not tell the size")
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


def file_system(url: str, options: Mapping[str, Any]) -> tuple[Any, str]:
    """The file system of fsspec that a URL is of, and what it calls the file.

    Args:
        url: With its protocol.
        options: What the file system is told.

    Raises:
        ImportError: fsspec, or what it needs for such a URL, is not installed.
    """
    try:
        from fsspec.core import url_to_fs  # type: ignore[import-untyped]  # it has no types
    except ImportError as error:
        message = f"{url}: reading URLs needs fsspec: pip install 'quire[remote]'"
        raise ImportError(message) from error
    found: tuple[Any, str] = url_to_fs(url, **options)
    return found
