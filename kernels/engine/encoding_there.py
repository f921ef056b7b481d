"""Arrays that are on a GPU, encoded there: fewer bytes cross the bus than values would take."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quire.kernels.backends.arrays import ROUNDED_TO_INFINITY
from quire.kernels.contract import ArrayCodec, FixedCodec, Operation
from quire.kernels.engine.dispatch import candidates, load
from quire.kernels.engine.given import is_cupy, is_torch

Bytes = npt.NDArray[np.uint8]

_FLOATS = ("float32", "float16", "bfloat16")
"""Dtypes that float32 holds."""


class _Library(NamedTuple):
    """What is done to arrays of a library.

    Attributes:
        module: Its name.
        floats: Of an array of either library, one of this, float32 and contiguous.
        device: Makes that of an array the current one.
        empty: So many bytes beside an array.
        host: Bytes in memory of the host.
    """

    module: str
    floats: Callable[[Any], Any]
    device: Callable[[Any], AbstractContextManager[Any]]
    empty: Callable[[int, Any], Any]
    host: Callable[[Any], Bytes]


def encoded_on_gpu(array: Any, codec: ArrayCodec) -> Bytes | None:
    """What a codec makes of an array on a GPU, encoded there.

    Args:
        array: Of torch or CuPy, of the codec's shape.
        codec: With its parameters.

    Returns:
        The stored bytes; None if the codec has no kernel for that, or not for such values: then
        they have to be encoded on the host.

    Raises:
        EncodingError: a value cannot be stored.
    """
    found = candidates(type(codec), Operation.ENCODE, "cuda")
    kernel = next((kernel for kernel, reason in found if reason is None), None)
    known = str(array.dtype).rpartition(".")[2] in _FLOATS
    if kernel is None or not isinstance(codec, FixedCodec) or not known:
        return None
    library = _LIBRARIES[kernel.backend]
    values = library.floats(array)
    limit = ROUNDED_TO_INFINITY.get(codec.narrow)
    if limit is not None:
        is_finite = importlib.import_module(library.module).isfinite(values)
        if bool(((abs(values) >= limit) & is_finite).any()):
            return None  # the host names the value
    with library.device(values):  # may be another than the current one
        stored = library.empty(codec.stored_size(), values)
        load(kernel)(values, stored, codec)
    return library.host(stored)


def _torch_floats(array: Any) -> Any:
    if is_cupy(array):
        array = importlib.import_module("torch").from_dlpack(array)
    return array.float().contiguous()


def _torch_device(values: Any) -> AbstractContextManager[Any]:
    cuda = importlib.import_module("torch").cuda
    return cuda.device(values.device) if values.is_cuda else nullcontext()


def _torch_empty(size: int, values: Any) -> Any:
    torch = importlib.import_module("torch")
    return torch.empty(size, dtype=torch.uint8, device=values.device)


def _torch_host(stored: Any) -> Bytes:
    found: Bytes = stored.cpu().numpy()
    return found


def _cupy_floats(array: Any) -> Any:
    cupy = importlib.import_module("cupy")
    if is_torch(array):  # widened first, as CuPy has no bfloat16
        array = cupy.from_dlpack(array.float())
    return cupy.ascontiguousarray(array, dtype=np.float32)


def _cupy_device(values: Any) -> AbstractContextManager[Any]:
    device: AbstractContextManager[Any] = values.device
    return device


def _cupy_empty(size: int, _values: Any) -> Any:
    return importlib.import_module("cupy").empty(size, np.uint8)


def _cupy_host(stored: Any) -> Bytes:
    found: Bytes = stored.get()
    return found


_LIBRARIES = {
    "triton": _Library("torch", _torch_floats, _torch_device, _torch_empty, _torch_host),
    "cupy": _Library("cupy", _cupy_floats, _cupy_device, _cupy_empty, _cupy_host),
}
"""By backend, whose arrays it takes."""
