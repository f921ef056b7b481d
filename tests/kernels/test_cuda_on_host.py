"""The CUDA C sources compute what the references do, run by a C++ compiler, thread after thread.

Where there is no GPU this is the only time that they run: their index arithmetic, ragged
ends and roundings are checked here, all but the hardware.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.codecs.affine_int.codec import AffineInt
from quire.kernels.codecs.affine_u4.codec import AffineU4
from quire.kernels.codecs.affine_u8.codec import AffineU8
from quire.kernels.codecs.bf16.codec import Bf16
from quire.kernels.codecs.block_quant.codec import BlockQuant, block_bytes
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.codecs.ggml_blocks.codec import KINDS, GgmlBlocks
from quire.kernels.codecs.group_quant.codec import GroupQuant
from quire.kernels.codecs.pq.codec import Pq
from quire.kernels.services.bits.layout import bias
from tests.kernels import test_dictionary_planes as dictionary
from tests.kernels.on_host import Launch, compiled


def _run(launch: Launch, stored: Any, count: int, *scalars: Any) -> Any:
    """Launch as `Launcher` does; the result, after a check of the guards around it."""
    cupy = importlib.import_module("quire.kernels.backends.cupy")
    whole = np.full(count + 8, np.nan, np.float32)
    blocks = -(-count // (cupy.THREADS * cupy.VECTORS * 4))
    launch((blocks,), (cupy.THREADS,), (stored, whole[4:], count, *scalars))
    assert np.isnan(whole[:4]).all()
    assert np.isnan(whole[-4:]).all()
    return whole[4:-4]


COUNTS = (1, 3, 4, 5, 1023, 4096, 4099, 3 * 4096 + 2)


def test_fp16(tmp_path: Path) -> None:
    types = "const uint2*, float4*, long long"
    launch = compiled(tmp_path, "quire.kernels.codecs.fp16.cupy", {"decode": types})["decode"]
    reference = importlib.import_module("quire.kernels.codecs.fp16.reference")
    patterns = np.random.default_rng(1).permutation(65536).astype("<u2")
    for count in (*COUNTS, 65536):
        stored = patterns[:count].view(np.uint8)
        expected = np.empty(count, np.float32)
        reference.decode(stored, expected, Fp16((count,)))
        assert _run(launch, stored, count).tobytes() == expected.tobytes()


@pytest.mark.parametrize(("scale", "low"), [(0.0123, -1.5), (3e38, -1e38), (1e-40, 0.1)])
def test_affine_u8(tmp_path: Path, scale: float, low: float) -> None:
    types = "const uchar4*, float4*, long long, float, float"
    launch = compiled(tmp_path, "quire.kernels.codecs.affine_u8.cupy", {"decode": types})["decode"]
    reference = importlib.import_module("quire.kernels.codecs.affine_u8.reference")
    codes = np.random.default_rng(2).integers(0, 256, max(COUNTS), np.uint8)
    for count in COUNTS:
        expected = np.empty(count, np.float32)
        reference.decode(codes[:count], expected, AffineU8((count,), scale, low))
        assert _run(launch, codes, count, scale, low).tobytes() == expected.tobytes()


def _expected(family: str, stored: Any, codec: Any) -> Any:
    out = np.empty(codec.shape, np.float32)
    importlib.import_module(f"quire.kernels.codecs.{family}.reference").decode(stored, out, codec)
    return out


def _random(codec: Any) -> Any:
    return np.random.default_rng(4).integers(0, 256, codec.stored_size(), np.uint8)


def test_bf16(tmp_path: Path) -> None:
    types = "const uint2*, float4*, long long"
    launch = compiled(tmp_path, "quire.kernels.codecs.bf16.cupy", {"decode": types})["decode"]
    for count in COUNTS:
        codec = Bf16((count,))
        stored = _random(codec)
        assert _run(launch, stored, count).tobytes() == _expected("bf16", stored, codec).tobytes()


@pytest.mark.parametrize("kind", ["int16", "uint16", "int8"])
def test_affine_int(tmp_path: Path, kind: str) -> None:
    types = "const void*, float4*, long long, int, float, float"
    module = "quire.kernels.codecs.affine_int.cupy"
    launch = compiled(tmp_path, module, {"decode": types})["decode"]
    kinds = importlib.import_module(module).KINDS
    for count in COUNTS:
        codec = AffineInt((count,), kind, 0.0123, -1.5)
        stored = _random(codec)
        found = _run(launch, stored, count, kinds.index(kind), 0.0123, -1.5)
        assert found.tobytes() == _expected("affine_int", stored, codec).tobytes()


LINES = [(1, 1), (3, 5), (700, 7), (1, 9001), (2, 4097), (4100, 1), (5, 2048)]
"""Of how many values each; in some, a thread's four values lie in several."""


