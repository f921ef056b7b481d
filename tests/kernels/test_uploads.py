"""Parameters that are arrays are sent to a device once, as long as they are what they were."""

from __future__ import annotations

import gc
import importlib
from typing import Any

import numpy as np
import pytest

from quire.kernels.backends.uploads import Uploads
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.staging import decode_many_on_gpu
from tests.kernels.stand_in import Gpu


class Device:
    """What was sent, and to where."""

    def __init__(self) -> None:
        self.sent: list[tuple[int, Any]] = []

    def send(self, array: Any, device: Any) -> Any:
        """A copy."""
        assert array.flags.c_contiguous
        assert array.dtype == np.float32
        self.sent.append((array.size, device))
        return array.copy()


@pytest.fixture
def device() -> Device:
    """Something that arrays are sent to."""
    return Device()


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_an_array_is_sent_once_to_each_device(device: Device, dtype: str) -> None:
    uploads = Uploads(device.send)
    array = np.arange(12, dtype=dtype).reshape(3, 4)[:, ::2]
    for _ in range(3):
        for place in (0, 1):
            assert uploads.get(array, place).tolist() == array.tolist()
    assert device.sent == [(6, 0), (6, 1)]


def test_what_was_changed_is_sent_again(device: Device) -> None:
    uploads, array = Uploads(device.send), np.full(4, np.nan, np.float32)
    uploads.get(array, 0)
    uploads.get(array, 0)
    assert len(device.sent) == 1
    array[3] = 7
    assert uploads.get(array, 0)[3] == 7
    assert uploads.get(array, 0)[3] == 7
    array.resize((2, 2), refcheck=False)
    assert uploads.get(array, 0).shape == (2, 2)
    assert len(device.sent) == 3


def test_nothing_is_kept_of_an_array_that_is_gone(device: Device) -> None:
    uploads = Uploads(device.send)
    for _ in range(5):  # some get the place of the one before
        array = np.random.default_rng(1).random(4, np.float32)
        uploads.get(array, 0)
        del array
        gc.collect()
    assert uploads._sent == {}
    assert len(device.sent) == 5


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, gpu: Gpu) -> list[int]:  # noqa: ARG001  # it is there
    """How many values were sent, each time, to what stands in for a GPU."""
    pytest.importorskip("torch", reason="pip install torch")
    pytest.importorskip("triton", reason="pip install triton")
    backend: Any = importlib.import_module("quire.kernels.backends.triton")
    found: list[int] = []

    def counted(array: Any, device: Any) -> Any:
        found.append(array.size)
        return backend._send(array, device)

    monkeypatch.setattr(backend, "_UPLOADS", Uploads(counted))
    return found


@pytest.mark.parametrize("projected", [False, True])
def test_codebooks_are_sent_once_for_all_chunks(sent: list[int], *, projected: bool) -> None:
    rng = np.random.default_rng(1)
    books = rng.standard_normal((4, 16, 2)).astype(np.float32)
    projection = np.linalg.qr(rng.standard_normal((8, 8)))[0].astype(np.float32)
    whole = rng.integers(0, 16, (60, 4), np.uint8)
    pieces = []
    for start in range(0, 60, 20):
        norms = rng.random(20, np.float32)
        codec = Pq((20, 8), books, projection if projected else None, norms)
        pieces.append(Piece(codec, whole[start : start + 20].reshape(-1), start))
    for _ in range(2):
        decode_many_on_gpu(pieces, (60, 8), backend="triton")
    assert sent == [128, 64] if projected else [128]


def test_so_are_scales_of_frames(sent: list[int]) -> None:
    scales = np.linspace(0.1, 1, 4, dtype=np.float16)
    stages = (Stage("group_quant", shape=(5, 200), bits=8, scales=scales, group_size=64),)
    stored = np.arange(1000, dtype=np.uint16).astype(np.uint8).tobytes()
    payload = Encoded(stages, stored=stored)
    assert isinstance(payload.parameters, GroupQuant)
    found = [
        payload.decode(rows=rows, device="cuda", framework="torch", backend="triton")
        for rows in (slice(0, 5), slice(1, 3))
    ]
    assert found[0].cpu().numpy().tobytes() == payload.decode().tobytes()
    assert found[1].cpu().numpy().tobytes() == payload.decode()[1:3].tobytes()
    assert sent == [4]
