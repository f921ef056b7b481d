"""Numpy in the place of CuPy: its memory is that of the host, its kernels are C++ (`on_host.py`).

What a CuPy kernel does around its launch runs so, too: views, places, shapes, errors.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from quire.kernels.engine import dispatch, obstacles
from tests.kernels.on_host import Launch, compiled_source


class Array(np.ndarray[Any, Any]):
    """An array that has what CuPy's have."""

    @property
    def data(self) -> Any:
        """With the address."""
        return SimpleNamespace(ptr=self.ctypes.data)

    @property
    def device(self) -> Any:
        """What makes its device the current one."""
        return nullcontext()

    def set(self, source: np.ndarray[Any, Any]) -> None:
        """Copy from memory of the host."""
        assert (source.dtype, source.shape) == (self.dtype, self.shape)
        self[...] = source

    def get(self) -> np.ndarray[Any, Any]:
        """A copy in memory of the host."""
        return np.array(self, subok=False)


class Stream:
    """All that is queued is done at once."""

    ptr = cuda_stream = 11

    def __init__(self, *, non_blocking: bool = True) -> None:
        assert non_blocking

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass

    def synchronize(self) -> None:
        """Wait for all."""

    def record(self) -> object:
        """An event."""
        return self

    def wait_event(self, event: object) -> None:
        """Wait for what another stream does."""
        assert event is not self

    wait_stream = wait_event


class Cupy(ModuleType):
    """The module: functions of numpy, which give arrays of this kind."""

    ndarray = Array

    def __init__(self) -> None:
        super().__init__("cupy")
        self.__spec__ = ModuleSpec("cupy", None)
        self.cuda = SimpleNamespace(
            runtime=SimpleNamespace(getDevice=lambda: 0, getDeviceCount=lambda: 1),
            Stream=Stream,
            get_current_stream=Stream,
            alloc_pinned_memory=bytearray,
            Device=lambda _number: nullcontext(),
        )

    def RawKernel(self, source: str, name: str, options: tuple[str, ...]) -> Launch:  # noqa: N802  # as it is called there
        """A kernel of a source."""
        assert "--fmad=false" in options
        return _compiled(source, options)[name]

    def __getattr__(self, name: str) -> Any:
        found = getattr(np, name)
        return _giving_arrays(found) if callable(found) and not isinstance(found, type) else found


def _giving_arrays(function: Callable[..., Any]) -> Callable[..., Any]:
    def called(*arguments: Any, **options: Any) -> Any:
        found = function(*arguments, **options)
        return found.view(Array) if isinstance(found, np.ndarray) else found

    return called


@cache
def _compiled(source: str, options: tuple[str, ...]) -> dict[str, Launch]:
    found = re.findall(r'extern "C" __global__ void (\w+)\(([^)]*)\)', source)
    kernels = {name: ", ".join(map(_type, text.split(","))) for name, text in found}
    with TemporaryDirectory() as folder:  # a library that is loaded needs its file no more
        return compiled_source(Path(folder), source, kernels, options)


def _type(parameter: str) -> str:
    """That of a parameter, without its name."""
    return parameter.replace("__restrict__", "").strip().rpartition(" ")[0].strip()


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cupy]:
    """Have it in the place of CuPy, and nothing that was made with the real one."""
    found = Cupy()
    kept = {name: module for name, module in sys.modules.items() if _is_of_cupy(name)}
    for name in kept:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cupy", found)
    monkeypatch.setitem(obstacles.ON_GPU, "cupy", lambda: None)
    for each in (obstacles.installed, dispatch.load, dispatch.load_many):
        each.cache_clear()
    yield found
    for name in [name for name in sys.modules if _is_of_cupy(name)]:
        del sys.modules[name]
    sys.modules.update(kept)
    for each in (obstacles.installed, dispatch.load, dispatch.load_many):
        each.cache_clear()


def _is_of_cupy(name: str) -> bool:
    return name.startswith("quire.kernels.") and name.endswith(".cupy")
