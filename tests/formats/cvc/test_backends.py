"""Devices, frameworks and backends: what is asked for by name is used, or said not to be there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import quire
from quire.cvc import load_cvc, open_cvc
from tests.formats.cvc.layout import SMALL_VALUES, assert_same_values


def test_torch_gives_a_tensor_of_the_same_values(small: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra quire[torch] is not installed")
    tensor = load_cvc(small, framework="torch")
    assert isinstance(tensor, torch.Tensor)
    assert tensor.dtype == torch.float32
    assert_same_values(tensor.numpy(), SMALL_VALUES)


def test_a_tensor_shares_the_memory_of_the_array_that_was_given_as_out(small: Path) -> None:
    pytest.importorskip("torch", reason="the extra quire[torch] is not installed")
    out = np.zeros((5, 4), np.float32)
    tensor = load_cvc(small, framework="torch", out=out)
    assert_same_values(out, SMALL_VALUES)
    assert tensor.data_ptr() == out.ctypes.data


@pytest.mark.parametrize("backend", ["nope", "triton", "cupy"])
def test_a_backend_that_is_not_for_this_device_is_unavailable(backend: str, small: Path) -> None:
    with pytest.raises(quire.BackendUnavailable, match=backend):
        load_cvc(small, backend=backend)


@pytest.mark.parametrize("backend", ["python", "cpp"])
def test_backends_have_the_names_of_the_original_program_too(backend: str, small: Path) -> None:
    assert_same_values(load_cvc(small, backend=backend), SMALL_VALUES)


def test_the_original_name_of_a_backend_for_gpus_is_not_for_this_device(small: Path) -> None:
    with pytest.raises(quire.BackendUnavailable, match="cupy"):
        load_cvc(small, backend="cuda")


def test_a_gpu_that_is_not_there_is_unavailable(small: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra quire[torch] is not installed")
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(quire.BackendUnavailable):
        load_cvc(small, device="cuda", framework="torch")


@pytest.mark.parametrize("device", ["tpu", "cuda:x"])
def test_a_device_that_does_not_exist_is_refused(device: str, small: Path) -> None:
    with pytest.raises((ValueError, quire.BackendUnavailable), match=device):
        load_cvc(small, device=device)


def test_a_framework_that_is_not_known_is_refused(small: Path) -> None:
    with pytest.raises((ValueError, quire.BackendUnavailable), match="tensorflow"):
        load_cvc(small, framework="tensorflow")


def test_what_is_not_there_is_the_callers_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_cvc(tmp_path / "missing.cvc")
    with pytest.raises(OSError, match="directory"):
        open_cvc(tmp_path)


def test_a_path_may_be_a_string(small: Path) -> None:
    assert_same_values(load_cvc(str(small)), SMALL_VALUES)
