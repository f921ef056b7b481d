"""A payload before its bytes: what decodes it, what it decodes to, where an error of it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self
from weakref import ref

import numpy as np

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.contract import ArrayCodec, ArraySpec, ParameterError, Rows, StoredError
from quire.kernels.engine.packing import Packing
from quire.kernels.engine.pipeline import Stage, coded, is_open, of_plain, packing
from quire.runtime.errors import FormatError, join_path
from quire.runtime.struct import Struct


class Coding:
    """The codecs of a payload, with the record and the field that have it.

    Attributes:
        parameters: The codec that makes the array.
        spec: Shape and dtype of the decoded array, known without decoding it.
    """

    _packing: Packing | None = None
    # The stage that makes the array, while nobody has counted how many bytes that is made of.
    _open: Stage | None = None

    parameters: ArrayCodec
    spec: ArraySpec

    def __init__(
        self, stages: tuple[Stage, ...], owner: Struct | None, field: str, offset: int | None
    ) -> None:
        # Weak: the record has this payload, and both go as soon as nobody has the record.
        self._owner: Callable[[], Any] | None = None if owner is None else ref(owner)
        self._format = "" if owner is None else owner._top()._format_name()
        self._field = field
        self._offset = offset
        try:
            if len(stages) > 1:
                self._packing = packing(stages[0])
            if self._packing is not None and self._packing.measures and is_open(stages):
                self._open = stages[-1]
            else:
                self._settle(stages[-1])
        except ParameterError as error:
            raise self._misused(error) from error

    def _settle(self, stage: Stage) -> None:
        """Note what makes the array, and what that is."""
        # The size is that which this codec takes: always known where another unpacks it.
        self.parameters, self.spec, self._taken = coded(stage)

    def _misused(self, error: ParameterError) -> FormatError:
        place = join_path(self._field, error.parameter)
        return FormatError(place, error.expected, error.found, offset=self._offset)

    def __getattr__(self, name: str) -> Any:
        """What makes the array, where that is not known before somebody has counted the bytes."""
        if name not in ("parameters", "spec", "_taken") or (stage := self._open) is None:
            raise AttributeError(f"{type(self).__name__} has no {name}", name=name, obj=self)
        try:
            self._settle(of_plain(stage, self._measured()))
        except ParameterError as error:
            raise self._located(self._misused(error)) from error
        return getattr(self, name)

    def _measured(self) -> int:
        """How many bytes are unpacked."""
        raise NotImplementedError  # `Decoding` does: it has the stored bytes

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the decoded array."""
        return self.spec.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the decoded array."""
        return dtype_of(self.spec.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes of the decoded array."""
        return self.spec.nbytes

    @property
    def codec(self) -> str:
        """Name of the codec that makes the array."""
        return self.parameters.name

    @property
    def coding(self) -> tuple[Any, ...]:
        """The codecs: what decoding takes beside the stored bytes."""
        return None if self._packing is None else self._packing.codec, self.parameters

    @property
    def offset(self) -> int | None:
        """Where the stored bytes begin in the file they were read from."""
        return self._offset

    def is_cut(self) -> bool:
        """Whether stored bytes of two payloads like this one are those of one of twice the rows."""
        size = self._taken
        if self._packing is not None or size is None or not self.shape:
            return False
        if not self.parameters.any_bytes:  # its check tells where in one payload something is wrong
            return False
        rows, *others = self.shape
        twice = replace(self.parameters, shape=(2 * rows, *others))
        return twice.row_range(rows, 2 * rows) == Rows(size, 2 * size, self.parameters)

    def has_coding(self, stages: tuple[Stage, ...]) -> bool:
        """Whether these stages have the very parameters that this payload has."""
        if self._open is not None and self._packing is not None and is_open(stages):
            last, same = stages[-1], packing(stages[0]).codec == self._packing.codec
            return same and (last.name, last.arguments) == (self._open.name, self._open.arguments)
        if len(stages) > 1 or self._packing is not None:
            return False
        try:
            return coded(stages[-1])[0] is self.parameters
        except (ParameterError, TypeError):
            return False

    def expect_size(self, size: int, offset: int | None) -> None:
        """Refuse stored bytes that cannot be as many as these."""
        if self._open is not None:
            return
        wanted = self._taken
        if self._packing is not None:
            try:
                self._packing.refuse(size, wanted or 0)
            except StoredError as error:
                raise FormatError(
                    self._field, error.expected, error.found, offset=offset
                ) from error
        elif wanted is not None and wanted != size:
            expected = f"{wanted} bytes ({self.codec}, shape {list(self.shape)})"
            raise FormatError(self._field, expected, f"{size} bytes", offset=offset)
        elif wanted is None:
            fewest, most = self.parameters.bounds()
            if not fewest <= size <= most:
                shape = list(self.shape)
                expected = f"{fewest} to {most} bytes ({self.codec}, shape {shape})"
                raise FormatError(self._field, expected, f"{size} bytes", offset=offset)

    def held_by(self, owner: Struct) -> None:
        """Name the record that holds this payload, for errors."""
        self._owner = ref(owner)

    def recoded(self, **changes: Any) -> Self:
        """This payload, decoded with other parameters of its codec."""
        return self._with(parameters=replace(self.parameters, **changes))

    def _with(self, **fields: Any) -> Self:
        """This payload with other values of some fields."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, **fields)
        return made

    def _misstored(self, error: StoredError, begin: int) -> FormatError:
        """What a codec says of stored bytes from byte `begin` of the payload on, as an error."""
        offset = None if self._offset is None else self._offset + begin + error.index
        return self._located(FormatError(self._field, error.expected, error.found, offset=offset))

    def _located(self, error: FormatError) -> FormatError:
        """An error of this payload, with the place of the record that holds it.

        Of a record that is gone, the format, the field and the offset are known.
        """
        if self._owner is None:
            return error
        owner = self._owner()
        return error.locate(self._format, "" if owner is None else owner._path())
