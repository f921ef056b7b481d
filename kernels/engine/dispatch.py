"""Which kernel runs: the fastest that is there, or the one asked for, and why not the others.

Never a silent fallback from a GPU to the CPU, and never one from a backend asked for by name.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from quire.kernels.contract import Kernel, Operation
from quire.kernels.engine.registry import KERNELS, codec
from quire.runtime.errors import BackendUnavailable

ORDER: dict[str, tuple[str, ...]] = {
    "cpu": ("numba", "library", "reference"),
    "cuda": ("triton", "cupy"),
}
"""The backends of each device, fastest first."""

SMALL_OUTPUT = 2 * 2**20
"""Bytes of output below which numba is not loaded for its own sake.

Loading it and making it ready costs a process 0.3 to 0.8 s of CPU time, once; numpy decodes
this much in a few milliseconds.
"""

ENOUGH_OUTPUT = 256 * 2**20
"""Bytes of small outputs, together, for which it is loaded after all."""

DISTRIBUTIONS = {"cupy": "cupy-cuda13x"}
"""What to install for a package that is not called as it is imported."""

log = logging.getLogger(__name__)


class Candidate(NamedTuple):
    """A kernel that could run, and why it cannot (None: it can)."""

    kernel: Kernel
    reason: str | None


def select(
    name: str,
    operation: Operation,
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Callable[..., Any]:
    """Choose a kernel and load it: the function that decodes, encodes or fits.

    Args:
        name: Of the codec.
        operation: What to do.
        device: "cpu", "cuda" or "cuda:N".
        backend: "auto" takes the first of `ORDER` that can run.
        nbytes: Size of the decoded array, where it is known: "auto" takes the reference for
            a small one, until numba is loaded anyway.

    Raises:
        UnknownCodec: no codec has that name.
        BackendUnavailable: nothing that was asked for can run; says what to install.
    """
    return _function(choose(name, operation, device, backend, nbytes).module, operation.value)


@cache
def _function(module: str, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return function


def choose(
    name: str,
    operation: Operation,
    device: str = "cpu",
    backend: str = "auto",
    nbytes: int | None = None,
) -> Kernel:
    """Choose a kernel as `select` does, without loading it."""
    without_numba = _is_small(None if nbytes is None else nbytes * codec(name).effort)
    for kernel in _kernels(name, operation, device):
        if backend not in ("auto", kernel.backend) or _obstacle(kernel) is not None:
            continue
        if backend == kernel.backend:
            return kernel
        if not (without_numba and kernel.backend == "numba"):
            _log_once(name, operation, device, kernel.backend)
            return kernel
    found = candidates(name, operation, device)
    raise BackendUnavailable(_refusal(name, operation, device, backend, found))


def candidates(name: str, operation: Operation, device: str = "cpu") -> list[Candidate]:
    """All kernels for an operation on a device, in order of preference.

    Raises:
        UnknownCodec: no codec has that name.
        BackendUnavailable: there is no such kind of device.
    """
    return [Candidate(kernel, _obstacle(kernel)) for kernel in _kernels(name, operation, device)]


@cache
def _kernels(name: str, operation: Operation, device: str) -> tuple[Kernel, ...]:
    known = codec(name).name
    kind, _, number = device.partition(":")
    if kind not in ORDER or (":" in device and not (kind == "cuda" and number.isdigit())):
        raise BackendUnavailable(f"device: expected cpu, cuda or cuda:N, found {device}")
    return tuple(
        kernel
        for backend in ORDER[kind]
        for kernel in KERNELS
        if (kernel.codec, kernel.operation) == (known, operation)
        and (kernel.device, kernel.backend) == (kind, backend)
    )


def _obstacle(kernel: Kernel) -> str | None:
    missing = [package for package in kernel.needs if not _installed(package)]
    if missing:
        wanted = " ".join(DISTRIBUTIONS.get(package, package) for package in missing)
        return f"not installed: {', '.join(missing)} (pip install {wanted})"
    return _DEVICE_CHECKS[kernel.backend]() if kernel.device == "cuda" else None


@cache
def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


@cache
def _torch_obstacle() -> str | None:
    """Why torch has no GPU to offer."""
    torch = importlib.import_module("torch")
    if torch.cuda.is_available():
        return None
    build = "this build of torch has no CUDA" if torch.version.cuda is None else "no GPU or driver"
    return f"torch.cuda is not available: {build}"


@cache
def _cupy_obstacle() -> str | None:
    """Why CuPy has no GPU to offer."""
    runtime = importlib.import_module("cupy").cuda.runtime
    try:
        count = runtime.getDeviceCount()
    except runtime.CUDARuntimeError as error:
        return f"CuPy finds no GPU: {error}"
    return None if count else "CuPy finds no GPU"


_DEVICE_CHECKS = {"triton": _torch_obstacle, "cupy": _cupy_obstacle}


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
