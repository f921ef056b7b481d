"""Tiered quantisation: blocks beside a memory copy, and the targets of ADR-019 and ADR-023."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from benchmarks.suite import Cell, Options, Table
from benchmarks.timing import Action, measure
from quire.kernels.codecs.block_quant import numba as kernels
from quire.kernels.codecs.block_quant import reference
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.block_quant.encoding import largest_finite
from quire.kernels.services.bits import numba as bits_kernels
from quire.kernels.services.bits import reference as bits_reference
from quire.kernels.services.bits.layout import bias, packed_size
from quire.tiers import quantize

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

CACHED = 1 << 16
"""Values whose arrays stay in a second-level cache: 256 KiB in float32."""

CHECKED = 1 << 16
"""Values that are compared with those of the reference, which takes its time."""

ROUND_VALUES = 1 << 21
"""Values of a measurement: what is smaller is done repeatedly."""

BLOCK = 4096
"""Values of a block of ADR-023, in groups of 64."""

TARGETS = {
    "dequantise": {8: 2.0, 7: 2.5, 5: 3.0, 3: 5.0},
    "quantise": {8: 2.0, 7: 2.0, 5: 2.5, 3: 3.0},
    "pack": {8: 0.5, 7: 1.0, 5: 1.0, 3: 1.5},
    "unpack": {8: 0.5, 7: 1.0, 5: 1.0, 3: 1.5},
}
"""Microseconds a block, by operation and bits (ADR-023)."""

COPIES = {"decode": 1.5, "encode": 2.5, "encode, two scales": 4.0, "auto": 8.0}
"""How many copies an operation may take, of blocks of 64."""

PACKING = 2.0
"""GB/s of codes that packing and unpacking have to reach (ADR-019, section 5.2)."""

FASTER = 3.0
"""How many times as fast as a scalar loop `max_abs` has to be (ADR-019, section 5.2)."""

COPY, NUMPY = "memory copy of the values", "numpy"


@dataclass(frozen=True, slots=True)
class Mode:
    """How blocks are made.

    Attributes:
        bits: Of a code.
        block_size: Values of a block.
        two_level: Whether all have two scales.
    """

    bits: int
    block_size: int = 64
    two_level: bool = False

    def __str__(self) -> str:
        scales = ", two scales" if self.two_level else ""
        return f"{self.bits} bits{scales}, blocks of {self.block_size}"


MODES = [
    Mode(bits, size, two)
    for size in (64, 32, 128)
    for bits, two in ((8, False), (7, False), (5, False), (3, False), (3, True))
]


def tables(options: Options) -> Iterator[Table]:
    """The tables of this suite, one by one."""
    count = 1 << (20 if options.quick else 24)
    values = np.random.default_rng(1).standard_normal(count, np.float32)
    for mode in MODES:
        _check(mode, values[:CHECKED])
    for bits in range(1, 9):
        _check_packing(bits)
    yield _copies(values, options)
    yield _targets(values, options)
    yield _packing(count, options)
    yield _maxima(options)


def _check(mode: Mode, values: Floats) -> None:
    """What is stored, and what comes back, has to be the reference's."""
    parameters = BlockQuant(values.shape, mode.bits, mode.block_size, mode.two_level)
    found, wanted = (np.zeros(parameters.stored_size(), np.uint8) for _ in range(2))
    kernels.encode(values, found, parameters)
    reference.encode(values, wanted, parameters)
    back, expected = np.zeros_like(values), np.zeros_like(values)
    kernels.decode(found, back, parameters)
    reference.decode(wanted, expected, parameters)
    if found.tobytes() != wanted.tobytes() or back.tobytes() != expected.tobytes():
        message = f"{mode}: not what the reference gives"
        raise AssertionError(message)


def _check_packing(bits: int) -> None:
    codes, packed = _codes(bits, CHECKED)
    expected, back = np.zeros_like(packed), np.zeros_like(codes)
    bits_reference.pack(codes, bits, expected)
    bits_kernels.unpack(packed, bits, back)
    if packed.tobytes() != expected.tobytes() or back.tobytes() != codes.tobytes():
        message = f"codes of {bits} bits: not what the reference gives"
        raise AssertionError(message)


