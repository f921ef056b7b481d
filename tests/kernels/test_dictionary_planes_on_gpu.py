"""`dictionary_planes` on what stands in for a GPU: rows, many payloads, codes without a meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.cvc import pack_cvc
from quire.kernels.codecs.dictionary_planes.codec import DictionaryPlanes
from quire.kernels.codecs.dictionary_planes.reference import encode
from quire.kernels.contract import StoredError
from quire.kernels.engine import staging
from quire.kernels.engine.batches import Piece
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pieces import decode_pieces
from quire.kernels.engine.pipeline import Stage
from quire.kernels.engine.staging import decode_many_on_gpu
from tests.kernels.stand_in import Gpu

pytest.importorskip("torch", reason="pip install torch")
pytest.importorskip("triton", reason="pip install triton")

ON_GPU: dict[str, Any] = {"device": "cuda", "framework": "torch", "backend": "triton"}

VALUES = np.random.default_rng(1).integers(-40, 40, (1500, 7)).astype(np.float32) / 8


def _stored(values: Any) -> bytes:
    return encode(values, DictionaryPlanes(values.shape))


def _payload(stored: bytes, offset: int = 0) -> Encoded:
    stages = (Stage("dictionary_planes", shape=VALUES.shape),)
    return Encoded(stages, stored=stored, offset=offset)


@pytest.mark.parametrize("rows", [None, slice(0, 1), slice(3, 1400), slice(1499, 1500)])
def test_it_is_the_array(gpu: Gpu, rows: slice | None) -> None:
    found = gpu.decode(_payload(_stored(VALUES)), rows=rows)
    assert found.tobytes() == VALUES[rows or slice(None)].tobytes()


def test_it_crosses_whole_and_once(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of its rows need all of it."""
    monkeypatch.setattr(staging, "STAGE_BYTES", 1000)
    stored = _stored(VALUES)
    assert len(stored) > 5000
    assert gpu.decode(_payload(stored)).tobytes() == VALUES.tobytes()
    assert gpu.stored == [stored]


def test_a_lossless_file_is_decoded_there(tmp_path: Path, gpu: Gpu) -> None:
    path = tmp_path / "vectors.cvc"
    pack_cvc(VALUES, path, compression="lossless", chunk_size=400)
    file: Any
    with quire.open(path) as file:
        found = file.read(slice(300, 1300), **ON_GPU)
    assert found.cpu().numpy().tobytes() == VALUES[300:1300].tobytes()
    assert len(gpu.stored) == 4


def _spoiled() -> bytes:
    """A code that means nothing, in the first plane that can have one."""
    stored = bytearray(_stored(VALUES))
    position = 8
    for bits in stored[4:8]:
        known = int.from_bytes(stored[position : position + 2], "little")
        start = position + 2 + known
        if known < 1 << bits:
            stored[start + 500] = 0xFF
            return bytes(stored)
        position = start + (VALUES.size * bits + 7) // 8
    raise AssertionError("all bytes occur in all planes")


@pytest.mark.usefixtures("gpu")
def test_a_code_without_a_meaning_is_told_as_on_the_cpu() -> None:
    errors = []
    for options in ({}, ON_GPU):
        with pytest.raises(quire.FormatError, match="codes below") as caught:
            _payload(_spoiled(), 99).decode(**options)
        errors.append((str(caught.value), caught.value.offset))
    assert errors[0] == errors[1]


@pytest.mark.usefixtures("gpu")
def test_so_it_is_of_many() -> None:
    payloads = [_payload(_stored(VALUES)), _payload(_spoiled(), 99), _payload(_stored(VALUES))]
    count, errors = len(VALUES), []
    rows = [slice(i * count, (i + 1) * count) for i in range(3)]
    pieces = [(payload, slice(0, count), at) for payload, at in zip(payloads, rows, strict=True)]
    for options in ({}, ON_GPU):
        with pytest.raises(quire.FormatError, match="codes below") as caught:
            decode_pieces(pieces, (3 * count, 7), **options)
        errors.append((str(caught.value), caught.value.offset))
    assert errors[0] == errors[1]


@pytest.mark.usefixtures("gpu")
def test_rows_beside_a_code_without_a_meaning_are_right() -> None:
    payload = _payload(_spoiled())
    found = payload.decode(rows=slice(0, 100), **ON_GPU).cpu().numpy()
    assert found.tobytes() == VALUES[:100].tobytes()
    with pytest.raises(quire.FormatError, match="codes below"):
        payload.decode(rows=slice(400, 1000), **ON_GPU)


@pytest.mark.usefixtures("gpu")
def test_damaged_payloads_give_what_the_cpu_gives() -> None:
    """Whatever the bytes are; planes that are not where they must be never cross."""
    rng, stored = np.random.default_rng(2), _stored(VALUES)
    told = 0
    for _ in range(60):
        damaged = bytearray(stored)
        damaged[int(rng.integers(len(stored) if told > 20 else 60))] ^= int(rng.integers(1, 256))
        found = [_outcome(_payload(bytes(damaged)), options) for options in ({}, ON_GPU)]
        assert found[0] == found[1]
        told += isinstance(found[0], str)
    assert told > 20


def _outcome(payload: Encoded, options: dict[str, Any]) -> bytes | str:
    try:
        found = payload.decode(**options)
    except quire.FormatError as error:
        return str(error)
    return bytes(np.asarray(found.cpu() if options else found).tobytes())


@pytest.mark.usefixtures("gpu")
def test_who_has_no_payload_gets_the_error_of_the_codec() -> None:
    stored = np.frombuffer(_spoiled(), np.uint8)
    piece = Piece(DictionaryPlanes(VALUES.shape), stored)
    with pytest.raises(StoredError, match="codes below"):
        decode_many_on_gpu([piece], VALUES.shape, backend="triton")
