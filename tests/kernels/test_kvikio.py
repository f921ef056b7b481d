"""Files that kvikio reads into memory of a GPU; in its place, and in that of a GPU, is what the
tests have (`fake_kvikio.py`, `stand_in.py`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.codecs.block_quant.codec import BlockQuant
from quire.kernels.codecs.block_quant.reference import encode
from quire.kernels.engine import direct, matrix, obstacles, staging
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.staging import decode_many_on_gpu
from quire.runtime.errors import FileChangedError
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import MappedFile
from tests.kernels import fake_kvikio, fake_nvcomp
from tests.kernels.fake_kvikio import Kvikio
from tests.kernels.stand_in import Gpu

pytest.importorskip("torch", reason="pip install torch")
pytest.importorskip("triton", reason="pip install triton")

ROWS = np.random.default_rng(2).integers(0, 99, (300, 1000)).astype("<u4")
BEFORE = 13
"""Bytes of the file in front of the rows."""

ON_GPU: dict[str, Any] = {"device": "cuda", "framework": "torch", "backend": "triton"}


@pytest.fixture
def kvikio(gpu: Gpu, place: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kvikio]:  # noqa: ARG001  # a GPU first
    """Something in the place of kvikio."""
    if place == "cuda":
        pytest.skip("there is a GPU: it would need the real one")
    with fake_kvikio.installed(monkeypatch) as found:
        yield found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with ROWS."""
    path = tmp_path / "rows.bin"
    path.write_bytes(bytes(BEFORE) + ROWS.tobytes() + bytes(5))
    return path


def _mapped(path: Path) -> MappedFile:
    file = os.open(path, os.O_RDONLY)
    try:
        return MappedFile.of(file, path)
    finally:
        os.close(file)


def _payload(data: Any, *stages: Stage) -> Encoded:
    io = Reader(data)
    window = io, BEFORE, ROWS.nbytes
    raw = Stage("raw", shape=ROWS.shape, dtype="uint32")
    return Encoded(stages or (raw,), window=window, offset=BEFORE)


def _decoded(payload: Encoded, **arguments: Any) -> bytes:
    found: bytes = payload.decode(**ON_GPU | arguments).cpu().numpy().tobytes()
    return found


def test_a_mapped_file_is_read_from_where_the_bytes_are(path: Path, kvikio: Kvikio) -> None:
    payload = _payload(_mapped(path))
    assert _decoded(payload) == ROWS.tobytes()
    assert kvikio.reads == [(BEFORE, ROWS.nbytes)]
    assert _decoded(payload, rows=slice(7, 290)) == ROWS[7:290].tobytes()
    assert kvikio.reads[1:] == [(BEFORE + 7 * 4000, 283 * 4000)]


def test_a_large_one_is_read_in_parts(
    path: Path, kvikio: Kvikio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "STAGE_BYTES", 400_000)
    monkeypatch.setattr(direct, "LEAST", 400_000)
    assert _decoded(_payload(_mapped(path))) == ROWS.tobytes()
    assert kvikio.reads == [(BEFORE + start, 400_000) for start in range(0, ROWS.nbytes, 400_000)]


def test_pieces_of_a_file_and_of_memory_become_one_array(path: Path, kvikio: Kvikio) -> None:
    """In one batch: what is copied stands before what is read, whatever their order is."""
    file = np.frombuffer(_mapped(path), np.uint8)[BEFORE : BEFORE + ROWS.nbytes]
    codec = _payload(b"").parameters
    whole = ROWS.tobytes()
    pieces = []
    for start, stop, is_file in ((0, 280, True), (280, 285, False), (285, 290, True)):
        cut = codec.row_range(start, stop)
        assert cut is not None
        stored = file if is_file else np.frombuffer(whole, np.uint8)
        pieces.append(Piece(cut.codec, stored[cut.begin : cut.end], start))
    pieces.append(Piece(pieces[-1].codec, file[:20_000], 290))
    pieces.append(Piece(pieces[-1].codec, file[:20_000], 295))
    found = decode_many_on_gpu(pieces, ROWS.shape, backend="triton").cpu().numpy()
    assert found[:290].tobytes() == ROWS[:290].tobytes()
    assert found[290:].tobytes() == 2 * ROWS[:5].tobytes()
    assert kvikio.reads == [(BEFORE, 280 * 4000)]  # others are too small


def test_what_is_in_memory_is_copied(path: Path, kvikio: Kvikio) -> None:
    assert _decoded(_payload(path.read_bytes())) == ROWS.tobytes()
    assert kvikio.reads == []


def test_what_the_cpu_has_to_look_at_is_copied_from_there(path: Path, kvikio: Kvikio) -> None:
    """It was read from the file already: the bytes of a digest, and codes that may mean nothing."""
    mapped = _mapped(path)
    payload = _payload(mapped)
    payload.guard_with("crc32", payload.digest("crc32"))
    assert _decoded(payload) == ROWS.tobytes()
    books = np.ones((4000, 256, 1), np.float32)
    found = _payload(mapped, Stage("pq", shape=(300, 4000), codebooks=books))
    assert _decoded(found) == np.ones((300, 4000), np.float32).tobytes()
    assert kvikio.reads == []
    assert _decoded(payload) == ROWS.tobytes()  # it has been verified
    assert kvikio.reads == [(BEFORE, ROWS.nbytes)]


