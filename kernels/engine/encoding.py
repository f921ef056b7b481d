"""Payloads that are made of arrays: stored bytes are encoded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import (
    converted,
    dtype_of,
    exactly,
    given_array,
    is_of_a_kind,
    refuse_overflow,
)
from quire.kernels.contract import ArrayCodec, ArraySpec, FixedCodec, Operation, VaryingCodec
from quire.kernels.engine.coding import Coding
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import as_array, on_gpu
from quire.kernels.engine.pipeline import Stage, coded, packing
from quire.runtime.coding.zlibs import fastest_zlib
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.python_errors import unencodable
from quire.runtime.reading.reader import Reader

Array = npt.NDArray[Any]
Bytes = npt.NDArray[np.uint8]


class Stored(Coding):
    """A payload with its stored bytes, or with the array that they are made of."""

    # What most payloads have not: files have many, and each attribute of one takes memory and time.
    _array: Array | None = None
    _stored: bytes | memoryview | None = None
    # Where in a stream the stored bytes are; a view of them would keep the file open.
    _window: tuple[Reader, int, int] | None = None
    # What was encoded last, where a digest is of the array that it decodes to.
    _digested_next: Bytes | None = None
    # What was given, which somebody may still hold and edit, and its elements when it was copied.
    _given: Any = None
    _copied: tuple[int, int] | None = None

    def keep_up(self) -> bool:
        """Be made of what was given as it is now: somebody may have edited that in place.

        Returns:
            Whether that can be: it may have another shape now.

        Raises:
            FormatError: it cannot be stored any more.
        """
        if self._copied is None:
            return True
        array = given(self._given, self._field)
        if array.shape != self._source().shape:
            return False
        if _known_by(array) != self._copied:
            self._stored = self._digested_next = None
            self._take(array, self._given)
        return True

    def _take(self, array: Array, value: Any) -> None:
        """Be made of an array.

        Args:
            array: The array.
            value: What somebody has given, and it is, or is a copy of; None, if nobody has it.

        Raises:
            FormatError: the array has another shape, or other elements.
        """
        self._given, self._array = value, self._encodable(array)
        self._copied = None if value is None or value is self._array else _known_by(array)
        if array.shape != self.shape:
            expected = f"an array of shape {list(self.shape)}"
            raise FormatError(self._field, expected, list(array.shape))

    @property
    def stored_size(self) -> int:
        """Number of stored bytes."""
        if self._window is not None:
            return self._window[2]
        if self._stored is not None:
            return len(self._stored)
        if self._taken is None or self._packing is not None:
            return len(self.stored)
        return self._taken

    @property
    def stored(self) -> memoryview:
        """The stored bytes; a payload that was made of an array is encoded now, and stays so."""
        if self._window is not None:
            io, start, size = self._window
            return io.view(start, size)
        if self._stored is None:
            self._keep(self._encoded(self._source(), self.parameters))
        return memoryview(self._stored)  # type: ignore[arg-type]  # they are kept now

    def _keep(self, plain: Bytes) -> None:
        """Keep what the array was encoded to, packed if it is stored so."""
        self._stored = plain.data if self._packing is None else self._packing.pack(plain)
        if not self.parameters.exact:
            self._digested_next = plain
        if self._given is not None and self._copied is None:
            array = self._source()
            is_view = self._packing is None and np.may_share_memory(plain, array)
            self._copied = None if is_view else _known_by(array)

    def _encoded(self, array: Array, codec: ArrayCodec) -> Bytes:
        """What a codec makes of the array, or of some of its rows.

        Raises:
            FormatError: it cannot store them; that is an `EncodingError`, too.
        """
        try:
            return encoded(array, codec)
        except EncodingError as error:
            raise unencodable(self._field, error) from error

    def _stored_part(self, begin: int, end: int) -> memoryview:
        """Some of the stored bytes, fewer where they end."""
        if self._window is None:
            return self.stored[begin:end]
        io, start, size = self._window
        return io.view(start + min(begin, size), min(end, size) - min(begin, size))

    def _source(self) -> Array:
        if self._array is None:
            message = f"{self._field}: a payload is made of an array, or of stored bytes"
            raise ValueError(message)
        return self._array

    def _encodable(self, array: Array) -> Array:
        """An array of a dtype that the codec encodes.

        For one of float32 alone, integers and halves are widened, without loss.
        """
        if self.parameters.takes_dtype():
            try:
                return converted(array, self.spec.dtype)
            except EncodingError as error:
                is_close = is_of_a_kind(array.dtype, dtype_of(self.spec.dtype))
                found = f"{array.dtype} ({error})" if is_close else array.dtype
                raise FormatError(self._field, f"an array of {self.spec.dtype}", found) from error
        if array.dtype.kind in "biuf" and self.parameters.exact:
            try:
                return exactly(array, "float32")
            except EncodingError as error:
                raise unencodable(self._field, error) from error
        if array.dtype.char in "fd":  # float32 and float64, in any byte order
            return array
        if array.dtype.kind in "biu" or array.dtype.name in ("float16", "bfloat16"):
            return array.astype(np.promote_types(array.dtype, np.float32))
        raise FormatError(self._field, "an array of float32 or float64", str(array.dtype))

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: of a mapped file where the stored bytes are, else the bytes.

        The record that holds it says so when it is there again.
        """
        state = {**vars(self), "_owner": None}
        if self.keep_up():  # nobody else has what the copy is made of
            state = {**vars(self), "_owner": None, "_given": None, "_copied": None}
        if self._window is not None and not self._window[0].is_mapped:
            state |= {"_window": None, "_stored": bytes(self.stored)}
        elif isinstance(self._stored, memoryview):  # of an array that was encoded
            state["_stored"] = bytes(self._stored)
        return state


