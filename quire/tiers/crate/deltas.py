"""Deltas: what has to be added to an array at some places to get another one (ADR-021)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.generated.tensor_store import TensorStore
from quire.kernels.engine.given import expect_a, expect_list, given_bytes
from quire.runtime import Reader
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.values.number_at import largest
from quire.tiers.blocks.numbers import Floats, as_float32, fitting, real_numbers
from quire.tiers.crate.record import FORMAT

BLOCK_VALUES = 1 << 16
"""Values of a block that an index of 16 bits can tell apart."""

MOST_ENTRIES = largest(TensorStore.Delta, "num_entries")

_STEPS = np.float32(32767)


def _whole_numbers(name: str, given: Any, dtype: Any) -> npt.NDArray[Any]:
    """Integers as the dtype that is stored; a FormatError if they are none, or out of range."""
    found = np.asarray(given)
    if found.dtype == dtype:
        return found
    limits = np.iinfo(dtype)
    if found.size and (
        found.dtype.kind not in "iu" or found.min() < limits.min or found.max() > limits.max
    ):
        expected = f"integers from {limits.min} to {limits.max}"
        raise FormatError(name, expected, f"others ({found.dtype})", format=FORMAT)
    return found.astype(dtype)


@dataclass(frozen=True, slots=True, eq=False)
class DeltaRecord:
    """What has to be added to a block.

    Attributes:
        tensor_id: 0 to 2^128 - 1.
        block_index: Place of the block in the tensor.
        base_epoch: Time of the block that it is added to.
        scale: What a value is multiplied by: float32 as a float of Python.
        indices: (n,) uint16, places in the block; n is at most 65,535.
        values: (n,) int16.

    Raises:
        FormatError: these cannot be.
    """

    tensor_id: int
    block_index: int
    base_epoch: int
    scale: float
    indices: npt.NDArray[np.uint16]
    values: npt.NDArray[np.int16]

    def __post_init__(self) -> None:
        for name, dtype in (("indices", np.uint16), ("values", np.int16)):
            object.__setattr__(self, name, _whole_numbers(name, getattr(self, name), dtype))
        count = self.indices.size
        if count > MOST_ENTRIES:
            raise FormatError("indices", f"at most {MOST_ENTRIES}", count, format=FORMAT)
        if self.values.shape != self.indices.shape or self.indices.ndim != 1:
            shapes = f"{self.indices.shape} and {self.values.shape}"
            raise FormatError("values", "as many as there are indices", shapes, format=FORMAT)

    @property
    def nbytes(self) -> int:
        """Bytes of the record."""
        entries = TensorStore.Delta.Entry.SIZE * self.indices.size
        return TensorStore.Delta.offset_of("entries") + entries


def compute_delta(
    old: npt.ArrayLike,
    new: npt.ArrayLike,
    *,
    threshold: float = 1e-6,
    max_change_fraction: float = 0.1,
    tensor_id: int = 0,
    block_index: int = 0,
    base_epoch: int = 0,
) -> DeltaRecord | None:
    """What has to be added to `old` to get about `new`.

    Differences are kept in steps of the largest one divided by 32767, rounded half away from zero:
    bit for bit as in the original program, except that what is not finite is no error there.

    Args:
        old: At most 65,536 numbers of any shape; they are rounded to float32.
        new: As many, of the same shape.
        threshold: The least magnitude of a difference that is kept.
        max_change_fraction: From which share of kept differences on there is no delta.
        tensor_id: 0 to 2^128 - 1.
        block_index: Place of the block in the tensor.
        base_epoch: Time of `old`.

    Returns:
        The delta, whose indices rise; None if too many values changed.

    Raises:
        FormatError: the block is too long; `compute_deltas` takes arrays of any size.
        EncodingError: a difference is not finite; those of a value that stays as it is do not
            count.
        ValueError: the shapes differ, or `threshold` or `max_change_fraction` is no number.
    """
    before, after = _checked(old, new, threshold, max_change_fraction)
    if before.size > BLOCK_VALUES:
        expected = f"a block of at most {BLOCK_VALUES} values"
        raise FormatError("old", expected, before.size, format=FORMAT)
    block = tensor_id, block_index, base_epoch
    return _delta(before, after, threshold, max_change_fraction, block)


def _delta(
    before: Floats,
    after: Floats,
    threshold: float,
    max_change_fraction: float,
    block: tuple[int, int, int],
) -> DeltaRecord | None:
    """See `compute_delta`; the block is its tensor, its place and its time."""
    differences = _differences(before, after)
    sizes = np.abs(differences)
    indices = np.flatnonzero(sizes >= np.float32(threshold))
    share = np.float32(indices.size) / np.float32(max(before.size, 1))
    dense = before.size > 0 and share >= np.float32(max_change_fraction)
    if dense or indices.size > MOST_ENTRIES:
        return None
    most = sizes[indices].max(initial=np.float32(0))
    scale = np.float32(most / _STEPS) if most > 0 else np.float32(before.size > 0)
    values = _rounded(differences[indices], scale)
    return DeltaRecord(*block, float(scale), indices.astype(np.uint16), values)


def apply_delta(base: npt.ArrayLike, delta: DeltaRecord, out: Floats | None = None) -> Floats:
    """Add a delta to a block, in float32; of a place that stands there twice, both.

    Args:
        base: Numbers of any shape.
        delta: What to add.
        out: float32 of this shape, C-contiguous, to fill; it may be `base`.

    Returns:
        float32 of the shape of `base`: `out`, or a new array.

    Raises:
        FormatError: a place lies after the block.
        ValueError: `out` does not fit.
    """
    expect_a(DeltaRecord, delta, "delta")
    start = real_numbers(base, "base")
    if delta.indices.size and (last := int(delta.indices.max())) >= start.size:
        raise FormatError("entries", f"places below {start.size}", last, format=FORMAT)
    target = float32_of(start, out)
    with np.errstate(all="ignore"):  # a file may ask for it
        steps = delta.values.astype(np.float32) * np.float32(delta.scale)
        np.add.at(target.reshape(-1), delta.indices, steps)
    return target


def encode_delta(delta: DeltaRecord) -> bytes:
    """The record of a delta: 34 + 4 * n bytes.

    Raises:
        FormatError: a number does not fit its field.
    """
    expect_a(DeltaRecord, delta, "delta")
    return TensorStore.Delta.build(
        tensor_id=delta.tensor_id,
        block_index=delta.block_index,
        base_epoch=delta.base_epoch,
        scale=delta.scale,
        entries={"index": delta.indices, "value": delta.values},
    ).to_bytes()


def decode_delta(blob: bytes | bytearray | memoryview) -> DeltaRecord:
    """Read the record of a delta; its arrays are views.

    Raises:
        FormatError: there are more or fewer bytes than it takes.
    """
    view = given_bytes(blob, "blob")
    delta, end = read_delta(view, 0)
    if end != len(view):
        raise FormatError("delta", f"{end} bytes", len(view), offset=end, format=FORMAT)
    return delta


def compute_deltas(
    old: npt.ArrayLike,
    new: npt.ArrayLike,
    *,
    threshold: float = 1e-6,
    max_change_fraction: float = 0.1,
    tensor_id: int = 0,
    base_epoch: int = 0,
) -> list[DeltaRecord] | None:
    """The deltas of an array of any size, in blocks of 65,536 values in row-major order.

    Arguments and errors are those of `compute_delta`; the fraction is that of each block.

    Returns:
        One delta for each block in which something changed; None if there is one with too much.
    """
    before, after = _checked(old, new, threshold, max_change_fraction)
    found = []
    for number, start in enumerate(range(0, before.size, BLOCK_VALUES)):
        part, block = slice(start, start + BLOCK_VALUES), (tensor_id, number, base_epoch)
        delta = _delta(before[part], after[part], threshold, max_change_fraction, block)
        if delta is None:
            return None
        if delta.indices.size:
            found.append(delta)
    return found


def apply_deltas(
    base: npt.ArrayLike, deltas: Iterable[DeltaRecord], out: Floats | None = None
) -> Floats:
    """Add the deltas of the blocks of an array, one after the other; see `apply_delta`.

    Raises:
        FormatError: a block or a place lies after the array; others may have been added to `out`.
        ValueError: `out` does not fit.
    """
    target = float32_of(real_numbers(base, "base"), out)
    flat = target.reshape(-1)
    expect_list(deltas, "deltas", "DeltaRecord")
    for delta in deltas:
        expect_a(DeltaRecord, delta, "deltas")
        start = delta.block_index * BLOCK_VALUES
        block = flat[start : start + BLOCK_VALUES]
        apply_delta(block, delta, block)
    return target


def deltas_in(blob: bytes | bytearray | memoryview) -> Iterator[DeltaRecord]:
    """The deltas whose records follow each other."""
    at, view = 0, given_bytes(blob, "blob")
    while at < len(view):
        delta, at = read_delta(view, at)
        yield delta


def read_delta(view: memoryview, at: int) -> tuple[DeltaRecord, int]:
    """The delta that stands there, and where it ends."""
    found = TensorStore.Delta.from_io(Reader(view[at:], at))
    entries: Any = found.entries
    delta = DeltaRecord(
        found.tensor_id,
        found.block_index,
        found.base_epoch,
        found.scale,
        entries.column("index"),
        entries.column("value"),
    )
    return delta, at + delta.nbytes


def _checked(
    old: Any, new: Any, threshold: float, max_change_fraction: float
) -> tuple[Floats, Floats]:
    """The values of arrays of one shape, flat."""
    for name, value in (("threshold", threshold), ("max_change_fraction", max_change_fraction)):
        if not isinstance(value, Real) or not value >= 0:  # nor is NaN
            raise ValueError(f"{name}: expected a number, 0 or more, found {value}")
    before, after = real_numbers(old, "old"), real_numbers(new, "new")
    if before.shape != after.shape:
        raise ValueError(f"new: expected an array of shape {before.shape}, found {after.shape}")
    return as_float32(before, "old").reshape(-1), as_float32(after, "new").reshape(-1)


def _differences(before: Floats, after: Floats) -> Floats:
    with np.errstate(all="ignore"):
        found = after - before
    unclear = ~np.isfinite(found)
    if unclear.any():
        same = (after == before) | (np.isnan(after) & np.isnan(before))
        found[unclear & same] = 0
        if (wrong := np.flatnonzero(unclear & ~same)).size:
            index = int(wrong[0])
            pair = f"{before[index]} and {after[index]} at index {index}"
            raise EncodingError(f"expected finite differences, found {pair}")
    return found


def _rounded(differences: Floats, scale: np.float32) -> npt.NDArray[np.int16]:
    """Differences times 1 / scale, in float32 as in the original program; half away from zero."""
    with np.errstate(all="ignore"):  # so small that 1 / scale is infinite
        steps = (differences * (np.float32(1) / scale)).astype(np.float64)
    steps[np.isnan(steps)] = 0
    whole = np.copysign(np.floor(np.abs(steps) + 0.5), steps)
    return np.clip(whole, -32768, 32767).astype(np.int16)


def float32_of(base: npt.NDArray[Any], out: Floats | None) -> Floats:
    """An array of float32 with the values of a base, of its shape: `out`, or a new one."""
    with np.errstate(over="ignore"):
        if out is None:
            return np.array(base, np.float32, order="C")
        target = fitting(out, base.shape)
        if out is not base:
            target[...] = base
    return target
