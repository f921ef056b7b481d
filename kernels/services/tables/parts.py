"""A column of texts or bytes, as a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from quire.kernels.services.tables.scan import spread
from quire.runtime.reading.source import expect_all

Array = npt.NDArray[Any]


TOGETHER = 4096
"""Parts that are made at a time, when all are asked for."""

COPIED_BYTES = 1 << 20
"""The most bytes that are copied for so many."""


ONE_BYTE_ASCII = ("utf-8", "ascii")
"""Encodings in which bytes of ASCII are its characters, one each, and stand for nothing else."""


class Parts(Sequence[Any]):
    """A column of texts, or of bytes, that are made when they are asked for.

    A pickle, or a deep copy, has their bytes alone, whatever else the buffer holds.

    Attributes:
        buffer: (n,) uint8: what they stand in; not all of it is theirs.
        starts: (count,) int64: where each begins.
        lengths: (count,) int32: bytes of each.
        encoding: Of a text; "" for bytes.
    """

    def __init__(self, buffer: Array, starts: Array, lengths: Array, encoding: str) -> None:
        self.buffer, self.starts, self.lengths = buffer, starts, lengths
        self.encoding = encoding

    def __len__(self) -> int:
        return len(self.starts)

    def __reduce__(self) -> tuple[type[Parts], tuple[Array, Array, Array, str]]:
        alone = copied(self)
        return Parts, (alone.buffer, alone.starts, alone.lengths, alone.encoding)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Parts: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Parts(self.buffer, self.starts[index], self.lengths[index], self.encoding)
        start = int(self.starts[index])
        expect_all(self.buffer)
        return self._part(start, int(self.lengths[index]))

    def __iter__(self) -> Iterator[Any]:
        firsts = range(0, len(self), TOGETHER)
        return chain.from_iterable(self._some(first, first + TOGETHER) for first in firsts)

    def _some(self, first: int, last: int) -> list[Any]:
        """Some parts; what lies between them is copied with them, if it is not much."""
        expect_all(self.buffer)
        starts = self.starts[first:last]
        stops = starts + self.lengths[first:last]
        begin, end = int(starts.min()), int(stops.max())
        if end - begin > COPIED_BYTES:
            return list(map(self._part, starts.tolist(), (stops - starts).tolist()))
        starts, stops = starts - begin, stops - begin
        found = self._split(self.buffer[begin:end].copy(), starts, stops)
        if found is not None:
            return found
        data: Any = self.buffer[begin:end].tobytes()
        if self.encoding.lower() in ONE_BYTE_ASCII and data.isascii():
            data = data.decode("ascii")
        pairs = zip(starts.tolist(), stops.tolist(), strict=True)
        if self.encoding and isinstance(data, bytes):
            return [data[start:stop].decode(self.encoding) for start, stop in pairs]
        return [data[start:stop] for start, stop in pairs]

    def _split(self, data: Array, starts: Array, stops: Array) -> list[Any] | None:
        """Parts that stand one after another with as many bytes in between, and without NUL.

        These bytes become NUL. To split there takes a third of the time of cutting, or less.
        """
        gaps = starts[1:] - stops[:-1]
        gap = int(gaps[0]) if len(gaps) else 0
        if self.encoding.lower() not in ("", *ONE_BYTE_ASCII) or gap < 1 or (gaps != gap).any():
            return None
        for place in range(gap):
            data[place:][stops[:-1]] = 0
        if len(data) - np.count_nonzero(data) != gap * len(gaps):
            return None
        if not self.encoding:
            return data.tobytes().split(bytes(gap))
        try:
            return str(data.data, self.encoding).split("\0" * gap)
        except UnicodeDecodeError:
            return None  # told where it is by who cuts

    def _part(self, start: int, length: int) -> Any:
        part = self.buffer.data[start : start + length]
        return str(part, self.encoding) if self.encoding else bytes(part)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it is compared by value

    def __repr__(self) -> str:
        shown = [repr(part) for part in self[:3]] + ["..."] * (len(self) > 3)
        return f"<{len(self)} parts: {', '.join(shown)}>"


def copied(parts: Parts) -> Parts:
    """Parts of a file as parts of memory that holds nothing else."""
    lengths = parts.lengths.astype(np.int64)
    expect_all(parts.buffer)
    ends = np.cumsum(lengths)
    starts = ends - lengths
    buffer = np.empty(int(ends[-1]) if len(ends) else 0, np.uint8)
    spread(parts.buffer, parts.starts, lengths, buffer, starts)
    return Parts(buffer, starts, parts.lengths, parts.encoding)