def packer(stages: Sequence[Stage]) -> tuple[ArraySpec, Callable[[Array], bytes]]:
    """What stages make, and what makes the stored bytes of arrays of that shape and dtype.

    It raises:
        EncodingError: a value of an array cannot be encoded.

    Raises:
        ParameterError: an argument of a stage has no such value.
    """
    codec, output, _ = coded(stages[-1])
    plainly = bytes_of if codec.plain else partial(encoded, codec=codec)
    if len(stages) == 1:
        return output, lambda array: plainly(array).tobytes()
    packing_by = packing(stages[0]).codec
    encode = select(type(packing_by), Operation.ENCODE, "cpu", "auto", output.nbytes)
    return output, lambda array: encode(plainly(array), packing_by)


def encoded(array: Array, codec: ArrayCodec) -> Bytes:
    """What a codec makes of an array that it takes."""
    output = codec.output()
    if codec.plain and array.flags.c_contiguous and array.dtype == dtype_of(output.dtype):
        return bytes_of(array)
    refuse_overflow(array, codec.narrow)
    if isinstance(codec, FixedCodec):
        stored = np.empty(codec.stored_size(), np.uint8)
        select(type(codec), Operation.ENCODE, "cpu", "auto", output.nbytes)(array, stored, codec)
        return stored
    kind = cast("type[VaryingCodec]", type(codec))
    pack = select(kind, Operation.ENCODE, "cpu", "auto", output.nbytes)
    return np.frombuffer(pack(array, cast("VaryingCodec", codec)), np.uint8)


def given(value: Any, field: str) -> Array:
    """What was given for a payload, as numpy has it; of what is on a GPU, a copy."""
    try:
        return (as_array if on_gpu(value) else given_array)(value, type(value).__name__)
    except (TypeError, ValueError) as error:
        raise FormatError(field, "an array of numbers", error) from error


def empty(spec: ArraySpec) -> Array:
    """Memory for an array."""
    return np.empty(spec.shape, dtype_of(spec.dtype))


def _known_by(array: Array) -> tuple[int, int]:
    """What the elements of an array are known by: two sums, as one of 32 bits may be the same."""
    data, zlib = bytes_of(array).data, fastest_zlib()
    return zlib.crc32(data), zlib.adler32(data)


def bytes_of(array: Array) -> Bytes:
    """The bytes of an array in row-major order: a view, if it lies so."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)
