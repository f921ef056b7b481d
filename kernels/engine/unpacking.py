"""Compressed payloads on a GPU: nvCOMP decompresses them, and the CPU what it cannot."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from quire.kernels.engine.batches import Batch, Bytes, Packed


class Device(Protocol):
    """Where a batch is.

    Attributes:
        stream: What it is worked on by, as CUDA numbers it.
    """

    stream: int

    def put(self, source: Bytes, target: Any) -> None:
        """Copy bytes of the host to memory of the device."""

    def get(self, source: Any) -> Bytes:
        """Bytes of the device, in memory of the host."""


class _Frame(NamedTuple):
    """A part that is to be unpacked: how, where its streams are, where their content goes."""

    packed: Packed
    sources: Sequence[int]
    target: int


def unpack(batch: Batch, staged: Any, device: Device) -> None:
    """Decompress what is packed in a batch, all of one algorithm by one call.

    Raises:
        FormatError: it is damaged.
    """
    kinds: dict[str, list[_Frame]] = {}
    for part, sources, content in batch.placed:
        if (packed := part.packed) is not None:
            places = [batch.at(source.place) for source in sources]
            frame = _Frame(packed, places, batch.at(content))
            kinds.setdefault(packed.streams.algorithm, []).append(frame)
    for algorithm, frames in kinds.items():
        done = _decompress(algorithm, frames, staged, device)
        for packed, _, target in frames:
            if not (done and _matches(packed, staged[target : target + packed.size], device)):
                plain = packed.unpacked().stored
                start = target + packed.cut.start
                device.put(plain, staged[start : start + plain.size])


def _decompress(algorithm: str, frames: Sequence[_Frame], staged: Any, device: Device) -> bool:
    """Have nvCOMP decompress frames; whether it says that they are what they have to be."""
    nvcomp = importlib.import_module("quire.kernels.backends.nvcomp")
    tasks = []
    for packed, sources, start in frames:
        target = start
        for stream, place in zip(packed.streams.parts, sources, strict=True):
            size = stream.stored.size
            if stream.plain:
                staged[target : target + size] = staged[place : place + size]
            else:
                tasks.append(nvcomp.Task(place, size, target, stream.size))
            target += stream.size
    return not tasks or bool(nvcomp.decompress(algorithm, staged, tasks, device.stream))


def _matches(packed: Packed, content: Any, device: Device) -> bool:
    """Whether what was decompressed has the checksum that it must have."""
    wanted = packed.streams.adler32
    return wanted is None or zlib.adler32(device.get(content).data) == wanted
