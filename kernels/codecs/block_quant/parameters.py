"""Parameters of `block_quant`, and the sizes that follow from them (ADR-019, section 3.10)."""

from __future__ import annotations

from dataclasses import dataclass

from quire.kernels.contract import ArraySpec, ParameterError

WIDTHS = (8, 7, 5, 3)
"""Bits of a code; only codes of 3 bits may have two scales."""

SCALE_BYTES = 4


@dataclass(frozen=True, slots=True)
class BlockQuantParameters:
    """What a reader has to know to decode a payload.

    The values of the array in row-major order are cut into blocks; the last may be shorter.

    Attributes:
        shape: Shape of the decoded array.
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block.
        two_level: Whether every block has two scales; for 3 bits only.
        two_level_blocks: Which blocks have two, where not all are alike: one bit a block, the
            lowest of each byte first, filled up with zeros. Empty where all are alike.

    Raises:
        ParameterError: the shape cannot be that of an array, or a parameter has another value than
            these, or does not go with the others.
    """

    shape: tuple[int, ...]
    bits: int
    block_size: int = 64
    two_level: bool = False
    two_level_blocks: bytes = b""

    def __post_init__(self) -> None:
        if self.bits not in WIDTHS:
            raise ParameterError("bits", "8, 7, 5 or 3", self.bits)
        if self.block_size < 1:
            raise ParameterError("block_size", "1 or more", self.block_size)
        if self.two_level and self.bits != 3:
            raise ParameterError("two_level", f"false with {self.bits} bits", "true")
        output(self)
        if len(self.two_level_blocks):
            _check_bitmap(self)


def _check_bitmap(parameters: BlockQuantParameters) -> None:
    blocks, bitmap = num_blocks(parameters), parameters.two_level_blocks
    if parameters.bits != 3 or parameters.two_level:
        expected = "nothing unless there are 3 bits, and `two_level` is false"
        raise ParameterError("two_level_blocks", expected, f"{len(bitmap)} bytes")
    if len(bitmap) != (blocks + 7) // 8:
        expected = f"{(blocks + 7) // 8} bytes for {blocks} blocks"
        raise ParameterError("two_level_blocks", expected, f"{len(bitmap)} bytes")
    if blocks % 8 and bitmap[-1] >> blocks % 8:
        raise ParameterError("two_level_blocks", f"zeros behind {blocks} bits", hex(bitmap[-1]))


def output(parameters: BlockQuantParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, "float32")


def num_blocks(parameters: BlockQuantParameters) -> int:
    """Blocks that the values make, the last one included."""
    return -(-output(parameters).size // parameters.block_size)


def block_bytes(values: int, bits: int, *, two_level: bool = False) -> int:
    """Stored bytes of one block."""
    codes = (values * bits + 7) // 8
    return SCALE_BYTES + codes + (SCALE_BYTES + (values + 7) // 8 if two_level else 0)


def stored_size(parameters: BlockQuantParameters) -> int:
    """Exact number of stored bytes."""
    whole, rest = divmod(output(parameters).size, parameters.block_size)
    bits, last = parameters.bits, 0
    two = num_two_level(parameters)
    if rest:
        of_last = is_two_level(parameters, whole)
        last = block_bytes(rest, bits, two_level=of_last)
        two -= of_last
    single = block_bytes(parameters.block_size, bits)
    return (
        (whole - two) * single
        + two * block_bytes(parameters.block_size, bits, two_level=True)
        + last
    )


def num_two_level(parameters: BlockQuantParameters) -> int:
    """How many blocks have two scales."""
    if parameters.two_level:
        return num_blocks(parameters)
    return int.from_bytes(parameters.two_level_blocks, "little").bit_count()


def is_two_level(parameters: BlockQuantParameters, block: int) -> bool:
    """Whether a block has two scales."""
    bitmap = parameters.two_level_blocks
    return parameters.two_level or bool(len(bitmap) and bitmap[block // 8] >> block % 8 & 1)


def num_outliers(values: int) -> int:
    """How many values of a block may be above its primary range: 5 of 100, rounded up."""
    return -(-values // 20)
