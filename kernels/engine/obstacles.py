"""Why something cannot run here: packages that are not installed, libraries that find no GPU."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from functools import cache

from quire.kernels.contract import BACKENDS, NVCOMP

DISTRIBUTIONS = {
    "cupy": "cupy-cuda13x",
    "nvidia.nvcomp": "nvidia-nvcomp-cu13",
    "kvikio": "kvikio-cu13",
}
"""What to install for a package that is not called as it is imported."""


def missing(packages: Sequence[str]) -> str | None:
    """Which packages are not installed; None if all are."""
    found = [each for each in packages if not installed(each)]
    if not found:
        return None
    wanted = " ".join(DISTRIBUTIONS.get(package, package) for package in found)
    return f"not installed: {', '.join(found)} (pip install {wanted})"


@cache
def installed(package: str) -> bool:
    """Whether a package can be found, by the name it is imported by."""
    above, _, _ = package.rpartition(".")
    return (not above or installed(above)) and importlib.util.find_spec(package) is not None


@cache
def torch() -> str | None:
    """Why torch has no GPU to offer."""
    library = importlib.import_module("torch")
    if library.cuda.is_available():
        return None
    built = library.version.cuda is not None
    build = "no GPU or driver" if built else "this build of torch has no CUDA"
    return f"torch.cuda is not available: {build}"


@cache
def cupy() -> str | None:
    """Why CuPy has no GPU to offer."""
    runtime = importlib.import_module("cupy").cuda.runtime
    try:
        count = runtime.getDeviceCount()
    except runtime.CUDARuntimeError as error:
        return f"CuPy finds no GPU: {error}"
    return None if count else "CuPy finds no GPU"


@cache
def nvcomp() -> str | None:
    """Why nvCOMP cannot decompress, or nothing could take what it gives."""
    try:
        library = importlib.import_module("nvidia.nvcomp")
    except (ImportError, OSError) as error:  # libraries of the system are missing
        return f"nvCOMP cannot be loaded: {error}"
    if not hasattr(library, "BatchArray"):
        wanted = DISTRIBUTIONS["nvidia.nvcomp"]
        return f"nvCOMP is {library.__version__}; 6 or later is needed (pip install -U {wanted})"
    return _arrays()


@cache
def kvikio() -> str | None:
    """Why kvikio cannot read files into memory of a GPU."""
    if (lacking := missing(("kvikio",))) is not None:
        return lacking
    try:
        importlib.import_module("kvikio")
    except (ImportError, OSError) as error:  # libraries of the system are missing
        return f"kvikio cannot be loaded: {error}"
    return _arrays()


def _arrays() -> str | None:
    """Why no library has arrays on a GPU to offer."""
    reasons = []
    for backend in ("triton", "cupy"):
        reason = missing(BACKENDS[backend].needs) or ON_GPU[backend]()
        if reason is None:
            return None
        reasons.append(reason)
    return "; ".join(reasons)


ON_GPU: dict[str, Callable[[], str | None]] = {"triton": torch, "cupy": cupy, NVCOMP: nvcomp}
"""By backend, why it cannot run, if all that it needs is installed."""
