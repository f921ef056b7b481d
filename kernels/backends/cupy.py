"""How the CUDA C kernels are compiled and launched."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import cupy
import numpy as np

from quire.kernels.backends.uploads import Uploads

THREADS = 256
"""Threads a block."""

VECTORS = 4
"""Vectors of 4 values a thread: reads under way at a time."""

OPTIONS = (f"-DVECTORS={VECTORS}", "--std=c++17", "--fmad=false")
"""For NVRTC. The kernels are held to the CPU's bits, which know no fused multiply-add."""

ALIGNMENT = 16
"""Bytes of the widest access."""


def aligned(stored: cupy.ndarray) -> cupy.ndarray:
    """The same bytes at an aligned address: copied if need be, at the speed of GPU memory."""
    return stored if stored.data.ptr % ALIGNMENT == 0 else stored.copy()


def beside(array: np.ndarray) -> cupy.ndarray:
    """A parameter as float32 on the current device; sent once, as `Uploads` says."""
    return _UPLOADS.get(array, cupy.cuda.runtime.getDevice())


def _send(array: np.ndarray, _device: int) -> cupy.ndarray:
    sent = cupy.asarray(array)
    cupy.cuda.get_current_stream().synchronize()
    return sent


_UPLOADS = Uploads(_send)


LINES = r"""
// The values of lines of `width`: a thread finds the line of its first value by one division of
// large numbers, and those after it by small ones; each 4 of them make one store of 16 bytes.
template <class Line>
__device__ float4 four(const Line& line, long long row, long long column, long long width)
{
    float found[4];
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
        found[k] = line(row, column);
        if (++column == width) { column = 0; ++row; }
    }
    return make_float4(found[0], found[1], found[2], found[3]);
}

template <class Line>
__device__ void spread(const Line& line, float4* out, long long count, long long width)
{
    const long long vectors = count / 4;
    const long long base = (long long)blockIdx.x * (blockDim.x * VECTORS);
    const long long row = 4 * base / width, column = 4 * base - row * width;
    float4 found[VECTORS];
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const unsigned offset = threadIdx.x + k * blockDim.x;
        const long long place = column + 4 * offset;        // of a long line, in this or the next
        const long long rows = width <= 0x7fff0000 ? (unsigned)place / (unsigned)width
                                                   : place >= width;
        if (base + offset < vectors) found[k] = four(line, row + rows, place - rows * width, width);
    }
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = base + threadIdx.x + k * blockDim.x;
        if (i < vectors) out[i] = found[k];
    }
    if (base + threadIdx.x == 0)                            // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i)
            ((float*)out)[i] = line(i / width, i % width);
}

// A code by its place in a stream of bytes, the lowest bits first.
__device__ int packed_code(const unsigned char* stored, long long place, int bits)
{
    const int first = (int)(place % 8) * bits, shift = first % 8;
    const unsigned char* source = stored + place / 8 * bits + first / 8;
    unsigned code = source[0];
    if (shift + bits > 8) code |= source[1] << 8;
    return code >> shift & ((1 << bits) - 1);
}

__device__ float float_at(const unsigned char* stored)
{
    return __uint_as_float(stored[0] | stored[1] << 8 | stored[2] << 16
                           | (unsigned)stored[3] << 24);
}
"""
"""For sources of kernels whose values are in lines, such as rows, frames or blocks."""


FILL = r"""
// Items of an output, made by their numbers; each 4 of them are one store.
template <class Item> struct alignas(4 * sizeof(Item)) Four { Item items[4]; };

template <class Item, class Make>
__device__ void fill(const Make& make, Item* out, long long count)
{
    const long long vectors = count / 4;
    const long long first = (long long)blockIdx.x * (blockDim.x * VECTORS) + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < VECTORS; ++k) {
        const long long i = first + k * blockDim.x;
        if (i >= vectors) continue;
        Four<Item> four;
        #pragma unroll
        for (int j = 0; j < 4; ++j) four.items[j] = make(4 * i + j);
        ((Four<Item>*)out)[i] = four;
    }
    if (first == 0)                                         // fewer than 4 are left
        for (long long i = vectors * 4; i < count; ++i) out[i] = make(i);
}

// `(value - low) / scale` as a whole number, rounded half to even, within two bounds.
__device__ int nearest_step(float value, float low, float scale, float least, float most)
{
    const float steps = fminf(fmaxf(__fdiv_rn(__fsub_rn(value, low), scale), least), most);
    // Of floats about 1.5 * 2^23 the last bit is 1: adding that rounds.
    return (int)__fsub_rn(__fadd_rn(steps, 12582912.0f), 12582912.0f);
}
"""
"""For sources of kernels that encode."""


class Launcher:
    """A source of which one kernel is compiled on the first launch.

    Args:
        source: In CUDA C.
        name: Of the kernel.
    """

    def __init__(self, source: str, name: str = "decode") -> None:
        self._source = source
        self._name = name

    def __call__(self, source: cupy.ndarray, out: cupy.ndarray, *others: Any) -> None:
        """Launch on the current stream: a thread for every VECTORS * 4 items of the output."""
        if not out.size:
            return
        blocks = -(-out.size // (THREADS * VECTORS * 4))
        # Rows of a larger array may begin anywhere, vectors may not.
        target = out if out.data.ptr % ALIGNMENT == 0 else cupy.empty_like(out)
        arguments = (aligned(source), target, np.int64(out.size), *others)
        self._kernel((blocks,), (THREADS,), arguments)
        if target is not out:
            out[...] = target

    @cached_property
    def _kernel(self) -> Any:
        return cupy.RawKernel(self._source, self._name, options=OPTIONS)


def encode_steps(
    array: cupy.ndarray,
    out: cupy.ndarray,
    line: tuple[float, float],
    quantise: Callable[[np.float32, np.float32], None],
    refuse: Callable[[np.ndarray, np.ndarray], None],
) -> None:
    """Encode values as steps on a line.

    Args:
        array: float32.
        out: uint8.
        line: How long a step is, and where code 0, or the offset, is.
        quantise: Launches the kernel; takes both, rounded to float32.
        refuse: The reference, on the host: it raises an error that names the value, where one is
            NaN, or another one though steps have no length.
    """
    scale, low = (np.float32(each) for each in line)
    known = ~cupy.isnan(array) if scale else array == low
    if not known.all():
        refuse(array.get(), out.get())
    if scale:
        quantise(scale, low)
    else:
        out.fill(0)
