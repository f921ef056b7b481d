"""A GPU, or without one something in its place.

Its memory is that of the host then, and its kernels are Triton's, interpreted.
"""

from __future__ import annotations

import importlib
from contextlib import nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from quire.kernels.engine import lanes, obstacles, staging
from quire.kernels.engine.direct import Files
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.unpacking import unpack


class Gpu:
    """What reached the device."""

    def __init__(self) -> None:
        self.stored: list[bytes] = []

    def decode(self, payload: Encoded, **arguments: Any) -> npt.NDArray[Any]:
        """What it decodes a payload to, as an array of numpy."""
        found = payload.decode(device="cuda", framework="torch", backend="triton", **arguments)
        assert isinstance(found, _torch().Tensor)
        array: npt.NDArray[Any] = found.cpu().numpy()
        return array


def stand_in(place: str, monkeypatch: pytest.MonkeyPatch) -> Gpu:
    """A GPU that is there, or seems to be; see `place` of `conftest.py`."""
    found = Gpu()
    kind = lanes.TorchLane if place == "cuda" else _HostLane

    class Lane(kind):  # type: ignore[valid-type,misc]  # one of the two
        def decode(self, batch: Any, decoders: Any, out: Any) -> None:
            super().decode(batch, decoders, out)
            found.stored += [
                source.tobytes() for each in batch.placed for source in each.part.sources
            ]

    monkeypatch.setitem(lanes.LANES, "triton", ("torch", Lane))
    if place == "cpu":
        monkeypatch.setitem(obstacles.ON_GPU, "triton", lambda: None)
        monkeypatch.setattr(staging, "on_device", lambda _native, _device: nullcontext())
        monkeypatch.setattr(staging, "placement", _on_host)
    return found


class _HostLane:
    """A lane without a bus."""

    stream = 7

    def __init__(self, _size: int, room: int) -> None:
        self._staged = _torch().empty(room, dtype=_torch().uint8)
        self._files = Files()

    def decode(self, batch: Any, decoders: Any, out: Any) -> None:
        with self._files.reading(batch.reads(self._staged), self.put):
            batch.fill(self._staged.numpy())
        unpack(batch, self._staged, self)
        with np.errstate(all="ignore"):  # the interpreter computes with numpy
            batch.decode(self._staged, decoders, out)

    def put(self, source: Any, target: Any) -> None:
        target.copy_(_torch().from_numpy(source))

    def get(self, source: Any) -> Any:
        return source.numpy()

    def finish(self) -> None:
        self._files.close()


def _on_host(_native: str, dtype: str) -> dict[str, Any]:
    return {"dtype": getattr(_torch(), dtype)}


def _torch() -> Any:
    return importlib.import_module("torch")
