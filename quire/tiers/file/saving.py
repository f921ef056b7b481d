"""Tensors of any tier to files and to bytes (`specs/tiers.ksy`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from quire.generated.tiers import Tiers
from quire.kernels.engine.given import expect_a
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.runtime import NestingError, dismantled
from quire.runtime.values.nesting import MOST_NESTED
from quire.sources import Target, write_record
from quire.tiers.blocks.array import QuantizedArray, quantize
from quire.tiers.blocks.numbers import TwoLevel, real_numbers, two_level_of
from quire.tiers.file.absent import AbsentTensor


def save_tensor(
    target: Target,
    tensor: Any,
    bits: int | None = None,
    *,
    block_size: int | None = None,
    two_level: TwoLevel = "auto",
    metadata: Mapping[str, Any] | None = None,
) -> None:
    """Write a tensor to a file.

    Args:
        target: A path, whose file appears whole or not at all; or a binary file to write to.
        tensor: Of numbers, of any shape; one that is quantised already (`QuantizedArray`), whose
            blocks are stored as they are; or one that is not kept (`AbsentTensor`).
        bits: Of a code: 8, 7, 5 or 3; None for 8. This and the two that follow are for numbers.
        block_size: Values of a block; None for 64.
        two_level: As of `quantize`.
        metadata: What JSON can hold, to be kept with the tensor.

    Raises:
        FormatError: as of `quantize`.
        EncodingError: as there.
        ValueError: the tensor is not quantised as is asked for; `metadata` has the key
            `reconstruct`, which is that of an `AbsentTensor`, or a number that JSON has not.
        LimitError: `metadata` have more than 128 lists and objects in each other.
        TypeError: `metadata` cannot be JSON.
    """
    record = _record(_tensor(tensor, bits, block_size, two_level=two_level), metadata)
    with dismantled(record):
        write_record(record, target)


def pack_tensor(
    tensor: Any,
    bits: int | None = None,
    *,
    block_size: int | None = None,
    two_level: TwoLevel = "auto",
    metadata: Mapping[str, Any] | None = None,
) -> bytes:
    """The bytes of the file that `save_tensor` writes; see there."""
    record = _record(_tensor(tensor, bits, block_size, two_level=two_level), metadata)
    with dismantled(record):
        return record.to_bytes()


def _tensor(
    tensor: Any, bits: int | None, block_size: int | None, *, two_level: TwoLevel
) -> QuantizedArray | AbsentTensor:
    if not isinstance(tensor, QuantizedArray | AbsentTensor):
        bits = 8 if bits is None else bits
        tensor = real_numbers(tensor, "tensor")
        return quantize(tensor, bits, 64 if block_size is None else block_size, two_level)
    two_level = two_level_of(two_level)
    found: dict[str, Any] = {"bits": 0, "block_size": 0, "two_level": False}
    if isinstance(tensor, QuantizedArray):
        mixed = "auto" if tensor.two_level_blocks else tensor.two_level
        found = {"bits": tensor.bits, "block_size": tensor.block_size, "two_level": mixed}
    asked = {"bits": bits, "block_size": block_size, "two_level": two_level}
    for name, value in asked.items():
        if value not in (None, "auto", found[name]):
            message = f"{name}: asked for {value}, but the tensor is stored as it is: {found[name]}"
            raise ValueError(message)
    return tensor


def _record(tensor: QuantizedArray | AbsentTensor, metadata: Mapping[str, Any] | None) -> Tiers:
    if metadata is not None:
        expect_a(Mapping, metadata, "metadata")
    document = dict(metadata or {})
    try:
        json.dumps(document, allow_nan=False)
    except TypeError as error:
        raise TypeError(f"metadata: {error}") from None
    except ValueError as error:
        raise ValueError(f"metadata: {error}") from None
    except RecursionError:  # as of what is deep, and not too deep for Python
        expected = f"at most {MOST_NESTED} lists and objects in each other"
        raise NestingError("metadata", expected, "more", format="tiers") from None
    if "reconstruct" in document:
        raise ValueError("metadata: expected no key `reconstruct`, which only an AbsentTensor has")
    if isinstance(tensor, AbsentTensor):
        if tensor.reconstruct is not None:
            document["reconstruct"] = asdict(tensor.reconstruct)
        told: dict[str, Any] = {"num_bits": 0, "two_level_blocks": b"", "len_blocks": 0}
    else:
        mode = Tiers.ScaleMode.two_level if tensor.two_level else Tiers.ScaleMode.single
        names = ("shape", "bits", "block_size", "two_level", "two_level_blocks")
        stage = Stage("block_quant", **{name: getattr(tensor, name) for name in names})
        told = {
            "num_bits": tensor.bits,
            "mode": Tiers.ScaleMode.mixed if tensor.two_level_blocks else mode,
            "block_size": tensor.block_size,
            "two_level_blocks": tensor.two_level_blocks,
            "blocks": Encoded((stage,), field="blocks", stored=tensor.data.data),
        }
    return Tiers.build(shape=list(tensor.shape), metadata=document, **told)
