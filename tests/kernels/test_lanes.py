"""The ways to a GPU that the libraries offer, with all that they call in memory of the host."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from quire.kernels.engine import direct, lanes, obstacles, staging
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pieces import decode_pieces
from quire.kernels.engine.pipeline import Stage
from quire.runtime.errors import FormatError
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import MappedFile
from tests.kernels import fake_kvikio, fake_nvcomp, numpy_as_cupy
from tests.kernels.conftest import HAS_GPU
from tests.kernels.numpy_as_cupy import Stream

pytestmark = pytest.mark.skipif(HAS_GPU, reason="there is a GPU, which runs the real ones")

ROWS = np.random.default_rng(1).integers(-99, 99, (4000, 8)).astype(np.float32)


def _torch() -> Any:
    """Torch, as if it had a GPU."""
    torch: Any = pytest.importorskip("torch", reason="pip install torch")
    pytest.importorskip("triton", reason="pip install triton")

    def empty(size: Any, dtype: Any, **_where: Any) -> Any:
        return torch.empty(size, dtype=dtype)

    cuda = SimpleNamespace(
        Stream=Stream,
        current_stream=Stream,
        stream=lambda _stream: nullcontext(),
        device=lambda _device: nullcontext(),
    )
    same = {name: getattr(torch, name) for name in ("uint8", "float32", "from_numpy")}
    return SimpleNamespace(cuda=cuda, empty=empty, **same)


@pytest.fixture(params=["cupy", "triton"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A library with what stands in for its GPU."""
    if request.param == "cupy":
        with numpy_as_cupy.installed(monkeypatch):
            monkeypatch.setitem(obstacles.ON_GPU, "triton", lambda: "no triton")
            yield "cupy"
        return
    torch = _torch()
    for module in (lanes, staging):
        monkeypatch.setattr(module, "library", lambda _name: torch)
    monkeypatch.setitem(obstacles.ON_GPU, "triton", lambda: None)
    yield "triton"


def _mapped(path: Path) -> MappedFile:
    file = os.open(path, os.O_RDONLY)
    try:
        return MappedFile.of(file, path)
    finally:
        os.close(file)


def _of_file(path: Path) -> Any:
    """Pieces of 1000 rows each: halves, two of which are compressed, in a mapped file."""
    halves = Stage("fp16", shape=(1000, 8))
    parts = [ROWS[start : start + 1000].astype("<f2").tobytes() for start in range(0, 4000, 1000)]
    parts[1] = zlib.compress(parts[1])
    parts[3] = zlib.compress(parts[3])
    path.write_bytes(b"".join(parts))
    io, start = Reader(_mapped(path)), 0
    for i, part in enumerate(parts):
        stages = (Stage("zlib"), halves) if i % 2 else (halves,)
        payload = Encoded(stages, window=(io, start, len(part)), offset=start)
        yield payload, slice(0, 1000), slice(1000 * i, 1000 * i + 1000)
        start += len(part)


def _read(pieces: Any, backend: str) -> bytes:
    with np.errstate(all="ignore"):  # the interpreter computes with numpy
        found = decode_pieces(pieces, ROWS.shape, device="cuda", backend=backend)
    return bytes(np.asarray(found).tobytes())


@pytest.mark.parametrize("limit", [1000, 1 << 25])
def test_pieces_become_an_array(
    backend: str, limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "STAGE_BYTES", limit)
    assert _read(list(_of_file(tmp_path / "rows")), backend) == ROWS.tobytes()


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("limit", [1000, 1 << 25])
def test_files_are_read_and_frames_decompressed(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "STAGE_BYTES", limit)
    monkeypatch.setattr(direct, "LEAST", 1)
    pieces = list(_of_file(tmp_path / "rows"))
    with fake_kvikio.installed(monkeypatch) as kvikio, fake_nvcomp.installed(monkeypatch) as nvcomp:
        assert _read(pieces, "nvcomp") == ROWS.tobytes()
        assert sum(size for _, size in kvikio.reads) == (tmp_path / "rows").stat().st_size - 2 * 6
        assert sum(len(sizes) for _, sizes in nvcomp.calls) == 2
        kvikio.fault = "short"
        nvcomp.fault = lambda made: made[:-1]
        assert _read(pieces, "nvcomp") == ROWS.tobytes()


@pytest.mark.usefixtures("backend")
def test_what_is_damaged_is_told_and_nothing_is_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(direct, "LEAST", 1)
    *_, (last, _, _) = _of_file(path := tmp_path / "rows")
    data = bytearray(path.read_bytes())
    data[-1] ^= 1  # of the checksum of the last one
    path.write_bytes(data)
    stages = Stage("zlib"), Stage("fp16", shape=(1000, 8))
    window = Reader(_mapped(path)), last.offset, last.stored_size
    payload = Encoded(stages, window=window, offset=last.offset)
    errors = []
    places: list[dict[str, Any]] = [{}, {"device": "cuda", "backend": "nvcomp"}]
    with fake_kvikio.installed(monkeypatch), fake_nvcomp.installed(monkeypatch) as nvcomp:
        for options in places:
            with pytest.raises(FormatError, match="a stream of zlib") as caught:
                payload.decode(**options)
            errors.append(str(caught.value))
        assert len(nvcomp.calls) == 1
    assert errors[0] == errors[1]
