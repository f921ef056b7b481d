"""Which kernel runs: the fastest that is there, or the one asked for, and why not the others.

Never a silent fallback from a GPU to the CPU, and never one from a backend asked for by name.
"""

from __future__ import annotations

import importlib
import logging
import sys
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, overload

from quire.kernels.contract import (
    BACKENDS,
    BytesCodec,
    Codec,
    Decode,
    Encode,
    Fit,
    FixedCodec,
    Kernel,
    Measure,
    Operation,
    Pack,
    VaryingCodec,
    kernels,
)
from quire.kernels.engine import obstacles
from quire.kernels.engine.offered import CodecRefused
from quire.runtime.errors import BackendUnavailable

DEVICES = tuple(dict.fromkeys(backend.device for backend in BACKENDS.values()))

SMALL_OUTPUT = 2 * 2**20
"""Bytes of output below which numba is not loaded for its own sake.

Loading it and making it ready costs a process 0.3 to 0.8 s of CPU time, once; numpy decodes
this much in a few milliseconds.
"""

ENOUGH_OUTPUT = 256 * 2**20
"""Bytes of small outputs, together, for which it is loaded after all."""

log = logging.getLogger(__name__)


class Candidate(NamedTuple):
    """A kernel that could run, and why it cannot (None: it can)."""

    kernel: Kernel
    reason: str | None


One = TypeVar("One", bound=Codec)
Fixed = TypeVar("Fixed", bound=FixedCodec)
Varying = TypeVar("Varying", bound=VaryingCodec | BytesCodec)


@overload
def select(
    codec: type[One],
    operation: Literal[Operation.DECODE],
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Decode[One]: ...
@overload
def select(
    codec: type[Fixed],
    operation: Literal[Operation.ENCODE],
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Encode[Fixed]: ...
@overload
def select(
    codec: type[Varying],
    operation: Literal[Operation.ENCODE],
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Pack[Varying]: ...
@overload
def select(
    codec: type[One],
    operation: Literal[Operation.MEASURE],
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Measure[One]: ...
@overload
def select(
    codec: type[Codec],
    operation: Literal[Operation.FIT],
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Fit: ...
def select(
    codec: type[Any],
    operation: Operation,
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Any:
    """Choose a kernel and load it: the function that decodes, encodes or fits.

    Args:
        codec: The class of the codec.
        operation: What to do.
        device: "cpu", "cuda" or "cuda:N".
        backend: "auto" takes the first of `BACKENDS` that can run, and does not trust the bytes.
        nbytes: Size of the decoded array, where it is known: "auto" takes the reference for
            a small one, until numba is loaded anyway.

    Raises:
        BackendUnavailable: nothing that was asked for can run; says what to install.
        CodecRefused: of the package of a codec, the module has no such function.
    """
    return load(choose(codec, operation, device, backend, nbytes))


@cache
def load(kernel: Kernel) -> Any:
    """The function of a kernel.

    Raises:
        CodecRefused: of the package of a codec, the module has no such function.
    """
    module, name = importlib.import_module(kernel.module), kernel.operation.value
    if (function := getattr(module, name, None)) is None:
        raise CodecRefused(
            f"codec `{kernel.codec}`: expected a function `{name}` in {kernel.module}"
        )
    return function


@cache
def load_many(kernel: Kernel) -> Any:
    """The function of a kernel on a GPU that decodes many pieces by one launch; None without."""
    return getattr(importlib.import_module(kernel.module), "decode_many", None)


def choose(
    codec: type[Codec],
    operation: Operation,
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Kernel:
    """Choose a kernel as `select` does, without loading it."""
    without_numba = _is_small(None if nbytes is None else nbytes * codec.effort)
    for kernel in _kernels(codec, operation, device):  # type: ignore[arg-type]  # a class has a hash
        if backend == "auto":
            passed_over = without_numba and kernel.backend == "numba"
            if not passed_over and is_automatic(kernel) and _obstacle(kernel) is None:
                _log_once(codec.name, operation, device, kernel.backend)
                return kernel
        elif backend == kernel.backend and _obstacle(kernel) is None:
            return kernel
    found = candidates(codec, operation, device)
    raise BackendUnavailable(_refusal(codec.name, operation, device, backend, found))


def is_automatic(kernel: Kernel) -> bool:
    """Whether "auto" takes a kernel, if it can run."""
    return not BACKENDS[kernel.backend].trusts


def candidates(codec: type[Codec], operation: Operation, device: str = "cpu") -> list[Candidate]:
    """All kernels for an operation on a device, in order of preference.

    Raises:
        BackendUnavailable: there is no such kind of device.
    """
    found = _kernels(codec, operation, device)  # type: ignore[arg-type]  # a class has a hash
    return [Candidate(kernel, _obstacle(kernel)) for kernel in found]


@cache
def _kernels(codec: type[Codec], operation: Operation, device: str) -> tuple[Kernel, ...]:
    kind, _, number = device.partition(":")
    if kind not in DEVICES or (":" in device and not (kind == "cuda" and number.isdigit())):
        raise BackendUnavailable(f"device: expected cpu, cuda or cuda:N, found {device}")
    found = [kernel for kernel in kernels(codec) if kernel.operation is operation]
    order = list(BACKENDS)
    found.sort(key=lambda kernel: order.index(kernel.backend))
    return tuple(kernel for kernel in found if kernel.device == kind)


def _obstacle(kernel: Kernel) -> str | None:
    if kernel.needs and (missing := obstacles.missing(kernel.needs)) is not None:
        return missing
    return obstacles.ON_GPU[kernel.backend]() if kernel.device == "cuda" else None


class _Small:
    """What small outputs were, or are expected to be, together, while numba is not loaded."""

    nbytes = 0


def expect(nbytes: int) -> None:
    """Tell that so many bytes are about to be decoded or encoded, in whatever small parts."""
    _Small.nbytes += nbytes


def _is_small(nbytes: int | None) -> bool:
    """Whether loading numba would cost more than it saves."""
    if nbytes is None or "numba" in sys.modules:
        return False
    if nbytes >= SMALL_OUTPUT or _Small.nbytes >= ENOUGH_OUTPUT:
        return False
    _Small.nbytes += nbytes
    return True


@cache
def _log_once(name: str, operation: Operation, device: str, backend: str) -> None:
    log.debug("%s %s on %s: %s", name, operation.value, device, backend)


def _refusal(
    name: str, operation: Operation, device: str, backend: str, found: list[Candidate]
) -> str:
    """Text of `BackendUnavailable`: what was wanted, then each candidate with its reason."""
    subject = "no backend" if backend == "auto" else f"no backend `{backend}`"
    if any(backend == kernel.backend for kernel, _ in found):
        subject = f"backend `{backend}` is not available"
    lines = [f"{name}: {subject} to {operation.value} on {device}"]
    lines += [f"  {kernel.backend}: {reason or 'usable'}" for kernel, reason in found]
    if not found:
        lines.append(f"  there is no kernel for {device}")
    return "\n".join(lines)
