"""The ways to a GPU: pinned memory, memory of the device, and the stream between them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import cycle
from typing import Any, Protocol

import numpy as np

from quire.kernels.backends.arrays import dtype_of
from quire.kernels.contract import ArrayCodec
from quire.kernels.engine.batches import Batch, Bytes, Decoder
from quire.kernels.engine.direct import Files
from quire.kernels.engine.obstacles import DISTRIBUTIONS
from quire.kernels.engine.unpacking import Device, unpack
from quire.runtime.errors import BackendUnavailable

Decoders = Mapping[type[ArrayCodec], Decoder]


class Lane(Device, Protocol):
    """A pinned buffer, a buffer on the GPU, and the stream that leads from one to the other.

    Args:
        size: Bytes of the pinned buffer.
        room: Bytes of the one on the GPU, into which more is unpacked.
    """

    def __init__(self, size: int, room: int) -> None: ...

    def decode(self, batch: Batch, decoders: Decoders, out: Any) -> None:
        """Queue the copy of a batch and its decoding, once the one before has left the buffer."""

    def finish(self) -> None:
        """Let what is queued on the current stream from now on wait for all batches."""


def decode_batches(
    batches: Sequence[Batch], decoders: Decoders, lanes: Sequence[Lane], out: Any
) -> None:
    """Decode batches in turns: while one is copied, the one before is decoded.

    Raises:
        FormatError: what is packed in one is damaged.
    """
    try:
        for batch, lane in zip(batches, cycle(lanes), strict=False):
            lane.decode(batch, decoders, out)
    finally:  # memory that is still being copied must not become that of another
        for lane in lanes:
            lane.finish()


class TorchLane:
    """See `Lane`."""

    def __init__(self, size: int, room: int) -> None:
        self._torch = library("torch")
        self._cuda = self._torch.cuda
        self._stream = self._cuda.Stream()
        self.stream = self._stream.cuda_stream
        self._files = Files()
        # The memory of `out` may still be in use by what was queued before.
        self._stream.wait_stream(self._cuda.current_stream())
        empty, uint8 = self._torch.empty, self._torch.uint8
        self._pinned = empty(size, dtype=uint8, pin_memory=True)
        with self._cuda.stream(self._stream):
            self._staged = empty(room, dtype=uint8, device="cuda")

    def decode(self, batch: Batch, decoders: Decoders, out: Any) -> None:
        """See `Lane.decode`."""
        self._stream.synchronize()
        pinned, staged = self._pinned[: batch.size], self._staged[: batch.size]
        with self._cuda.stream(self._stream):
            with self._files.reading(batch.reads(self._staged), self.put):
                batch.fill(pinned.numpy())
                staged.copy_(pinned, non_blocking=True)
            unpack(batch, self._staged, self)
            batch.decode(self._staged, decoders, out)

    def put(self, source: Bytes, target: Any) -> None:
        """See `Device.put`."""
        target.copy_(self._torch.from_numpy(source))

    def get(self, source: Any) -> Bytes:
        """See `Device.get`."""
        found: Bytes = source.cpu().numpy()
        return found

    def finish(self) -> None:
        """See `Lane.finish`."""
        self._files.close()
        self._cuda.current_stream().wait_stream(self._stream)


class CupyLane:
    """See `Lane`."""

    def __init__(self, size: int, room: int) -> None:
        cupy = library("cupy")
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self.stream = self._stream.ptr
        self._files = Files()
        # The memory of `out` may still be in use by what was queued before.
        self._stream.wait_event(cupy.cuda.get_current_stream().record())
        memory = cupy.cuda.alloc_pinned_memory(max(size, 1))
        self._pinned = np.frombuffer(memory, np.uint8, size)
        with self._stream:
            self._staged = cupy.empty(room, cupy.uint8)

    def decode(self, batch: Batch, decoders: Decoders, out: Any) -> None:
        """See `Lane.decode`."""
        self._stream.synchronize()
        pinned, staged = self._pinned[: batch.size], self._staged[: batch.size]
        with self._stream:
            with self._files.reading(batch.reads(self._staged), self.put):
                batch.fill(pinned)
                staged.set(pinned)
            unpack(batch, self._staged, self)
            batch.decode(self._staged, decoders, out)

    def put(self, source: Bytes, target: Any) -> None:
        """See `Device.put`."""
        target.set(source)

    def get(self, source: Any) -> Bytes:
        """See `Device.get`."""
        found: Bytes = source.get()
        return found

    def finish(self) -> None:
        """See `Lane.finish`."""
        self._files.close()
        # CuPy gives pinned memory to another as soon as nothing here refers to it.
        self._stream.synchronize()


LANES: dict[str, tuple[str, type[Lane]]] = {
    "triton": ("torch", TorchLane),
    "cupy": ("cupy", CupyLane),
}
"""Per backend: whose arrays it takes, and how bytes become such an array."""


def on_device(native: str, device: str) -> AbstractContextManager[Any]:
    """Makes a GPU the current one of a library."""
    cuda, number = library(native).cuda, device.partition(":")[2]
    if native == "torch":
        context = cuda.device(device)
    else:
        context = cuda.Device(int(number or cuda.runtime.getDevice()))
    return context  # type: ignore[no-any-return]  # of libraries without types


def placement(native: str, dtype: str) -> dict[str, Any]:
    """Arguments of `empty` for an array on the current GPU."""
    if native == "torch":
        return {"dtype": getattr(library("torch"), dtype), "device": "cuda"}
    return {"dtype": dtype_of(dtype)}


def library(framework: str) -> Any:
    """The module of a framework.

    Raises:
        BackendUnavailable: it is not installed.
        ValueError: there is no such framework.
    """
    check_framework(framework)
    try:
        return importlib.import_module(framework)
    except ModuleNotFoundError as error:
        package = DISTRIBUTIONS.get(framework, framework)
        message = f"framework `{framework}` is not installed (pip install {package})"
        raise BackendUnavailable(message) from error


def check_framework(framework: str) -> None:
    """Refuse what is the name of no framework."""
    if framework not in ("numpy", "torch", "cupy"):  # also what cannot be hashed
        raise ValueError(f"framework: expected numpy, torch or cupy, found {framework}")
