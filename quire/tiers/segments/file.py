"""A file of one segment as an array with a row for each frame; and what in it no encoder writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack, cast

import numpy as np

from quire.arrays import PayloadFile
from quire.generated.tqtc import Tqtc
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.engine.payload import Encoded
from quire.kernels.services.bits.layout import bias
from quire.opened import Opening
from quire.runtime.errors import FormatError
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails
from quire.tiers.segments.scales import ScaleDecoding, widened

BLOCK_BYTES = 16 << 20
"""Bytes of decoded codes that are looked at together, at most, if a frame has no more."""


class SegmentFile(PayloadFile):
    """An open file, float32 (num_frames, num_values); see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        scale_decoding: "exact" takes scales as they are; "ruvector" halves subnormal ones, as that
            program does.
        strict: Refuse what no encoder writes, though it has a meaning: all codes are looked at.
        opening: As of `quire.open`; the format has no checksum, so `verify` changes nothing.

    Raises:
        FormatError: it is damaged.
        ValueError: there is no such `scale_decoding`.
    """

    def __init__(
        self,
        source: Given | Source,
        *,
        scale_decoding: ScaleDecoding = "exact",
        strict: bool = False,
        **opening: Unpack[Opening],
    ) -> None:
        super().__init__(source, **opening)
        self._told = {"scale_decoding": scale_decoding, "strict": strict}
        self._record: Tqtc = self.source.read(Tqtc)
        with if_it_fails(self.close):
            steps = widened(self._record.scales, scale_decoding)
            if strict:
                refuse_noncanonical(self._record)
        self._frames = self._record.frames.recoded(scales=steps)

    @property
    def _payload(self) -> Encoded:
        return self._frames

    def _checked(self) -> list[str]:
        """Notes on what no encoder writes, although it has a meaning."""
        self._record.validate()
        return [str(odd) for odd in noncanonical_parts(self._record)]


open_segment = SegmentFile
"""Opens a file of one segment, whose frames are decoded when they are asked for."""


def refuse_noncanonical(record: Tqtc) -> None:
    """Refuse a segment that no encoder writes, with the place of what is odd."""
    for error in noncanonical_parts(record):
        raise error


def noncanonical_parts(record: Tqtc) -> Iterator[FormatError]:
    """The first of each kind: bits after the codes of a frame, the code above the largest."""
    if not record.frames.spec.size:
        return
    for frame, byte, expected, found in (*_set_padding(record), *_high_codes(record)):
        offset = (record.frames.offset or 0) + frame * _codec(record).frame_bytes + byte
        error = FormatError(f"frames[{frame}]", expected, found, offset=offset)
        yield record._locate(error)


def _set_padding(record: Tqtc) -> Iterator[tuple[int, int, str, str]]:
    line = _codec(record).frame_bytes
    unused = 8 * line - record.num_values * record.num_bits
    last = np.frombuffer(record.frames.stored, np.uint8)[line - 1 :: line]
    if unused and (last >> (8 - unused)).any():
        frame = int(np.argmax(last >> (8 - unused) != 0))
        yield frame, line - 1, f"{unused} zero bits after its codes", hex(last[frame])


def _high_codes(record: Tqtc) -> Iterator[tuple[int, int, str, int]]:
    """Codes are what is decoded with a scale of 1."""
    frames = record.frames.recoded(scales=np.ones(record.num_scales, np.float32))
    most = bias(record.num_bits)
    step = max(1, BLOCK_BYTES // (4 * record.num_values))
    for start in range(0, record.num_frames, step):
        codes = frames.decode(rows=slice(start, start + step))
        if codes.max() > most:
            frame, value = divmod(int(np.argmax(codes > most)), record.num_values)
            expected = f"codes up to {2 * most} of {record.num_bits} bits"
            yield start + frame, value * record.num_bits // 8, expected, 2 * most + 1
            return


def _codec(record: Tqtc) -> GroupQuant:
    return cast("GroupQuant", record.frames.parameters)
