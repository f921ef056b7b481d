"""The kernels for NVIDIA GPUs compile for what is in use, and to the code that was meant.

Neither Triton's compiler nor NVRTC needs a GPU. Triton's runs in a process of its own, since
this one may have loaded the interpreter instead.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from quire.kernels.registry import KERNELS

ARCHITECTURES = (80, 90)

GATHERING = {"quire.kernels.pq.triton"}
"""What it reads lies anywhere; the others read wide words, too."""

COMPILE = """
import importlib, json, sys
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from quire.kernels.backends.triton import BLOCK

def compile(module, architecture):
    [kernel] = [v for v in vars(module).values() if isinstance(v, triton.JITFunction)]
    # As at run time: addresses and the count are multiples of 16, and known to be.
    known = [name for name, type in module.SIGNATURE.items() if type[0] in "*i"]
    aligned = {(kernel.arg_names.index(name),): [["tt.divisibility", 16]] for name in known}
    constants = {"BLOCK": BLOCK, **getattr(module, "CONSTANTS", {})}
    source = ASTSource(kernel, module.SIGNATURE, constants, aligned)
    target = GPUTarget("cuda", architecture, 32)
    return triton.compile(source, target=target, options={"enable_fp_fusion": False})

modules = {name: importlib.import_module(name) for name in sys.argv[2:]}
json.dump({
    f"{name} {architecture}": compile(module, architecture).asm["ptx"]
    for name, module in modules.items()
    for architecture in json.loads(sys.argv[1])
}, sys.stdout)
"""


def _modules(backend: str) -> list[str]:
    return sorted({kernel.module for kernel in KERNELS if kernel.backend == backend})


@pytest.fixture(scope="module")
def triton_ptx() -> dict[str, str]:
    """PTX of every Triton kernel, by "module architecture"."""
    missing = [name for name in ("triton", "torch") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"pip install {' '.join(missing)}")
    environment = {k: v for k, v in os.environ.items() if k != "TRITON_INTERPRET"}
    arguments = [json.dumps(ARCHITECTURES), *_modules("triton")]
    run = subprocess.run(
        [sys.executable, "-c", COMPILE, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    ptx: dict[str, str] = json.loads(run.stdout)
    return ptx


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("module", _modules("triton"))
def test_triton_kernels_use_wide_accesses_and_fuse_nothing(
    triton_ptx: dict[str, str], module: str, architecture: int
) -> None:
    ptx = triton_ptx[f"{module} {architecture}"]
    assert f".target sm_{architecture}" in ptx
    assert set(re.findall(r"\bst\.global\S*", ptx)) == {"st.global.v4.b32"}
    if module not in GATHERING:
        assert set(re.findall(r"\bld\.global\S*", ptx)) == {"ld.global.v4.b32"}
    assert "fma.rn" not in ptx


def _nvrtc() -> Any:
    """CuPy's binding of the compiler, or skip."""
    if importlib.util.find_spec("cupy") is None:
        pytest.skip("pip install cupy-cuda13x")
    nvrtc = importlib.import_module("cupy.cuda").nvrtc
    try:
        nvrtc.getVersion()
    except (ImportError, OSError, RuntimeError):
        pytest.skip("pip install nvidia-cuda-nvrtc")
    return nvrtc


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("name", _modules("cupy"))
def test_cuda_kernels_use_wide_stores_and_fuse_nothing(name: str, architecture: int) -> None:
    nvrtc = _nvrtc()
    module = importlib.import_module(name)
    options = importlib.import_module("quire.kernels.backends.cupy").OPTIONS
    program = nvrtc.createProgram(module.SOURCE, "kernel.cu", [], [])
    nvrtc.compileProgram(program, [f"--gpu-architecture=sm_{architecture}", *options])
    assert nvrtc.getCUBIN(program)
    ptx = nvrtc.getPTX(program)
    ptx = ptx.decode() if isinstance(ptx, bytes) else ptx
    assert re.search(r"\bst\.global\.v4\.[uf]32", ptx)
    assert "fma.rn" not in ptx
    assert ".entry decode(" in ptx
