"""What blocks may hold, and decode to, although no quantiser makes it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant.blocks import PART_VALUES, Blocks
from quire.kernels.codecs.block_quant.codec import SCALE_BYTES, BlockQuant
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


def _scale_bytes(parameters: BlockQuant) -> npt.NDArray[np.int64]:
    """(n, 4): where the bytes of all scales are."""
    starts, two = parameters.places()
    places = np.concatenate([starts, starts[two] + SCALE_BYTES])
    return places[:, np.newaxis] + np.arange(SCALE_BYTES)
