"""What blocks may hold, and decode to, although no quantiser makes it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.blocks import PART_VALUES, Blocks
from quire.kernels.codecs.block_quant.codec import SCALE_BYTES, BlockQuant, block_bytes
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import select
from quire.kernels.services.bits.layout import bias
from quire.tiers.blocks.array import QuantizedArray

Bytes = npt.NDArray[np.uint8]


def noncanonical_notes(quantized: QuantizedArray) -> list[str]:
    """Notes on scales that are negative or not finite, and on codes beyond the largest one."""
    parameters = quantized.parameters
    blocks, count = Blocks(quantized.data, parameters), parameters.num_blocks
    step = max(1, PART_VALUES // parameters.block_size)
    scales = codes = 0
    for first in range(0, count, step):
        stored, part = blocks.cut(first, min(first + step, count))
        scales += _odd_scales(stored, part)
        codes += _odd_codes(stored, part)
    notes = []
    if scales:
        notes.append(f"scales that are negative or not finite: {scales}")
    if codes:
        notes.append(f"codes beyond the largest that a quantiser makes: {codes}")
    return notes


def _odd_scales(stored: Bytes, parameters: BlockQuant) -> int:
    scales = stored[_scale_bytes(parameters)].view("<f4")
    return int(np.count_nonzero(~np.isfinite(scales) | (scales < 0)))


def _odd_codes(stored: Bytes, parameters: BlockQuant) -> int:
    """With scales of 1, values are codes."""
    plain = stored.copy()
    plain[_scale_bytes(parameters)] = np.array(1, "<f4").reshape(1).view(np.uint8)
    values = np.empty(parameters.shape, np.float32)
    select(BlockQuant, Operation.DECODE, nbytes=values.nbytes)(plain, values, parameters)
    return int(np.count_nonzero(np.abs(values) > bias(parameters.bits)))


def _scale_bytes(parameters: BlockQuant) -> npt.NDArray[np.intp]:
    """(n, 4): where the bytes of all scales are."""
    count, size = parameters.num_blocks, parameters.block_size
    two = np.full(count, parameters.two_level)
    if parameters.two_level_blocks:
        bitmap = np.frombuffer(parameters.two_level_blocks, np.uint8)
        two = np.unpackbits(bitmap, count=count, bitorder="little").astype(np.bool_)
    single, double = (block_bytes(size, parameters.bits, two_level=both) for both in (False, True))
    ends = np.where(two, double, single).cumsum()
    starts = np.append(0, ends[:-1])
    places = np.concatenate([starts, starts[two] + SCALE_BYTES])
    return places[:, np.newaxis] + np.arange(SCALE_BYTES)
