"""Payloads in stages, decoded on a GPU: unpacked on the host, and only then sent across.

Without a GPU, one is put in its place whose memory is that of the host and whose kernels are
Triton's, interpreted.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.kernels import dispatch, staging
from quire.kernels.binding import Encoded
from quire.kernels.packing import Packing
from quire.runtime.errors import ChecksumError
from tests.cases import compiled, data_of, record_class

zstandard = pytest.importorskip("zstandard", reason="pip install zstandard")
blake3 = pytest.importorskip("blake3", reason="pip install blake3").blake3
torch: Any = pytest.importorskip("torch", reason="pip install torch")
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


class Gpu:
    """What reached the device."""

    def __init__(self) -> None:
        self.stored: list[bytes] = []

    def decode(self, payload: Encoded, **arguments: Any) -> npt.NDArray[Any]:
        """What it decodes a payload to, as an array of numpy."""
        found = payload.decode(device="cuda", framework="torch", backend="triton", **arguments)
        assert isinstance(found, torch.Tensor)
        array: npt.NDArray[Any] = found.cpu().numpy()
        return array


@pytest.fixture
def gpu(place: str, monkeypatch: pytest.MonkeyPatch) -> Gpu:
    """One that is there, or seems to be."""
    found = Gpu()
    kind = staging._TorchLane if place == "cuda" else _HostLane

    class Lane(kind):  # type: ignore[valid-type,misc]  # one of the two
        def decode(self, part: Any, decode: Any, out: Any) -> None:
            found.stored.append(part.stored.tobytes())
            super().decode(part, decode, out)

    monkeypatch.setitem(staging._LANES, "triton", ("torch", Lane))
    if place == "cpu":
        monkeypatch.setitem(dispatch._DEVICE_CHECKS, "triton", lambda: None)
        monkeypatch.setattr(staging, "_on_device", lambda _native, _device: nullcontext())
        monkeypatch.setattr(staging, "_placement", _on_host)
    return found


class _HostLane:
    """A lane without a bus."""

    def __init__(self, size: int) -> None:
        self._staged = torch.empty(size, dtype=torch.uint8)

    def decode(self, part: Any, decode: Any, out: Any) -> None:
        staged = self._staged[: part.stored.size]
        staged.numpy()[:] = part.stored
        with np.errstate(all="ignore"):  # the interpreter computes with numpy
            decode(staged, out[part.rows], part.parameters)

    def finish(self) -> None:
        pass


def _on_host(_native: str, dtype: str) -> dict[str, Any]:
    return {"dtype": getattr(torch, dtype)}


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
