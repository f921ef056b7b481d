"""Unpacking a blob: to a dense tensor, or to what a sparse one stores."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.pack import Array
from quire.kernels.codecs.sparse_scatter import faults
from quire.kernels.engine.given import device_name, given_bytes, is_torch, to_fill
from quire.kernels.engine.staging import to_framework
from quire.runtime import FormatError, dismantled

Blob = bytes | bytearray | memoryview


class SparseResiduals(NamedTuple):
    """What a sparse blob stores.

    Attributes:
        indices: (k,) places in the flattened tensor (C order), in the order of the blob; uint32 of
            numpy, int64 of torch.
        values: (k,) float16 or bfloat16.
        shape: Of the tensor.
    """

    indices: Any
    values: Any
    shape: tuple[int, ...]


def unpack_residuals(
    blob: Blob,
    device: Any = None,
    *,
    framework: str | None = None,
    out: Any = None,
    strict: bool = True,
) -> Any:
    """Unpack a blob to a dense tensor, in memory of its own.

    Args:
        blob: The bytes of one blob, to their end.
        device: "cpu" (None, too), or "cuda" or "cuda:N": then the stored bytes cross the bus; or a
            device of torch, or the number of a GPU.
        framework: "numpy", "torch" or "cupy"; None for numpy, on a GPU for torch; "auto" for torch
            where this process has loaded it, else for numpy. A blob does not know whose it was.
        out: Tensor to fill, of numpy or torch, contiguous, of this shape and dtype, in other memory
            than the blob; it is returned. Gradients know nothing of it.
        strict: Refuse indices that stand there twice; else the last value counts, as for the
            original program.

    Returns:
        float16, or bfloat16 (of numpy: `ml_dtypes.bfloat16`).

    Raises:
        FormatError: the blob is damaged.
        LimitError: the tensor is larger than the blob may become (`quire.limits`), and there is no
            `out`. `sparse_residuals` makes none.
        ValueError: `out` does not fit.
        BackendUnavailable: what was asked for is not there; says what to install.
    """
    with dismantled(parsed(blob)) as record:
        return unpacked(record, device=device, framework=framework, out=out, strict=strict)


def sparse_residuals(
    blob: Blob, *, framework: str = "numpy", strict: bool = True
) -> SparseResiduals:
    """What a sparse blob stores, without making a tensor of it, whatever its shape is.

    Of numpy, arrays are views of the blob where it is not compressed.

    Args:
        blob: The bytes of one blob, to their end.
        framework: "numpy" or "torch".
        strict: As for `unpack_residuals`; else an index may stand there twice.

    Raises:
        FormatError: the blob is damaged.
        ValueError: it is dense.
    """
    with dismantled(parsed(blob)) as record:
        if not record.has_indices:
            raise ValueError("the blob is dense, without indices: `unpack_residuals` reads it")
        return sparse_of([(0, record)], record.values.shape, framework, strict=strict)


def sparse_of(
    parts: list[tuple[int, Hpdkv]], shape: tuple[int, ...], framework: str, *, strict: bool = True
) -> SparseResiduals:
    """What the parts of a sparse tensor store, of which each begins at some element."""
    places, values = [], []
    for first, record in parts:
        check_indices(record, strict=strict)
        found = record.index_block.indices
        places.append(found if len(parts) == 1 else found.astype(np.uint64) + first)
        values.append(stored_values(record))
    indices, stored = (
        each[0] if len(each) == 1 else np.concatenate(each) for each in (places, values)
    )
    if framework != "numpy":
        indices = indices.astype(np.int64)  # the only integers that torch takes as indices
    return SparseResiduals(to_framework(indices, framework), to_framework(stored, framework), shape)


def parsed(blob: Blob) -> Hpdkv:
    """The record of a blob; its payload is not looked at yet."""
    return Hpdkv.from_bytes(given_bytes(blob, "blob"))


def stored_values(record: Hpdkv) -> Array:
    """The values that a blob stores, flat: a read-only view of it, if it is not compressed."""
    return record.values.piece().stored.view(record.values.dtype)


def unpacked(
    record: Hpdkv,
    *,
    device: Any = None,
    framework: str | None = None,
    backend: str = "auto",
    out: Any = None,
    strict: bool = True,
) -> Any:
    """See `unpack_residuals`."""
    where = device_name(device)
    check_indices(record, strict=strict)
    if out is not None:
        return _into(record, out, backend)
    record.values.expect_worth(record.values.nbytes)
    framework = framework_named(framework, where)
    return record.values.decode(device=where, framework=framework, backend=backend)


def framework_named(framework: str | None, device: str) -> str:
    """The library whose tensor is meant: see `unpack_residuals`."""
    if framework is None:
        return "numpy" if device == "cpu" else "torch"
    if framework == "auto":
        return "torch" if "torch" in sys.modules else "numpy"
    return framework


def _into(record: Hpdkv, out: Any, backend: str) -> Any:
    if is_torch(out) and out.device.type != "cpu":
        values = record.values
        if (tuple(out.shape), str(out.dtype)) != (values.shape, f"torch.{values.spec.dtype}"):
            found = f"{out.dtype} {tuple(out.shape)}"
            raise ValueError(f"out: expected {values.spec.dtype} {values.shape}, found {found}")
        return out.copy_(values.decode(device=str(out.device), framework="torch"))
    target = to_fill(out, record.values.shape, record.values.dtype)
    check_apart(record, target)
    record.values.decode(target, backend=backend)
    return out


def check_apart(record: Hpdkv, out: Array) -> None:
    """Raise a ValueError if what is to be filled lies in the blob that it is filled from."""
    if np.may_share_memory(out, np.frombuffer(record._io.whole(), np.uint8)):
        message = "out: expected other memory than that of the blob, which is read meanwhile"
        raise ValueError(message)


def check_indices(record: Hpdkv, *, strict: bool = True) -> None:
    """Refuse indices that lie outside of the tensor and, if `strict`, that stand there twice."""
    if not record.has_indices:
        return
    indices, size = record.index_block.indices, record.values.spec.size
    place, expected = faults.outside(indices, size), f"an index below {size}"
    if place < 0 and strict:
        place, expected = faults.repeated(indices, size), "an index that is not there twice"
    if place >= 0:
        offset = (record.values.offset or 0) - 4 * (indices.size - place)
        path = f"index_block.indices[{place}]"
        error = FormatError(path, expected, int(indices[place]), offset=offset)
        raise record._locate(error)
