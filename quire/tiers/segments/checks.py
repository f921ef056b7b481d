"""What no encoder writes to a segment, though it can be decoded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from quire.generated.tqtc import Tqtc
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.services.bits.layout import bias
from quire.runtime.errors import FormatError

BLOCK_BYTES = 16 << 20
"""Bytes of decoded codes that are looked at together, at most, if a frame has no more."""


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