@pytest.mark.parametrize("fault", ["open", "pread", "get", "short"])
def test_what_kvikio_does_not_manage_is_copied(path: Path, kvikio: Kvikio, fault: str) -> None:
    kvikio.fault = fault
    assert _decoded(_payload(_mapped(path))) == ROWS.tobytes()
    assert bool(kvikio.reads) == (fault in ("get", "short"))


def test_a_file_that_was_replaced_is_not_read(path: Path, kvikio: Kvikio) -> None:
    payload = _payload(_mapped(path))
    other = path.with_name("other")
    other.write_bytes(bytes(BEFORE + ROWS.nbytes + 6))
    other.replace(path)
    assert _decoded(payload) == ROWS.tobytes()
    path.unlink()
    kvikio.fault = "open"
    assert _decoded(payload) == ROWS.tobytes()
    assert kvikio.reads == []


def test_a_file_that_was_cut_off_is_told_when_all_reads_have_ended(
    path: Path, kvikio: Kvikio
) -> None:
    whole = path.with_name("whole.bin")
    whole.write_bytes(path.read_bytes())
    payloads = [_payload(_mapped(each)) for each in (whole, path)]
    rows = [np.frombuffer(payload.stored, np.uint8) for payload in payloads]
    pieces = [Piece(payloads[0].parameters, stored, 300 * i) for i, stored in enumerate(rows)]
    os.truncate(path, 100)
    with pytest.raises(FileChangedError):
        decode_many_on_gpu(pieces, (600, 1000), backend="triton")
    assert kvikio.reads == [(BEFORE, ROWS.nbytes)]


def test_without_it_bytes_are_copied(path: Path, gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kvikio", None)
    monkeypatch.setattr(obstacles, "installed", lambda name: name != "kvikio")
    obstacles.kvikio.cache_clear()
    assert _decoded(_payload(_mapped(path))) == ROWS.tobytes()
    assert gpu.stored == [ROWS.tobytes()]
    entry = matrix.reading()
    obstacles.kvikio.cache_clear()
    assert (entry.usable, entry.chosen) == (False, False)
    assert entry.reason == "not installed: kvikio (pip install kvikio-cu13)"


def test_the_list_of_kernels_tells_of_it(kvikio: Kvikio) -> None:  # noqa: ARG001  # it is there
    entry = matrix.reading()
    assert (entry.backend, entry.operation, entry.device) == ("kvikio", "read", "cuda")
    assert (entry.usable, entry.chosen, entry.reason) == (True, True, None)


def test_frames_are_read_and_then_decompressed(
    tmp_path: Path, kvikio: Kvikio, monkeypatch: pytest.MonkeyPatch
) -> None:
    zstandard: Any = pytest.importorskip("zstandard", reason="pip install zstandard")
    noise = np.random.default_rng(3).integers(0, 2**32, (300, 1000)).astype("<u4")
    frame = zstandard.ZstdCompressor().compress(noise.tobytes())
    (path := tmp_path / "frame.bin").write_bytes(bytes(BEFORE) + frame)
    window = Reader(_mapped(path)), BEFORE, len(frame)
    stages = Stage("zstd"), Stage("raw", shape=noise.shape, dtype="uint32")
    payload = Encoded(stages, window=window, offset=BEFORE)
    with fake_nvcomp.installed(monkeypatch) as nvcomp:
        assert _decoded(payload, backend="nvcomp") == noise.tobytes()
    assert kvikio.reads == [(BEFORE, len(frame))]
    assert nvcomp.calls == [("Zstd", [noise.nbytes])]


def test_blocks_of_a_mapped_file_are_read(tmp_path: Path, kvikio: Kvikio) -> None:
    """What is no payload of a record comes to a GPU the same way."""
    values = np.random.default_rng(4).standard_normal(1 << 21).astype(np.float32)
    codec = BlockQuant(values.shape, 8, 64)
    stored = np.empty(codec.stored_size(), np.uint8)
    encode(values, stored, codec)
    (path := tmp_path / "blocks.bin").write_bytes(stored.tobytes())
    piece = Piece(codec, np.frombuffer(_mapped(path), np.uint8))
    found = decode_many_on_gpu([piece], values.shape, backend="triton")
    again = decode_many_on_gpu([Piece(codec, stored)], values.shape, backend="triton")
    assert found.cpu().numpy().tobytes() == again.cpu().numpy().tobytes()
    assert kvikio.reads == [(0, stored.size)]


@pytest.mark.gpu
def test_on_a_gpu_the_real_one_reads(path: Path) -> None:
    pytest.importorskip("kvikio", reason="pip install kvikio-cu13")
    assert obstacles.kvikio() is None
    assert _decoded(_payload(_mapped(path))) == ROWS.tobytes()
