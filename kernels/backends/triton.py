"""How the Triton kernels cut their work: whole vectors first, then the rest; what they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
import triton
import triton.language as tl

from quire.kernels.backends.uploads import Uploads

BLOCK = 4096
"""Values a program: 32 a thread, enough reads under way to hide the latency of memory."""

ALIGNMENT = 16
"""What Triton has to know of addresses (bytes) and counts to use 128-bit accesses."""


SHORT = 2**31 - BLOCK
"""Values up to which places among them have 32 bits, those of one more program included."""


class Variant(NamedTuple):
    """What a kernel can be compiled for without being called.

    Attributes:
        kernel: Its name.
        types: Of its arguments, by name, as Triton writes them.
        constants: The arguments that it is compiled with.
    """

    kernel: str
    types: Mapping[str, str]
    constants: Mapping[str, int]


Tile = tuple[tuple[int], torch.Tensor, torch.Tensor]


def aligned(stored: torch.Tensor) -> torch.Tensor:
    """The same bytes at an aligned address: copied if need be, at the speed of GPU memory."""
    return stored if stored.data_ptr() % ALIGNMENT == 0 else stored.clone()


def tiles(stored: torch.Tensor, out: torch.Tensor) -> Iterator[Tile]:
    """Cut n stored items and n values into launches: (grid, items, values).

    An odd count would make *every* access of a launch a single byte, so a multiple of
    `ALIGNMENT` goes first and the rest, less than one program, second.
    """
    count = out.numel()
    body = count - count % ALIGNMENT
    for start, stop in ((0, body), (body, count)):
        if start < stop:
            programs = -(-(stop - start) // BLOCK)
            yield (programs,), stored[start:stop], out[start:stop]


class Together(NamedTuple):
    """How one launch decodes many pieces: `piece_of` is what its programs begin with.

    Attributes:
        grid: Of the launch.
        out: The output that comes first in memory.
        programs: (programs,) int32, the piece of each program.
        table: (pieces, 4) int64: the first byte, the first value as of `out`, how many values, and
            the first program.
    """

    grid: tuple[int]
    out: torch.Tensor
    programs: torch.Tensor
    table: torch.Tensor


def together(places: Sequence[int], outputs: Sequence[torch.Tensor]) -> Together | None:
    """Cut the values of pieces into programs; None if they do not all begin and end on vectors.

    Args:
        places: Where the stored bytes of each piece begin.
        outputs: float32, contiguous, rows of one tensor.
    """
    out = min(outputs, key=torch.Tensor.data_ptr)
    starts = [(each.data_ptr() - out.data_ptr()) // out.itemsize for each in outputs]
    counts = [each.numel() for each in outputs]
    if any(number % ALIGNMENT for number in (out.data_ptr(), *places, *starts, *counts)):
        return None
    shares = [triton.cdiv(count, BLOCK) for count in counts]
    ends = np.cumsum(shares)
    table = np.stack([places, starts, counts, ends - shares], axis=1).astype(np.int64)
    programs = np.repeat(np.arange(len(outputs), dtype=np.int32), shares)
    first, second = (torch.from_numpy(each).to(out.device) for each in (programs, table))
    return Together((int(ends[-1]),), out, first, second)


def beside(out: torch.Tensor, array: np.ndarray) -> torch.Tensor:
    """A parameter as float32 on the device of `out`; sent once, as `Uploads` says."""
    found: torch.Tensor = _UPLOADS.get(array, out.device)
    if found.is_cuda:  # its memory must not become another's while this stream uses it
        found.record_stream(torch.cuda.current_stream(out.device))
    return found


def _send(array: np.ndarray, device: torch.device) -> torch.Tensor:
    sent = torch.tensor(array, device=device)
    if sent.is_cuda:
        torch.cuda.current_stream(device).synchronize()
    return sent


_UPLOADS = Uploads(_send)


def decode_together(
    kernel: Any,
    stored: torch.Tensor,
    places: Sequence[int],
    outputs: Sequence[torch.Tensor],
    *parameters: torch.Tensor | None,
    **constants: int,
) -> bool:
    """Have a kernel decode many pieces by one launch; see `DecodeManyOnGpu`.

    Args:
        kernel: Of (stored, out, programs, table, *parameters, **constants).
        stored: uint8, or a view of wider items; the kernel has `places` in bytes nevertheless.
        places: Where the stored bytes of each piece begin.
        outputs: As of `together`.
        parameters: On the device.
        constants: What the kernel is compiled for.
    """
    known = together(places, outputs)
    if known is None:
        return False
    kernel[known.grid](
        stored, known.out, known.programs, known.table, *parameters,
        **constants, BLOCK=BLOCK, enable_fp_fusion=False,
    )  # fmt: skip  # arguments of the kernel, then how it is compiled
    return True


def of_pieces(
    stored: torch.Tensor, rows: Sequence[Sequence[float]], dtype: torch.dtype
) -> torch.Tensor:
    """Numbers of each piece, on the device of the stored bytes."""
    return torch.tensor(rows, dtype=dtype).to(stored.device)


@triton.jit
def piece_of(programs, table, BLOCK: tl.constexpr) -> tuple[tl.tensor, ...]:
    """Which piece a program is for; where that begins in bytes and values, what it begins with.

    The last are the number of the program's first value in the piece, and how many there are.
    """
    program = tl.program_id(0)
    piece = tl.load(programs + program)
    row = table + piece * 4
    place, start = tl.multiple_of(tl.load(row), 16), tl.multiple_of(tl.load(row + 1), 16)
    count, first = tl.multiple_of(tl.load(row + 2), 16), tl.load(row + 3)
    return piece, place, start, (program - first) * BLOCK, count


def decode_halves(kernel: Any, stored: torch.Tensor, out: torch.Tensor) -> None:
    """Have a kernel make float32 of items of 16 bits."""
    if not out.numel():
        return  # torch cannot view every empty tensor as another dtype
    for grid, halves, values in tiles(aligned(stored).view(torch.int16), out.view(-1)):
        kernel[grid](halves, values, values.numel(), BLOCK=BLOCK, enable_fp_fusion=False)


def encode_halves(kernel: Any, array: torch.Tensor, out: torch.Tensor) -> None:
    """Have a kernel make items of 16 bits of the bits of float32."""
    if not array.numel():
        return
    bits = array.view(-1).view(torch.int32)
    for grid, values, halves in tiles(bits, out.view(torch.int16)):
        kernel[grid](values, halves, halves.numel(), BLOCK=BLOCK, enable_fp_fusion=False)


def encode_steps(
    array: torch.Tensor,
    out: torch.Tensor,
    line: tuple[float, float],
    quantise: Callable[[float, float], None],
    refuse: Callable[[Any, Any], None],
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
    scale, low = (float(np.float32(each)) for each in line)
    known = ~torch.isnan(array) if scale else array == low
    if not known.all():
        refuse(array.cpu().numpy(), out.cpu().numpy())
    if scale:
        quantise(scale, low)
    else:
        out.zero_()


@triton.jit
def packed_code(stored, at, place, inside, BITS: tl.constexpr) -> tl.tensor:
    """Codes by their places in a stream that begins with byte `at`, the lowest bits first."""
    first = place % 8 * BITS
    source = stored + at + place // 8 * BITS + first // 8
    codes = tl.load(source, mask=inside, other=0).to(tl.int32)
    if BITS < 8:
        shift = first % 8
        crossing = inside & (shift + BITS > 8)
        codes = codes | tl.load(source + 1, mask=crossing, other=0).to(tl.int32) << 8
        codes = (codes >> shift) & ((1 << BITS) - 1)
    return codes


@triton.jit
def float_at(stored, at, inside) -> tl.tensor:
    """The float32 that begin with these bytes, at any address."""
    bits = tl.load(stored + at, mask=inside, other=0).to(tl.uint32)
    for byte in tl.static_range(1, 4):
        bits = bits | tl.load(stored + at + byte, mask=inside, other=0).to(tl.uint32) << 8 * byte
    return bits.to(tl.float32, bitcast=True)


@triton.jit
def nearest_step(value, low, scale, LEAST: tl.constexpr, MOST: tl.constexpr) -> tl.tensor:
    """`(value - low) / scale` as a whole number, rounded half to even, within two bounds."""
    steps = tl.minimum(tl.maximum(tl.div_rn(value - low, scale), LEAST), MOST)
    # Of floats about 1.5 * 2**23 the last bit is 1: adding that rounds.
    return ((steps + 12582912.0) - 12582912.0).to(tl.int32)
