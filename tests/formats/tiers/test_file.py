"""Files of `specs/tiers.ksy`: tensors of all tiers, written, read, and damaged."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

import quire
from quire import tiers
from quire.generated.tiers import Tiers

ARRAY = np.random.default_rng(1).standard_normal((5, 64)).astype(np.float32)
ARRAY[2, :2] *= 1000

SHAPE_AT = 12

BITMAP_AT = SHAPE_AT + 2 * 8 + 4 + 2
"""Where the length of the bit map stands."""


def _built(bits: int, mode: Tiers.ScaleMode = Tiers.ScaleMode.single, bitmap: bytes = b"") -> bytes:
    record = Tiers.build(
        num_bits=bits,
        mode=mode,
        shape=list(ARRAY.shape),
        metadata={},
        two_level_blocks=bitmap,
        blocks=ARRAY,
    )
    stored: bytes = record.to_bytes()
    return stored


MODES = [
    (8, Tiers.ScaleMode.single, False),
    (7, Tiers.ScaleMode.single, False),
    (5, Tiers.ScaleMode.single, False),
    (3, Tiers.ScaleMode.single, False),
    (3, Tiers.ScaleMode.two_level, True),
    (3, Tiers.ScaleMode.mixed, "auto"),
]


@pytest.mark.parametrize(("bits", "mode", "two_level"), MODES)
def test_a_tensor_of_each_tier_is_written_and_read(
    bits: int, mode: Tiers.ScaleMode, two_level: Any
) -> None:
    quantized = tiers.quantize(ARRAY, bits, two_level=two_level)
    stored = _built(bits, mode, quantized.two_level_blocks)
    bitmap = quantized.two_level_blocks
    head = struct.pack("<4sBBBBIQQ", b"QTIR", 1, bits, mode, 2, 64, 5, 64)
    head += struct.pack("<I", 2) + b"{}" + struct.pack("<I", len(bitmap)) + bitmap
    head += struct.pack("<Q", quantized.nbytes)
    assert stored[: len(head)] == head
    blocks = len(head) + -len(head) % 64
    assert stored[blocks:-4] == quantized.data.tobytes()
    record = Tiers.from_bytes(stored)
    record.validate()
    assert (record.blocks.decode() == quantized.dequantize()).all()
    assert record.to_bytes() == stored


def test_an_absent_tensor_is_a_header_alone() -> None:
    reconstruct = {"policy": "delta", "source": "base"}
    record = Tiers.build(
        num_bits=0,
        shape=[4, 5],
        metadata={"reconstruct": reconstruct},
        two_level_blocks=b"",
        len_blocks=0,
    )
    read = Tiers.from_bytes(record.to_bytes())
    assert (read.num_bits, read.shape) == (0, [4, 5])
    assert read.metadata.reconstruct is not None
    assert read.metadata.reconstruct.source == "base"
    assert read.to_bytes() == record.to_bytes()


def _with(stored: bytes, at: int, patch: bytes) -> bytes:
    return stored[:at] + patch + stored[at + len(patch) :]


@pytest.mark.parametrize(
    ("at", "patch", "expected"),
    [
        (0, b"X", "magic"),
        (4, b"\2", "version"),
        (5, b"\4", "num_bits"),
        (6, b"\1", "mode"),
        (8, bytes(4), "block_size"),
        (8, struct.pack("<I", 63), "blocks at byte 64: expected"),
        (SHAPE_AT, struct.pack("<Q", 6), "blocks at byte 64: expected"),
        (SHAPE_AT, struct.pack("<QQ", 1 << 50, 64), "blocks at byte 64: expected"),
        (SHAPE_AT, struct.pack("<QQ", 1 << 62, 1), "shape at byte 64: expected"),
        (BITMAP_AT, struct.pack("<I", 1), "len_two_level_blocks"),
    ],
)
def test_a_damaged_header_is_refused(at: int, patch: bytes, expected: str) -> None:
    with pytest.raises(quire.FormatError, match=expected):
        Tiers.from_bytes(_with(_built(8), at, patch))


def test_a_bit_map_is_as_long_as_the_blocks_ask_for() -> None:
    stored = _built(3, Tiers.ScaleMode.mixed, b"\4")
    assert stored[BITMAP_AT : BITMAP_AT + 5] == b"\1\0\0\0\4"
    with pytest.raises(quire.FormatError, match="two_level_blocks at byte 64: expected zeros"):
        Tiers.from_bytes(_with(stored, BITMAP_AT + 4, b"\x24"))
    with pytest.raises(quire.FormatError, match="blocks at byte 64: expected 140 bytes"):
        Tiers.from_bytes(_with(stored, BITMAP_AT + 4, b"\0"))
    with pytest.raises(quire.FormatError, match="two_level_blocks: expected 1 bytes for 5 blocks"):
        _built(3, Tiers.ScaleMode.mixed, b"\4\0")


def test_damaged_blocks_do_not_match_their_checksum() -> None:
    stored = _built(5)
    record = Tiers.from_bytes(_with(stored, len(stored) - 10, b"\xff\0"))
    with pytest.raises(quire.ChecksumError):
        record.blocks.decode()


def test_nothing_may_be_missing_or_follow() -> None:
    stored = _built(3)
    for end in range(len(stored)):
        with pytest.raises(quire.FormatError):
            Tiers.from_bytes(stored[:end])
    with pytest.raises(quire.FormatError):
        Tiers.from_bytes(stored + b"\0")
