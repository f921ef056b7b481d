"""A blob in a file of its own, or in a stream up to its end."""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.largest import Order
from quire.hpdkv.pack import record_of
from quire.hpdkv.tensors import Array
from quire.hpdkv.unpack import parsed, stored_values, unpacked
from quire.runtime import dismantled

Path = str | os.PathLike[str]


def save_residuals(
    target: Path | BinaryIO,
    x: Any,
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: str | None = None,
    order: Order = "magnitude",
) -> None:
    """Write a tensor as one blob; see `pack_residuals`.

    Args:
        target: A path, whose file appears whole or not at all; or a binary file to write to.
        x: As for `pack_residuals`, and so are the others.
        store_topk: As there.
        compress: As there.
        dtype: As there.
        order: As there.
    """
    record = record_of(x, store_topk=store_topk, compress=compress, dtype=dtype, order=order)
    with dismantled(record):
        if isinstance(target, str | os.PathLike):
            record.to_file(target)
        else:
            record.write_to(target)


def load_residuals(
    source: Path | BinaryIO,
    *,
    device: str | None = None,
    framework: str | None = None,
    out: Any = None,
    strict: bool = True,
) -> Any:
    """The dense tensor of a file, or of a stream from its position to its end.

    Args:
        source: A path, or a binary file.
        device: As for `unpack_residuals`, and so are the others.
        framework: As there.
        out: As there.
        strict: As there.

    Raises:
        FormatError: the blob is damaged.
    """
    options: dict[str, Any] = {
        "device": device,
        "framework": framework,
        "out": out,
        "strict": strict,
    }
    if not isinstance(source, str | os.PathLike):
        with dismantled(parsed(source.read())) as record:
            return unpacked(record, **options)
    with dismantled(Hpdkv.from_file(source)) as record:
        return unpacked(record, **options)


def view_residuals(source: Path | bytes | bytearray | memoryview) -> Array:
    """The values of a dense blob that is not compressed, where they are: nothing is copied.

    Args:
        source: A path, whose file is mapped for as long as there is a view of it; or a blob.

    Returns:
        float16 or bfloat16, read-only.

    Raises:
        FormatError: the blob is damaged.
        ValueError: it is sparse or compressed.
    """
    record = Hpdkv.from_file(source) if isinstance(source, str | os.PathLike) else parsed(source)
    with dismantled(record):
        if record.storage != Hpdkv.Storage.dense:
            kind = Hpdkv.Storage(record.storage).name.replace("_", " and ")
            message = f"only dense values that are not compressed can be viewed, these are {kind}"
            raise ValueError(message)
        return stored_values(record).reshape(record.values.shape)
