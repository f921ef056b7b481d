"""The CUDA C sources compute what the references do, run by a C++ compiler, thread after thread.

Where there is no GPU this is the only time that they run: their index arithmetic, ragged
ends and roundings are checked here, all but the hardware.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.affine.parameters import AffineParameters
from quire.kernels.half.parameters import HalfParameters
from quire.kernels.pq.parameters import PqParameters

SHIM = r"""
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
"""

LAUNCH = r"""
extern "C" void launch(unsigned blocks, unsigned threads, const void* stored, void* out,
                       long long count PARAMETERS)
{
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x)
            decode((const WORD*)stored, (float4*)out, count ARGUMENTS);
}
"""

CTYPES: dict[str, Any] = {
    "float": ctypes.c_float,
    "int": ctypes.c_int,
    "const float*": ctypes.c_void_p,
}

Launch = Callable[..., None]


def _compile(folder: Path, module: str, word: str, scalars: dict[str, str]) -> Launch:
    """Function `launch` of a source, as machine code of this processor.

    Args:
        folder: For what is compiled.
        module: With the source.
        word: What the kernel takes the stored bytes as.
        scalars: What it takes behind the count, by name, as types of C.
    """
    compiler = shutil.which("c++")
    if compiler is None or importlib.util.find_spec("cupy") is None:
        pytest.skip("needs a C++ compiler, and pip install cupy-cuda13x")
    source = importlib.import_module(module).SOURCE
    parameters = "".join(f", {kind} {name}" for name, kind in scalars.items())
    arguments = "".join(f", {name}" for name in scalars)
    launch = LAUNCH.replace("PARAMETERS", parameters).replace("ARGUMENTS", arguments)
    launch = launch.replace("WORD", word)
    (folder / "kernel.cpp").write_text(SHIM + source + launch)
    vectors = importlib.import_module("quire.kernels.backends.cupy").VECTORS
    options = ["-std=c++17", "-O1", "-shared", "-fPIC", "-ffp-contract=off", f"-DVECTORS={vectors}"]
    subprocess.run(
        [compiler, *options, "-Wno-unknown-pragmas", "kernel.cpp", "-o", "kernel.so"],
        cwd=folder,
        check=True,
    )
    function: Any = ctypes.CDLL(str(folder / "kernel.so")).launch
    pointer, unsigned = ctypes.c_void_p, ctypes.c_uint
    fixed = [unsigned, unsigned, pointer, pointer, ctypes.c_longlong]
    function.argtypes = fixed + [CTYPES[kind] for kind in scalars.values()]
    function.restype = None
    launch_function: Launch = function
    return launch_function


def _run(launch: Launch, stored: Any, count: int, *scalars: float | None) -> Any:
    """Launch as `Launcher` does; the result, after a check of the guards around it."""
    cupy = importlib.import_module("quire.kernels.backends.cupy")
    whole = np.full(count + 8, np.nan, np.float32)
    blocks = -(-count // (cupy.THREADS * cupy.VECTORS * 4))
    launch(blocks, cupy.THREADS, stored.ctypes.data, whole[4:].ctypes.data, count, *scalars)
    assert np.isnan(whole[:4]).all()
    assert np.isnan(whole[-4:]).all()
    return whole[4:-4]


COUNTS = (1, 3, 4, 5, 1023, 4096, 4099, 3 * 4096 + 2)


def test_fp16(tmp_path: Path) -> None:
    launch = _compile(tmp_path, "quire.kernels.half.cupy", "uint2", {})
    reference = importlib.import_module("quire.kernels.half.reference")
    patterns = np.random.default_rng(1).permutation(65536).astype("<u2")
    for count in (*COUNTS, 65536):
        stored = patterns[:count].view(np.uint8)
        expected = np.empty(count, np.float32)
        reference.decode(stored, expected, HalfParameters((count,)))
        assert _run(launch, stored, count).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("scale", "low"), [(0.0123, -1.5), (3e38, -1e38), (1e-40, 0.1)])
def test_affine_u8(tmp_path: Path, scale: float, low: float) -> None:
    scalars = {"scale": "float", "low": "float"}
    launch = _compile(tmp_path, "quire.kernels.affine.cupy", "uchar4", scalars)
    reference = importlib.import_module("quire.kernels.affine.reference")
    codes = np.random.default_rng(2).integers(0, 256, max(COUNTS), np.uint8)
    for count in COUNTS:
        expected = np.empty(count, np.float32)
        reference.decode(codes[:count], expected, AffineParameters((count,), scale, low))
        assert _run(launch, codes, count, scale, low).tobytes() == expected.tobytes()


@pytest.fixture(scope="module")
def pq(tmp_path_factory: pytest.TempPathFactory) -> Launch:
    scalars = {"books": "const float*", "codes": "int", "centroids": "int", "width": "int"}
    scalars["norms"] = "const float*"
    folder = tmp_path_factory.mktemp("pq")
    return _compile(folder, "quire.kernels.pq.cupy", "unsigned char", scalars)


@pytest.mark.parametrize("rows", [1, 2, 61, 700])
@pytest.mark.parametrize("shape", [(3, 256, 1), (8, 256, 2), (5, 7, 3), (1, 300, 5), (2, 1, 16)])
def test_pq(pq: Launch, shape: tuple[int, int, int], rows: int) -> None:
    reference = importlib.import_module("quire.kernels.pq.reference")
    rng = np.random.default_rng(3)
    books, norms = rng.standard_normal(shape, np.float32), rng.standard_normal(rows, np.float32)
    stored = rng.integers(0, min(shape[1], 256), rows * shape[0], np.uint8)
    for given in (None, norms):
        expected = np.empty((rows, shape[0] * shape[2]), np.float32)
        reference.decode(stored, expected, PqParameters(expected.shape, books, norms=given))
        place = None if given is None else given.ctypes.data
        found = _run(pq, stored, expected.size, books.ctypes.data, *shape, place)
        assert found.tobytes() == expected.tobytes()


def test_pq_reads_nothing_beyond_its_codebooks(pq: Launch) -> None:
    guarded = np.full(3 * 2 * 2 + 600, np.nan, np.float32)
    guarded[:12] = np.arange(12)
    stored = np.full(6, 255, np.uint8)
    found = _run(pq, stored, 12, guarded.ctypes.data, 3, 2, 2, None)
    assert found.tolist() == [2, 3, 6, 7, 10, 11] * 2
