"""Where the kernels of this folder run: on a GPU if there is one, else in Triton's interpreter."""

from __future__ import annotations

import ctypes
import os

import pytest

from tests.kernels.stand_in import Gpu, stand_in


def _has_gpu() -> bool:
    """Ask the driver itself: importing torch for it would take seconds."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    answers = [driver.cuInit(0), driver.cuDeviceGetCount(ctypes.byref(count))]
    return answers == [0, 0] and count.value > 0


HAS_GPU = _has_gpu()
if not HAS_GPU:
    os.environ["TRITON_INTERPRET"] = "1"  # read when triton is imported


@pytest.fixture(scope="session")
def place() -> str:
    """Where the kernels for a GPU run: "cuda", or "cpu" in the interpreter."""
    return "cuda" if HAS_GPU else "cpu"


@pytest.fixture
def gpu(place: str, monkeypatch: pytest.MonkeyPatch) -> Gpu:
    """A GPU, or what stands in for one."""
    return stand_in(place, monkeypatch)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if HAS_GPU:
        return
    for item in items:
        if item.get_closest_marker("gpu"):
            item.add_marker(pytest.mark.skip(reason="needs an NVIDIA GPU and its driver"))
