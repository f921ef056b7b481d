"""Decoding stored bytes of the host on a GPU: the stored bytes cross the bus, never the values."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArraySpec, Operation
from quire.kernels.dispatch import choose
from quire.kernels.registry import codec
from quire.runtime.errors import BackendUnavailable

Framework = Literal["torch", "cupy"]
Bytes = npt.NDArray[np.uint8]


def decode_on_gpu(
    name: str,
    stored: Bytes,
    parameters: Any,
    *,
    framework: Framework = "torch",
    backend: str = "auto",
    device: str = "cuda",
) -> Any:
    """Copy stored bytes to a GPU and decode them there.

    The bytes pass through pinned host memory, to an aligned address. Copy and kernel are
    queued on the current stream of the backend's library; the result is ready for what is
    queued after it.

    Args:
        name: Of the codec.
        stored: (bytes,) uint8, at any address.
        parameters: Of the codec.
        framework: Whose array to return; that of another library is handed over by DLPack.
        backend: "auto", or the name of one.
        device: "cuda" or "cuda:N".

    Returns:
        A torch tensor or CuPy array of the codec's output.

    Raises:
        BackendUnavailable: `backend` cannot run, or the library of `framework` is missing.
    """
    kernel = choose(name, Operation.DECODE, device, backend)
    decode = getattr(importlib.import_module(kernel.module), Operation.DECODE.value)
    spec = codec(name).output(parameters)
    native, stage = _STAGES[kernel.backend]
    out = stage(stored, spec, device, lambda source, target: decode(source, target, parameters))
    return out if native == framework else _library(framework).from_dlpack(out)


def _on_torch(stored: Bytes, spec: ArraySpec, device: str, decode: Callable[..., None]) -> Any:
    torch = _library("torch")
    with torch.cuda.device(device):
        # The allocator of pinned memory waits for the copy before it gives it to another.
        pinned = torch.empty(stored.size, dtype=torch.uint8, pin_memory=True)
        pinned.numpy()[:] = stored
        out = torch.empty(spec.shape, dtype=getattr(torch, spec.dtype), device=device)
        decode(pinned.to(device, non_blocking=True), out)
    return out


def _on_cupy(stored: Bytes, spec: ArraySpec, device: str, decode: Callable[..., None]) -> Any:
    cupy = _library("cupy")
    with cupy.cuda.Device(int(device.partition(":")[2] or cupy.cuda.runtime.getDevice())):
        memory = cupy.cuda.alloc_pinned_memory(max(stored.nbytes, 1))
        pinned = np.frombuffer(memory, np.uint8, stored.size)
        pinned[:] = stored
        source = cupy.empty(stored.size, cupy.uint8)
        source.set(pinned)
        out = cupy.empty(spec.shape, spec.dtype)
        decode(source, out)
        # CuPy may give the pinned memory to another as soon as nothing here refers to it.
        cupy.cuda.get_current_stream().synchronize()
    return out


_STAGES = {"triton": ("torch", _on_torch), "cupy": ("cupy", _on_cupy)}
"""Per backend: whose arrays it takes, and how bytes become such an array."""


def _library(framework: str) -> Any:
    try:
        return importlib.import_module(framework)
    except ModuleNotFoundError as error:
        raise BackendUnavailable(f"framework `{framework}` is not installed") from error
