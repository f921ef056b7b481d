"""Payloads in stages, decoded on a GPU: unpacked on the host, and only then sent across.

Without a GPU, `stand_in.py` is in its place.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.codecs.fp16.codec import Fp16
from quire.kernels.engine import encoding, payload
from quire.kernels.engine.encoding_there import encoded_on_gpu
from quire.kernels.engine.given import is_torch
from quire.kernels.engine.packing import Packing
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import ChecksumError, EncodingError
from tests.cases import compiled, data_of, record_class
from tests.kernels.stand_in import Gpu

zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
blake3 = pytest.importorskip("blake3", reason="pip install blake3").blake3
pytest.importorskip("torch", reason="pip install torch")
pytest.importorskip("triton", reason="pip install triton")

BOOK = """
meta: {id: book, endian: le}
seq:
  - {id: num_rows, type: u4}
  - {id: len_rows, type: u4}
  - id: rows
    size: len_rows
    -array: {dtype: f4, shape: [num_rows, 50, 3]}
    -codec:
      - zstd
      - xor_delta: {stored: '"float16"', width: 150, planes: true}
"""

ROWS = np.random.default_rng(1).standard_normal((40, 50, 3)).astype(np.float16).astype(np.float32)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Class of a record of compressed rows."""
    path: Path = tmp_path_factory.mktemp("book") / "book.ksy"
    path.write_text(BOOK, encoding="utf-8")
    return record_class(quire.compile(path))


def _read(book: Any) -> Encoded:
    data = book.build(num_rows=len(ROWS), rows=ROWS).to_bytes()
    payload: Encoded = book.from_bytes(data).rows
    return payload


def test_planes_are_unpacked_on_the_host_and_summed_up_on_the_device(book: Any, gpu: Gpu) -> None:
    payload = _read(book)
    assert gpu.decode(payload).tobytes() == ROWS.tobytes()
    assert gpu.stored == [zstandard.ZstdDecompressor().decompress(payload.stored)]
    assert len(gpu.stored[0]) == 2 * ROWS.size


@pytest.mark.parametrize("name", ["plain", "words", "padded", "rows"])
def test_a_payload_is_the_same_on_the_device(name: str, gpu: Gpu) -> None:
    payload = getattr(compiled("pipeline").from_bytes(data_of("pipeline")), name)
    expected = payload.decode()
    found = gpu.decode(payload)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    assert found.tobytes() == expected.tobytes()


def test_rows_that_were_packed_together_cross_alone(gpu: Gpu) -> None:
    payload = compiled("pipeline").from_bytes(data_of("pipeline")).words
    expected = payload.decode()
    assert gpu.decode(payload, rows=slice(1, 2)).tolist() == expected[1:2].tolist()
    assert gpu.stored == [expected[1:2].astype("<u4").tobytes()]


def test_rows_that_need_all_above_are_refused(book: Any, gpu: Gpu) -> None:
    with pytest.raises(ValueError, match="xor_delta cannot decode rows alone"):
        gpu.decode(_read(book), rows=slice(1, 2))
    assert gpu.stored == []


@pytest.mark.parametrize("decoded", [True, False])
def test_a_digest_is_verified_before_anything_crosses(
    book: Any,
    gpu: Gpu,
    decoded: bool,  # noqa: FBT001  # a parameter of the test
) -> None:
    payload = _read(book)
    right = blake3(ROWS.tobytes() if decoded else bytes(payload.stored)).digest(length=16)
    payload.guard_with("blake3", bytes(16), decoded=decoded)
    for _ in range(2):  # one that failed is not trusted afterwards
        with pytest.raises(ChecksumError):
            gpu.decode(payload)
    assert gpu.stored == []
    payload.guard_with("blake3", right, decoded=decoded)
    assert gpu.decode(payload).tobytes() == ROWS.tobytes()
    assert len(gpu.stored) == 1


