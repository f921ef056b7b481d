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

from quire.kernels.engine.registry import all_kernels

ARCHITECTURES = (80, 90)

COPYING = {
    "quire.kernels.codecs.raw.triton",
    "quire.kernels.codecs.raw.cupy",
    "quire.kernels.codecs.sparse_scatter.triton",
}
"""The library copies, or scatters: there is nothing to compile."""

GATHERING = {
    "quire.kernels.codecs.affine_u4.triton",
    "quire.kernels.codecs.block_quant.triton",
    "quire.kernels.codecs.dictionary_planes.triton",
    "quire.kernels.codecs.ggml_blocks.triton",
    "quire.kernels.codecs.group_quant.triton",
    "quire.kernels.codecs.pq.triton",
    "quire.kernels.codecs.xor_delta.triton",
}
"""What they read lies anywhere; the others read wide words, too."""

TABLES = {"ld.global.b32", "ld.global.b64"}
"""What a kernel for many pieces reads once a program: which piece, where, and its parameters."""

WALKING = {"quire.kernels.codecs.sparse_scatter.cupy", "quire.kernels.codecs.xor_delta.cupy"}
"""A thread scatters one word, or walks down a column: threads store words, warps a row of them."""

COMPILE = """
import importlib, json, sys
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

def compile(module, variant, architecture):
    kernel = getattr(module, variant.kernel)
    signature = variant.types | dict.fromkeys(variant.constants, "constexpr")
    # As at run time: addresses and the count are multiples of 16, and known to be.
    known = [name for name, type in variant.types.items() if type[0] in "*i"]
    aligned = {(kernel.arg_names.index(name),): [["tt.divisibility", 16]] for name in known}
    source = ASTSource(kernel, signature, dict(variant.constants), aligned)
    target = GPUTarget("cuda", architecture, 32)
    return triton.compile(source, target=target, options={"enable_fp_fusion": False})

module = importlib.import_module(sys.argv[2])
json.dump({
    architecture: [
        compile(module, variant, architecture).asm["ptx"] for variant in module.VARIANTS
    ]
    for architecture in json.loads(sys.argv[1])
}, sys.stdout)
"""


def _modules(backend: str) -> list[str]:
    found = {kernel.module for kernel in all_kernels() if kernel.backend == backend}
    return sorted(found - COPYING)


def triton_ptx(module: str) -> dict[str, list[str]]:
    """PTX of every variant of a Triton kernel, by architecture."""
    missing = [name for name in ("triton", "torch") if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"pip install {' '.join(missing)}")
    environment = {k: v for k, v in os.environ.items() if k != "TRITON_INTERPRET"}
    arguments = [json.dumps(ARCHITECTURES), module]
    run = subprocess.run(
        [sys.executable, "-c", COMPILE, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    ptx: dict[str, list[str]] = json.loads(run.stdout)
    return ptx


@pytest.mark.parametrize(
    "module",
    [
        name if "affine_u8" in name else pytest.param(name, marks=pytest.mark.slow)
        for name in _modules("triton")
    ],
)
def test_triton_kernels_use_wide_accesses_and_fuse_nothing(module: str) -> None:
    for architecture, compiled in triton_ptx(module).items():
        for ptx in compiled:
            assert f".target sm_{architecture}" in ptx
            [store] = set(re.findall(r"\bst\.global\S*", ptx))
            assert store in {"st.global.v4.b32", "st.global.v2.b64"}
            if module not in GATHERING:
                loads = set(re.findall(r"\bld\.global\S*", ptx))
                tables = TABLES if re.search(r"\.entry \w+_many", ptx) else set()
                assert loads - tables == {"ld.global.v4.b32"}
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
    assert name in WALKING or re.search(r"\bst\.global\.v4\.[uf]32", ptx)
    assert "fma.rn" not in ptx
    assert ".entry decode(" in ptx
