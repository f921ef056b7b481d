"""A file with one blob as an array."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np

from quire.arrays import ArrayFile, filled
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv.tensors import Array
from quire.hpdkv.unpack import check_indices, unpacked
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import choose
from quire.sources import Given, Source


class ResidualFile(ArrayFile):
    """An open file with one tensor, float16 or bfloat16; see `ArrayFile`.

    What is sparse or compressed is unpacked whole when rows are first asked for, and kept until
    the file is closed.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        verify: It has no checksum that could be left out.
        strict: As for `unpack_residuals`.

    Raises:
        FormatError: it is damaged, but for its payload.
    """

    def __init__(self, source: Given | Source, *, verify: bool = True, strict: bool = True) -> None:
        super().__init__(source, verify=verify)
        self._strict = strict
        self._record = self.source.read(Hpdkv)

    def __reduce__(self) -> tuple[Any, tuple[Source]]:
        again: Any
        again, given = super().__reduce__()
        return partial(again, strict=self._strict), given

    def _close(self) -> None:
        self.__dict__.pop("_whole", None)
        self._record.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the tensor."""
        return self._record.values.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Its dtype."""
        return self._record.values.dtype

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
        """Memory for some rows: a sparse file may tell any number of them, so it is checked."""
        self._expect_worth(count)
        return np.empty((count, *self.shape[1:]), self.dtype)

    def _expect_worth(self, count: int) -> None:
        """Refuse rows that the file is too small for; all rows are kept beside some of them."""
        values = self._record.values
        rows = math.prod((count, *self.shape[1:])) * self.dtype.itemsize
        values.expect_worth(rows if self._is_apart else rows + values.nbytes)

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        options.pop("workers", None)  # one thread fills the memory's bandwidth
        if self._is_apart:
            return self._record.values.decode(out, rows=slice(start, stop), **options)
        if options.get("device", "cpu") == "cpu":
            values = self._record.values.parameters
            choose(type(values), Operation.DECODE, backend=options.get("backend", "auto"))
            is_all = (start, stop) == (0, (self.shape or (1,))[0])
            if out is None and is_all and "_whole" not in vars(self):
                return np.atleast_1d(unpacked(self._record, strict=self._strict))
            if out is None:
                self._expect_worth(stop - start)
            return filled(np.atleast_1d(self._whole)[start:stop], out)
        where = {"device": options["device"], "framework": options["framework"]}
        tensor = unpacked(self._record, strict=self._strict, **where)
        return tensor[start:stop] if self.shape else tensor.reshape(1)

    def _fetch(self, parts: list[slice]) -> None:
        if self._is_apart:
            self._record.values.fetch(parts)

    def _checked(self) -> list[str]:
        self._record.validate()
        check_indices(self._record, strict=self._strict)
        if any(self._record.padding):
            return ["the padding before the payload is not all zeros"]
        return []


def open_residuals(
    source: Given | Source,
    *,
    verify: bool = True,
    strict: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> ResidualFile:
    """Open a file with one blob, whose rows are unpacked when they are asked for.

    Args:
        source: As of `quire.open`.
        verify: As there.
        strict: As for `unpack_residuals`.
        storage_options: As of `quire.open`.
    """
    return ResidualFile(Source.of(source, storage_options), verify=verify, strict=strict)
