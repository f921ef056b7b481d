"""Kernels in CUDA C as machine code of this processor, by a C++ compiler: thread after thread."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SHIM = r"""
#include <cmath>
#include <cstring>
#include <algorithm>
using std::min;
#define __device__
#define __global__
struct dim3 { unsigned x; };
static dim3 blockIdx, blockDim, threadIdx;
struct uint2 { unsigned x, y; };
struct uchar4 { unsigned char x, y, z, w; };
struct float4 { float x, y, z, w; };
static float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static unsigned __float_as_uint(float f) { unsigned u; memcpy(&u, &f, 4); return u; }
static float __uint_as_float(unsigned u) { float f; memcpy(&f, &u, 4); return f; }
static float __fmul_rn(float a, float b) { return a * b; }
static float __fadd_rn(float a, float b) { return a + b; }
static float __fsub_rn(float a, float b) { return a - b; }
static float __fdiv_rn(float a, float b) { return a / b; }
typedef unsigned long long Word;
static void atomicMin(Word* least, Word found) { *least = std::min(*least, found); }
"""

LAUNCH = r"""
extern "C" void launch_KERNEL(unsigned blocks, unsigned threads, PARAMETERS)
{
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x)
            KERNEL(ARGUMENTS);
}
"""

CTYPES: dict[str, Any] = {
    "float": ctypes.c_float,
    "int": ctypes.c_int,
    "long long": ctypes.c_longlong,
}
"""What is no pointer."""

Launch = Callable[..., None]


def compiled(folder: Path, module: str, kernels: Mapping[str, str]) -> dict[str, Launch]:
    """The kernels of a source, to be called with (blocks, threads, arguments) as CuPy's are.

    Arrays among the arguments are numpy's.

    Args:
        folder: For what is compiled.
        module: With the source.
        kernels: Their names, with the types of their arguments as in C, with commas between.
    """
    if importlib.util.find_spec("cupy") is None:
        pytest.skip("pip install cupy-cuda13x")
    options = importlib.import_module("quire.kernels.backends.cupy").OPTIONS
    return compiled_source(folder, importlib.import_module(module).SOURCE, kernels, options)


def compiled_source(
    folder: Path, source: str, kernels: Mapping[str, str], given: Sequence[str]
) -> dict[str, Launch]:
    """As `compiled`, of a source itself, with the definitions among the options for NVRTC."""
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")
    types = {name: list(map(str.strip, text.split(","))) for name, text in kernels.items()}
    launches = "".join(_launch_source(name, kinds) for name, kinds in types.items())
    (folder / "kernel.cpp").write_text(SHIM + source + launches)
    options = ["-std=c++17", "-O1", "-shared", "-fPIC", "-ffp-contract=off"]
    options += [option for option in given if option.startswith("-D")]
    subprocess.run(
        [compiler, *options, "-Wno-unknown-pragmas", "kernel.cpp", "-o", "kernel.so"],
        cwd=folder,
        check=True,
    )
    library = ctypes.CDLL(str(folder / "kernel.so"))
    return {name: _launch(library, name, kinds) for name, kinds in types.items()}


def _launch_source(name: str, types: list[str]) -> str:
    parameters = ", ".join(f"{kind} a{i}" for i, kind in enumerate(types))
    arguments = ", ".join(f"a{i}" for i in range(len(types)))
    source = LAUNCH.replace("KERNEL", name).replace("PARAMETERS", parameters)
    return source.replace("ARGUMENTS", arguments)


def _launch(library: ctypes.CDLL, name: str, types: list[str]) -> Launch:
    function: Any = getattr(library, f"launch_{name}")
    given = [CTYPES.get(kind, ctypes.c_void_p) for kind in types]
    function.argtypes = [ctypes.c_uint, ctypes.c_uint, *given]
    function.restype = None

    def launch(blocks: tuple[int], threads: tuple[int], arguments: tuple[Any, ...]) -> None:
        function(*blocks, *threads, *map(_argument, arguments))

    return launch


def _argument(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.ctypes.data
    return value.item() if isinstance(value, np.generic) else value
