"""Tiered quantisation (ADR-019): codes of 8, 7, 5 or 3 bits in blocks with scales.

`quantize` and its result are for whole arrays; the other names are those of the description.
"""

from quire.tiers.array import QuantizedArray, quantize
from quire.tiers.bits import pack_bits, unpack_bits
from quire.tiers.blocks import (
    QuantConfig,
    QuantizedBlock,
    dequantize,
    max_abs,
    quantize_bits,
    quantize_s8,
)
from quire.tiers.errors import CodecErr, InputTooSmall, InvalidBitWidth, OutputTooSmall

__all__ = [
    "CodecErr",
    "InputTooSmall",
    "InvalidBitWidth",
    "OutputTooSmall",
    "QuantConfig",
    "QuantizedArray",
    "QuantizedBlock",
    "dequantize",
    "max_abs",
    "pack_bits",
    "quantize",
    "quantize_bits",
    "quantize_s8",
    "unpack_bits",
]
