"""Payloads of generated records: stored bytes with the stages that turn them into an array.

This is all that generated code sees of the kernels; they are loaded when something is decoded.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias
from weakref import ref

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import converted, dtype_of, exactly, given_array, refuse_overflow
from quire.kernels.contract import ArraySpec, Codec, Kind, Operation, ParameterError, StoredError
from quire.kernels.engine.dispatch import select
from quire.kernels.engine.given import device_name, to_fill
from quire.kernels.engine.noted import NotedPayload, noted, same_coding
from quire.kernels.engine.packing import Packing
from quire.kernels.engine.registry import codec
from quire.kernels.engine.staging import Piece, decode_many_on_gpu, to_framework
from quire.kernels.services.checksums import start as start_digest
from quire.kernels.services.indexing import refuse_no_copy
from quire.runtime import budget
from quire.runtime.errors import (
    ChecksumError,
    EncodingError,
    FormatError,
    LimitError,
    join_path,
)
from quire.runtime.reader import Reader
from quire.runtime.struct import Struct
from quire.runtime.writer import Gauge, Writer

Coded: TypeAlias = tuple[Any, ArraySpec, int | None]
Array = npt.NDArray[Any]
Bytes = npt.NDArray[np.uint8]

RAW = "raw"
"""The codec whose stored bytes are those of the array."""

ENCODE_BYTES = 1 << 20
"""Decoded bytes that a writer encodes at a time: they stay in the cache from kernel to file."""

DIGEST_BYTES = 32 << 20
"""Stored bytes that are hashed at a time; of a longer payload in a mapped file, the pages are given
back in between. Those of a shorter one stay, as it is most often decoded next."""


class Guard(NamedTuple):
    """A digest that a payload has to match.

    Attributes:
        algorithm: As `checksums.start` names it.
        expected: A number (a checksum), or bytes (a hash).
        decoded: Whether it is that of the decoded array, and not of the stored bytes.
    """

    algorithm: str
    expected: int | bytes
    decoded: bool

    @property
    def size(self) -> int | None:
        """Bytes of a hash; None for a checksum."""
        return len(self.expected) if isinstance(self.expected, bytes) else None


class Stage:
    """A codec with its arguments; they are validated when the payload is made of them."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, **arguments: Any) -> None:
        self.name = name
        self.arguments = arguments

    @property
    def codec(self) -> Codec:
        """The codec of this name."""
        return codec(self.name)