def test_a_digest_of_the_array_costs_a_decoding_on_the_host_once(
    book: Any, gpu: Gpu, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that of the decoded array: who hashes it needs it in memory of the host."""
    payload = _read(book)
    payload.guard_with("blake3", blake3(ROWS.tobytes()).digest(length=16), decoded=True)
    unpacked: list[int] = []
    unpack = Packing.unpack

    def counted(packing: Packing, stored: Any, out: Any) -> None:
        unpacked.append(out.size)
        unpack(packing, stored, out)

    monkeypatch.setattr(Packing, "unpack", counted)
    for _ in range(2):
        gpu.decode(payload)
    # For the digest, and then for the device each time.
    assert unpacked == [2 * ROWS.size] * 3


def test_a_damaged_frame_never_crosses(book: Any, gpu: Gpu) -> None:
    data = bytearray(book.build(num_rows=len(ROWS), rows=ROWS).to_bytes())
    data[8] ^= 1
    with pytest.raises(quire.FormatError) as caught:
        gpu.decode(book.from_bytes(bytes(data)).rows)
    assert (caught.value.format, caught.value.path, caught.value.offset) == ("book", "rows", 8)
    assert gpu.stored == []


QUANTISED = """
meta: {id: quantised, endian: le}
seq:
  - {id: num_rows, type: u4}
  - {id: sum, type: u4, -checksum: {algorithm: crc32, over: rows}}
  - {id: len_rows, type: u4}
  - id: rows
    size: len_rows
    -array: {dtype: f4, shape: [num_rows, 7]}
    -codec: CODEC
"""

CODECS = {
    "fp16": "[zstd, fp16]",
    "bf16": "[bf16]",
    "affine_u8": "[{affine_u8: {scale: 0.03, min: -4.0}}]",
    "affine_u4": "[{affine_u4: {scale: 0.5, min: -4.0}}]",  # on the host: it has no such kernel
}


@pytest.fixture(scope="module", params=sorted(CODECS))
def quantised(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Class of a record whose array is quantised."""
    path: Path = tmp_path_factory.mktemp("quantised") / "quantised.ksy"
    path.write_text(QUANTISED.replace("CODEC", CODECS[request.param]), encoding="utf-8")
    return record_class(quire.compile(path))


@pytest.fixture
def torch(place: str, monkeypatch: pytest.MonkeyPatch, gpu: Gpu) -> Any:  # noqa: ARG001  # a GPU, or what stands in for one
    """Torch, whose tensors seem to be on a GPU where there is none."""
    if place == "cpu":
        monkeypatch.setattr(encoding, "on_gpu", is_torch)
        monkeypatch.setattr(payload, "on_gpu", is_torch)
    return importlib.import_module("torch")


@pytest.mark.parametrize("rows", [0, 1, 1001])
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "float64"])
def test_a_tensor_of_the_device_is_stored_as_its_array_is(
    quantised: Any, torch: Any, place: str, rows: int, dtype: str
) -> None:
    array = np.random.default_rng(rows).standard_normal((rows, 7)).astype(np.float32)
    tensor = torch.from_numpy(array).to(place, getattr(torch, dtype))
    as_stored = tensor.cpu().to(torch.float64 if dtype == "float64" else torch.float32).numpy()
    expected = quantised.build(num_rows=rows, rows=as_stored).to_bytes()
    record = quantised.build(num_rows=rows, rows=tensor)
    assert record.to_bytes() == expected
    assert quantised.from_bytes(expected).to_bytes() == expected
    turned = tensor.t().contiguous().t()  # the same values, in another order in memory
    assert quantised.build(num_rows=rows, rows=turned).to_bytes() == expected


@pytest.mark.parametrize("value", [np.nan, np.inf, 70000.0])
def test_what_cannot_be_stored_is_refused_as_it_is_of_an_array(
    quantised: Any, torch: Any, place: str, value: float
) -> None:
    array = np.zeros((3, 7), np.float32)
    array[1, 2] = value

    def outcome(rows: Any) -> object:
        try:
            return quantised.build(num_rows=3, rows=rows).to_bytes()
        except EncodingError as error:
            return str(error)

    assert outcome(torch.from_numpy(array).to(place)) == outcome(array)


def test_a_tensor_of_another_shape_is_refused(quantised: Any, torch: Any, place: str) -> None:
    with pytest.raises(quire.FormatError, match=r"rows: expected an array of shape \[2, 7\]"):
        quantised.build(num_rows=2, rows=torch.zeros((2, 8), device=place)).to_bytes()


def test_a_kernel_of_the_device_encodes(torch: Any, place: str) -> None:
    tensor = torch.arange(6, dtype=torch.float32, device=place)
    stored = encoded_on_gpu(tensor, Fp16((6,)))
    assert stored is not None
    assert stored.tobytes() == np.arange(6, dtype="<f2").tobytes()
    assert encoded_on_gpu(tensor.double(), Fp16((6,))) is None
