"""What crosses the bus to a GPU together: stored bytes, put one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import EllipsisType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArrayCodec, DecodeManyOnGpu, DecodeOnGpu, Streams
from quire.kernels.engine.direct import Origin, origin_of
from quire.kernels.engine.threads import run

Bytes = npt.NDArray[np.uint8]

PLACED = 256
"""What the places of parts in a buffer are a multiple of: more than any access of a kernel."""

FILLED_BYTES = 4 * 2**20
"""Bytes of a buffer that a thread fills at a time: one alone is slower than the bus."""


class Packed(NamedTuple):
    """How stored bytes are packed that a device unpacks.

    Attributes:
        streams: What it decompresses.
        size: How many bytes that becomes.
        cut: Those of them that the codec takes.
        unpacked: Gives the same piece as the CPU unpacks it; raises a FormatError if it cannot.
    """

    streams: Streams
    size: int
    cut: slice
    unpacked: Callable[[], Piece]


class Piece(NamedTuple):
    """Stored bytes that decode to some rows of a larger array.

    Attributes:
        codec: With its parameters.
        stored: (bytes,) uint8, at any address.
        row: Which row of the whole (first axis) its first row is.
        packed: How they are packed; None if the codec takes them as they are.
        seen: Whether the CPU had a look at all of them: if they are of a file, they are in memory.
    """

    codec: ArrayCodec
    stored: Bytes
    row: int = 0
    packed: Packed | None = None
    seen: bool = False


class Decoder(NamedTuple):
    """What decodes one part, and what decodes many by one launch, where there is such."""

    one: DecodeOnGpu[Any]
    many: DecodeManyOnGpu[Any] | None = None


class Part(NamedTuple):
    """A piece, or some rows of it, with the place of these rows in the whole."""

    codec: ArrayCodec
    stored: Bytes
    rows: slice | EllipsisType
    packed: Packed | None = None
    seen: bool = False

    @property
    def sources(self) -> list[Bytes]:
        """What crosses."""
        if self.packed is None:
            return [self.stored]
        return [stream.stored for stream in self.packed.streams.parts]

    @property
    def unpacked(self) -> int:
        """Bytes that are unpacked from what crosses."""
        return 0 if self.packed is None else self.packed.size

    @property
    def taken(self) -> slice:
        """The bytes that the codec takes, of those that cross, or of those unpacked."""
        return slice(0, self.stored.size) if self.packed is None else self.packed.cut


class Place(NamedTuple):
    """Where something begins in a buffer: in what is copied to it, or behind all of that."""

    start: int
    behind: bool


class Source(NamedTuple):
    """What crosses, and where it goes; with where in a file it is, if it is read from there."""

    stored: Bytes
    place: Place
    origin: Origin | None


class Placed(NamedTuple):
    """A part in a buffer: what crosses of it, and where the bytes begin that it is decoded from."""

    part: Part
    sources: list[Source]
    content: Place


class Batch:
    """Parts that cross to a device together, into one buffer.

    What is copied comes first; behind it is what is read from files, and what is unpacked there.

    Attributes:
        placed: The parts, in the order they were given in.
        size: Bytes of the buffer that are copied.
        behind: Those behind them.
    """

    def __init__(self) -> None:
        self.placed: list[Placed] = []
        self.size = self.behind = 0

    def append(self, part: Part) -> None:
        """Put a part after the others."""
        sources = []
        for stored in part.sources:
            origin = None if part.seen else origin_of(stored)
            sources.append(
                Source(stored, self._place(stored.size, behind=origin is not None), origin)
            )
        content = sources[0].place
        if part.packed is not None:
            content = self._place(part.unpacked, behind=True)
        self.placed.append(Placed(part, sources, content))

    def _place(self, size: int, *, behind: bool) -> Place:
        padded = size + -size % PLACED
        if behind:
            self.behind += padded
            return Place(self.behind - padded, behind)
        self.size += padded
        return Place(self.size - padded, behind)

    def has_room(self, part: Part, limit: int) -> bool:
        """Whether another part goes into a buffer of so many bytes; the first one always does."""
        more = sum(stored.size for stored in part.sources) + part.unpacked
        return not self.placed or self.size + self.behind + more <= limit

    def at(self, place: Place) -> int:
        """Where in the whole buffer a place is."""
        return place.start + (self.size if place.behind else 0)

    def sources(self) -> Iterator[Source]:
        """All that crosses."""
        for placed in self.placed:
            yield from placed.sources

    def fill(self, memory: Bytes) -> None:
        """Copy what is copied to where it is expected."""
        jobs = []
        for stored, place, origin in self.sources():
            for start in range(0, stored.size if origin is None else 0, FILLED_BYTES):
                some = stored[start : start + FILLED_BYTES]
                begin = place.start + start
                jobs.append(partial(np.copyto, memory[begin : begin + some.size], some))
        run(jobs, None if self.size > FILLED_BYTES else 1)

    def reads(self, staged: Any) -> Iterator[tuple[Origin, Bytes, Any]]:
        """What is read from files: where it is there, what it is, and the memory for it."""
        for stored, place, origin in self.sources():
            if origin is not None:
                begin = self.at(place)
                yield origin, stored, staged[begin : begin + stored.size]

    def content(self, placed: Placed) -> slice:
        """Where in the buffer the bytes are that a part is decoded from."""
        start, taken = self.at(placed.content), placed.part.taken
        return slice(start + taken.start, start + taken.stop)

    def decode(self, staged: Any, decoders: Mapping[type[ArrayCodec], Decoder], out: Any) -> None:
        """Queue the decoding of all parts, from the memory of the device."""
        kinds: dict[type[ArrayCodec], list[Placed]] = {}
        for placed in self.placed:
            kinds.setdefault(type(placed.part.codec), []).append(placed)
        for kind, found in kinds.items():
            one, many = decoders[kind]
            contents = [self.content(placed) for placed in found]
            rows = [(placed.part.codec, out[placed.part.rows]) for placed in found]
            if many is not None and len(found) > 1:
                places = [content.start for content in contents]
                if many(staged, places, rows):
                    continue
            for content, (codec, target) in zip(contents, rows, strict=True):
                one(staged[content], target, codec)


def cut(pieces: Sequence[Piece], limit: int) -> Iterator[Part]:
    """Cut pieces between rows into parts of at most `limit` stored bytes, or a single row."""
    for codec, stored, row, packed, seen in pieces:
        shape = codec.output().shape
        if not shape:
            yield Part(codec, stored, ..., packed, seen)
        elif packed or stored.size <= limit or not _is_cut(codec):
            yield Part(codec, stored, slice(row, row + shape[0]), packed, seen)
        else:
            step = max(1, limit * shape[0] // stored.size)
            for start in range(0, shape[0], step):
                stop = min(start + step, shape[0])
                rows = codec.row_range(start, stop)
                if rows is not None:
                    part = stored[rows.begin : rows.end]
                    yield Part(rows.codec, part, slice(row + start, row + stop), None, seen)


def together(parts: Iterable[Part], limit: int) -> Iterator[Batch]:
    """Put parts together, up to so many bytes of a buffer: each batch is one copy."""
    batch = Batch()
    for part in parts:
        if not batch.has_room(part, limit):
            yield batch
            batch = Batch()
        batch.append(part)
    if batch.placed:
        yield batch


def _is_cut(codec: ArrayCodec) -> bool:
    """Whether some rows need less than all stored bytes."""
    none = codec.row_range(0, 0)
    return none is not None and none.begin == none.end
