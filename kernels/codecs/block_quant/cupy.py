"""`block_quant` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

from typing import Any

import cupy
import numpy as np

from quire.kernels.backends.cupy import LINES, Launcher
from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes
from quire.kernels.services.bits.layout import bias

SOURCE = (
    LINES
    + r"""
struct Block {
    const unsigned char* stored;
    long long count, size, bytes;
    int bits, bias, two;
    const long long* places;        // where blocks begin, where they are not all alike
    const bool* twice;              // and which of them have two scales

    __device__ float operator()(long long block, long long value) const
    {
        const unsigned char* at = stored + (places ? places[block] : block * bytes);
        const unsigned char* codes = at + 4;
        float scale = float_at(at);
        if (places ? twice[block] : two) {
            const unsigned char* flags = at + 8;
            const long long filled = min(count - block * size, size);   // the last may be shorter
            if (flags[value / 8] >> value % 8 & 1) scale = float_at(at + 4);
            codes = flags + (filled + 7) / 8;
        }
        const int code = bits == 8 ? (signed char)codes[value] : packed_code(codes, value, bits);
        return __fmul_rn((float)(code - bias), scale);
    }
};

extern "C" __global__ void decode(
    const unsigned char* __restrict__ stored, float4* out, long long count, long long size,
    long long bytes, int bits, int bias, int two, const long long* __restrict__ places,
    const bool* __restrict__ twice)
{
    spread(Block{stored, count, size, bytes, bits, bias, two, places, twice}, out, count, size);
}
"""
)

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: BlockQuant) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape, bits, size of a block, and which blocks have two scales.
    """
    if not out.size:
        return
    some: tuple[Any, Any] = (np.uint64(0), np.uint64(0))  # null pointers: blocks are all alike
    if codec.two_level_blocks:
        places, double = codec.places()
        some = cupy.asarray(places), cupy.asarray(double)
    size = codec.longest
    line = block_bytes(size, codec.bits, two_level=codec.two_level)
    sizes = np.int64(size), np.int64(line)
    subtracted = 0 if codec.bits == 8 else bias(codec.bits)
    kind = np.int32(codec.bits), np.int32(subtracted), np.int32(codec.two_level)
    _launch(stored, out, *sizes, *kind, *some)
