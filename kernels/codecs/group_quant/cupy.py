"""`group_quant` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import LINES, Launcher, beside
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.services.bits.layout import bias

SOURCE = (
    LINES
    + r"""
struct Frame {
    const unsigned char* stored;
    long long bytes;
    const float* scales;
    long long group;
    int bits, bias;

    __device__ float operator()(long long frame, long long value) const
    {
        const int code = packed_code(stored + frame * bytes, value, bits) - bias;
        const bool is_short = (value | group) <= 0x7fffffff;    // then it is divided faster
        const long long scale = is_short ? (unsigned)value / (unsigned)group : value / group;
        return __fmul_rn((float)code, scales[scale]);
    }
};

extern "C" __global__ void decode(
    const unsigned char* __restrict__ stored, float4* out, long long count, long long width,
    long long bytes, const float* __restrict__ scales, long long group, int bits, int bias)
{
    spread(Frame{stored, bytes, scales, group, bits, bias}, out, count, width);
}
"""
)

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: GroupQuant) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: (frames, n) float32 on the GPU, contiguous.
        codec: Shape, bits, scales and size of a group, in memory of the host.
    """
    if not out.size:
        return
    width = codec.shape[1]
    scales = beside(codec.scales)
    sizes = np.int64(width), np.int64(codec.frame_bytes)
    group, bits = np.int64(min(codec.group_size, width)), np.int32(codec.bits)
    _launch(stored, out, *sizes, scales, group, bits, np.int32(bias(codec.bits)))
