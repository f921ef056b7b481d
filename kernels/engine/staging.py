"""Arrays for other libraries, and decoding on a GPU: stored bytes cross the bus, never values."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import cycle
from types import EllipsisType
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.contract import ArrayCodec, DecodeManyOnGpu, DecodeOnGpu, Operation
from quire.kernels.engine.dispatch import DISTRIBUTIONS, choose, load, load_many
from quire.kernels.engine.threads import run
from quire.runtime.errors import BackendUnavailable

Bytes = npt.NDArray[np.uint8]
Decode = DecodeOnGpu[Any]

STAGE_BYTES = 32 * 2**20
"""Stored bytes that are copied at a time; there are two pinned buffers of this size."""

PLACED = 256
"""What the places of parts in a buffer are a multiple of: more than any access of a kernel."""

FILLED_BYTES = 4 * 2**20
"""Bytes of a buffer that a thread fills at a time: one alone is slower than the bus."""


class Piece(NamedTuple):
    """Stored bytes that decode to some rows of a larger array.

    Attributes:
        codec: With its parameters.
        stored: (bytes,) uint8, at any address.
        row: Which row of the whole (first axis) its first row is.
    """

    codec: ArrayCodec
    stored: Bytes
    row: int = 0


def to_framework(array: npt.NDArray[Any], framework: str) -> Any:
    """A numpy array as one of another library.

    Args:
        array: In memory of the host.
        framework: "torch" shares the memory of an array that can be written to, "cupy" copies to
            the current GPU, "numpy" gives the array itself.

    Raises:
        BackendUnavailable: the library is missing, or has no GPU to copy to.
        ValueError: there is no such framework.
    """
    if framework == "numpy":
        return array
    library = _library(framework)
    if framework == "torch":
        # Torch knows no memory that cannot be written to, and warns of it.
        writable = np.require(array, requirements="W")
        if array.dtype.name == "bfloat16":  # one of numpy's no more than the package makes it
            return library.from_numpy(writable.view(np.int16)).view(library.bfloat16)
        return library.from_numpy(writable)
    try:
        return library.asarray(array)
    except library.cuda.runtime.CUDARuntimeError as error:
        raise BackendUnavailable(f"CuPy finds no GPU: {error}") from error


def decode_on_gpu(
    codec: ArrayCodec,
    stored: Bytes,
    *,
    framework: str = "torch",
    backend: str = "auto",
    device: str = "cuda",
) -> Any:
    """Decode one payload as `decode_many_on_gpu` does: (codec, stored) are a `Piece`."""
    return decode_many_on_gpu(
        [Piece(codec, stored)],
        codec.output().shape,
        framework=framework,
        backend=backend,
        device=device,
    )


def decode_many_on_gpu(
    pieces: Sequence[Piece],
    shape: tuple[int, ...],
    *,
    framework: str = "torch",
    backend: str = "auto",
    device: str = "cuda",
) -> Any:
    """Copy stored bytes to a GPU and decode them there, into one array.

    The bytes pass through two buffers of pinned memory, each with a stream of its own: while
    one is copied, what was in the other is decoded. Small pieces share a buffer, and a launch,
    where their kernel takes many. The result is ready for what is queued
    on the current stream of the backend's library.

    Args:
        pieces: They may differ in codec, and rows that none covers are undefined.
        shape: Of the whole.
        framework: Whose array to return; that of another library is handed over by DLPack.
            "numpy" has none on a GPU: then it is that of the backend's own library.
        backend: "auto", or the name of one.
        device: "cuda" or "cuda:N".

    Returns:
        A torch tensor or CuPy array of the dtype that the codecs give.

    Raises:
        BackendUnavailable: `backend` cannot run, or the library of `framework` is missing.
        StoredError: stored bytes mean nothing to their codec; no GPU has seen them.
        ValueError: the pieces are no rows of an array of that shape, or of several dtypes.
    """
    _check_framework(framework)
    dtype = _common_dtype(pieces, shape)
    decoders: dict[type[ArrayCodec], _Decoder] = {}
    for piece in pieces:
        piece.codec.check(piece.stored)
        kind = type(piece.codec)
        if kind not in decoders:
            kernel = choose(kind, Operation.DECODE, device, backend)
            backend = kernel.backend  # the arrays of one library for all
            decoders[kind] = _Decoder(load(kernel), load_many(kernel))
    target = None if framework == "numpy" else _library(framework)
    native, lane = _LANES[backend]
    batches = list(_batches(_parts(pieces, STAGE_BYTES), STAGE_BYTES))
    size = max((batch.size for batch in batches), default=0)
    with _on_device(native, device):
        out = _library(native).empty(shape, **_placement(native, dtype))
        _decode_batches(batches, decoders, [lane(size) for _ in batches[:2]], out)
    return out if target is None or framework == native else target.from_dlpack(out)


def _common_dtype(pieces: Sequence[Piece], shape: tuple[int, ...]) -> str:
    specs = [piece.codec.output() for piece in pieces]
    for piece, spec in zip(pieces, specs, strict=True):
        inside = spec.shape == shape if not shape else spec.shape[1:] == shape[1:]
        if shape and inside:
            inside = bool(spec.shape) and 0 <= piece.row <= shape[0] - spec.shape[0]
        if not inside:
            found = f"{list(spec.shape)} from row {piece.row} on"
            raise ValueError(f"pieces: expected rows of an array {list(shape)}, found {found}")
    dtypes = sorted({spec.dtype for spec in specs})
    if len(dtypes) != 1:
        raise ValueError(f"pieces: expected one dtype, found {', '.join(dtypes) or 'no piece'}")
    return dtypes[0]


class _Decoder(NamedTuple):
    """What decodes one part, and what decodes many by one launch, where there is such."""

    one: Decode
    many: DecodeManyOnGpu[Any] | None = None


class _Part(NamedTuple):
    """A piece, or some rows of it, with the place of these rows in the whole."""

    codec: ArrayCodec
    stored: Bytes
    rows: slice | EllipsisType


class _Batch:
    """Parts that are copied to the device together.

    Attributes:
        parts: In the order they were given in.
        places: Where in the buffer each of them begins.
        size: Bytes of the buffer that they take.
    """

    def __init__(self) -> None:
        self.parts: list[_Part] = []
        self.places: list[int] = []
        self.size = 0

    def append(self, part: _Part) -> None:
        """Put a part after the others."""
        self.parts.append(part)
        self.places.append(self.size)
        self.size += part.stored.size + -part.stored.size % PLACED

    def fill(self, memory: Bytes) -> None:
        """Copy the stored bytes of all parts to where they are expected."""
        jobs = []
        for part, place in zip(self.parts, self.places, strict=True):
            for start in range(0, part.stored.size, FILLED_BYTES):
                source = part.stored[start : start + FILLED_BYTES]
                begin = place + start
                jobs.append(partial(np.copyto, memory[begin : begin + source.size], source))
        run(jobs, None if self.size > FILLED_BYTES else 1)

    def decode(self, staged: Any, decoders: Mapping[type[ArrayCodec], _Decoder], out: Any) -> None:
        """Queue the decoding of all parts, from the memory of the device."""
        kinds: dict[type[ArrayCodec], list[int]] = {}
        for i, part in enumerate(self.parts):
            kinds.setdefault(type(part.codec), []).append(i)
        for kind, found in kinds.items():
            one, many = decoders[kind]
            if many is not None and len(found) > 1:
                parts = [self.parts[i] for i in found]
                places = [self.places[i] for i in found]
                rows = [(part.codec, out[part.rows]) for part in parts]
                if many(staged, places, rows):
                    continue
            for i in found:
                part, place = self.parts[i], self.places[i]
                one(staged[place : place + part.stored.size], out[part.rows], part.codec)


def _parts(pieces: Sequence[Piece], limit: int) -> Iterator[_Part]:
    """Cut pieces between rows into parts of at most `limit` stored bytes, or a single row."""
    for codec, stored, row in pieces:
        shape = codec.output().shape
        if not shape:
            yield _Part(codec, stored, ...)
        elif stored.size <= limit or codec.row_range(0, 0) is None:
            yield _Part(codec, stored, slice(row, row + shape[0]))
        else:
            step = max(1, limit * shape[0] // stored.size)
            for start in range(0, shape[0], step):
                stop = min(start + step, shape[0])
                cut = codec.row_range(start, stop)
                if cut is not None:
                    part = stored[cut.begin : cut.end]
                    yield _Part(cut.codec, part, slice(row + start, row + stop))


def _batches(parts: Iterable[_Part], limit: int) -> Iterator[_Batch]:
    """Put parts together, up to so many bytes: each batch is one copy."""
    batch = _Batch()
    for part in parts:
        if batch.parts and batch.size + part.stored.size > limit:
            yield batch
            batch = _Batch()
        batch.append(part)
    if batch.parts:
        yield batch


class _Lane(Protocol):
    """A pinned buffer, a buffer on the GPU, and the stream that leads from one to the other."""

    def __init__(self, size: int) -> None: ...

    def decode(
        self, batch: _Batch, decoders: Mapping[type[ArrayCodec], _Decoder], out: Any
    ) -> None:
        """Queue the copy of a batch and its decoding, once the one before has left the buffer."""

    def finish(self) -> None:
        """Let what is queued on the current stream from now on wait for all batches."""


def _decode_batches(
    batches: Sequence[_Batch],
    decoders: Mapping[type[ArrayCodec], _Decoder],
    lanes: Sequence[_Lane],
    out: Any,
) -> None:
    for batch, lane in zip(batches, cycle(lanes), strict=False):
        lane.decode(batch, decoders, out)
    for lane in lanes:
        lane.finish()


class _TorchLane:
    """See `_Lane`."""

    def __init__(self, size: int) -> None:
        self._cuda = _library("torch").cuda
        self._stream = self._cuda.Stream()
        # The memory of `out` may still be in use by what was queued before.
        self._stream.wait_stream(self._cuda.current_stream())
        empty, uint8 = _library("torch").empty, _library("torch").uint8
        self._pinned = empty(size, dtype=uint8, pin_memory=True)
        with self._cuda.stream(self._stream):
            self._staged = empty(size, dtype=uint8, device="cuda")

    def decode(
        self, batch: _Batch, decoders: Mapping[type[ArrayCodec], _Decoder], out: Any
    ) -> None:
        self._stream.synchronize()
        pinned, staged = self._pinned[: batch.size], self._staged[: batch.size]
        batch.fill(pinned.numpy())
        with self._cuda.stream(self._stream):
            staged.copy_(pinned, non_blocking=True)
            batch.decode(staged, decoders, out)

    def finish(self) -> None:
        self._cuda.current_stream().wait_stream(self._stream)


class _CupyLane:
    """See `_Lane`."""

    def __init__(self, size: int) -> None:
        cupy = _library("cupy")
        self._stream = cupy.cuda.Stream(non_blocking=True)
        # The memory of `out` may still be in use by what was queued before.
        self._stream.wait_event(cupy.cuda.get_current_stream().record())
        memory = cupy.cuda.alloc_pinned_memory(max(size, 1))
        self._pinned = np.frombuffer(memory, np.uint8, size)
        with self._stream:
            self._staged = cupy.empty(size, cupy.uint8)

    def decode(
        self, batch: _Batch, decoders: Mapping[type[ArrayCodec], _Decoder], out: Any
    ) -> None:
        self._stream.synchronize()
        pinned, staged = self._pinned[: batch.size], self._staged[: batch.size]
        batch.fill(pinned)
        with self._stream:
            staged.set(pinned)
            batch.decode(staged, decoders, out)

    def finish(self) -> None:
        # CuPy gives pinned memory to another as soon as nothing here refers to it.
        self._stream.synchronize()


_LANES: dict[str, tuple[str, type[_Lane]]] = {
    "triton": ("torch", _TorchLane),
    "cupy": ("cupy", _CupyLane),
}
"""Per backend: whose arrays it takes, and how bytes become such an array."""


def _on_device(native: str, device: str) -> AbstractContextManager[Any]:
    cuda, number = _library(native).cuda, device.partition(":")[2]
    if native == "torch":
        context = cuda.device(device)
    else:
        context = cuda.Device(int(number or cuda.runtime.getDevice()))
    return context  # type: ignore[no-any-return]  # of libraries without types


def _placement(native: str, dtype: str) -> dict[str, Any]:
    """Arguments of `empty` for an array on the current GPU."""
    if native == "torch":
        return {"dtype": getattr(_library("torch"), dtype), "device": "cuda"}
    return {"dtype": dtype_of(dtype)}


def _check_framework(framework: str) -> None:
    if framework not in ("numpy", "torch", "cupy"):  # also what cannot be hashed
        raise ValueError(f"framework: expected numpy, torch or cupy, found {framework}")


def _library(framework: str) -> Any:
    _check_framework(framework)
    try:
        return importlib.import_module(framework)
    except ModuleNotFoundError as error:
        package = DISTRIBUTIONS.get(framework, framework)
        message = f"framework `{framework}` is not installed (pip install {package})"
        raise BackendUnavailable(message) from error
