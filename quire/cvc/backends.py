"""Which backends can decode here, and the names that the original program has for them."""

from __future__ import annotations

from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.contract import Operation
from quire.kernels.engine.dispatch import candidates
from quire.kernels.engine.given import expect_a

_DEVICES = ("cpu", "cuda")

_ORIGINAL = {"python": "reference", "cpp": "numba", "cuda": "cupy"}
"""By the name in `decompressed`: what does the same here. Triton is called so there, too."""


def backend_named(name: str) -> str:
    """A backend by the name that either program has for it."""
    expect_a(str, name, "backend")
    return _ORIGINAL.get(name, name)


def get_available_backends() -> dict[str, bool]:
    """By backend (reference, numba, triton, cupy): whether it can decode `fp16` and `int8` here."""
    return {name: error is None for name, error in get_backend_errors().items()}


def get_backend_errors() -> dict[str, str | None]:
    """By backend: why it cannot run here, or None."""
    return {
        found.kernel.backend: found.reason
        for device in _DEVICES
        for found in candidates(AffineU8, Operation.DECODE, device)
    }