class Packed:
    """An array to be stored, with what its packing is told beyond what the format decides.

    Args:
        array: The array.
        arguments: Of the codec that packs, such as `level` of zstd; a reader needs none of them.
    """

    def __init__(self, array: Any, **arguments: Any) -> None:
        self.array = array
        self._arguments = arguments

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return np.shape(self.array)

    def told(self, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        """The stages, with these arguments for what packs."""
        return tuple(
            Stage(stage.codec.name, **stage.arguments | self._arguments)
            if stage.codec.kind is Kind.BYTES_TO_BYTES
            else stage
            for stage in stages
        )


_VERIFYING = tuple(threading.RLock() for _ in range(64))
"""Who compares a payload with its digest holds one of these: one each would take more memory than
the digest."""


class Encoded:
    """The value of a `-codec` field: an array that is decoded when it is asked for.

    Its last stage makes the array; one before it, if there is one, unpacks the bytes for that.

    Attributes:
        parameters: Of the codec that makes the array.
        spec: Shape and dtype of the decoded array, known without decoding it.
    """

    # What most payloads have not: files have many, and each attribute of one takes memory and time.
    _array: Array | None = None
    _guard: Guard | None = None
    _packing: Packing | None = None
    _stored: bytes | memoryview | None = None
    # Where in a stream the stored bytes are; a view of them would keep the file open.
    _window: tuple[Reader, int, int] | None = None
    # What was encoded last, where a digest is of the array that it decodes to.
    _digested_next: Bytes | None = None

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
        last = stages[-1]
        self._codec = last.codec
        # Weak: the record has this payload, and both go as soon as nobody has the record.
        self._owner = None if owner is None else ref(owner)
        self._format = "" if owner is None else owner._top()._format_name()
        self._field = field
        self._offset = offset
        if window is not None:
            self._window = window
        if array is not None:
            self._array = array
        if stored is not None:
            self._stored = stored
        try:
            # The size is that which this codec takes: always known where another unpacks it.
            self.parameters, self.spec, self._taken = _coded(last)
            if len(stages) > 1:
                self._packing = _packing(stages[0])
        except ParameterError as error:
            place = join_path(field, error.parameter)
            raise FormatError(place, error.expected, error.found, offset=self._offset) from error

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
        start = io.pos()
        io.take(size, field, limit)
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
        parameters = replace(self.parameters, shape=shape)
        spec, taken = self._codec.output(parameters), self._codec.stored_size(parameters)
        return self._with(parameters=parameters, spec=spec, _taken=taken, _stored=stored)

    def is_cut(self) -> bool:
        """Whether stored bytes of two payloads like this one are those of one of twice the rows."""
        size, cut = self._taken, self._codec.rows
        if cut is None or self._packing is not None or size is None or not self.shape:
            return False
        if self._codec.check is not None:  # which tells where in one payload something is wrong
            return False
        rows, *others = self.shape
        twice = replace(self.parameters, shape=(2 * rows, *others))
        return bool(cut(twice, rows, 2 * rows) == (size, 2 * size, self.parameters))

    def has_coding(self, stages: tuple[Stage, ...]) -> bool:
        """Whether these stages have the very parameters that this payload has."""
        last = stages[-1]
        if len(stages) > 1 or self._packing is not None or last.codec is not self._codec:
            return False
        try:
            return _coded(last)[0] is self.parameters
        except ParameterError:
            return False

    def holding(self, stored: bytes | memoryview) -> Encoded:
        """A payload coded as this one, of other stored bytes of the right number."""
        return self._with(_stored=stored)

    def bare(self) -> Encoded:
        """This payload without its stored bytes and its record, for others to be made like it."""
        return self._with(_owner=None, _window=None, _offset=None)

    def _with(self, **fields: Any) -> Encoded:
        """This payload with other values of some fields."""
        made = Encoded.__new__(Encoded)
        made.__dict__.update(self.__dict__, **fields)
        return made

    def held_by(self, owner: Struct) -> None:
        """Name the record that holds this payload, for errors."""
        self._owner = ref(owner)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: of a mapped file where the stored bytes are, else the bytes.

        The record that holds it says so when it is there again.
        """
        state = {**vars(self), "_owner": None}
        if self._window is not None and not self._window[0].is_mapped:
            state |= {"_window": None, "_stored": bytes(self.stored)}
        elif isinstance(self._stored, memoryview):  # of an array that was encoded
            state["_stored"] = bytes(self._stored)
        return state

    def expect_size(self, size: int, offset: int | None) -> None:
        """Refuse stored bytes that cannot be as many as these."""
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
        elif self._codec.bounds is not None:
            fewest, most = self._codec.bounds(self.parameters)
            if not fewest <= size <= most:
                shape = list(self.shape)
                expected = f"{fewest} to {most} bytes ({self.codec}, shape {shape})"
                raise FormatError(self._field, expected, f"{size} bytes", offset=offset)

    @classmethod
    def of(cls, value: Any, stages: tuple[Stage, ...], owner: Struct, field: str) -> Encoded:
        """The payload that a writer stores: of an array, or one that was read, as it is.

        Raises:
            FormatError: the array has another shape than the record says, or other elements.
        """
        if isinstance(value, Packed):
            stages, value = value.told(stages), value.array
        if isinstance(value, Encoded) and value.has_coding(stages):
            return value
        made = cls(stages, owner, field)
        if isinstance(value, Encoded) and value.coding == made.coding:
            return value
        array = value.decode() if isinstance(value, Encoded) else _given(value, field)
        made._array = array = made._encodable(array)
        if array.shape != made.shape:
            raise FormatError(field, f"an array of shape {list(made.shape)}", list(array.shape))
        return made

    def guard_with(self, algorithm: str, expected: int | bytes, *, decoded: bool = False) -> None:
        """Have the payload verified against a digest when it is first decoded.

        Args:
            algorithm: As for `checksums.start`.
            expected: The digest.
            decoded: Whether it is that of the decoded array, and not of the stored bytes.
        """
        self._guard = Guard(algorithm, expected, decoded)

    def trust(self) -> None:
        """Do not verify the digest: take the bytes as they are."""
        self._guard = None

    # -- looking at it ---------------------------------------------------------------------

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
        return self._codec.name

    @property
    def coding(self) -> tuple[Any, str, Any]:
        """Codecs and parameters: what decoding takes beside the stored bytes."""
        packing = None if self._packing is None else self._packing.coding
        return packing, self.codec, self.parameters

    @property
    def offset(self) -> int | None:
        """Where the stored bytes begin in the file they were read from."""
        return self._offset

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
            plain = self._encoded(self._source(), self.parameters)
            self._stored = plain.data if self._packing is None else self._packing.pack(plain)
            if not self._codec.exact(self.parameters):
                self._digested_next = plain
        return memoryview(self._stored)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:  # noqa: FBT001  # numpy's protocol
        """What `numpy.asarray` gives: the decoded array."""
        refuse_no_copy(copy)
        array: Array = self.decode()
        return array if dtype is None else array.astype(dtype, copy=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Encoded):
            return NotImplemented
        return self.coding == other.coding and self.stored == other.stored

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        names = self.codec if self._packing is None else f"{self._packing.name}, {self.codec}"
        return f"<Encoded {names}: {self.spec.dtype} {self.shape}, {self.stored_size} bytes>"

    # -- decoding --------------------------------------------------------------------------

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
        where = device_name(device)
        if where != "cpu":
            piece = self.piece(rows)
            spec = self._codec.output(piece.parameters)
            self.expect_worth(spec.nbytes)
            return decode_many_on_gpu(
                [piece], spec.shape, framework=framework, backend=backend, device=where
            )
        if out is not None:
            self._expect_apart(out)
        fresh = fresh or out is None
        if rows is None:
            target = self._new() if out is None else checked(out, self.spec)
            self._decode_verified(target, backend, fresh=fresh)
            return to_framework(target, framework)
        piece = self.piece(rows)
        spec = self._codec.output(piece.parameters)
        if out is None:
            self.expect_worth(spec.nbytes)
        target = _empty(spec) if out is None else checked(out, spec)
        decode = select(self.codec, Operation.DECODE, "cpu", backend, spec.nbytes)
        try:
            decode(piece.stored, target, piece.parameters, fresh=fresh)
        except StoredError as error:
            raise self._misstored(error, 0) from error
        return to_framework(target, framework)

    def _expect_apart(self, out: Any) -> None:
        """Raise a ValueError if what is to be filled lies in what it is decoded from."""
        read = np.frombuffer(self.stored, np.uint8)
        if isinstance(out, np.ndarray) and np.may_share_memory(out, read):
            message = "out: expected other memory than that of the stored bytes"
            raise ValueError(message)

    def piece(self, rows: slice | None = None, row: int = 0) -> Piece:
        """The bytes of some rows, verified and unpacked, with the parameters to decode them.

        Args:
            rows: Contiguous rows; None for all.
            row: Which row of a larger array the first of them becomes.
        """
        if rows is not None and not isinstance(rows, slice):
            raise TypeError(f"rows: expected a slice, found {type(rows).__name__}")
        if rows is not None and rows.step not in (None, 1):
            raise ValueError(f"rows: expected a step of 1, found {rows.step}; take it of the array")
        self._match_digest()
        if self._packing is not None:
            self.expect_worth(self._taken or 0)
        if rows is None:
            return Piece(self.codec, self._plain(), self.parameters, row)
        cut = self._codec.rows
        if cut is None:
            message = f"{self.codec} cannot decode rows alone"
            raise ValueError(message)
        start, stop, _ = rows.indices(self.shape[0])
        begin, end, parameters = cut(self.parameters, start, max(start, stop))
        if self._packing is not None:
            return Piece(self.codec, self._plain()[begin:end], parameters, row)
        stored = self._checked(self.stored[begin:end], parameters, begin)
        return Piece(self.codec, stored, parameters, row)

    def expect_worth(self, made: int) -> None:
        """Refuse to make so many bytes of too small a file.

        Raises:
            LimitError: they are more than the file may become; see `quire.limits`.
        """
        if self._array is not None:
            return  # as large as one that is there
        stored = self.stored_size if self._window is None else self._window[0].budget.size
        try:
            budget.expect_worth(made, stored, self._field, self._offset)
        except LimitError as error:
            raise self._located(error) from None

    def verify(self) -> None:
        """Check the stored bytes, all of them: against their digest, and that they mean something.

        Raises:
            ChecksumError: they are damaged.
            FormatError: the codec can make nothing of one.
        """
        self._match_digest()
        if self._array is not None:  # what is made of an array is right
            return
        if self._codec.bounds is None:
            self.piece()
        else:  # what its codes mean, decoding alone can tell
            self._decode_into(self._new(), "auto", fresh=True)

    def _decode_verified(self, target: Array, backend: str, *, fresh: bool) -> None:
        """Decode all; a digest of the decoded array is compared with what was decoded here."""
        guard = self._guard
        if guard is None or not guard.decoded:
            self._match_digest()
            self._decode_into(target, backend, fresh=fresh)
            return
        self._decode_into(target, backend, fresh=True)  # to the cache, where it is hashed next
        digest = start_digest(guard.algorithm, guard.size)
        digest.update(_bytes_of(target).data)
        self._compare(guard, digest.value)

    def _decode_into(self, target: Array, backend: str, *, fresh: bool) -> None:
        if self._packing is not None and self.codec == RAW and backend == "auto":
            self._unpack(self._packing, _bytes_of(target))
            return
        decode = select(self.codec, Operation.DECODE, "cpu", backend, self.nbytes)
        plain = self._plain()
        try:
            decode(plain, target, self.parameters, fresh=fresh)
        except StoredError as error:
            raise self._misstored(error, 0) from error

    def _plain(self) -> Bytes:
        """The bytes that the codec of the array takes: the stored ones, unpacked."""
        if self._packing is None:
            return self._checked(self.stored, self.parameters, 0)
        plain = np.empty(self._taken or 0, np.uint8)
        self._unpack(self._packing, plain)
        try:
            self._check(plain, self.parameters)
        except StoredError as error:
            # Where in the stored bytes it came from, nobody knows.
            error.index = 0
            raise self._misstored(error, 0) from error
        return plain

    def _unpack(self, packing: Packing, out: Bytes) -> None:
        stored = np.frombuffer(self.stored, np.uint8)
        try:
            packing.refuse(stored.size, out.size)
            packing.unpack(stored, out)
        except StoredError as error:
            raise self._misstored(error, 0) from error

    def _checked(self, stored: memoryview, parameters: Any, begin: int) -> Bytes:
        """Stored bytes, from byte `begin` of the payload on, that all mean something."""
        found = np.frombuffer(stored, np.uint8)
        try:
            self._check(found, parameters)
        except StoredError as error:
            raise self._misstored(error, begin) from error
        return found

    def _check(self, found: Bytes, parameters: Any) -> None:
        if self._codec.check is not None:
            self._codec.check(found, parameters)

    def _new(self) -> Array:
        """Memory for the decoded array."""
        self.expect_worth(self.nbytes)
        return _empty(self.spec)

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

    def _match_digest(self) -> None:
        """Compare the payload with the digest that guards it, once."""
        if self._guard is None:
            return
        with _VERIFYING[id(self) // 16 % len(_VERIFYING)]:
            guard = self._guard
            if guard is not None:
                found = self._digest(guard.algorithm, guard.size, decoded=guard.decoded)
                self._compare(guard, found)

    def _compare(self, guard: Guard, found: int | bytes) -> None:
        if found != guard.expected:
            wanted = f"{guard.algorithm} {_shown(guard.expected)}"
            raise self._located(
                ChecksumError(self._field, wanted, _shown(found), offset=self._offset)
            )
        self._guard = None

    # -- encoding --------------------------------------------------------------------------

    def digest(self, algorithm: str, size: int | None = None, *, decoded: bool = False) -> Any:
        """The digest of the stored bytes, which are encoded for it if they are not there yet.

        Args:
            algorithm: As for `checksums.start`.
            size: Bytes of a hash; None for a checksum.
            decoded: Whether it is that of the array that a reader will decode instead.

        Returns:
            A number (a checksum), or bytes.

        Raises:
            ChecksumError: they were read, and are damaged: a new digest would only hide that.
        """
        self._match_digest()
        return self._digest(algorithm, size, decoded=decoded)

    def _digest(self, algorithm: str, size: int | None, *, decoded: bool) -> int | bytes:
        running = start_digest(algorithm, size)
        if decoded and (self.codec != RAW or self._packing is not None or self._array is not None):
            running.update(_bytes_of(self._as_decoded()).data)
            return running.value
        stored = self.stored
        for begin in range(0, len(stored), DIGEST_BYTES):
            end = min(begin + DIGEST_BYTES, len(stored))
            running.update(stored[begin:end])
            if self._window is not None and self._offset is not None and end < len(stored):
                self._window[0].release(self._offset + begin, self._offset + end)
        return running.value

    def _as_decoded(self) -> Array:
        """The array that decoding gives: that which was given, unless encoding loses something."""
        array = self._array
        if array is not None and self._codec.exact(self.parameters) and array.dtype == self.dtype:
            return array
        target = self._new()
        if array is None:
            plain = self._plain()
        elif self._digested_next is not None:
            plain, self._digested_next = self._digested_next, None
        else:
            plain = self._encoded(array, self.parameters)
        decode = select(self.codec, Operation.DECODE, "cpu", "auto", self.nbytes)
        decode(plain, target, self.parameters, fresh=True)
        return target

    def write(self, io: Writer, *, size: int | None = None) -> None:
        """Write the stored bytes; an array is encoded piece by piece on its way to the file.

        Raises:
            ChecksumError: the bytes were read, and are damaged.
            FormatError: they are not as many as the record says (`size`).
        """
        if size is not None and self.stored_size != size:
            found = f"{self.stored_size}, as {self.codec} of shape {list(self.shape)} takes"
            expected = f"{size} bytes, as `size` says"
            raise FormatError(self._field, expected, found, offset=io.pos())
        if isinstance(io, Gauge):
            io.skip(self.stored_size)
            return
        if self._window is not None or self._stored is not None:
            self._match_digest()
            io.put(self.stored)
            return
        array, cut = self._source(), self._codec.rows
        whole = cut is None or self._taken is None or self._packing is not None
        if cut is None or whole or self.nbytes <= ENCODE_BYTES:
            io.put(self.stored)
            return
        step = max(1, ENCODE_BYTES * len(array) // self.nbytes)
        for start in range(0, len(array), step):
            stop = min(start + step, len(array))
            _, _, parameters = cut(self.parameters, start, stop)
            io.put(self._encoded(array[start:stop], parameters).data)

    def _encodable(self, array: Array) -> Array:
        """An array of a dtype that the codec encodes.

        For one of float32 alone, integers and halves are widened, without loss.
        """
        if hasattr(self.parameters, "dtype"):
            try:
                return converted(array, self.spec.dtype)
            except EncodingError as error:
                found = f"{array.dtype} ({error})"
                raise FormatError(self._field, f"an array of {self.spec.dtype}", found) from error
        if array.dtype.kind in "biuf" and self._codec.exact(self.parameters):
            return exactly(array, "float32")
        if array.dtype.char in "fd":  # float32 and float64, in any byte order
            return array
        if array.dtype.kind in "biu" or array.dtype.name in ("float16", "bfloat16"):
            return array.astype(np.promote_types(array.dtype, np.float32))
        raise FormatError(self._field, "an array of float32 or float64", str(array.dtype))

    def _source(self) -> Array:
        if self._array is None:
            message = f"{self._field}: a payload is made of an array, or of stored bytes"
            raise ValueError(message)
        return self._array

    def _encoded(self, array: Array, parameters: Any) -> Bytes:
        if self.codec == RAW and array.flags.c_contiguous and array.dtype == self.dtype:
            return _bytes_of(array)
        refuse_overflow(array, self._codec.narrow)
        size = self._codec.stored_size(parameters)
        encode = select(
            self.codec, Operation.ENCODE, "cpu", "auto", self._codec.output(parameters).nbytes
        )
        if size is None:
            return np.frombuffer(encode(array, parameters), np.uint8)
        stored = np.empty(size, np.uint8)
        encode(array, stored, parameters)
        return stored


Packable: TypeAlias = Encoded | Packed | npt.ArrayLike
"""What a writer takes for a `-codec` field."""


def no_case(
    owner: Struct, field: str, found: object, known: Sequence[object], what: str = "codec"
) -> FormatError:
    """The error for a value that no case of a `-codec`, or of the dtype of one, names."""
    listed = " or ".join(repr(value) for value in known)
    io: Any = owner._io  # None in a record that is being built
    offset = None if io is None else io.offset()
    return FormatError(field, f"a {what} for {listed}", repr(found), offset=offset)


def fit(name: str, array: Array, precision: str = "float32") -> tuple[Any, ...]:
    """The parameters that suit an array best: for `affine_u8`, `(min, scale)`."""
    found: tuple[Any, ...] = select(name, Operation.FIT, "cpu", "auto", array.nbytes)(
        array, precision
    )
    return found


def _coded(stage: Stage) -> Coded:
    """The parameters of a stage, what it makes, and of how many bytes if that is always the same.

    Files have many payloads of one shape: those that nothing else is said of share them.
    """
    arguments = stage.arguments
    if arguments.keys() <= {"shape", "dtype"} and type(arguments.get("shape")) is tuple:
        try:
            return _of_shape(stage.name, arguments.get("dtype"), *arguments["shape"])
        except TypeError:  # what is no number may be in a shape
            pass
    return _of_arguments(stage.codec, arguments)


@lru_cache(typed=True)  # True and 1.0 are no integers, but equal one
def _of_shape(name: str, dtype: str | None, *shape: int) -> Coded:
    told = {"shape": shape} if dtype is None else {"shape": shape, "dtype": dtype}
    return _of_arguments(codec(name), told)


def _of_arguments(of: Codec, arguments: dict[str, Any]) -> Coded:
    parameters = of.parameters(**arguments)
    return parameters, of.output(parameters), of.stored_size(parameters)


def _packing(stage: Stage) -> Packing:
    """The stage before the one that makes an array."""
    return Packing(stage.codec, stage.codec.parameters(**stage.arguments))


def _given(value: Any, field: str) -> Array:
    """What was given for a payload, as numpy has it."""
    try:
        return given_array(value, type(value).__name__)
    except (TypeError, ValueError) as error:
        raise FormatError(field, "an array of numbers", error) from error


def _empty(spec: ArraySpec) -> Array:
    return np.empty(spec.shape, dtype_of(spec.dtype))


def _bytes_of(array: Array) -> Bytes:
    """The bytes of an array in row-major order: a view, if it lies so."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def _shown(digest: int | bytes) -> str:
    return digest.hex() if isinstance(digest, bytes) else f"0x{digest:08x}"


def checked(out: Any, spec: ArraySpec) -> Array:
    """The memory of an array or tensor to decode into, if it fits; see `to_fill`."""
    return to_fill(out, spec.shape, dtype_of(spec.dtype))
