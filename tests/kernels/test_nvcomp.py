"""Compressed payloads that nvCOMP decompresses on a GPU; in its place, and in that of a GPU,
is what the tests have (`fake_nvcomp.py`, `stand_in.py`).
"""

from __future__ import annotations

import importlib
import sys
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import quire
from quire.cdd import DataReader, DataWriter, MemoryBackend
from quire.kernels.contract import DECODE
from quire.kernels.engine import batches, dispatch, matrix, obstacles, packing, staging
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pieces import decode_pieces
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.registry import codec
from quire.runtime.errors import BackendUnavailable
from tests.kernels import fake_nvcomp
from tests.kernels.fake_nvcomp import Nvcomp
from tests.kernels.stand_in import Gpu

zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
cramjam = pytest.importorskip("cramjam", reason="pip install cramjam")
pytest.importorskip("torch", reason="pip install torch")
pytest.importorskip("triton", reason="pip install triton")

WORDS = np.random.default_rng(3).integers(0, 9, (5000, 8)).astype("<u4")
PLAIN = WORDS.tobytes()

ON_GPU: dict[str, Any] = {"device": "cuda", "framework": "torch", "backend": "nvcomp"}


@pytest.fixture
def nvcomp(gpu: Gpu, place: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nvcomp]:  # noqa: ARG001  # a GPU first
    """Something in the place of nvCOMP."""
    if place == "cuda":
        pytest.skip("there is a GPU: it would need the real one")
    with fake_nvcomp.installed(monkeypatch) as found:
        yield found


def _zstd(content: bytes, **options: Any) -> bytes:
    frame: bytes = zstandard.ZstdCompressor(**options).compress(content)
    return frame


def _lz4(content: bytes, flags: int = 0x68, size: int = 1 << 16) -> bytes:
    """A frame with blocks that go without each other, some stored as they are."""
    head = bytes([flags, 0x40]) + len(content).to_bytes(8, "little")
    summed = importlib.import_module("quire.kernels.codecs.lz4.library")._header_checksum(head)
    found = [bytes.fromhex("04224d18"), head, bytes([summed])]
    for start in range(0, len(content), size):
        part = content[start : start + size]
        block = bytes(cramjam.lz4.compress_block(part, store_size=False))
        plain = start == size
        found += [(len(part if plain else block) | plain << 31).to_bytes(4, "little")]
        found += [part if plain else block]
    return b"".join([*found, bytes(4)])


def _deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(6, wbits=-15)
    return packer.compress(content) + packer.flush()


FRAMES = {
    "zstd": _zstd(PLAIN),
    "zlib": zlib.compress(PLAIN),
    "deflate": _deflate(PLAIN),
    "lz4": _lz4(PLAIN),
}

ALGORITHMS = {"zstd": "Zstd", "zlib": "Deflate", "deflate": "Deflate", "lz4": "LZ4"}

EACH = pytest.mark.parametrize("name", FRAMES)


def _payload(name: str, stored: bytes, shape: tuple[int, ...] = WORDS.shape) -> Encoded:
    return Encoded((Stage(name), Stage("raw", shape=shape, dtype="uint32")), stored=stored)


def _decoded(payload: Encoded, **arguments: Any) -> bytes:
    found: bytes = payload.decode(**ON_GPU, **arguments).cpu().numpy().tobytes()
    return found


def _outcome(payload: Encoded, **arguments: Any) -> bytes | str:
    """What it decodes to, or the error."""
    try:
        found: bytes = payload.decode(**arguments).cpu().numpy().tobytes()
    except quire.FormatError as error:
        return str(error)
    return found


def _refused(payload: Encoded, **arguments: Any) -> str:
    with pytest.raises(quire.FormatError) as caught:
        payload.decode(**arguments)
    return str(caught.value)


@EACH
def test_what_is_compressed_crosses_and_becomes_the_array(
    name: str, gpu: Gpu, nvcomp: Nvcomp
) -> None:
    assert _decoded(_payload(name, FRAMES[name])) == PLAIN
    assert [algorithm for algorithm, _ in nvcomp.calls] == [ALGORITHMS[name]]
    assert sum(map(len, gpu.stored)) <= len(FRAMES[name]) < len(PLAIN)
    assert b"".join(gpu.stored) in FRAMES[name] or name == "lz4"  # between blocks are their sizes


