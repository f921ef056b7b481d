"""`ggml_blocks` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

import cupy
import numpy as np

from quire.kernels.backends.cupy import LINES, Launcher
from quire.kernels.codecs.fp16.cupy import WIDEN
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks

# Products and sums are never fused: the reference knows no such thing.
SOURCE = (
    WIDEN
    + LINES
    + r"""
typedef const unsigned char* Bytes;

__device__ float half_at(Bytes at) { return widen(at[0] | at[1] << 8); }

// 32 codes of four bits, or of five if FIFTH is 1; with a minimum, or a bias of the codes.
template <int FIFTH, int MINIMUM> struct Halved {
    Bytes stored;

    __device__ float operator()(long long block, long long value) const
    {
        const int lane = (int)value;
        const Bytes at = stored + block * (18 + 2 * MINIMUM + 4 * FIFTH);
        const Bytes tops = at + 2 + 2 * MINIMUM, pairs = tops + 4 * FIFTH;
        int code = pairs[lane % 16] >> lane / 16 * 4 & 15;
        if (FIFTH) code |= (tops[lane / 8] >> lane % 8 & 1) << 4;
        const float found = __fmul_rn((float)(MINIMUM ? code : code - (8 << FIFTH)), half_at(at));
        return MINIMUM ? __fadd_rn(found, half_at(at + 2)) : found;
    }
};

struct Whole {
    Bytes stored;

    __device__ float operator()(long long block, long long value) const
    {
        const Bytes at = stored + block * 34;
        return __fmul_rn((float)(signed char)at[2 + value], half_at(at));
    }
};

// 8 groups of 32 values, with scales and minima of six bits: of groups 0 to 3 in a byte each; of
// 4 to 7 four of the bits, and two atop of the former.
template <int FIFTH> struct Grouped {
    Bytes stored;

    __device__ float operator()(long long block, long long value) const
    {
        const int group = (int)value / 32, lane = (int)value % 32;
        const Bytes at = stored + block * (144 + 32 * FIFTH), pairs = at + 16 + 32 * FIFTH;
        int code = pairs[group / 2 * 32 + lane] >> group % 2 * 4 & 15;
        if (FIFTH) code |= (at[16 + lane] >> group & 1) << 4;
        const Bytes sixes = at + 4 + group % 4;
        const int low = sixes[0], mid = sixes[4], high = sixes[8];
        const int step = group < 4 ? low & 63 : high & 15 | low >> 2 & 48;
        const int least = group < 4 ? mid & 63 : high >> 4 | mid >> 2 & 48;
        const float scaled = __fmul_rn((float)code, __fmul_rn((float)step, half_at(at)));
        return __fsub_rn(scaled, __fmul_rn((float)least, half_at(at + 2)));
    }
};

// 16 parts of 16 values, with a scale of 8 bits each.
struct Sixes {
    Bytes stored;

    __device__ float operator()(long long block, long long value) const
    {
        const int v = (int)value, half = v / 128, quarter = v / 32 % 4, lane = v % 32;
        const Bytes at = stored + block * 210;
        const int code = (at[half * 64 + quarter % 2 * 32 + lane] >> quarter / 2 * 4 & 15)
                         | (at[128 + half * 32 + lane] >> quarter * 2 & 3) << 4;
        const float step = __fmul_rn((float)(signed char)at[192 + v / 16], half_at(at + 208));
        return __fmul_rn((float)(code - 32), step);
    }
};

extern "C" __global__ void decode(Bytes __restrict__ stored, float4* out, long long count, int kind)
{
    if (kind == 0) spread(Halved<0, 0>{stored}, out, count, 32);
    if (kind == 1) spread(Halved<0, 1>{stored}, out, count, 32);
    if (kind == 2) spread(Halved<1, 0>{stored}, out, count, 32);
    if (kind == 3) spread(Halved<1, 1>{stored}, out, count, 32);
    if (kind == 4) spread(Whole{stored}, out, count, 32);
    if (kind == 5) spread(Grouped<0>{stored}, out, count, 256);
    if (kind == 6) spread(Grouped<1>{stored}, out, count, 256);
    if (kind == 7) spread(Sixes{stored}, out, count, 256);
}
"""
)
"""Kinds have the numbers of their places in `KINDS`."""

_launch = Launcher(SOURCE)


def decode(stored: cupy.ndarray, out: cupy.ndarray, codec: GgmlBlocks) -> None:
    """See `reference.decode`.

    Args:
        stored: uint8 on the GPU, at any address.
        out: float32 on the GPU, contiguous, of `codec.shape`.
        codec: Shape and kind.
    """
    _launch(stored, out, np.int32(list(KINDS).index(codec.kind)))
