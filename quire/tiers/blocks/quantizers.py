"""Quantisers and packers as objects, by the names of the description (ADR-019, section 3.9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.codec import block_bytes
from quire.kernels.services.bits.layout import packed_size
from quire.runtime.errors import FormatError
from quire.tiers.blocks.bits import pack_bits, unpack_bits
from quire.tiers.blocks.numbers import (
    check_number,
    check_width,
    fitting,
    real_numbers,
    two_level_of,
)
from quire.tiers.blocks.one_by_one import (
    QuantConfig,
    QuantizedBlock,
    dequantize,
    quantize_bits,
    quantize_s8,
)
from quire.tiers.errors import InvalidBitWidth


@dataclass(frozen=True, slots=True)
class TensorQuantizer:
    """Quantises blocks with codes of one width.

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
            FormatError: there are none, or too many.
            EncodingError: these are no real numbers.
        """
        config = config or QuantConfig()
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
            FormatError: the block has another width, or cannot be.
            ValueError: `out` does not fit.
        """
        if block.bits != self.bits:
            raise InvalidBitWidth(block.bits, str(self.bits))
        fitting(out, (block.codes.size,))[...] = dequantize(block)

    def packed_data_size(self, num_values: int) -> int:
        """Bytes of so many packed codes, without scales.

        Raises:
            FormatError: there are fewer than none.
        """
        check_number("num_values", num_values, whole=True, least=0)
        return packed_size(num_values, self.bits)

    def block_storage_size(self, block_size: int) -> int:
        """Bytes of a block of so many values, with scales and flags.

        Raises:
            FormatError: there are none.
        """
        check_number("block_size", block_size, whole=True, least=1)
        return block_bytes(block_size, self.bits, two_level=self.two_level)


class BitCodec(Protocol):
    """What packs codes."""

    def pack(self, codes: npt.ArrayLike, bits: int, out: npt.NDArray[np.uint8]) -> int:
        """Pack codes into the start of `out`; how many bytes they take."""

    def unpack(self, data: npt.ArrayLike, bits: int, out: npt.NDArray[np.int8]) -> int:
        """Unpack as many codes as `out` holds; how many these are."""


class StandardBitCodec:
    """Packs codes as all formats of tiers have them; see `pack_bits` and `unpack_bits`."""

    def pack(self, codes: npt.ArrayLike, bits: int, out: npt.NDArray[np.uint8]) -> int:
        """Pack codes into the start of `out`.

        Returns:
            How many bytes they take.

        Raises:
            InvalidBitWidth, OutputTooSmall, EncodingError: as of `pack_bits`.
        """
        return pack_bits(codes, bits, out).size

    def unpack(self, data: npt.ArrayLike, bits: int, out: npt.NDArray[np.int8]) -> int:
        """Unpack as many codes as `out` holds.

        Returns:
            How many these are.

        Raises:
            InvalidBitWidth, InputTooSmall, CodecErr: as of `unpack_bits`.
        """
        return unpack_bits(data, bits, out.size, out).size
