"""Payloads in stages, decoded on a GPU: unpacked on the host, and only then sent across.

Without a GPU, `stand_in.py` is in its place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.engine.packing import Packing
from quire.kernels.engine.payload import Encoded
from quire.runtime.errors import ChecksumError
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