@pytest.mark.parametrize("shape", LINES)
def test_affine_u4(tmp_path: Path, shape: tuple[int, int]) -> None:
    types = "const unsigned char*, float4*, long long, long long, float, float"
    launch = compiled(tmp_path, "quire.kernels.codecs.affine_u4.cupy", {"decode": types})["decode"]
    codec = AffineU4(shape, 0.0123, -1.5)
    stored = _random(codec)
    found = _run(launch, stored, codec.output().size, shape[1], 0.0123, -1.5)
    assert found.tobytes() == _expected("affine_u4", stored, codec).tobytes()


@pytest.fixture(scope="module")
def group_quant(tmp_path_factory: pytest.TempPathFactory) -> Launch:
    types = (
        "const unsigned char*, float4*, long long, long long, long long, const float*, long long, "
        "int, int"
    )
    folder = tmp_path_factory.mktemp("group_quant")
    return compiled(folder, "quire.kernels.codecs.group_quant.cupy", {"decode": types})["decode"]


@pytest.mark.parametrize("group", [1, 64, 10**12])
@pytest.mark.parametrize("bits", range(1, 9))
def test_group_quant(group_quant: Launch, bits: int, group: int) -> None:
    for shape in LINES:
        groups = -(-shape[1] // group)
        scales = np.random.default_rng(5).standard_normal(groups).astype(np.float32)
        codec = GroupQuant(shape, bits, scales, group)
        stored = _random(codec)
        found = _run(
            group_quant, stored, codec.output().size, shape[1], codec.frame_bytes, scales,
            min(group, shape[1]), bits, bias(bits),
        )  # fmt: skip  # as `decode` gives them
        assert found.tobytes() == _expected("group_quant", stored, codec).tobytes()


@pytest.fixture(scope="module")
def block_quant(tmp_path_factory: pytest.TempPathFactory) -> Launch:
    types = (
        "const unsigned char*, float4*, long long, long long, long long, int, int, int, "
        "const long long*, const bool*"
    )
    folder = tmp_path_factory.mktemp("block_quant")
    return compiled(folder, "quire.kernels.codecs.block_quant.cupy", {"decode": types})["decode"]


@pytest.mark.parametrize("size", [1, 64, 100, sys.maxsize])
@pytest.mark.parametrize(("bits", "two"), [(8, 0), (7, 0), (5, 0), (3, 0), (3, 1), (3, 2)])
def test_block_quant(block_quant: Launch, bits: int, two: int, size: int) -> None:
    for count in COUNTS:
        codec = BlockQuant((count,), bits, size, two == 1)
        if two == 2:
            some = np.random.default_rng(6).integers(0, 2, codec.num_blocks, np.uint8)
            bitmap = np.packbits(some, bitorder="little").tobytes()
            codec = BlockQuant((count,), bits, size, two_level_blocks=bitmap)
        stored = _random(codec)
        line = block_bytes(min(size, count), bits, two_level=two == 1)
        places = codec.places() if two == 2 else (None, None)
        subtracted = 0 if bits == 8 else bias(bits)
        found = _run(
            block_quant, stored, count, min(size, count), line, bits, subtracted, two == 1, *places
        )
        np.testing.assert_array_equal(found, _expected("block_quant", stored, codec))


@pytest.mark.parametrize("kind", KINDS)
def test_ggml_blocks(tmp_path: Path, kind: str) -> None:
    types = "const unsigned char*, float4*, long long, int"
    module = "quire.kernels.codecs.ggml_blocks.cupy"
    launch = compiled(tmp_path, module, {"decode": types})["decode"]
    values, _ = KINDS[kind]
    for blocks in (1, 3, 70):
        codec = GgmlBlocks((blocks * values,), kind)
        stored = _random(codec)
        found = _run(launch, stored, blocks * values, list(KINDS).index(kind))
        expected = _expected("ggml_blocks", stored, codec)
        np.testing.assert_array_equal(found, expected)  # of NaN any bits


@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_sparse_scatter(tmp_path: Path, size: int) -> None:
    types = "const void*, void*, long long, const unsigned*, int"
    module = "quire.kernels.codecs.sparse_scatter.cupy"
    launch = compiled(tmp_path, module, {"decode": types})["decode"]
    threads = importlib.import_module("quire.kernels.backends.cupy").THREADS
    rng = np.random.default_rng(7)
    for count in (1, 255, 256, 1000):
        out, indices = np.zeros(5000, f"u{size}"), rng.permutation(5000)[:count].astype(np.uint32)
        values = rng.integers(1, 250, count).astype(out.dtype)
        given = (values, out, count, indices, size)
        launch((-(-count // threads),), (threads,), given)
        assert (out[indices] == values).all()
        assert np.count_nonzero(out) == count


@pytest.mark.parametrize("distinct", [1, 2, 3, 16, 37, 200, 256])
def test_dictionary_planes(tmp_path: Path, distinct: int) -> None:
    """All of it, some rows, and with one code that means nothing in each of two planes."""
    types = (
        "const unsigned char*, float4*, long long, long long, long long, long long, "
        "unsigned long long*"
    )
    module = "quire.kernels.codecs.dictionary_planes.cupy"
    launch = compiled(tmp_path, module, {"decode": types})["decode"]
    reference = importlib.import_module("quire.kernels.codecs.dictionary_planes.reference")
    rng = np.random.default_rng(distinct)
    for count in COUNTS:
        planes = rng.permutation(256).astype(np.uint8)[rng.integers(0, distinct, (count, 4))]
        values = planes.view("<f4").reshape(count)
        data = np.frombuffer(reference.encode(values, DictionaryPlanes((count,))), np.uint8)
        for start, stop in ((0, count), (count // 3, count - count // 4)):
            fault = np.array([2**62], np.uint64)
            found = _run(launch, data, stop - start, data.size, start, count, fault)
            assert found.tobytes() == values[start:stop].tobytes()
            assert fault[0] == 2**62


def test_dictionary_planes_whatever_the_bytes_are(tmp_path: Path) -> None:
    types = (
        "const unsigned char*, float4*, long long, long long, long long, long long, "
        "unsigned long long*"
    )
    module = "quire.kernels.codecs.dictionary_planes.cupy"
    launch = compiled(tmp_path, module, {"decode": types})["decode"]
    stored = np.frombuffer(dictionary.STORED, np.uint8).copy()
    fault = np.array([2**62], np.uint64)
    assert (
        _run(launch, stored, 4, stored.size, 0, 4, fault).tobytes() == dictionary.VALUES.tobytes()
    )
    assert fault[0] == 2**62
    stored[13] |= 0b00_00_11_00  # the third code of the first plane
    stored[-1] |= 0b11_00_00_00  # the first of the last
    _run(launch, stored, 4, stored.size, 0, 4, fault)
    assert fault[0] == 2
    rng = np.random.default_rng(1)
    for _ in range(100):
        noise = rng.integers(0, 256, stored.size, np.uint8)
        _run(launch, noise, 4, noise.size, 0, 4, fault)


@pytest.fixture(scope="module")
def pq(tmp_path_factory: pytest.TempPathFactory) -> Launch:
    types = "const unsigned char*, float4*, long long, const float*, int, int, int, const float*"
    folder = tmp_path_factory.mktemp("pq")
    return compiled(folder, "quire.kernels.codecs.pq.cupy", {"decode": types})["decode"]


@pytest.mark.parametrize("rows", [1, 2, 61, 700])
@pytest.mark.parametrize("shape", [(3, 256, 1), (8, 256, 2), (5, 7, 3), (1, 300, 5), (2, 1, 16)])
def test_pq(pq: Launch, shape: tuple[int, int, int], rows: int) -> None:
    reference = importlib.import_module("quire.kernels.codecs.pq.reference")
    rng = np.random.default_rng(3)
    books, norms = rng.standard_normal(shape, np.float32), rng.standard_normal(rows, np.float32)
    stored = rng.integers(0, min(shape[1], 256), rows * shape[0], np.uint8)
    for given in (None, norms):
        expected = np.empty((rows, shape[0] * shape[2]), np.float32)
        reference.decode(stored, expected, Pq(expected.shape, books, norms=given))
        found = _run(pq, stored, expected.size, books, *shape, given)
        assert found.tobytes() == expected.tobytes()


def test_pq_reads_nothing_beyond_its_codebooks(pq: Launch) -> None:
    guarded = np.full(3 * 2 * 2 + 600, np.nan, np.float32)
    guarded[:12] = np.arange(12)
    stored = np.full(6, 255, np.uint8)
    found = _run(pq, stored, 12, guarded, 3, 2, 2, None)
    assert found.tolist() == [2, 3, 6, 7, 10, 11] * 2