def _copies(values: Floats, options: Options) -> Table:
    warm = np.zeros_like(values)
    actions: dict[str, Action] = {COPY: partial(np.copyto, warm, values)}
    limits: dict[str, float] = {}
    for mode in MODES:
        decode, encode = _coded(mode, values, warm)
        actions |= {f"decode {mode}": decode, f"encode {mode}": encode}
        if mode.block_size == 64:
            limits[f"decode {mode}"] = COPIES["decode"]
            limits[f"encode {mode}"] = COPIES["encode, two scales" if mode.two_level else "encode"]
    light, heavy = values, _heavy(values)
    for name, array in (("normal", light), ("every other block heavy-tailed", heavy)):
        auto = f"quantize 3 bits, auto, {name}, new memory"
        actions[auto] = partial(quantize, array, 3, 64, "auto")
        limits[auto] = COPIES["auto"]
    timings = measure(actions, options.rounds)
    rows: list[list[Cell]] = []
    for name in actions:
        seconds, ratio = timings.median(name), timings.ratio(name, COPY)
        limit = limits.get(name)
        met = None if limit is None else _met(ratio, limit, at_most=True)
        rows.append([name, seconds, values.nbytes / seconds / 1e9, ratio, limit, met])
    part = values[:CHECKED]
    for name, found in _each(_by_numpy(part), part.size, options, part.size).items():
        seconds = found * values.size
        ratio = seconds / timings.median(COPY)
        rows.append([name, seconds, values.nbytes / seconds / 1e9, ratio, None, None])
    note = (
        f"Normal float32, {values.nbytes >> 20} MiB, in one thread. Outputs were written before, "
        "but for those of `quantize`, which makes new memory and looks for the blocks that need "
        "two scales. The copy is `numpy.copyto` of the float32 values: it reads and writes their "
        "bytes once, encoding and decoding read or write them once, and the smaller blocks once. "
        f"`numpy` is plain code for blocks of 64 without two scales, on the first {CHECKED:,} "
        "values, scaled up. Every mode was compared with the reference."
    )
    columns = ["", "s", "GB/s float32", "ratio to the copy", "at most", "met"]
    return Table("Blocks in memory, beside a copy", columns, rows, note)


def _coded(mode: Mode, values: Floats, out: Floats) -> tuple[Action, Action]:
    """Decoding and encoding, into memory that was written before."""
    parameters = BlockQuant(values.shape, mode.bits, mode.block_size, mode.two_level)
    stored = np.zeros(parameters.stored_size(), np.uint8)
    kernels.encode(values, stored, parameters)
    again = np.zeros_like(stored)
    return (
        partial(kernels.decode, stored, out, parameters),
        partial(kernels.encode, values, again, parameters),
    )


def _heavy(values: Floats) -> Floats:
    """The values, with an outlier in every other block of 64."""
    heavy = values.copy()
    heavy[::128] = 100
    return heavy


def _by_numpy(values: Floats) -> dict[str, Action]:
    """As one would write it with numpy alone: blocks of 64 with one scale."""
    actions: dict[str, Action] = {}
    for bits in (8, 7, 5, 3):
        parameters = BlockQuant(values.shape, bits)
        stored, expected = np.zeros(parameters.stored_size(), np.uint8), np.zeros_like(values)
        kernels.encode(values, stored, parameters)
        kernels.decode(stored, expected, parameters)
        decode = partial(_decoded_by_numpy, stored.reshape(-1, 4 + 8 * bits), bits)
        encode = partial(_encoded_by_numpy, values.reshape(-1, 64), bits)
        if decode().tobytes() != expected.tobytes() or encode().tobytes() != stored.tobytes():
            message = f"{NUMPY}, {bits} bits: not what the kernel gives"
            raise AssertionError(message)
        actions[f"decode {Mode(bits)}, {NUMPY}"] = decode
        actions[f"encode {Mode(bits)}, {NUMPY}"] = encode
    return actions


