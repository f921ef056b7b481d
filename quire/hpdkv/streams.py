"""A blob in a file of its own, or in a stream up to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quire.arrays import Selection
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.file import ResidualFile
from quire.hpdkv.largest import Order
from quire.hpdkv.pack import record_of
from quire.hpdkv.tensors import Array
from quire.hpdkv.unpack import framework_named, stored_values, unpacked
from quire.kernels.engine.given import device_name
from quire.kernels.engine.threads import threads
from quire.progress import Progress, telling
from quire.runtime import dismantled
from quire.sources import Given, Source, Target, write_record


def save_residuals(
    target: Target,
    x: Any,
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: Any = None,
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

    Raises:
        EncodingError, TypeError, ValueError: as there; or the target is no binary file.
        OSError: it cannot be written; what was there is still there.
    """
    record = record_of(x, store_topk=store_topk, compress=compress, dtype=dtype, order=order)
    with dismantled(record):
        write_record(record, target)


def load_residuals(
    source: Given | Source,
    rows: Selection | None = None,
    out: Any = None,
    *,
    device: Any = None,
    framework: str | None = None,
    backend: str = "auto",
    workers: int | None = None,
    strict: bool = True,
    verify: bool = True,
    progress: Progress = None,
    storage_options: Mapping[str, Any] | None = None,
) -> Any:
    """The dense tensor of a file, or of a stream from its position to its end; or rows of it.

    Args:
        source: See `quire.open` for what can be opened.
        rows: As of `ArrayFile.read`.
        out: As for `unpack_residuals`; of rows, as of `ArrayFile.read`.
        device: As for `unpack_residuals`.
        framework: As there.
        backend: As of `ArrayFile.read`.
        workers: As there; one thread fills the memory's bandwidth.
        strict: As for `unpack_residuals`.
        verify: As of `ResidualFile`.
        progress: As of `ArrayFile.read`; without `rows`, told of the tensor as one.
        storage_options: As of `quire.open`.

    Raises:
        FormatError: the blob is damaged.
        TypeError: the source is no binary file.
        ValueError, IndexError: as of `ArrayFile.read`.
    """
    found, where = Source.of(source, storage_options), device_name(device)
    if rows is not None:
        with ResidualFile(found, verify=verify, strict=strict) as file:
            return file.read(
                rows,
                out,
                device=where,
                framework=framework_named(framework, where),
                backend=backend,
                workers=workers,
                progress=progress,
            )
    threads(workers)
    with (
        dismantled(found.read(Hpdkv)) as record,
        telling(progress, f"decoding {found.name}", 1) as tell,
    ):
        made = unpacked(
            record, device=where, framework=framework, backend=backend, out=out, strict=strict
        )
        tell(1)
        return made


def view_residuals(source: Given | Source) -> Array:
    """The values of a dense blob that is not compressed, where they are: nothing is copied.

    Args:
        source: See `quire.open`; a file at a path is mapped for as long as there is a view of it.

    Returns:
        float16 or bfloat16, read-only.

    Raises:
        FormatError: the blob is damaged.
        ValueError: it is sparse or compressed.
    """
    with dismantled(Source.of(source).read(Hpdkv)) as record:
        if record.storage != Hpdkv.Storage.dense:
            kind = Hpdkv.Storage(record.storage).name.replace("_", " and ")
            message = f"only dense values that are not compressed can be viewed, these are {kind}"
            raise ValueError(message)
        return stored_values(record).reshape(record.values.shape)
