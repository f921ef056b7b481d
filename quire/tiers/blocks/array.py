"""Whole arrays, quantised in blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.codecs.block_quant import blocks
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.contract import Operation, ParameterError
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import device_name, expect_a, expect_list, given_bytes
from quire.kernels.engine.staging import decode_on_gpu, to_framework
from quire.kernels.engine.threads import run, threads
from quire.kernels.services.indexing import RowArray, runs, selected, slice_of
from quire.runtime.errors import FormatError
from quire.tiers.blocks.bits import kernels_of
from quire.tiers.blocks.numbers import (
    Floats,
    Rows,
    TwoLevel,
    check_number,
    check_width,
    fitting,
    real_numbers,
    two_level_of,
)
from quire.tiers.errors import InputTooSmall

THRESHOLD = 5.0
"""Above which ratio of the largest to the median magnitude a block has two scales."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantizedArray(RowArray):
    """The blocks of an array, and what is needed to decode them.

    It looks like an array of numpy, float32: indexing, iteration and `numpy.asarray` decode what
    they touch, to new memory.

    Attributes:
        data: (n,) uint8, also given as bytes: the blocks, without anything between them (ADR-019,
            section 3.10).
        shape: Of the array.
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block; the last one may be shorter.
        two_level: Whether every block has two scales.
        two_level_blocks: Which blocks have two, where they differ: one bit a block, the lowest of
            each byte first. Empty where they do not.

    Raises:
        FormatError: these cannot be, or not together; or there are more or fewer bytes.
        TypeError: the data, or `two_level_blocks`, are no bytes.
    """

    data: npt.NDArray[np.uint8]
    shape: tuple[int, ...]
    bits: int
    block_size: int = 64
    two_level: bool = False
    two_level_blocks: bytes = b""

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", as_bytes(self.data))
        expect_list(self.shape, "shape", "whole numbers")
        expect_a(bytes, self.two_level_blocks, "two_level_blocks")
        object.__setattr__(self, "shape", tuple(self.shape))
        if isinstance(self.two_level, np.bool_):
            object.__setattr__(self, "two_level", bool(self.two_level))
        size = self.parameters.stored_size()
        if self.data.size < size:
            raise InputTooSmall(size, self.data.size)
        if self.data.size > size:
            raise FormatError("data", f"{size} bytes", self.data.size)

    @property
    def parameters(self) -> BlockQuant:
        """The parameters of the codec `block_quant`."""
        return _parameters(
            self.shape, self.bits, self.block_size, self.two_level_blocks, two_level=self.two_level
        )

    @property
    def nbytes(self) -> int:
        """Bytes of the blocks."""
        return self.data.nbytes

    def dequantize(
        self,
        out: npt.NDArray[np.float32] | None = None,
        rows: Rows | None = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> Any:
        """Decode, all of it or the blocks that some rows touch.

        Args:
            out: float32 of the rows' shape, C-contiguous, to fill (CPU).
            rows: Of the first axis: one, whose axis goes, or a slice; None for all.
            device: "cpu"; or "cuda", "cuda:N", N, or a device of torch: then the stored bytes cross
                the bus, and are decoded there.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            workers: Threads (CPU); None for the processors there are.

        Returns:
            float32.

        Raises:
            IndexError: there is no such row.
            ValueError: `out` does not fit.
            BackendUnavailable: what was asked for cannot run; says what to install.
        """
        options: dict[str, Any] = {"device": device, "framework": framework, "backend": backend}
        return decoded(self.data, self.parameters, out, rows, workers=workers, **options)

    @property
    def dtype(self) -> np.dtype[np.float32]:
        """That of decoded values."""
        return np.dtype(np.float32)

    def _take_all(self) -> Floats:
        found: Floats = self.dequantize()
        return found

    def _take(self, rows: range | npt.NDArray[np.intp]) -> Floats:
        if isinstance(rows, range):
            found: Floats = self.dequantize(rows=slice_of(rows))
            return found
        taken, at = np.empty((len(rows), *self.shape[1:]), np.float32), 0
        for start, stop in runs(rows):
            self.dequantize(taken[at : at + stop - start], slice(start, stop))
            at += stop - start
        return taken


def decoded(
    stored: npt.NDArray[np.uint8],
    parameters: BlockQuant,
    out: npt.NDArray[np.float32] | None = None,
    rows: Rows | None = None,
    *,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    workers: int | None = None,
) -> Any:
    """Decode blocks, whoever has them; see `QuantizedArray.dequantize`."""
    if workers is not None:
        threads(workers)  # few values are decoded by one thread, whatever is asked for
    wanted, shape = selected(parameters.shape, rows)
    whole = blocks.Blocks(np.frombuffer(stored, np.uint8), parameters)
    where = device_name(device)
    if where != "cpu":
        if out is not None or wanted.step != 1:
            raise ValueError("out, and rows with a step, are for the CPU")
        options: dict[str, Any] = {"framework": framework, "backend": backend, "device": where}
        decode = partial(decode_on_gpu, **options)
        return whole.decode_apart(wanted, decode).reshape(shape)
    target = fitting(out, shape)
    kernel = select(BlockQuant, Operation.DECODE, "cpu", backend, target.nbytes)
    jobs = whole.jobs(wanted, target, partial(kernel, fresh=out is None))
    run(jobs, workers if target.size > blocks.PART_VALUES else 1)
    return to_framework(target, framework)


def as_bytes(data: Any) -> npt.NDArray[np.uint8]:
    """Blocks as a flat, contiguous array of bytes: of such an array, or of a buffer of bytes."""
    if isinstance(data, np.ndarray):
        if data.dtype != np.uint8 or data.ndim != 1:
            raise TypeError(f"data: expected uint8 (n,), found {data.dtype} {data.shape}")
        return np.ascontiguousarray(data)
    return np.frombuffer(given_bytes(data, "data"), np.uint8)


def quantize(
    array: Any,
    bits: int,
    block_size: int = 64,
    two_level: TwoLevel = "auto",
    *,
    threshold: float = THRESHOLD,
) -> QuantizedArray:
    """Quantise an array in blocks of its values in row-major order (ADR-019, sections 3.1 to 3.4).

    Args:
        array: Numbers of any shape, of numpy, of torch (a gradient is not kept) or in lists; they
            are rounded to float32. What is not finite becomes 0.
        bits: Of a code: 8, 7, 5 or 3.
        block_size: Values of a block.
        two_level: Whether blocks have two scales, which takes 3 bits. "auto": those do whose
            largest magnitude is more than `threshold` times their median; none with other bits.
        threshold: For "auto".

    Raises:
        InvalidBitWidth: there are no such codes.
        FormatError: `block_size` is below 1, or there are two scales with more than 3 bits; or the
            threshold is no number, or below 0.
        EncodingError: the array is not one of real numbers.
        ValueError: `two_level` is something else.
    """
    two_level = two_level_of(two_level)
    check_width(bits)
    check_number("threshold", threshold)
    check_number("block_size", block_size, whole=True, least=1)  # before it divides
    values = real_numbers(array, "array")
    bitmap, every = b"", two_level is True
    if two_level == "auto" and bits == 3:
        kernels = kernels_of("codecs.block_quant", values.size)
        tails = kernels.heavy_tailed(values.reshape(-1), block_size, threshold)
        bitmap, heavy = tails.tobytes(), int(np.unpackbits(tails).sum())
        every = 0 < heavy == -(-values.size // block_size)
        bitmap = b"" if every or not heavy else bitmap
    parameters = _parameters(values.shape, bits, block_size, bitmap, two_level=every)
    data = np.empty(parameters.stored_size(), np.uint8)
    encode: Callable[..., None] = select(BlockQuant, Operation.ENCODE, nbytes=values.nbytes)
    encode(values, data, parameters)
    return QuantizedArray(data, values.shape, bits, block_size, every, bitmap)


def _parameters(
    shape: tuple[int, ...], bits: int, block_size: int, bitmap: bytes, *, two_level: bool
) -> BlockQuant:
    check_width(bits)
    check_number("block_size", block_size, whole=True, least=1)
    try:
        return BlockQuant(shape, bits, block_size, two_level, bitmap)
    except ParameterError as error:
        raise FormatError(error.parameter, error.expected, error.found) from error
