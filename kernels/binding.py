"""Payloads of generated records: stored bytes with the stages that turn them into an array.

This is all that generated code sees of the kernels; they are loaded when something is decoded.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.kernels.checksums import start as start_digest
from quire.kernels.contract import ArraySpec, Codec, Operation, ParameterError, StoredError
from quire.kernels.dispatch import select
from quire.kernels.registry import codec
from quire.kernels.staging import Piece, decode_many_on_gpu, to_framework
from quire.runtime.errors import ChecksumError, FormatError, join_path
from quire.runtime.reader import Reader
from quire.runtime.struct import Struct
from quire.runtime.writer import Gauge, Writer

Array = npt.NDArray[Any]

ENCODE_BYTES = 1 << 20
"""Decoded bytes that a writer encodes at a time: they stay in the cache from kernel to file."""

DIGEST_BYTES = 32 << 20
"""Stored bytes that are hashed at a time; of a longer payload in a mapped file, the pages are given
back in between. Those of a shorter one stay, as it is most often decoded next."""


class Stage:
    """A codec with its arguments; they are validated when the payload is made of them."""

    def __init__(self, name: str, **arguments: Any) -> None:
        self.codec: Codec = codec(name)
        self.arguments = arguments


class Encoded:
    """The value of a `-codec` field: an array that is decoded when it is asked for.

    Attributes:
        stored: The stored bytes; an array that was given is encoded when they are asked for.
        shape, dtype, nbytes: Those of the decoded array, known without decoding it.
    """

    def __init__(
        self,
        stage: Stage,
        owner: Struct | None = None,
        field: str = "payload",
        *,
        stored: bytes | memoryview | None = None,
        array: Array | None = None,
        window: tuple[Reader, int, int] | None = None,
    ) -> None:
        self._codec = stage.codec
        self._owner = owner
        self._field = field
        self._array = array
        # Where in a stream the stored bytes are; a view of them would keep the file open.
        self._window = window
        self._offset = window[0].offset(window[0].pos() - window[1]) if window else None
        self._guard: tuple[str, int] | None = None
        self._guard_lock = threading.Lock()
        self._stored = stored
        try:
            self.parameters = stage.codec.parameters(**stage.arguments)
        except ParameterError as error:
            place = join_path(field, error.parameter)
            raise FormatError(place, error.expected, error.found, offset=self._offset) from error
        self.spec: ArraySpec = stage.codec.output(self.parameters)

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
        """Take the stored bytes; their number must be what the stages need.

        Raises:
            FormatError: the size contradicts the shape; nothing was allocated.
        """
        (stage,) = stages
        start, offset = io.pos(), io.offset()
        io.take(size, field, limit)
        made = cls(stage, owner, field, window=(io, start, size))
        wanted = stage.codec.stored_size(made.parameters)
        if wanted is not None and wanted != size:
            expected = f"{wanted} bytes ({stage.codec.name}, shape {list(made.shape)})"
            raise FormatError(field, expected, f"{size} bytes", offset=offset)
        return made

    @classmethod
    def of(cls, value: Any, stages: tuple[Stage, ...], owner: Struct, field: str) -> Encoded:
        """The payload that a writer stores: of an array, or one that was read, as it is.

        Raises:
            FormatError: the array has another shape than the record says.
        """
        (stage,) = stages
        made = cls(stage, owner, field)
        if isinstance(value, Encoded) and value.coding == made.coding:
            return value
        array = value.decode() if isinstance(value, Encoded) else _floating(value)
        made._array = array
        if array.shape != made.shape:
            raise FormatError(field, f"an array of shape {list(made.shape)}", list(array.shape))
        return made

    def guard_with(self, algorithm: str, expected: int) -> None:
        """Have the stored bytes verified against a digest before they are first decoded."""
        self._guard = (algorithm, expected)

    # -- looking at it ---------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the decoded array."""
        return self.spec.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the decoded array."""
        return np.dtype(self.spec.dtype)

    @property
    def nbytes(self) -> int:
        """Bytes of the decoded array."""
        return self.spec.nbytes

    @property
    def codec(self) -> str:
        """Name of the codec."""
        return self._codec.name

    @property
    def coding(self) -> tuple[str, Any]:
        """Codec and parameters: what decoding takes beside the stored bytes."""
        return self.codec, self.parameters

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
        wanted = self._codec.stored_size(self.parameters)
        return wanted if wanted is not None else len(self.stored)

    @property
    def stored(self) -> memoryview:
        """The stored bytes; a payload that was made of an array is encoded now, and stays so."""
        if self._window is not None:
            io, start, size = self._window
            return io.view(start, size)
        if self._stored is None:
            self._stored = self._encoded(self._source(), self.parameters).data
        return memoryview(self._stored)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:  # noqa: FBT001  # numpy's protocol
        """What `numpy.asarray` gives: the decoded array."""
        array: Array = self.decode()
        return array if dtype is None else array.astype(dtype, copy=bool(copy))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Encoded):
            return NotImplemented
        return self.coding == other.coding and self.stored == other.stored

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<Encoded {self.codec}: {self.spec.dtype} {self.shape}, {self.stored_size} bytes>"

    # -- decoding --------------------------------------------------------------------------

    def decode(
        self,
        out: Array | None = None,
        *,
        rows: slice | None = None,
        device: str = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        fresh: bool = False,
    ) -> Any:
        """Decode, all of it or some rows (of the first axis).

        Args:
            out: Array to fill (CPU): C-contiguous, of the right shape and dtype.
            rows: Contiguous rows to decode alone; the checksum, being one of all the stored
                bytes, is still verified over them, once.
            device: "cpu", or "cuda" (then the stored bytes cross the bus, and are decoded there).
            framework: "numpy", "torch" or "cupy": whose array to return.
            backend: "auto", or the name of one.
            fresh: Whether the memory of `out` was never touched; it is written to otherwise then.

        Raises:
            FormatError: the bytes are damaged.
            BackendUnavailable: what was asked for cannot run; says what to install.
            ValueError: `out` does not fit.
        """
        piece = self.piece(rows)
        parameters = piece.parameters
        if device != "cpu":
            shape = self._codec.output(parameters).shape
            return decode_many_on_gpu(
                [piece], shape, framework=framework, backend=backend, device=device
            )
        spec = self._codec.output(parameters)
        target = np.empty(spec.shape, spec.dtype) if out is None else checked(out, spec)
        decode = select(self.codec, Operation.DECODE, "cpu", backend, spec.nbytes)
        decode(piece.stored, target, parameters, fresh=fresh or out is None)
        return to_framework(target, framework)

    def piece(self, rows: slice | None = None, row: int = 0) -> Piece:
        """The stored bytes of some rows, verified, with the parameters to decode them.

        Args:
            rows: Contiguous rows; None for all.
            row: Which row of a larger array the first of them becomes.
        """
        self._match_digest()
        if rows is None:
            stored = self._checked(self.stored, self.parameters, 0)
            return Piece(self.codec, stored, self.parameters, row)
        cut = self._codec.rows
        if cut is None:
            message = f"{self.codec} cannot decode rows alone"
            raise ValueError(message)
        start, stop, _ = rows.indices(self.shape[0])
        begin, end, parameters = cut(self.parameters, start, max(start, stop))
        stored = self._checked(self.stored[begin:end], parameters, begin)
        return Piece(self.codec, stored, parameters, row)

    def verify(self) -> None:
        """Check the stored bytes, all of them: against their digest, and that they mean something.

        Raises:
            ChecksumError: they are damaged.
            FormatError: the codec can make nothing of one.
        """
        self._match_digest()
        if self._array is None:  # what is made of an array is right
            self._checked(self.stored, self.parameters, 0)

    def _checked(self, stored: memoryview, parameters: Any, begin: int) -> npt.NDArray[np.uint8]:
        """Stored bytes, from byte `begin` of the payload on, that all mean something."""
        found = np.frombuffer(stored, np.uint8)
        if self._codec.check is not None:
            try:
                self._codec.check(found, parameters)
            except StoredError as error:
                offset = None if self._offset is None else self._offset + begin + error.index
                raise self._located(
                    FormatError(self._field, error.expected, error.found, offset=offset)
                ) from error
        return found

    def _located(self, error: FormatError) -> FormatError:
        """An error of this payload, with the place of the record that holds it."""
        if self._owner is None:
            return error
        return error.locate(self._owner._root._format_name(), self._owner._path())

    def _match_digest(self) -> None:
        """Compare the stored bytes with the digest that guards them, once."""
        with self._guard_lock:
            if self._guard is None:
                return
            algorithm, expected = self._guard
            found = self._digest(algorithm)
            if found != expected:
                wanted = f"{algorithm} 0x{expected:08x}"
                raise self._located(
                    ChecksumError(self._field, wanted, f"0x{found:08x}", offset=self._offset)
                )
            self._guard = None

    # -- encoding --------------------------------------------------------------------------

    def digest(self, algorithm: str) -> int:
        """The digest of the stored bytes, which are encoded for it if they are not there yet.

        Raises:
            ChecksumError: they were read, and are damaged: a new digest would only hide that.
        """
        self._match_digest()
        return self._digest(algorithm)

    def _digest(self, algorithm: str) -> int:
        stored, running = self.stored, start_digest(algorithm)
        for begin in range(0, len(stored), DIGEST_BYTES):
            end = min(begin + DIGEST_BYTES, len(stored))
            running.update(stored[begin:end])
            if self._window is not None and self._offset is not None and end < len(stored):
                self._window[0].release(self._offset + begin, self._offset + end)
        return running.value

    def write(self, io: Writer) -> None:
        """Write the stored bytes; an array is encoded piece by piece on its way to the file.

        Raises:
            ChecksumError: the bytes were read, and are damaged.
        """
        if isinstance(io, Gauge):
            io.skip(self.stored_size)
            return
        if self._window is not None or self._stored is not None:
            self._match_digest()
            io.put(self.stored)
            return
        array, cut = self._source(), self._codec.rows
        if cut is None or self.nbytes <= ENCODE_BYTES:
            io.put(self._encoded(array, self.parameters).data)
            return
        step = max(1, ENCODE_BYTES * len(array) // self.nbytes)
        for start in range(0, len(array), step):
            stop = min(start + step, len(array))
            _, _, parameters = cut(self.parameters, start, stop)
            io.put(self._encoded(array[start:stop], parameters).data)

    def _source(self) -> Array:
        if self._array is None:
            message = f"{self._field}: a payload is made of an array, or of stored bytes"
            raise ValueError(message)
        return self._array

    def _encoded(self, array: Array, parameters: Any) -> npt.NDArray[np.uint8]:
        stored = np.empty(self._codec.stored_size(parameters) or 0, np.uint8)
        encode = select(
            self.codec, Operation.ENCODE, "cpu", "auto", self._codec.output(parameters).nbytes
        )
        encode(array, stored, parameters)
        return stored


def no_case(owner: Struct, field: str, found: object, known: Sequence[object]) -> FormatError:
    """The error for a value that no case of a `-codec` names."""
    listed = " or ".join(repr(value) for value in known)
    io: Any = owner._io  # None in a record that is being built
    offset = None if io is None else io.offset()
    return FormatError(field, f"a codec for {listed}", repr(found), offset=offset)


def fit(name: str, array: Array, precision: str = "float32") -> tuple[Any, ...]:
    """The parameters that suit an array best: for `affine_u8`, `(min, scale)`."""
    found: tuple[Any, ...] = select(name, Operation.FIT, "cpu", "auto", array.nbytes)(
        array, precision
    )
    return found


def _floating(value: Any) -> Array:
    """An array of a dtype that kernels encode: integers and halves are widened, without loss."""
    array = np.asarray(value)
    if array.dtype.kind in "biu" or array.dtype == np.float16:
        return array.astype(np.promote_types(array.dtype, np.float32))
    return array


def checked(out: Array, spec: ArraySpec) -> Array:
    """An array to decode into, if it fits."""
    if out.shape != spec.shape or out.dtype != np.dtype(spec.dtype):
        message = f"out: expected {spec.dtype} {spec.shape}, found {out.dtype} {out.shape}"
        raise ValueError(message)
    if not out.flags.c_contiguous or not out.flags.writeable:
        message = "out: expected a C-contiguous array that can be written to"
        raise ValueError(message)
    return out
