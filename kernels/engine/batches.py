"""What crosses the bus to a GPU together: stored bytes, put one after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import EllipsisType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArrayCodec, DecodeManyOnGpu, DecodeOnGpu
from quire.kernels.engine.threads import run

Bytes = npt.NDArray[np.uint8]

PLACED = 256
"""What the places of parts in a buffer are a multiple of: more than any access of a kernel."""

FILLED_BYTES = 4 * 2**20
"""Bytes of a buffer that a thread fills at a time: one alone is slower than the bus."""


class Piece(NamedTuple):
    """Stored bytes that decode to some rows of a larger array.

    Attributes:
        codec: With its parameters.
        stored: (bytes,) uint8, at any address.
        row: Which row of the whole (first axis) its first row is.
    """

    codec: ArrayCodec
    stored: Bytes
    row: int = 0


class Decoder(NamedTuple):
    """What decodes one part, and what decodes many by one launch, where there is such."""

    one: DecodeOnGpu[Any]
    many: DecodeManyOnGpu[Any] | None = None


class Part(NamedTuple):
    """A piece, or some rows of it, with the place of these rows in the whole."""

    codec: ArrayCodec
    stored: Bytes
    rows: slice | EllipsisType


class Batch:
    """Parts that are copied to the device together.

    Attributes:
        parts: In the order they were given in.
        places: Where in the buffer each of them begins.
        size: Bytes of the buffer that they take.
    """

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.places: list[int] = []
        self.size = 0

    def append(self, part: Part) -> None:
        """Put a part after the others."""
        self.parts.append(part)
        self.places.append(self.size)
        self.size += part.stored.size + -part.stored.size % PLACED

    def fill(self, memory: Bytes) -> None:
        """Copy the stored bytes of all parts to where they are expected."""
        jobs = []
        for part, place in zip(self.parts, self.places, strict=True):
            for start in range(0, part.stored.size, FILLED_BYTES):
                source = part.stored[start : start + FILLED_BYTES]
                begin = place + start
                jobs.append(partial(np.copyto, memory[begin : begin + source.size], source))
        run(jobs, None if self.size > FILLED_BYTES else 1)

    def decode(self, staged: Any, decoders: Mapping[type[ArrayCodec], Decoder], out: Any) -> None:
        """Queue the decoding of all parts, from the memory of the device."""
        kinds: dict[type[ArrayCodec], list[int]] = {}
        for i, part in enumerate(self.parts):
            kinds.setdefault(type(part.codec), []).append(i)
        for kind, found in kinds.items():
            one, many = decoders[kind]
            if many is not None and len(found) > 1:
                parts = [self.parts[i] for i in found]
                places = [self.places[i] for i in found]
                rows = [(part.codec, out[part.rows]) for part in parts]
                if many(staged, places, rows):
                    continue
            for i in found:
                part, place = self.parts[i], self.places[i]
                one(staged[place : place + part.stored.size], out[part.rows], part.codec)


def cut(pieces: Sequence[Piece], limit: int) -> Iterator[Part]:
    """Cut pieces between rows into parts of at most `limit` stored bytes, or a single row."""
    for codec, stored, row in pieces:
        shape = codec.output().shape
        if not shape:
            yield Part(codec, stored, ...)
        elif stored.size <= limit or codec.row_range(0, 0) is None:
            yield Part(codec, stored, slice(row, row + shape[0]))
        else:
            step = max(1, limit * shape[0] // stored.size)
            for start in range(0, shape[0], step):
                stop = min(start + step, shape[0])
                rows = codec.row_range(start, stop)
                if rows is not None:
                    part = stored[rows.begin : rows.end]
                    yield Part(rows.codec, part, slice(row + start, row + stop))


def together(parts: Iterable[Part], limit: int) -> Iterator[Batch]:
    """Put parts together, up to so many bytes: each batch is one copy."""
    batch = Batch()
    for part in parts:
        if batch.parts and batch.size + part.stored.size > limit:
            yield batch
            batch = Batch()
        batch.append(part)
    if batch.parts:
        yield batch
