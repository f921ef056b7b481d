"""Blocks one by one, by the names of the description (ADR-019, sections 3.7 and 3.9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Real
from typing import Protocol

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.codec import block_bytes, parts_of
from quire.kernels.engine.given import expect_a
from quire.kernels.services.bits.layout import packed_size
from quire.runtime.errors import FormatError
from quire.tiers.blocks.array import QuantizedArray, quantize
from quire.tiers.blocks.bits import kernels_of, pack_bits, unpack_bits
from quire.tiers.blocks.numbers import (
    as_float32,
    check_number,
    check_width,
    fitting,
    real_numbers,
    two_level_of,
)
from quire.tiers.errors import InvalidBitWidth


@dataclass(frozen=True, slots=True)
class QuantConfig:
    """How arrays are cut into blocks.

    Attributes:
        block_size: Values of a block.
        two_level_threshold: Above which ratio of the largest to the median magnitude a block of 3
            bits has two scales.

    Raises:
        FormatError: one of them is no number, or too small.
    """

    block_size: int = 64
    two_level_threshold: float = 5.0

    def __post_init__(self) -> None:
        check_number("block_size", self.block_size, whole=True, least=1)
        check_number("two_level_threshold", self.two_level_threshold)


@dataclass(frozen=True, slots=True, eq=False)
class QuantizedBlock:
    """A block of codes and its scales.

    Attributes:
        scale: What a code is multiplied by.
        codes: (n,) int8.
        bits: Of a code when it is stored: 8, 7, 5 or 3.
        secondary_scale: What a code with a flag is multiplied by; None unless there are two scales.
        flags: One bit for each code, the lowest of each byte first; None unless there are two
            scales.
    """

    scale: float
    codes: npt.NDArray[np.int8]
    bits: int
    secondary_scale: float | None = None
    flags: bytes | None = None

    def to_bytes(self) -> bytes:
        """The block as it is stored (ADR-019, section 3.10).

        Raises:
            InvalidBitWidth: there are no such blocks.
            FormatError: one of `secondary_scale` and `flags` is there without the other, or with
                more than 3 bits, or the flags are too few or too many.
            EncodingError: a code needs more bits.
        """
        _check(self)
        scales = (
            [self.scale] if self.secondary_scale is None else [self.scale, self.secondary_scale]
        )
        codes = self.codes if self.bits == 8 else pack_bits(self.codes, self.bits)
        return np.array(scales, "<f4").tobytes() + (self.flags or b"") + codes.tobytes()


def quantize_s8(values: npt.ArrayLike, config: QuantConfig | None = None) -> list[QuantizedBlock]:
    """Quantise with 8 bits (tier 1, ADR-019, section 3.1).

    Args:
        values: Numbers, flattened in row-major order.
        config: How they are cut into blocks.

    Raises:
        FormatError: the size of a block is below 1.
        EncodingError: these are no real numbers.
    """
    config = _given(config)
    return _taken_apart(quantize(real_numbers(values, "values"), 8, config.block_size))


def quantize_bits(
    values: npt.ArrayLike, bits: int, config: QuantConfig | None = None
) -> list[QuantizedBlock]:
    """Quantise with 7, 5 or 3 bits (tiers 2 and 3, ADR-019, sections 3.2 to 3.4).

    Args:
        values: Numbers, flattened in row-major order.
        bits: Of a code; with 3, heavy-tailed blocks have two scales.
        config: How they are cut into blocks, and which are heavy-tailed.

    Raises:
        InvalidBitWidth: there are no such codes.
        EncodingError: these are no real numbers.
    """
    check_width(bits, (7, 5, 3), "7, 5 or 3")
    config = _given(config)
    threshold, values = config.two_level_threshold, real_numbers(values, "values")
    return _taken_apart(quantize(values, bits, config.block_size, threshold=threshold))


def dequantize(block: QuantizedBlock) -> npt.NDArray[np.float32]:
    """Decode one block: (n,) float32.

    Raises:
        InvalidBitWidth, FormatError, EncodingError: as `QuantizedBlock.to_bytes`.
        TypeError: it is no block.
    """
    if not isinstance(block, QuantizedBlock):
        found = type(block).__name__  # an array has a method of this name
        raise TypeError(f"block: expected a QuantizedBlock, found {found}")
    stored = np.frombuffer(block.to_bytes(), np.uint8)
    two = block.secondary_scale is not None
    count = block.codes.size
    if count == 0:
        return np.empty(0, np.float32)
    whole = QuantizedArray(stored, (count,), block.bits, count, two)
    values: npt.NDArray[np.float32] = whole.dequantize()
    return values


def max_abs(values: npt.ArrayLike) -> float:
    """The largest magnitude; 0.0 if there is none. What is not finite does not count.

    Args:
        values: Numbers of any shape; they are rounded to float32.

    Raises:
        EncodingError: these are no real numbers.
    """
    flat = as_float32(values, "values").reshape(-1)
    return float(kernels_of("codecs.block_quant", flat.size).max_abs(flat))


def _given(config: QuantConfig | None) -> QuantConfig:
    if config is None:
        return QuantConfig()
    expect_a(QuantConfig, config, "config")
    return config


def _check(block: QuantizedBlock) -> None:
    check_width(block.bits)
    expect_a(np.ndarray, block.codes, "codes")
    expect_a(Real, block.scale, "scale")
    if (block.secondary_scale is None) != (block.flags is None):
        raise FormatError("flags", "flags with a secondary scale, and only then", block.flags)
    if block.flags is None:
        return
    expect_a(Real, block.secondary_scale, "secondary_scale")
    expect_a(bytes, block.flags, "flags")
    if block.bits != 3:
        raise FormatError("secondary_scale", f"none with {block.bits} bits", block.secondary_scale)
    if len(block.flags) != (block.codes.size + 7) // 8:
        raise FormatError("flags", f"{(block.codes.size + 7) // 8} bytes", len(block.flags))


def _taken_apart(quantized: QuantizedArray) -> list[QuantizedBlock]:
    blocks, at, parameters, bits = list[QuantizedBlock](), 0, quantized.parameters, quantized.bits
    left = int(np.prod(quantized.shape))
    for index in range(parameters.num_blocks):
        count, two = min(parameters.block_size, left), parameters.is_two_level(index)
        end = at + block_bytes(count, bits, two_level=two)
        scales, flags, codes = parts_of(quantized.data[at:end], count, two_level=two)
        steps = scales.view("<f4").tolist()
        blocks.append(
            QuantizedBlock(
                scale=steps[0],
                codes=codes.view(np.int8).copy() if bits == 8 else unpack_bits(codes, bits, count),
                bits=bits,
                secondary_scale=steps[1] if two else None,
                flags=flags.tobytes() if two else None,
            )
        )
        at = end
        left -= count
    return blocks


@dataclass(frozen=True, slots=True)
class TensorQuantizer:
    """Quantises blocks with codes of one width.

    What has another size or width than there may be is a `FormatError`.

    Attributes:
        bits: Of a code: 8, 7, 5 or 3.
        two_level: Whether sizes are those of blocks with two scales, which have 3 bits.

    Raises:
        InvalidBitWidth: there are no such codes.
        FormatError: there are two scales with more than 3 bits.
        ValueError: `two_level` is something else.
    """

    bits: int
    two_level: bool = False

    def __post_init__(self) -> None:
        check_width(self.bits)
        if two_level_of(self.two_level) == "auto":
            raise FormatError("two_level", "True or False", self.two_level)
        if self.two_level and self.bits != 3:
            raise FormatError("two_level", "3 bits", self.bits)

    def bit_width(self) -> int:
        """Bits of a code."""
        return self.bits

    def quantize_block(
        self, values: npt.ArrayLike, config: QuantConfig | None = None
    ) -> QuantizedBlock:
        """Quantise one block; one of 3 bits that is heavy-tailed gets two scales.

        Args:
            values: Numbers, one at least, and no more than a block has.
            config: How many a block has, and which is heavy-tailed.

        Raises:
            EncodingError: these are no real numbers.
        """
        config = _given(config)
        given = real_numbers(values, "values").reshape(-1)
        if not 1 <= given.size <= config.block_size:
            raise FormatError("values", f"1 to {config.block_size} values", given.size)
        config = replace(config, block_size=given.size)
        if self.bits == 8:
            (block,) = quantize_s8(given, config)
        else:
            (block,) = quantize_bits(given, self.bits, config)
        return block

    def dequantize_block(self, block: QuantizedBlock, out: npt.NDArray[np.float32]) -> None:
        """Decode one block.

        Args:
            block: Of codes of this width.
            out: (n,) float32, C-contiguous, to fill; n is the number of codes.

        Raises:
            ValueError: `out` does not fit.
        """
        expect_a(QuantizedBlock, block, "block")
        if block.bits != self.bits:
            raise InvalidBitWidth(block.bits, str(self.bits))
        fitting(out, (block.codes.size,))[...] = dequantize(block)

    def packed_data_size(self, num_values: int) -> int:
        """Bytes of so many packed codes, without scales."""
        check_number("num_values", num_values, whole=True, least=0)
        return packed_size(num_values, self.bits)

    def block_storage_size(self, block_size: int) -> int:
        """Bytes of a block of so many values, with scales and flags."""
        check_number("block_size", block_size, whole=True, least=1)
        return block_bytes(block_size, self.bits, two_level=self.two_level)


class BitCodec(Protocol):
    """What packs codes."""

    def pack(self, codes: npt.ArrayLike, bits: int, out: npt.NDArray[np.uint8]) -> int:
        """Pack codes into the start of `out`; how many bytes they take."""

    def unpack(self, data: npt.ArrayLike, bits: int, out: npt.NDArray[np.int8]) -> int:
        """Unpack as many codes as `out` holds; how many these are."""


class StandardBitCodec:
    """Packs codes as all formats of tiers have them; errors as of `pack_bits` and `unpack_bits`."""

    def pack(self, codes: npt.ArrayLike, bits: int, out: npt.NDArray[np.uint8]) -> int:
        """Pack codes into the start of `out`; how many bytes they take."""
        return pack_bits(codes, bits, out).size

    def unpack(self, data: npt.ArrayLike, bits: int, out: npt.NDArray[np.int8]) -> int:
        """Unpack as many codes as `out` holds; how many these are."""
        expect_a(np.ndarray, out, "out")
        return unpack_bits(data, bits, out.size, out).size
