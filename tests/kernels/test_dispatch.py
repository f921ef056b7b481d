"""Which kernel is chosen, and what is said when none can be."""

from __future__ import annotations

import importlib
import logging
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.contract import BACKENDS, DECODE, FIT
from quire.kernels.engine import dispatch, obstacles
from quire.kernels.engine.dispatch import candidates, choose, select
from quire.kernels.engine.matrix import matrix, matrix_markdown, renew
from quire.kernels.engine.registry import CODECS, UnknownCodec, all_kernels, codec, codecs
from quire.kernels.engine.staging import decode_on_gpu
from quire.runtime.errors import BackendUnavailable


class Machine:
    """What seems to be installed, and whether a GPU seems to be there."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.has("numba", "torch", "triton", "cupy")
        self.gpu(torch="no GPU here", cupy="no GPU here")

    def has(self, *packages: str) -> None:
        self._patch.setattr(obstacles, "installed", lambda package: package in packages)

    def gpu(self, torch: str | None = None, cupy: str | None = None) -> None:
        checks = {"triton": lambda: torch, "cupy": lambda: cupy}
        self._patch.setattr(obstacles, "ON_GPU", checks)


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    dispatch._log_once.cache_clear()
    yield Machine(monkeypatch)
    dispatch._log_once.cache_clear()


def test_the_fastest_that_can_run_is_chosen(machine: Machine) -> None:
    assert choose(Fp16, DECODE).backend == "numba"
    machine.gpu()
    assert choose(Fp16, DECODE, "cuda").backend == "triton"
    assert choose(Fp16, DECODE, "cuda:1").backend == "triton"
    machine.has("cupy")
    assert choose(Fp16, DECODE).backend == "reference"
    assert choose(Fp16, DECODE, "cuda").backend == "cupy"


def test_a_backend_asked_for_by_name_is_used(machine: Machine) -> None:
    machine.gpu()
    assert choose(Fp16, DECODE, backend="reference").backend == "reference"
    assert choose(Fp16, DECODE, "cuda", "cupy").backend == "cupy"


def test_select_gives_the_function_of_the_kernel() -> None:
    reference = importlib.import_module("quire.kernels.codecs.affine_u8.reference")
    assert select(AffineU8, FIT, backend="reference") is reference.fit


def test_a_small_output_does_not_load_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    small, large = dispatch.SMALL_OUTPUT - 1, dispatch.SMALL_OUTPUT
    assert choose(Fp16, DECODE, nbytes=small).backend == "reference"
    assert choose(Fp16, DECODE, nbytes=large).backend == "numba"
    assert choose(Fp16, DECODE, backend="numba", nbytes=small).backend == "numba"
    monkeypatch.setitem(sys.modules, "numba", types.ModuleType("numba"))
    assert choose(Fp16, DECODE, nbytes=small).backend == "numba"


@pytest.mark.parametrize("told", [True, False])
def test_small_outputs_that_come_to_much_load_numba(
    monkeypatch: pytest.MonkeyPatch, *, told: bool
) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(dispatch._Small, "nbytes", 0)
    part = dispatch.SMALL_OUTPUT // 2
    assert choose(Fp16, DECODE, nbytes=part).backend == "reference"
    if told:
        dispatch.expect(dispatch.ENOUGH_OUTPUT)
    else:
        for _ in range(dispatch.ENOUGH_OUTPUT // part):
            choose(Fp16, DECODE, nbytes=part)
    assert choose(Fp16, DECODE, nbytes=part).backend == "numba"


def test_a_slow_reference_gives_way_to_numba_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(dispatch._Small, "nbytes", 0)
    least = dispatch.SMALL_OUTPUT // BlockQuant.effort
    assert least < dispatch.SMALL_OUTPUT
    assert choose(BlockQuant, DECODE, nbytes=least - 1).backend == "reference"
    assert choose(BlockQuant, DECODE, nbytes=least).backend == "numba"


def test_an_automatic_choice_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="quire.kernels.engine.dispatch"):
        for _ in range(3):
            choose(Fp16, DECODE)
        choose(Fp16, DECODE, backend="reference")
    assert [record.getMessage() for record in caplog.records] == ["fp16 decode on cpu: numba"]


def test_no_gpu_is_an_error_and_never_the_cpu(machine: Machine) -> None:
    machine.has("cupy", "triton")
    with pytest.raises(BackendUnavailable) as caught:
        select(Fp16, DECODE, "cuda")
    assert str(caught.value).splitlines() == [
        "fp16: no backend to decode on cuda",
        "  triton: not installed: torch (pip install torch)",
        "  cupy: no GPU here",
    ]


def test_a_missing_backend_says_what_to_install(machine: Machine) -> None:
    machine.has("numba")
    with pytest.raises(BackendUnavailable) as caught:
        select(AffineU8, DECODE, "cuda", "cupy")
    assert str(caught.value).splitlines() == [
        "affine_u8: backend `cupy` is not available to decode on cuda",
        "  triton: not installed: triton, torch (pip install triton torch)",
        "  cupy: not installed: cupy (pip install cupy-cuda13x)",
    ]


def test_an_unknown_backend_is_answered_with_those_there_are() -> None:
    with pytest.raises(BackendUnavailable) as caught:
        select(Fp16, DECODE, backend="cpp")
    assert str(caught.value).splitlines() == [
        "fp16: no backend `cpp` to decode on cpu",
        "  numba: usable",
        "  reference: usable",
    ]


def test_an_operation_without_kernels_says_so() -> None:
    with pytest.raises(BackendUnavailable, match="no backend to fit on cpu\n  there is no kernel"):
        select(Fp16, FIT)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(BackendUnavailable, match="device: expected cpu, cuda or cuda:N, found tpu"):
        select(Fp16, DECODE, "tpu")


def test_an_unknown_codec_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownCodec) as near:
        codec("afine_u8")
    assert str(near.value) == "no codec is named `afine_u8`; did you mean `affine_u8`?"
    with pytest.raises(KeyError) as far:
        codec("zzz")
    assert str(far.value).startswith("no codec is named `zzz`; there are fp16, affine_u8, ")


def test_without_a_gpu_every_real_check_gives_a_reason(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "cuda":
        pytest.skip("there is a GPU")
    monkeypatch.undo()
    assert all(reason for _, reason in candidates(Fp16, DECODE, "cuda"))


def test_a_gpu_that_is_not_there_is_an_error_when_staging() -> None:
    with pytest.raises(BackendUnavailable, match="no backend to decode on cuda"):
        decode_on_gpu(Fp16((1,)), np.zeros(2, np.uint8))


def test_names_are_unique_and_every_backend_has_a_place_in_the_order() -> None:
    assert [known.name for known in codecs()] == list(CODECS)
    kernels = all_kernels()
    keys = [(k.codec, k.operation, k.device, k.backend) for k in kernels]
    assert len(set(keys)) == len(keys)
    assert all(BACKENDS[kernel.backend].device == kernel.device for kernel in kernels)


def test_the_matrix_has_every_kernel_and_one_choice_where_there_can_be_one() -> None:
    entries = matrix()
    assert len(entries) == len(all_kernels())
    chosen = [(e.codec, e.operation, e.device, e.backend) for e in entries if e.chosen]
    assert ("fp16", "decode", "cpu", "numba") in chosen
    assert not any(entry.usable for entry in entries if entry.device == "cuda")
    assert all((entry.reason is None) == entry.usable for entry in entries)


def test_the_readme_shows_the_matrix() -> None:
    readme = Path(dispatch.__file__).parent.with_name("README.md").read_text(encoding="utf-8")
    assert matrix_markdown() in readme, "run `make gen`"
    assert renew(readme) == readme


def test_the_tables_load_nothing_heavy() -> None:
    heavy = ["numba", "torch", "triton", "cupy"]
    found = f"[m for m in {heavy} if m in sys.modules]"
    code = f"import sys, quire.kernels.engine.registry; print({found})"
    run = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, text=True
    )
    assert run.stdout.strip() == "[]"