def _decoded_by_numpy(stored: Bytes, bits: int) -> Floats:
    scales, codes = stored[:, :4].copy().view(np.float32), stored[:, 4:]
    if bits < 8:
        each = np.unpackbits(codes, axis=1, bitorder="little").reshape(-1, bits)
        codes = np.packbits(each, axis=1, bitorder="little").reshape(-1, 64) - np.uint8(bias(bits))
    found: Floats = codes.view(np.int8).astype(np.float32) * scales
    return found


def _encoded_by_numpy(blocks: Floats, bits: int) -> Bytes:
    scales = np.abs(blocks).max(axis=1, keepdims=True) / np.float32(bias(bits))
    steps = blocks / scales
    codes = np.trunc(steps + np.copysign(np.float32(0.49999997), steps)).astype(np.int8)
    stored = codes.view(np.uint8)
    if bits < 8:
        unsigned = stored + np.uint8(bias(bits))
        each = np.unpackbits(unsigned.reshape(-1, 1), axis=1, bitorder="little")
        stored = np.packbits(each[:, :bits].reshape(len(blocks), -1), axis=1, bitorder="little")
    return np.hstack([scales.view(np.uint8), stored])


def _targets(values: Floats, options: Options) -> Table:
    rows: list[list[Cell]] = []
    for bits in (8, 7, 5, 3):
        seconds = {}
        for where, count in (("in cache", CACHED), ("in memory", values.size)):
            part = values[:count].copy()
            decode, encode = _coded(Mode(bits), part, np.zeros_like(part))
            actions = {"dequantise": decode, "quantise": encode} | _packed(bits, count)
            seconds[where] = _each(actions, count, options)
        for operation, limits in TARGETS.items():
            found = [seconds[where][operation] * BLOCK * 1e6 for where in seconds]
            met = _met(max(found), limits[bits], at_most=True)
            rows.append([f"{operation}, {bits} bits", *found, limits[bits], met])
    note = (
        f"Microseconds for {BLOCK:,} values in groups of 64, of many in one call, in one thread: "
        f"of {CACHED:,} values, which stay in a second-level cache, and of {values.size:,}. "
        "Quantising finds the scales, and packs; dequantising unpacks. The target is to be met "
        "in both places."
    )
    columns = ["", "us in cache", "us in memory", "target us", "met"]
    return Table("Targets of ADR-023", columns, sorted(rows, key=_by_operation), note)


def _by_operation(row: Sequence[Cell]) -> int:
    return list(TARGETS).index(str(row[0]).split(",")[0])


def _packing(count: int, options: Options) -> Table:
    rows: list[list[Cell]] = []
    for bits in range(1, 9):
        codes, packed = _codes(bits, CHECKED)
        plain: dict[str, Action] = {
            "pack": partial(bits_reference.pack, codes, bits, np.zeros_like(packed)),
            "unpack": partial(bits_reference.unpack, packed, bits, np.zeros_like(codes)),
        }
        speeds = [1e-9 / found for found in _each(_packed(bits, count), count, options).values()]
        slow = [1e-9 / found for found in _each(plain, CHECKED, options, CHECKED).values()]
        met = _met(min(speeds), PACKING, at_most=False)
        rows.append([f"{bits} bits", *speeds, PACKING, met, *slow])
    note = (
        f"GB/s of {count:,} codes in one thread, a byte each, as `pack_bits` takes and "
        f"`unpack_bits` gives them, into memory that was written before. `{NUMPY}` is the "
        f"reference, of `unpackbits` and `packbits`, with {CHECKED:,} codes."
    )
    columns = ["", "pack", "unpack", "at least", "met", f"pack, {NUMPY}", f"unpack, {NUMPY}"]
    return Table("Packing and unpacking codes", columns, rows, note)


