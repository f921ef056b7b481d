"""`block_quant` on an NVIDIA GPU, in CUDA C by way of CuPy. Arrays are CuPy's."""

from __future__ import annotations

from typing import Any

import cupy
import numpy as np

from quire.kernels.backends.cupy import FILL, LINES, Launcher
from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes, num_outliers
from quire.kernels.services.bits.layout import bias

SOURCE = (
    LINES
    + FILL
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

__device__ float magnitude(float value)     // 0 of what is not finite
{
    const float size = fabsf(value);
    return size <= 3.40282347e38f ? size : 0;
}

// Over a scale, rounded half away from zero; 0 of a scale of 0.
__device__ int nearest_code(float value, float scale, int most)
{
    if (!(scale > 0)) return 0;
    const float steps = fminf(__fdiv_rn(magnitude(value), scale), (float)most);
    int whole = (int)steps;
    if (__fsub_rn(steps, (float)whole) >= 0.5f) ++whole;
    return value < 0 ? -whole : whole;
}

struct Packed {
    const float* values;
    const float* scales;            // of each block: of the bulk, and of the largest if it has two
    const float* bulks;             // the largest magnitude that the first of them is for
    long long size, bytes;
    int bits, most, two;

    __device__ unsigned char operator()(long long i) const
    {
        const long long block = i / bytes, byte = i - block * bytes;
        const float* source = values + block * size;
        const float low = scales[block * (1 + two)], high = two ? scales[2 * block + 1] : low;
        if (byte < 4) return (unsigned char)(__float_as_uint(low) >> 8 * (int)byte);
        if (!two) return code_byte(source, byte - 4, low, high, bulks[block]);
        if (byte < 8) return (unsigned char)(__float_as_uint(high) >> 8 * (int)(byte - 4));
        const long long flags = (size + 7) / 8, first = byte - 8;
        if (first < flags) return flag_byte(source, 8 * first, bulks[block]);
        return code_byte(source, first - flags, low, high, bulks[block]);
    }

    __device__ unsigned char flag_byte(const float* source, long long first, float bulk) const
    {
        int found = 0;
        for (int bit = 0; bit < 8; ++bit)
            if (first + bit < size && magnitude(source[first + bit]) > bulk) found |= 1 << bit;
        return (unsigned char)found;
    }

    __device__ unsigned char code_byte(
        const float* source, long long byte, float low, float high, float bulk) const
    {
        const long long first = byte * 8 / bits;
        const int shift = (int)(byte * 8 - first * bits);
        int word = 0;
        for (int k = 0; k * bits < shift + 8; ++k) {
            if (first + k >= size) break;
            const float value = source[first + k];
            const int code = nearest_code(value, magnitude(value) > bulk ? high : low, most);
            word |= ((bits == 8 ? code : code + most) & ((1 << bits) - 1)) << k * bits;
        }
        return (unsigned char)(word >> shift);
    }
};

extern "C" __global__ void encode(
    const float* values, unsigned char* out, long long count, const float* scales,
    const float* bulks, long long size, long long bytes, int bits, int most, int two)
{
    fill(Packed{values, scales, bulks, size, bytes, bits, most, two}, out, count);
}
"""
)

_launch = Launcher(SOURCE)

_encode = Launcher(SOURCE, "encode")


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


def encode(array: cupy.ndarray, out: cupy.ndarray, codec: BlockQuant) -> None:
    """See `reference.encode`.

    Args:
        array: float32 on the GPU, contiguous, of `codec.shape`.
        out: uint8 of the stored size on the GPU, aligned.
        codec: Shape, bits, size of a block, and which blocks have two scales.
    """
    values, size = array.reshape(-1), codec.longest
    whole = values.size // size
    blocks = values[: whole * size].reshape(whole, size)
    places, double = codec.places()
    for two in (False, True):
        chosen = np.flatnonzero(double[:whole] == two)
        if chosen.size == whole and whole:
            lines = _lines(blocks, codec.bits, two_level=two)
            out[: lines.size] = lines.reshape(-1)
        elif chosen.size:
            lines = _lines(blocks[cupy.asarray(chosen)], codec.bits, two_level=two)
            columns = cupy.arange(lines.shape[1])
            out[cupy.asarray(places[chosen])[:, np.newaxis] + columns] = lines
    if whole < codec.num_blocks:
        last = values[whole * size :].reshape(1, -1)
        line = _lines(last, codec.bits, two_level=bool(double[whole]))
        out[int(places[whole]) :] = line.reshape(-1)


def _lines(blocks: cupy.ndarray, bits: int, *, two_level: bool) -> cupy.ndarray:
    """The stored bytes of blocks (n, size), as (n, bytes) uint8; all have one scale or two."""
    count, size = blocks.shape
    sizes = cupy.where(cupy.isfinite(blocks), abs(blocks), np.float32(0))
    most = np.float32(bias(bits))
    bulks = sizes.max(axis=1)
    scales = (bulks / most)[:, np.newaxis]
    if two_level:
        rank = min(num_outliers(size), size - 1)
        bulks = cupy.ascontiguousarray(cupy.sort(sizes, axis=1)[:, size - 1 - rank])
        scales = cupy.concatenate([(bulks / most)[:, np.newaxis], scales], axis=1)
    line = block_bytes(size, bits, two_level=two_level)
    lines = cupy.empty((count, line), np.uint8)
    sizes_of = np.int64(size), np.int64(line)
    kind = np.int32(bits), np.int32(bias(bits)), np.int32(two_level)
    _encode(
        cupy.ascontiguousarray(blocks), lines, cupy.ascontiguousarray(scales), bulks, *sizes_of,
        *kind,
    )  # fmt: skip  # arrays, then numbers
    return lines
