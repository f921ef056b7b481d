"""What callers give: tensors of any library, memory to fill, devices and dtypes by any name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from quire.cvc import open_cvc, pack_cvc
from quire.generated.hpdkv import Hpdkv
from quire.hpdkv import pack_residuals
from quire.kernels.engine.given import as_array, device_name, dtype_name, to_fill
from quire.tiers import quantize

torch: Any = pytest.importorskip("torch", reason="pip install torch")

CUPY_DEVICE = SimpleNamespace(id=3)
"""What CuPy's devices have."""


@pytest.mark.parametrize(
    ("device", "name"),
    [
        (None, "cpu"),
        ("cpu", "cpu"),
        ("cuda:1", "cuda:1"),
        (torch.device("cpu"), "cpu"),
        (torch.device("cuda"), "cuda"),
        (torch.device("cuda:2"), "cuda:2"),
        (torch.device("cuda", 2), "cuda:2"),
        (0, "cuda:0"),
        (np.int64(1), "cuda:1"),
        (CUPY_DEVICE, "cuda:3"),
    ],
    ids=str,
)
def test_a_device_goes_by_any_name(device: Any, name: str) -> None:
    assert device_name(device) == name


@pytest.mark.parametrize("device", [1.5, [], b"cpu", {}])
def test_what_is_no_device_is_refused(device: Any) -> None:
    with pytest.raises(TypeError, match="device: expected"):
        device_name(device)


@pytest.mark.parametrize(
    ("dtype", "name"),
    [
        ("float32", "float32"),
        ("f4", "float32"),
        (">f4", "float32"),
        (float, "float64"),
        (np.float16, "float16"),
        (np.dtype(np.uint8), "uint8"),
        (ml_dtypes.bfloat16, "bfloat16"),
        ("bfloat16", "bfloat16"),
        (torch.bfloat16, "bfloat16"),
        (torch.half, "float16"),
        ("torch.float32", "float32"),
    ],
    ids=str,
)
def test_a_dtype_goes_by_any_name(dtype: Any, name: str) -> None:
    assert dtype_name(dtype) == name


@pytest.mark.parametrize("dtype", ["float15", 5, [], "S3", object, torch.complex64, "O"])
def test_what_is_no_dtype_of_quire_is_refused(dtype: Any) -> None:
    with pytest.raises(TypeError, match="dtype: expected one of"):
        dtype_name(dtype)


def test_tensors_are_arrays_that_share_their_memory() -> None:
    for dtype in torch.float32, torch.bfloat16, torch.int64:
        tensor = torch.zeros(3, 2, dtype=dtype)
        array = as_array(tensor, "x")
        array[1, 0] = 5
        assert tensor[1, 0] == 5
    assert as_array(torch.ones(2, requires_grad=True), "x").tolist() == [1, 1]


def test_tensors_that_have_no_array_are_refused_by_name() -> None:
    for tensor in torch.eye(2).to_sparse(), torch.empty(2, device="meta"):
        with pytest.raises(TypeError, match=r"^weights: "):
            as_array(tensor, "weights")


def test_what_fits_is_filled() -> None:
    array, tensor = np.zeros((2, 3), np.float16), torch.zeros(2, 3, dtype=torch.float16)
    for out in array, tensor:
        to_fill(out, (2, 3), np.dtype(np.float16))[...] = 7
    assert (array == 7).all()
    assert (tensor == 7).all()
    for wrong in (array.T, array[:, :2], torch.zeros(3, 2).half().T, array.astype(np.float32)):
        with pytest.raises(ValueError, match="out: expected"):
            to_fill(wrong, (2, 3), np.dtype(np.float16))
    with pytest.raises(TypeError, match="out: expected an array, found list"):
        to_fill([[0] * 3] * 2, (2, 3), np.dtype(np.float16))


def test_a_payload_is_not_decoded_over_itself() -> None:
    memory = bytearray(pack_residuals(np.arange(100, dtype=np.float16)) + bytes(300))
    values = Hpdkv.from_bytes(memoryview(memory)[:-300]).values
    for rows in None, slice(50):
        out = np.frombuffer(memory, np.float16)[20:120][rows]
        with pytest.raises(ValueError, match="other memory than that of the stored bytes"):
            values.decode(out, rows=rows)
    assert np.asarray(values).tolist() == list(range(100))


def test_every_format_takes_a_device_of_torch(tmp_path: Any) -> None:
    rows = np.arange(12, dtype=np.float32).reshape(4, 3)
    pack_cvc(rows, tmp_path / "a.cvc")
    cpu = torch.device("cpu")
    with open_cvc(tmp_path / "a.cvc") as reader:
        assert np.array_equal(reader.read(device=cpu), rows)
        assert np.array_equal(reader.read(slice(None, None, 2), device=cpu), rows[::2])
    assert quantize(rows, 8).dequantize(device=cpu).shape == (4, 3)
