"""What one process has compiled, the next one loads."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

USE = """
import json, sys
import numpy as np
from numba.core import event

listener = event.RecordingListener()
event.register("numba:compile", listener)

from quire.kernels.services.bits import numba as bits_kernels
from quire.kernels.services.bits.layout import packed_size
from quire.kernels.codecs.block_quant import numba as block_kernels
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.group_quant import numba as group_kernels
from quire.kernels.codecs.group_quant.codec import ROUNDINGS, GroupQuant

def code(kernels, parameters):
    values = np.ones(parameters.shape, np.float32)
    stored = np.empty(parameters.stored_size(), np.uint8)
    kernels.encode(values, stored, parameters)
    kernels.decode(stored, values, parameters)

for bits in (3, 8):
    codes = np.zeros(100, np.int8)
    packed = np.empty(packed_size(100, bits), np.uint8)
    bits_kernels.pack(codes, bits, packed)
    bits_kernels.unpack(packed, bits, codes)
    block = BlockQuant((2, 100), bits, 64, bits == 3)
    code(block_kernels, block)
    for rounding in ROUNDINGS:
        group = GroupQuant((2, 100), bits, np.ones(2, np.float16), 64, rounding)
        code(group_kernels, group)
block_kernels.max_abs(np.ones(100, np.float32))
block_kernels.heavy_tailed(np.ones(100, np.float32), 64, 3.0)
group_kernels.group_maxima(np.ones(100, np.float32), 64)

functions = [found.data["dispatcher"].py_func for _, found in listener.buffer]
json.dump(sorted({f"{each.__module__} {each.__qualname__}" for each in functions}), sys.stdout)
"""

MADE_FOR_A_WIDTH = {
    f"quire.kernels.{module} {kernel}"
    for module, kernel in (
        ("services.bits.numba", "_packer.<locals>.packer"),
        ("services.bits.numba", "_unpacker.<locals>.unpacker"),
        ("codecs.block_quant.encoding", "_encoder.<locals>.encoder"),
        ("codecs.block_quant.numba", "_decoder.<locals>.decoder"),
        ("codecs.group_quant.numba", "_encoder.<locals>.encoder"),
        ("codecs.group_quant.numba", "_decoder.<locals>.decoder"),
    )
}
"""Closures: a wrong one among what they close over, and the next process does not know them."""


def _compiled(cache: Path) -> set[str]:
    """The kernels that a new process compiles."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    run = subprocess.run(
        [sys.executable, "-c", USE], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    return set(json.loads(run.stdout))


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="pip install numba")
def test_the_next_process_compiles_nothing(tmp_path: Path) -> None:
    assert _compiled(tmp_path) >= MADE_FOR_A_WIDTH
    assert _compiled(tmp_path) == set()


NOTED = """
import logging, sys
import numpy as np

if sys.argv[1:]:
    logging.basicConfig(format="%(levelname)s %(name)s %(message)s")
    logging.getLogger("quire").setLevel(logging.INFO)

from quire.kernels.services.ngrams import numba as kernels

kernels.sum_rows(np.ones((1, 1), "f4"), np.zeros(1, int), np.arange(2), np.ones((1, 1), "f4"))
"""


def _said(cache: Path, *asked: str) -> list[str]:
    """The lines that a new process writes to stderr."""
    run = subprocess.run(
        [sys.executable, "-c", NOTED, *asked],
        env=os.environ | {"NUMBA_CACHE_DIR": str(cache)},
        stderr=subprocess.PIPE,
        check=True,
        text=True,
    )
    return run.stderr.splitlines()


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="pip install numba")
def test_what_is_compiled_is_logged_and_not_printed(tmp_path: Path) -> None:
    assert _said(tmp_path / "quiet") == []
    (line,) = _said(tmp_path / "asked", "log")
    assert line.startswith(
        "INFO quire.kernels.backends.numba compiling quire.kernels.services.ngrams"
    )
    assert "_sum_rows" in line
    assert _said(tmp_path / "asked", "log") == []


HELPER = """
from quire.kernels.backends.numba import kernel

@kernel
def step():
    return {step}
"""

USER = """
from helper import step
from quire.kernels.backends.numba import kernel

@kernel
def twice():
    return 2 * step()

print(twice(), sum(twice.stats.cache_hits.values()))
"""


@pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="pip install numba")
def test_what_a_kernel_calls_has_changed(tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / "user.py").write_text(USER)
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",  # files of one second and one size are the same to Python
    }
    said = []
    for step in (1, 1, 5):
        (folder / "helper.py").write_text(HELPER.format(step=step))
        run = [sys.executable, "user.py"]
        done = subprocess.run(
            run, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True, text=True
        )
        said.append(done.stdout.split())
    assert said == [["2", "0"], ["2", "1"], ["10", "0"]]
