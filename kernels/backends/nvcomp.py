"""How nvCOMP is called: many streams by one call."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from nvidia import nvcomp

log = logging.getLogger(__name__)


class Task(NamedTuple):
    """A stream in a buffer of the device, and where in it that is decompressed to.

    Attributes:
        place, size: Where it begins, and how many bytes it has.
        target, made: Where its content goes, and how many bytes that has to have.
    """

    place: int
    size: int
    target: int
    made: int


def decompress(algorithm: str, buffer: Any, tasks: Sequence[Task], stream: int) -> bool:
    """Decompress streams, and wait for that.

    No stream is given more room than it has to fill.

    Args:
        algorithm: As nvCOMP calls it.
        buffer: (n,) uint8, a tensor of torch or an array of CuPy, on the current device.
        tasks: At multiples of 16.
        stream: That of CUDA, by its number.

    Returns:
        Whether nvCOMP says that each has become as many bytes as it has to.
    """
    places, sizes, targets, made = (list(column) for column in zip(*tasks, strict=True))
    try:
        raw = nvcomp.BitstreamKind.RAW
        codec = nvcomp.Codec(algorithm=algorithm, cuda_stream=stream, bitstream_kind=raw)
        sources = nvcomp.as_arrays(buffer, places, sizes, cuda_stream=stream)
        out = nvcomp.as_arrays(buffer, targets, made, cuda_stream=stream)
        return list(codec.decode(sources, out=out).buffer_sizes) == made
    except (RuntimeError, ValueError) as error:
        log.info("nvCOMP refused %d streams of %s: %s", len(tasks), algorithm, error)
        return False