def test_blocks_of_lz4_that_are_stored_as_they_are_are_only_copied(nvcomp: Nvcomp) -> None:
    _decoded(_payload("lz4", FRAMES["lz4"]))
    assert nvcomp.calls == [("LZ4", [1 << 16, len(PLAIN) - (2 << 16)])]


@pytest.mark.parametrize("limit", [1, 40_000, staging.STAGE_BYTES])
def test_many_frames_are_one_call_for_each_algorithm(
    limit: int, nvcomp: Nvcomp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pieces come in any order; one is not compressed, and from one some rows are taken."""
    monkeypatch.setattr(staging, "STAGE_BYTES", limit)
    rng, row = np.random.default_rng(1), 0
    pieces: list[tuple[Any, slice, slice]] = []
    expected = rng.integers(0, 5, (3000, 8)).astype("<u4")
    frames: dict[str, Any] = {"zstd": _zstd, "zlib": zlib.compress, "lz4": _lz4}
    names = ["zstd", "zlib", "zstd", "", "lz4", "zstd", "zlib"]
    for name, count in zip(names, (700, 1, 3, 257, 39, 1500, 500), strict=True):
        place = slice(row, row + count)
        if name:
            more = np.concatenate([expected[:9], expected[place], expected[:5]])
            payload = _payload(name, frames[name](more.tobytes()), more.shape)
            pieces.insert(0, (payload, slice(9, 9 + count), place))
        else:
            raw = Stage("raw", shape=(count, 8), dtype="uint32")
            plain = Encoded((raw,), stored=expected[place].tobytes())
            pieces.insert(0, (plain, slice(0, count), place))
        row += count
    found = decode_pieces(pieces, expected.shape, dtype="uint32", **ON_GPU)
    assert found.cpu().numpy().tobytes() == expected.tobytes()
    made = {"Deflate": [15, 514], "Zstd": [714, 17, 1514], "LZ4": [53]}  # rows
    for name, rows in made.items():
        calls = [sizes for algorithm, sizes in nvcomp.calls if algorithm == name]
        assert sorted(size for call in calls for size in call) == sorted(32 * row for row in rows)
        assert len(calls) == 1 or limit < 10**6
    if limit == 1:
        assert all(len(sizes) == 1 for _, sizes in nvcomp.calls)


@EACH
def test_rows_are_taken_from_what_was_decompressed(name: str, nvcomp: Nvcomp) -> None:
    payload = _payload(name, FRAMES[name])
    for rows in (slice(0, 1), slice(4999, 5000), slice(13, 14), slice(7, 3000)):
        assert _decoded(payload, rows=rows) == WORDS[rows].tobytes()
    assert len(nvcomp.calls) == 4


LEFT = {
    "a checksum of zstd": ("zstd", _zstd(PLAIN, write_checksum=True)),
    "zstd that does not tell its size": ("zstd", _zstd(PLAIN, write_content_size=False)),
    "checksums of lz4, of blocks that follow each other": (
        "lz4",
        bytes(cramjam.lz4.compress(PLAIN, level=0)),
    ),
    "blocks of lz4 that are not full": ("lz4", _lz4(PLAIN, size=1000)),
}


@pytest.mark.parametrize("why", LEFT)
def test_some_frames_are_decompressed_on_the_cpu(why: str, gpu: Gpu, nvcomp: Nvcomp) -> None:
    assert _decoded(_payload(*LEFT[why])) == PLAIN
    assert nvcomp.calls == []
    assert gpu.stored == [PLAIN]


def test_so_are_very_large_ones(nvcomp: Nvcomp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MOST_UNPACKED", len(PLAIN) - 1)
    assert _decoded(_payload("zstd", FRAMES["zstd"])) == PLAIN
    assert nvcomp.calls == []


def test_nothing_is_no_work_for_a_gpu(nvcomp: Nvcomp) -> None:
    assert _decoded(_payload("zstd", _zstd(b""), (0, 8))) == b""
    assert nvcomp.calls == []


@EACH
@pytest.mark.parametrize("fault", ["raises", "too few", "too many"])
def test_what_nvcomp_does_not_manage_the_cpu_does(name: str, fault: str, nvcomp: Nvcomp) -> None:
    def broken(made: bytes) -> bytes:
        if fault == "raises":
            raise RuntimeError("CUDA error")
        return made[:-1] if fault == "too few" else made + b"x"

    nvcomp.fault = broken
    assert _decoded(_payload(name, FRAMES[name]), rows=slice(1, 5000)) == WORDS[1:].tobytes()
    assert len(nvcomp.calls) == 1


def test_a_wrong_sum_of_zlib_is_noticed(nvcomp: Nvcomp) -> None:
    """Another nvCOMP might make something else of the same stream."""
    nvcomp.fault = lambda made: bytes([made[0] ^ 1]) + made[1:]
    assert _decoded(_payload("zlib", FRAMES["zlib"])) == PLAIN
    assert len(nvcomp.calls) == 1


def _spoiled(name: str) -> Iterator[bytes]:
    """The frame with one byte altered, cut off, longer, or of more than it says."""
    frame = FRAMES[name]
    rng = np.random.default_rng(5)
    for place in (*range(16), *rng.integers(16, len(frame), 40).tolist(), len(frame) - 1):
        yield frame[:place] + bytes([frame[place] ^ 1 << int(rng.integers(8))]) + frame[place + 1 :]
    yield frame[:-5]
    yield frame[:1]
    if name != "deflate":  # of what stands behind such a stream, nvCOMP says nothing
        yield frame + b"x"
    yield b""


@EACH
def test_damaged_frames_give_the_error_of_the_cpu_or_what_it_gives(
    name: str, nvcomp: Nvcomp
) -> None:
    told = 0
    for frame in _spoiled(name):
        payload = _payload(name, frame)
        found = [_outcome(payload, **where) for where in ({"framework": "torch"}, ON_GPU)]
        assert found[0] == found[1]
        told += isinstance(found[0], str)
    assert told > 8
    assert nvcomp.calls


def test_a_frame_gets_no_more_room_than_it_has_to_fill(nvcomp: Nvcomp) -> None:
    """One says that it holds 100 bytes, and holds 160,000: nobody gives it more than 100."""
    frame = bytearray(_zstd(PLAIN))
    assert frame[4] & 0xE0 == 0xA0  # one segment, and 4 bytes tell the size
    frame[5:9] = (100).to_bytes(4, "little")
    payload = _payload("zstd", bytes(frame), (25,))
    wanted = _refused(payload)
    assert _refused(payload, **ON_GPU) == wanted
    assert nvcomp.calls == [("Zstd", [100])]


def test_a_size_that_no_frame_can_have_is_refused_before_memory_is_taken(nvcomp: Nvcomp) -> None:
    payload = _payload("zlib", zlib.compress(b""), (1 << 20,))
    wanted = _refused(payload)
    assert "at most" in wanted
    assert _refused(payload, **ON_GPU) == wanted
    assert nvcomp.calls == []


def test_codes_that_need_a_look_are_unpacked_on_the_cpu(gpu: Gpu, nvcomp: Nvcomp) -> None:
    books = np.arange(12, dtype=np.float32).reshape(3, 2, 2)
    codes = np.array([0, 1, 1, 1, 0, 1], np.uint8)
    stages = Stage("zstd"), Stage("pq", shape=(2, 6), codebooks=books)
    payload = Encoded(stages, stored=_zstd(codes.tobytes()))
    assert _decoded(payload) == payload.decode().tobytes()
    assert (nvcomp.calls, gpu.stored) == ([], [codes.tobytes()])


def test_what_is_not_compressed_is_as_ever(nvcomp: Nvcomp) -> None:
    payload = Encoded((Stage("raw", shape=WORDS.shape, dtype="uint32"),), stored=PLAIN)
    assert _decoded(payload) == PLAIN
    assert nvcomp.calls == []


@pytest.mark.parametrize("backend", ["auto", "triton"])
def test_nvcomp_has_to_be_named(backend: str, gpu: Gpu, nvcomp: Nvcomp) -> None:
    payload = _payload("zstd", FRAMES["zstd"])
    found = payload.decode(device="cuda", framework="torch", backend=backend)
    assert found.cpu().numpy().tobytes() == PLAIN
    assert (nvcomp.calls, gpu.stored) == ([], [PLAIN])


def test_it_is_not_for_the_cpu(nvcomp: Nvcomp) -> None:
    with pytest.raises(BackendUnavailable, match="no backend `nvcomp` to decode on cpu"):
        _payload("zstd", FRAMES["zstd"]).decode(backend="nvcomp", rows=slice(0, 1))
    assert nvcomp.calls == []


def test_the_table_of_kernels_tells_of_it(nvcomp: Nvcomp) -> None:  # noqa: ARG001  # it is there
    [entry] = [e for e in matrix.matrix() if (e.codec, e.backend) == ("zstd", "nvcomp")]
    assert (entry.operation, entry.device) == ("decode", "cuda")
    assert (entry.usable, entry.chosen) == (True, False)


def test_an_old_one_is_told(nvcomp: Nvcomp, monkeypatch: pytest.MonkeyPatch) -> None:
    nvcomp.__version__ = "5.3.0"
    monkeypatch.delattr(type(nvcomp), "BatchArray")
    with pytest.raises(BackendUnavailable, match=r"nvCOMP is 5\.3\.0; 6 or later is needed"):
        _payload("zstd", FRAMES["zstd"]).decode(**ON_GPU)


def test_one_that_is_missing_is_told(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nvidia.nvcomp", None)
    with fake_nvcomp.forgotten(monkeypatch), monkeypatch.context() as patch:
        patch.setattr(obstacles, "installed", lambda name: name != "nvidia.nvcomp")
        reason = r"nvcomp: not installed: nvidia\.nvcomp \(pip install nvidia-nvcomp-cu13\)"
        with pytest.raises(BackendUnavailable, match=reason):
            _payload("zstd", FRAMES["zstd"]).decode(**ON_GPU)
    assert gpu.stored == []


def test_without_a_gpu_that_is_the_reason(
    nvcomp: Nvcomp,  # noqa: ARG001  # it is there
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(obstacles.ON_GPU, "triton", lambda: "no GPU or driver")
    monkeypatch.setitem(obstacles.ON_GPU, "cupy", lambda: "CuPy finds no GPU")
    obstacles.nvcomp.cache_clear()
    found = dispatch.candidates(codec("zstd"), DECODE, "cuda")
    assert [kernel.backend for kernel, _ in found] == ["nvcomp"]
    assert "no GPU or driver" in str(found[0].reason)


def test_an_error_of_a_store_tells_which_chunk_it_is(nvcomp: Nvcomp) -> None:
    books = np.random.default_rng(4).integers(0, 9, (70, 50, 3)).astype(np.float32)
    with DataWriter(backend := MemoryBackend()) as writer:
        writer.append(books, "zstd", target_bytes=30 * 600)
    reader = DataReader(backend)
    assert np.array_equal(reader.rows.read(slice(20, 65), **ON_GPU).cpu().numpy(), books[20:65])
    assert [len(sizes) for _, sizes in nvcomp.calls] == [3]
    data = bytearray(backend.getvalue())
    data[-200:-20] = b"\xff" * 180  # within a block of the last frame
    damaged = DataReader(MemoryBackend(bytes(data)), verify_hashes=False)
    errors = []
    for options in ({"device": "cpu"}, ON_GPU):
        with pytest.raises(quire.FormatError, match=r"chunks\[2\]") as caught:
            damaged.rows.read(**options)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


def test_places_in_a_buffer_are_such_as_nvcomp_takes() -> None:
    assert batches.PLACED % 16 == 0


@pytest.mark.gpu
@EACH
def test_on_a_gpu_the_real_one_decompresses(name: str) -> None:
    pytest.importorskip("nvidia.nvcomp", reason="pip install nvidia-nvcomp-cu13")
    payload = _payload(name, FRAMES[name])
    assert payload.piece(packed=True).packed is not None
    assert _decoded(payload) == PLAIN
