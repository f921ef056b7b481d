"""Payloads of generated records: stored bytes with the stages that turn them into an array.

This, and `pipeline`, is all that generated code sees of codecs; kernels are loaded when something
is decoded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.contract import NVCOMP, ArraySpec, Operation, StoredError
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.encoding import Array, empty, given
from quire.kernels.engine.encoding_there import encoded_on_gpu
from quire.kernels.engine.given import device_name, on_gpu, to_fill
from quire.kernels.engine.noted import NotedPayload, noted, same_coding
from quire.kernels.engine.pipeline import Packed, Stage, of_shape, of_size
from quire.kernels.engine.rows import ByRows
from quire.kernels.engine.staging import decode_many_on_gpu, to_framework
from quire.kernels.engine.stored import StoredArray
from quire.kernels.services.indexing import refuse_no_copy
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.python_errors import unencodable
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import same_bytes
from quire.runtime.struct import Struct
from quire.runtime.writing.writer import Gauge, Writer

ENCODE_BYTES = 1 << 20
"""Decoded bytes that a writer encodes at a time: they stay in the cache from kernel to file."""


class Encoded(ByRows):
    """The value of a `-codec` field: an array that is decoded when it is asked for.

    Its last stage makes the array; one before it, if there is one, unpacks the bytes for that.

    Attributes:
        parameters: The codec that makes the array.
        spec: Shape and dtype of the decoded array, known without decoding it.
    """

    def __init__(
        self,
        stages: tuple[Stage, ...],
        owner: Struct | None = None,
        field: str = "payload",
        *,
        stored: bytes | memoryview | None = None,
        array: Array | None = None,
        window: tuple[Reader, int, int] | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(stages, owner, field, offset)
        if window is not None:
            self._window = window
        if array is not None:
            self._array = array
        if stored is not None:
            self._stored = stored

    # -- made by generated code ------------------------------------------------------------

    @classmethod
    def read(
        cls,
        io: Reader,
        size: int,
        stages: tuple[Stage, ...],
        owner: Struct,
        field: str,
        limit: int | None = None,
    ) -> Encoded:
        """Take the stored bytes; their number must be what the stages need, or can be.

        Raises:
            FormatError: the size contradicts the shape; nothing was allocated.
        """
        start, stages = io.pos(), of_size(stages, size)
        io.pass_over(size, field, limit)
        if io.noted is not None and (last := same_coding(io.noted.get(field), stages)) is not None:
            if size != last.size:
                last.like.expect_size(size, io.offset(size))
            return NotedPayload(last.like, start, size)  # type: ignore[return-value]  # for a while
        offset = io.offset(size)
        window = (io, start, size) if io.noted is None else None
        made = cls(stages, owner, field, window=window, offset=offset)
        made.expect_size(size, offset)
        if io.noted is None:
            return made
        made._owner = made._offset = None
        io.noted[field] = noted(made, stages, made._taken)
        return NotedPayload(made, start, size)  # type: ignore[return-value]  # the same

    def over(self, io: Reader, size: int, digest: int | bytes) -> Encoded:
        """A payload coded as this one, over other stored bytes; errors of it name no record.

        Args:
            io: Where they are.
            size: How many.
            digest: What they have to match, if this one has to match one.

        Raises:
            FormatError: there are fewer, or the size contradicts the shape.
        """
        start, offset = io.pos(), io.offset()
        io.take(size, self._field)
        self.expect_size(size, offset)
        guard = self._guard and self._guard._replace(expected=digest)
        return self._with(_owner=None, _window=(io, start, size), _offset=offset, _guard=guard)

    def at(self, io: Reader, start: int, size: int, owner: Callable[[], Any]) -> Encoded:
        """A payload coded as this one, over stored bytes that were found to be there.

        Args:
            io: Where they are.
            start: Where they begin.
            size: How many.
            owner: Gives the record that holds it, for errors.
        """
        offset = None if io.begin is None else io.begin + start
        return self._with(_window=(io, start, size), _offset=offset, _owner=owner)

    def longer(self, shape: tuple[int, ...], stored: bytes) -> Encoded:
        """A payload like this one, of more rows."""
        codec = replace(self.parameters, shape=shape)
        fewest, _ = codec.bounds()  # as many as there can be, where payloads are cut
        return self._with(parameters=codec, spec=codec.output(), _taken=fewest, _stored=stored)

    def holding(self, stored: bytes | memoryview) -> Encoded:
        """A payload coded as this one, of other stored bytes of the right number."""
        return self._with(_stored=stored)

    def bare(self) -> Encoded:
        """This payload without its stored bytes and its record, for others to be made like it."""
        return self._with(_owner=None, _window=None, _offset=None)

    @classmethod
    def of(cls, value: Any, stages: tuple[Stage, ...], owner: Struct, field: str) -> Encoded:
        """The payload that a writer stores: of an array, or one that was read, as it is.

        Raises:
            FormatError: the array has another shape than the record says, or other elements.
        """
        if isinstance(value, StoredArray):
            return cls._stored_as(value, stages, owner, field)
        if isinstance(value, Packed):
            stages, value = value.told(stages), value.array
        there = cls._encoded_there(value, stages, owner, field) if on_gpu(value) else None
        if there is not None:
            return there
        if isinstance(value, Encoded) and not value.keep_up():
            value = value._given  # noqa: SLF001  # it has another shape now
        if isinstance(value, Encoded):
            same = value.has_coding(stages)
            return value if same else cls._coded_otherwise(value, stages, owner, field)
        array = given(value, field)
        made = cls(of_shape(stages, array.shape), owner, field)
        made._take(array, None if on_gpu(value) else value)
        return made

    @classmethod
    def _coded_otherwise(
        cls, value: Encoded, stages: tuple[Stage, ...], owner: Struct, field: str
    ) -> Encoded:
        made = cls(of_shape(stages, value.shape), owner, field)
        if value.coding == made.coding:
            return value
        made._take(value.decode(), value._given)
        owner._note_stored_otherwise(field, value, made)  # noqa: SLF001  # its writer asks
        return made

    @classmethod
    def _encoded_there(
        cls, tensor: Any, stages: tuple[Stage, ...], owner: Struct, field: str
    ) -> Encoded | None:
        """The payload of what is on a GPU, encoded by it now; None if that cannot be."""
        made = cls(of_shape(stages, tuple(tensor.shape)), owner, field)
        if tuple(tensor.shape) != made.shape:
            return None
        try:
            plain = encoded_on_gpu(tensor, made.parameters)
        except EncodingError as error:
            raise unencodable(field, error) from error
        if plain is None:
            return None
        made._keep(plain)
        return made

    @classmethod
    def _stored_as(
        cls, value: StoredArray, stages: tuple[Stage, ...], owner: Struct, field: str
    ) -> Encoded:
        made = cls.assembled(value.stored, stages, owner, field)
        if (made.shape, str(made.dtype)) != (value.shape, value.dtype):
            expected = f"stored bytes of {made.dtype} {list(made.shape)}"
            raise FormatError(field, expected, f"{value.dtype} {list(value.shape)}")
        return made

    @classmethod
    def assembled(
        cls, data: bytes, stages: tuple[Stage, ...], owner: Struct, field: str
    ) -> Encoded:
        """The payload of stored bytes that were put together of several fields.

        Raises:
            FormatError: their number contradicts the shape.
        """
        made = cls(of_size(stages, len(data)), owner, field, stored=data)
        made.expect_size(len(data), None)
        return made

    # -- what it is, decoded ---------------------------------------------------------------

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:  # noqa: FBT001  # numpy's protocol
        """What `numpy.asarray` gives: the decoded array."""
        refuse_no_copy(copy)
        array: Array = self.decode()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Encoded):
            return NotImplemented
        if self.coding != other.coding:
            return False
        if not (self.keep_up() and other.keep_up()):
            return False
        at, there = self._place(), other._place()
        if at is not None and at == there:
            return True
        return same_bytes(memoryview(self.stored), memoryview(other.stored))

    def _place(self) -> tuple[int, int, int] | None:
        """Where the stored bytes are in memory that others may view, too; None if in none."""
        if self._window is None:
            return None
        io, start, size = self._window
        return id(io.whole().obj), io._start + start, size

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        names = self.codec if self._packing is None else f"{self._packing.name}, {self.codec}"
        return f"<Encoded {names}: {self.spec.dtype} {self.shape}, {self.stored_size} bytes>"

    def decode(
        self,
        out: Array | None = None,
        *,
        rows: slice | None = None,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        fresh: bool = False,
    ) -> Any:
        """Decode, all of it or some rows (of the first axis).

        Args:
            out: Array to fill (CPU): C-contiguous, of the right shape and dtype, in other memory
                than the stored bytes.
            rows: Contiguous rows to decode alone; the checksum, being one of all the stored
                bytes, is still verified over them, once.
            device: "cpu", or "cuda" (then the stored bytes cross the bus, and are decoded there);
                or a device of torch.
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            fresh: Whether the memory of `out` was never touched; it is written to otherwise then.

        Raises:
            FormatError: the bytes are damaged.
            LimitError: the array is larger than the file may become, and there is no `out`; see
                `quire.limits`.
            BackendUnavailable: what was asked for cannot run; says what to install.
            ValueError: `out` does not fit.
        """
        self.keep_up()
        where = device_name(device)
        if where != "cpu":
            piece = self.piece(rows, packed=backend == NVCOMP)
            spec = piece.codec.output()
            self.expect_worth(spec.nbytes)
            options: dict[str, Any] = {"framework": framework, "backend": backend}
            try:
                return decode_many_on_gpu([piece], spec.shape, device=where, **options)
            except StoredError as error:
                raise self._misstored(error, 0) from error
        if out is not None and not fresh:  # else it is nobody's yet
            self._expect_apart(out)
        fresh = fresh or out is None
        if rows is None:
            target = self._new() if out is None else checked(out, self.spec)
            self._decode_verified(target, backend, fresh=fresh)
            return to_framework(target, framework)
        piece = self.piece(rows)
        spec = piece.codec.output()
        if out is None:
            self.expect_worth(spec.nbytes)
        target = empty(spec) if out is None else checked(out, spec)
        decode = select(type(self.parameters), Operation.DECODE, "cpu", backend, spec.nbytes)
        try:
            decode(piece.stored, target, piece.codec, fresh=fresh)
        except StoredError as error:
            raise self._misstored(error, 0) from error
        return to_framework(target, framework)

    def _expect_apart(self, out: Any) -> None:
        """Raise a ValueError if what is to be filled lies in what it is decoded from."""
        if (io := self.stream) is not None and not io.is_whole:
            return  # in memory that nobody else has
        read = np.frombuffer(self.stored, np.uint8)
        if isinstance(out, np.ndarray) and np.may_share_memory(out, read):
            message = "out: expected other memory than that of the stored bytes"
            raise ValueError(message)

    def verify(self) -> None:
        """Check the stored bytes, all of them: against their digest, and that they mean something.

        Raises:
            ChecksumError: they are damaged.
            FormatError: the codec can make nothing of one.
        """
        self._match_digest()
        if self._array is not None:  # what is made of an array is right
            return
        if self._taken is not None:
            self.piece()
        else:  # what its codes mean, decoding alone can tell
            self._decode_into(self._new(), "auto", fresh=True)

    def write(self, io: Writer, *, size: int | None = None, limit: int | None = None) -> None:
        """Write the stored bytes; an array is encoded piece by piece on its way to the file.

        Raises:
            ChecksumError: the bytes were read, and are damaged.
            FormatError: they are not as many as the record says (`size`).
            LimitError: they are more than a reader takes (`limit`).
        """
        if size is not None and self.stored_size != size:
            found = f"{self.stored_size}, as {self.codec} of shape {list(self.shape)} takes"
            expected = f"{size} bytes, as `size` says"
            raise FormatError(self._field, expected, found, offset=io.pos())
        io.expect_within(self.stored_size, self._field, limit)
        if isinstance(io, Gauge):
            io.skip(self.stored_size)
            return
        if self._window is not None or self._stored is not None:
            self._match_digest()
            io.put(self.stored)
            return
        array = self._source()
        if self._taken is None or self._packing is not None or self.nbytes <= ENCODE_BYTES:
            io.put(self.stored)
            return
        step = max(1, ENCODE_BYTES * len(array) // self.nbytes)
        for start in range(0, len(array), step):
            stop = min(start + step, len(array))
            cut = self.parameters.row_range(start, stop)
            if cut is None:  # of no rows, at once
                io.put(self.stored)
                return
            io.put(self._encoded(array[start:stop], cut.codec).data)


Packable: TypeAlias = Encoded | Packed | npt.ArrayLike
"""What a writer takes for a `-codec` field."""


def checked(out: Any, spec: ArraySpec) -> Array:
    """The memory to decode into, that of `out` if there is one; see `to_fill`."""
    return to_fill(out, spec.shape, dtype_of(spec.dtype))