def _maxima(options: Options) -> Table:
    rows: list[list[Cell]] = []
    values = np.random.default_rng(2).standard_normal(CACHED, np.float32)
    of_blocks, by_loop = _over_blocks(largest_finite), _over_blocks(numba.njit(_scalar_max_abs))
    for size in (512, 1024, BLOCK, CACHED):
        wanted = float(np.abs(values.reshape(-1, size)).max(axis=1).astype(np.float64).sum())
        if not of_blocks(values.view(np.int32), size) == by_loop(values, size) == wanted:
            message = f"max_abs of {size} values: not what numpy gives"
            raise AssertionError(message)
        actions: dict[str, Action] = {
            "quire": partial(of_blocks, values.view(np.int32), size),
            "scalar": partial(by_loop, values, size),
            NUMPY: partial(_numpy_max_abs, values.reshape(-1, size)),
        }
        timings = measure(_repeated(actions, ROUND_VALUES // CACHED), options.rounds)
        scale = size / ROUND_VALUES * 1e9
        found = [timings.median(name) * scale for name in actions]
        ratio = timings.ratio("scalar", "quire")
        met = _met(ratio, FASTER, at_most=False)
        rows.append([f"{size:,} values", *found, ratio, FASTER, met])
    note = (
        f"Nanoseconds a block, of {CACHED:,} float32 in one compiled call, in one thread. The "
        "scalar loop is compiled as well: `if size > most: most = size`, of floats, which LLVM "
        "leaves scalar as it may not change the order of comparisons with NaN."
    )
    columns = ["", "quire ns", "scalar loop ns", f"{NUMPY} ns", "times the loop", "at least", "met"]
    return Table("Largest magnitudes", columns, rows, note)


def _over_blocks(function: Callable[[Any], Any]) -> Callable[[Any, int], float]:
    """A compiled loop over blocks: the sum of what the function gives for each."""

    @numba.njit
    def run(values: Any, size: int) -> float:
        total = np.float64(0)
        for first in range(0, values.size, size):
            total += function(values[first : first + size])
        return total

    compiled: Callable[[Any, int], float] = run
    return compiled


def _numpy_max_abs(blocks: Floats) -> Floats:
    found: Floats = np.abs(blocks).max(axis=1)
    return found


def _scalar_max_abs(values: Floats) -> np.float32:
    most = np.float32(0)
    for i in range(values.size):
        size = abs(values[i])
        if size > most:  # noqa: PLR1730  # the loop of ADR-019, section 3.7
            most = size
    return most


def _codes(bits: int, count: int) -> tuple[npt.NDArray[np.int8], Bytes]:
    """Codes, and the same packed."""
    most = bias(bits) if bits > 1 else 1
    codes = np.random.default_rng(bits).integers(-bias(bits), most, count, np.int8, endpoint=True)
    packed = np.zeros(packed_size(count, bits), np.uint8)
    bits_kernels.pack(codes, bits, packed)
    return codes, packed


def _packed(bits: int, count: int) -> dict[str, Action]:
    """Packing and unpacking, into memory that was written before."""
    codes, packed = _codes(bits, count)
    return {
        "pack": partial(bits_kernels.pack, codes, bits, np.zeros_like(packed)),
        "unpack": partial(bits_kernels.unpack, packed, bits, np.zeros_like(codes)),
    }


def _each(
    actions: dict[str, Action], count: int, options: Options, together: int = ROUND_VALUES
) -> dict[str, float]:
    """Seconds a value of actions on `count` of them, of `together` in a measurement."""
    times = max(1, together // count)
    timings = measure(_repeated(actions, times), options.rounds)
    return {name: timings.median(name) / times / count for name in actions}


def _repeated(actions: dict[str, Action], times: int) -> dict[str, Action]:
    return {name: partial(_repeat, action, times) for name, action in actions.items()}


def _repeat(action: Action, times: int) -> None:
    for _ in range(times):
        action()


def _met(found: float, limit: float, *, at_most: bool) -> str:
    return "yes" if (found <= limit if at_most else found >= limit) else "no"
