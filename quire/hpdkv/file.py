"""A file with one blob: opened as an array, loaded, saved, viewed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from quire.arrays import PayloadFile, Selection, filled
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.pack import Array, record_of
from quire.hpdkv.unpack import check_indices, framework_named, stored_values, unpacked
from quire.kernels.codecs.sparse_scatter.largest import Order
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import choose
from quire.kernels.engine.given import device_name
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.threads import threads
from quire.opened import Opening
from quire.progress import Progress, telling
from quire.runtime import dismantled
from quire.sources import Given, Source, Target, write_record


class ResidualFile(PayloadFile):
    """An open file with one tensor, float16 or bfloat16; see `ArrayFile`.

    What is sparse or compressed is unpacked whole when rows are first asked for, and kept until
    the file is closed.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        strict: As for `unpack_residuals`.
        opening: As of `quire.open`; there is no checksum that could be left out.

    Raises:
        FormatError: the file is damaged; the payload is checked later.
    """

    def __init__(
        self, source: Given | Source, *, strict: bool = True, **opening: Unpack[Opening]
    ) -> None:
        super().__init__(source, **opening)
        self._strict = strict
        self._told = {"strict": strict}
        self._record: Hpdkv = self.source.read(Hpdkv)

    def _close(self) -> None:
        self.__dict__.pop("_whole", None)
        super()._close()

    @property
    def _payload(self) -> Encoded:
        return self._record.values

    @cached_property
    def _whole(self) -> Array:
        """All rows of what is sparse or compressed."""
        made: Array = unpacked(self._record, strict=self._strict)
        return made

    @property
    def _is_apart(self) -> bool:
        """Whether rows are stored apart from each other."""
        return self._record.storage == Hpdkv.Storage.dense and bool(self.shape)

    def _new(self, count: int) -> Array:
        shape = (count, *self.shape[1:])
        size = math.prod(shape) * self.dtype.itemsize
        # A sparse file may tell any number of rows; all of them are kept beside some.
        self._payload.expect_worth(size if self._is_apart else size + self.nbytes)
        return np.empty(shape, self.dtype)

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        if self._is_apart:
            return super()._decode(start, stop, out, **options)
        if options.get("device", "cpu") == "cpu":
            codec = type(self._payload.parameters)
            choose(codec, Operation.DECODE, backend=options.get("backend", "auto"))
            is_all = (start, stop) == (0, (self.shape or (1,))[0])
            if out is None and is_all and "_whole" not in vars(self):
                return np.atleast_1d(unpacked(self._record, strict=self._strict))
            target = self._new(stop - start) if out is None else out
            return filled(np.atleast_1d(self._whole)[start:stop], target)
        where = {"device": options["device"], "framework": options["framework"]}
        tensor = unpacked(self._record, strict=self._strict, **where)
        return tensor[start:stop] if self.shape else tensor.reshape(1)

    def _fetch(self, parts: list[slice]) -> None:
        if self._is_apart:
            super()._fetch(parts)

    def _checked(self) -> list[str]:
        self._record.validate()
        check_indices(self._record, strict=self._strict)
        if any(self._record.padding):
            return ["the padding before the payload is not all zeros"]
        return []


open_residuals = ResidualFile
"""Opens a file with one blob, whose rows are unpacked when they are asked for."""


def save_residuals(
    target: Target,
    x: Any,
    *,
    store_topk: float | None = None,
    compress: bool = False,
    dtype: Any = None,
    order: Order = "magnitude",
) -> None:
    """Write a tensor as one blob; other arguments and errors are those of `pack_residuals`.

    The target is a path, whose file appears whole or not at all; or a binary file to write to.

    Raises:
        OSError: it cannot be written; what was there is still there.
        TypeError: the target is no binary file.
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

    `out`, `device`, `framework` and `strict` are as for `unpack_residuals`, `verify` and
    `storage_options` as of `quire.open`, the others, and of rows all, as of `ArrayFile.read`. Of
    the whole tensor progress is told as of one; one thread fills the memory's bandwidth.

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
            raise ValueError(
                f"only dense values that are not compressed can be viewed, these are {kind}:"
                " `load_residuals` reads them"
            )
        return stored_values(record).reshape(record.values.shape)
